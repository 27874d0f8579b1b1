// Runs every program of programs/ in both versions, several times, turn and turn about, and prints
// the ratio of the medians. The outputs must agree. Times are CPU times of the whole process, with its
// threads for compiling and collecting, less those of an empty program: other work on the machine
// hardly moves them.
//
//     node bench/compute/run.ts [ROUNDS] [NAME...]
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { median, run, STD, type Run } from "../measured-run.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const PROGRAMS = join(import.meta.dirname, "programs");

const [rounds = "5", ...chosen] = process.argv.slice(2);
const names = readdirSync(PROGRAMS)
  .filter((name) => name.endsWith(".std"))
  .map((name) => name.slice(0, -4))
  .filter((name) => chosen.length === 0 || chosen.includes(name));
const emptyNode = median(Array.from({ length: 5 }, () => run(["-e", "0"])));
const emptyStd = median(Array.from({ length: 5 }, () => run([...STD, join(ROOT, "examples", "hello.std")])));
console.log(`bare Node ${emptyNode.toFixed(0)} ms, std hello.std ${emptyStd.toFixed(0)} ms (both subtracted below)\n`);
console.log(`${"program".padEnd(20)} ${"Stdlang".padStart(9)} ${"JavaScript".padStart(11)} ${"ratio".padStart(7)}`);

let logarithms = 0;
for (const name of names) {
  const std: Run[] = [];
  const js: Run[] = [];
  // The first run fills the compile cache.
  run([...STD, join(PROGRAMS, `${name}.std`)]);
  for (let i = 0; i < Number(rounds); i++) {
    std.push(run([...STD, join(PROGRAMS, `${name}.std`)]));
    js.push(run([join(PROGRAMS, `${name}.js`)]));
  }
  if (std.some((one) => one.output !== js[0]!.output)) throw new Error(`${name}: ${std[0]!.output} is not ${js[0]!.output}`);
  const ours = median(std) - emptyStd;
  const theirs = median(js) - emptyNode;
  logarithms += Math.log(ours / theirs);
  console.log(`${name.padEnd(20)} ${ours.toFixed(0).padStart(6)} ms ${theirs.toFixed(0).padStart(8)} ms ${(ours / theirs).toFixed(2).padStart(7)}`);
}
console.log(`${"geometric mean".padEnd(20)} ${Math.exp(logarithms / names.length).toFixed(2).padStart(29)}`);
