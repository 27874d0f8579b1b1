// Runs a program in its own process and returns its output, its CPU time, V8's threads for compiling and
// collecting included (other work on the machine hardly affects it), and its peak memory.
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "..");
const FLAGS = ["--stack-size=7200", `--import=${pathToFileURL(join(import.meta.dirname, "cpu-time.mjs"))}`];

/** The words that start the command: the built one, or the file that the variable STD names. */
export const STD: readonly string[] = [
  process.env["STD"] ?? join(ROOT, "dist", "interpreter", "cli", "std.js"),
  "run",
];

export interface Run {
  readonly output: string;
  readonly millis: number;
  /** Peak memory in bytes. */
  readonly peak: number;
}

/** Runs Node with these arguments, and a file as standard input. @throws Error when it fails */
export function run(args: readonly string[], input = "/dev/null"): Run {
  const descriptor = openSync(input, "r");
  const result = spawnSync(process.execPath, [...FLAGS, ...args], {
    encoding: "utf8",
    stdio: [descriptor, "pipe", "pipe", "pipe"],
  });
  closeSync(descriptor);
  if (result.status !== 0) throw new Error(`${args.join(" ")} failed: ${result.stderr}`);
  const [millis, peak] = result.output[3]!.split(" ").map(Number) as [number, number];
  return { output: result.stdout, millis, peak };
}

/** The median of the CPU times. */
export function median(runs: readonly Run[]): number {
  return runs.map((one) => one.millis).sort((a, b) => a - b)[Math.floor(runs.length / 2)]!;
}
