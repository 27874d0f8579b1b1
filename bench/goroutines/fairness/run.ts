// Measures how long a sleep of 20 ms and a request to /health take beside goroutines that compute without
// end: beside one of each kind, and beside one of all kinds together.
//
//     node bench/goroutines/fairness/run.ts [KIND...]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { STD } from "../../measured-run.ts";

const PROGRAM = join(import.meta.dirname, "fairness.std");
const KINDS = ["loops", "nested", "recursion", "comparators", "iterators", "regex", "json"];

const chosen = process.argv.slice(2);
const rows = chosen.length > 0 ? chosen.map((kind) => [kind]) : [[], ...KINDS.map((kind) => [kind]), KINDS];
console.log(`${"beside".padEnd(14)} ${"sleep of 20 ms".padStart(22)} ${"/health".padStart(22)}`);
for (const kinds of rows) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...STD, PROGRAM, ...kinds], {
    encoding: "utf8",
    timeout: 300_000,
  });
  if (status !== 0) throw new Error(`${kinds.join(" ")} failed: ${stderr}`);
  const [slept, longestSleep, answered, longestAnswer] = stdout.trim().split(" ");
  const shown = (median: string, longest: string) => `${median} ms, at most ${longest}`.padStart(22);
  const name = kinds.length === 0 ? "nothing" : kinds.length === 1 ? kinds[0]! : "all of them";
  console.log(`${name.padEnd(14)} ${shown(slept!, longestSleep!)} ${shown(answered!, longestAnswer!)}`);
}
