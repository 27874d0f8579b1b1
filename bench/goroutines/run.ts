// Runs every program of programs/ several times and prints the cost of each operation. A program prints how
// many operations it did. CPU times and peak memory are those of the whole process, less those of
// an empty program.
//
//     node bench/goroutines/run.ts [ROUNDS] [NAME...]
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { median, run, STD } from "../measured-run.ts";

const PROGRAMS = join(import.meta.dirname, "programs");
const HELLO = join(import.meta.dirname, "..", "..", "examples", "hello.std");

const [rounds = "3", ...chosen] = process.argv.slice(2);
const names = readdirSync(PROGRAMS)
  .map((name) => name.replace(".std", ""))
  .filter((name) => chosen.length === 0 || chosen.includes(name));
const measure = (file: string) => Array.from({ length: Number(rounds) }, () => run([...STD, file]));
const empty = measure(HELLO);
const emptyPeak = Math.min(...empty.map((one) => one.peak));

console.log(
  `${"program".padEnd(20)} ${"each".padStart(9)} ${"per second".padStart(12)} ${"peak memory".padStart(12)}`,
);
for (const name of names) {
  const runs = measure(join(PROGRAMS, `${name}.std`));
  const millis = median(runs) - median(empty);
  const count = Number(runs[0]!.output);
  const peak = Math.min(...runs.map((one) => one.peak)) - emptyPeak;
  const each = `${((millis / count) * 1e6).toFixed(1)} ns`;
  const rate = `${(count / millis / 1000).toFixed(1)} M`;
  console.log(
    `${name.padEnd(20)} ${each.padStart(9)} ${rate.padStart(12)} ${`${(peak / 1e6).toFixed(0)} MB`.padStart(12)}`,
  );
}
