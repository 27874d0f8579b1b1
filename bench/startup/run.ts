// Measures how long `std run hello.std` takes beside Node itself, with a warm compile cache and without one,
// and how many lines per second the checker handles.
//
//     node bench/startup/run.ts [ROUNDS]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { largeProgram } from "../../interpreter/testing/large-program.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const STD = ["--stack-size=7200", join(ROOT, "dist", "interpreter", "cli", "std.js")];
const HELLO = join(ROOT, "examples", "hello.std");

function millis(args: readonly string[]): number {
  const started = performance.now();
  const result = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (result.status !== 0) throw new Error(`${args.join(" ")} failed: ${result.stderr}`);
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
const folder = mkdtempSync(join(tmpdir(), "stdlang-startup-"));
process.once("exit", () => rmSync(folder, { recursive: true }));
const big = join(folder, "big.std");
writeFileSync(big, source);
millis([...STD, "run", HELLO]);
const found = medians(
  {
    "node -e 0": ["-e", "0"],
    "std run hello.std, warm cache": [...STD, "run", HELLO],
    "std run --no-cache hello.std": [...STD, "run", "--no-cache", HELLO],
  },
  rounds,
);
for (const [name, time] of found) console.log(`${name.padEnd(32)} ${time.toFixed(0).padStart(6)} ms`);
const check =
  Math.min(...Array.from({ length: 3 }, () => millis([...STD, "check", big]))) - found.get("node -e 0")!;
const lines = source.split("\n").length;
console.log(
  `${`std check, ${lines} lines`.padEnd(32)} ${check.toFixed(0).padStart(6)} ms, ${Math.round(lines / (check / 1000))} lines/s`,
);
