// Measures the noise of the machine: the same program of Node, started in turn with itself; prints the ratio of the
// two CPU times and of the two times on the clock. Without noise both are 1.
//
//     node bench/noise.ts
import { join } from "node:path";
import { run } from "./measured-run.ts";

const PROGRAM = join(import.meta.dirname, "compute", "programs", "fib.js");

function timed(): { readonly cpu: number; readonly clock: number } {
  const start = performance.now();
  const { millis } = run([PROGRAM]);
  return { cpu: millis, clock: performance.now() - start };
}

const [first, second] = [timed(), timed()] as const;
console.log(`CPU time  ${(second.cpu / first.cpu).toFixed(2)}`);
console.log(`clock     ${(second.clock / first.clock).toFixed(2)}`);
