// Runs the two versions of every program of programs/ several times, in turn, and prints the ratio of the
// medians. The outputs must agree. Times are CPU times of the whole process, with V8's threads for
// compiling and collecting, less those of an empty program: other work on the machine hardly affects them.
// Each program in Stdlang also runs beside a goroutine that ends immediately, so that loops and recursion
// check the time slice.
//
//     node bench/compute/run.ts [ROUNDS] [NAME...]
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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
console.log(
  `bare Node ${emptyNode.toFixed(0)} ms, std hello.std ${emptyStd.toFixed(0)} ms (both subtracted below)\n`,
);
console.log(
  `${"program".padEnd(20)} ${"Stdlang".padStart(9)} ${"JavaScript".padStart(11)} ${"ratio".padStart(7)} ${"spawning".padStart(9)} ${"more".padStart(7)}`,
);

const scratch = mkdtempSync(join(tmpdir(), "std-compute-"));
let logarithms = 0;
let spawningLogarithms = 0;
for (const name of names) {
  const std: Run[] = [];
  const js: Run[] = [];
  const spawning: Run[] = [];
  const spawningFile = join(scratch, `${name}.std`);
  const text = readFileSync(join(PROGRAMS, `${name}.std`), "utf8");
  writeFileSync(spawningFile, text.replace(/^fun main\(\) \{$/m, "$&\n    spawn(fun() {})"));
  // The first run fills the compile cache.
  run([...STD, join(PROGRAMS, `${name}.std`)]);
  run([...STD, spawningFile]);
  for (let i = 0; i < Number(rounds); i++) {
    std.push(run([...STD, join(PROGRAMS, `${name}.std`)]));
    spawning.push(run([...STD, spawningFile]));
    js.push(run([join(PROGRAMS, `${name}.js`)]));
  }
  if ([...std, ...spawning].some((one) => one.output !== js[0]!.output))
    throw new Error(`${name}: ${std[0]!.output} is not ${js[0]!.output}`);
  // The time of a start varies by more than the shortest programs take.
  const ours = Math.max(1, median(std) - emptyStd);
  const theirs = Math.max(1, median(js) - emptyNode);
  const beside = Math.max(1, median(spawning) - emptyStd);
  logarithms += Math.log(ours / theirs);
  spawningLogarithms += Math.log(beside / ours);
  console.log(
    `${name.padEnd(20)} ${ours.toFixed(0).padStart(6)} ms ${theirs.toFixed(0).padStart(8)} ms ${(ours / theirs).toFixed(2).padStart(7)} ${beside.toFixed(0).padStart(6)} ms ${(beside / ours).toFixed(2).padStart(7)}`,
  );
}
rmSync(scratch, { recursive: true });
console.log(
  `${"geometric mean".padEnd(20)} ${Math.exp(logarithms / names.length)
    .toFixed(2)
    .padStart(29)} ${Math.exp(spawningLogarithms / names.length)
    .toFixed(2)
    .padStart(17)}`,
);
