// Measures how long `std run` takes beside Node itself, started as a user starts it: by its link, without
// options for Node. `fib.std` is recursive, and so Node starts twice (interpreter/cli/process/stack.ts). Also
// measures `std check` of a file that it has checked before.
//
//     node bench/startup/run.ts [ROUNDS]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { largeProgram } from "../../interpreter/testing/large-program.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const HELLO = join(ROOT, "examples", "hello.std");

const folder = mkdtempSync(join(tmpdir(), "stdlang-startup-"));
process.once("exit", () => rmSync(folder, { recursive: true }));
const std = join(folder, "std");
symlinkSync(join(ROOT, "dist", "interpreter", "cli", "std.js"), std);
const environment = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
};

function millis([program, ...args]: readonly string[]): number {
  const started = performance.now();
  const result = spawnSync(program!, args, { encoding: "utf8", env: environment });
  if (result.status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${result.stderr}`);
  return performance.now() - started;
}

/**
 * The median time of each case. Cases take turns, so that a busy moment of the machine affects all of them.
 */
function medians(cases: Readonly<Record<string, readonly string[]>>, rounds: number): Map<string, number> {
  const times = new Map(Object.keys(cases).map((name) => [name, [] as number[]]));
  for (let i = 0; i < rounds; i++) {
    for (const [name, args] of Object.entries(cases)) times.get(name)!.push(millis(args));
  }
  return new Map(
    [...times].map(([name, all]) => [name, all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!]),
  );
}

const rounds = Number(process.argv[2] ?? "15");
const source = largeProgram(20_000);
const big = join(folder, "big.std");
writeFileSync(big, source);
const recursive = join(folder, "fib.std");
writeFileSync(
  recursive,
  "fun fib(n: Int) -> Int = if n < 2 { n } else { fib(n - 1) + fib(n - 2) }\nfun main() { print(fib(5)) }\n",
);
const script = join(folder, "hello.mjs");
writeFileSync(script, 'console.log("Hello");\n');
// The first runs fill the compile cache.
for (const file of [HELLO, recursive]) millis([std, "run", file]);
const found = medians(
  {
    "node hello.mjs": ["node", script],
    "std run hello.std": [std, "run", HELLO],
    "std run fib.std": [std, "run", recursive],
    "std run --no-cache hello.std": [std, "run", "--no-cache", HELLO],
  },
  rounds,
);
for (const [name, time] of found) console.log(`${name.padEnd(32)} ${time.toFixed(0).padStart(6)} ms`);
// The first of them remembers what it found.
const check = Math.min(...Array.from({ length: 3 }, () => millis([std, "check", big])));
const label = `std check, ${source.split("\n").length} lines unchanged`;
console.log(`${label.padEnd(32)} ${check.toFixed(0).padStart(6)} ms`);
