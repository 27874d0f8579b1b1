// Runs the same everyday jobs in Stdlang, Node, CPython and Go, and prints the milliseconds of the best of
// five rounds. Their results must agree. CPython and Go are left out if they are not installed.
//
//     node bench/library/run.ts [JOB...]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STD } from "../measured-run.ts";

const HERE = import.meta.dirname;
const scratch = mkdtempSync(join(tmpdir(), "std-library-"));
process.once("exit", () => rmSync(scratch, { recursive: true }));
const goProgram = join(scratch, "jobs");
const hasGo =
  spawnSync("go", ["build", "-o", goProgram, join(HERE, "jobs.go")], { stdio: "inherit" }).status === 0;

/** Milliseconds and result by job; null when the program cannot run. */
function measure(
  command: string,
  args: readonly string[],
): Map<string, { readonly millis: number; readonly result: string }> | null {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) {
    console.log(`${command}: ${stderr}`);
    return null;
  }
  return new Map(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t"))
      .map(([name, millis, result]) => [name!, { millis: Number(millis), result: result! }]),
  );
}

const chosen = process.argv.slice(2);
const std = measure(process.execPath, [...STD, join(HERE, "jobs.std")]);
const node = measure(process.execPath, [join(HERE, "jobs.mjs")]);
const python = measure("python3", [join(HERE, "jobs.py")]);
const go = hasGo ? measure(goProgram, []) : null;
if (std === null || node === null) throw new Error("nothing to compare");

const cell = (value: number | undefined, digits: number): string =>
  (value === undefined ? "" : value.toFixed(digits)).padStart(9);
console.log(
  `${"job".padEnd(16)} ${["Stdlang", "Node", "CPython", "Go", "/ Node", "/ CPython"].map((head) => head.padStart(9)).join(" ")}`,
);
for (const [name, { millis, result }] of std) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const others = [node, python, go].map((one) => one?.get(name));
  for (const other of others)
    if (other !== undefined && other.result !== result)
      console.log(`${name}: ${result} is not ${other.result}`);
  const [inNode, inPython, inGo] = others.map((one) => one?.millis);
  const ratio = (other: number | undefined): number | undefined =>
    other === undefined ? undefined : millis / other;
  console.log(
    `${name.padEnd(16)} ${[cell(millis, 1), cell(inNode, 1), cell(inPython, 1), cell(inGo, 1), cell(ratio(inNode), 2), cell(ratio(inPython), 2)].join(" ")}`,
  );
}
