// Measures the cost of limits: runs the programs of bench/compute without limits and with limits on steps,
// time and memory that they do not reach, in turn, and prints the ratio of the medians. Times are as in
// bench/compute.
//
//     node bench/limits/run.ts [ROUNDS] [NAME...]
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { median, run, STD, type Run } from "../measured-run.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const PROGRAMS = join(ROOT, "bench", "compute", "programs");
const LIMITS = ["--max-steps=900000000000000", "--max-time=600000", "--max-memory=8000000000"];

const [rounds = "5", ...chosen] = process.argv.slice(2);
const names = readdirSync(PROGRAMS)
  .filter((name) => name.endsWith(".std"))
  .map((name) => name.slice(0, -4))
  .filter((name) => chosen.length === 0 || chosen.includes(name));
const empty = median(Array.from({ length: 5 }, () => run([...STD, join(ROOT, "examples", "hello.std")])));
console.log(`std hello.std ${empty.toFixed(0)} ms (subtracted below)\n`);
console.log(
  `${"program".padEnd(20)} ${"alone".padStart(9)} ${"with limits".padStart(12)} ${"ratio".padStart(6)}`,
);

let logarithms = 0;
for (const name of names) {
  const file = join(PROGRAMS, `${name}.std`);
  const alone: Run[] = [];
  const limited: Run[] = [];
  // The first runs fill the compile cache.
  run([...STD, file]);
  run([...STD, ...LIMITS, file]);
  for (let i = 0; i < Number(rounds); i++) {
    alone.push(run([...STD, file]));
    limited.push(run([...STD, ...LIMITS, file]));
  }
  if (new Set([...alone, ...limited].map((one) => one.output)).size > 1)
    throw new Error(`${name} prints something else with limits`);
  const [without, within] = [alone, limited].map((runs) => median(runs) - empty) as [number, number];
  logarithms += Math.log(within / without);
  console.log(
    `${name.padEnd(20)} ${without.toFixed(0).padStart(6)} ms ${within.toFixed(0).padStart(9)} ms ${(within / without).toFixed(2).padStart(6)}`,
  );
}
console.log(
  `${"geometric mean".padEnd(20)} ${Math.exp(logarithms / names.length)
    .toFixed(2)
    .padStart(29)}`,
);
