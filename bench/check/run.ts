// Measures checking: cold on programs of 1,000, 10,000 and 50,000 lines, beside the TypeScript compiler on the
// same programs (`programs.ts`), and after an edit in a project of 100 modules and 20,000 lines: in a new
// process, and in one that lives on (`live.ts`). CPU times less those of an empty file; peak memory.
//
//     node bench/check/run.ts [ROUNDS]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, run, STD } from "../measured-run.ts";
import { program, project, translated } from "./programs.ts";

const rounds = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(join(tmpdir(), "stdlang-check-"));
process.once("exit", () => rmSync(folder, { recursive: true }));
// Only what is measured here is in the cache.
process.env["XDG_CACHE_HOME"] = folder;
const cache = join(folder, "stdlang");

const packages = dirname(fileURLToPath(import.meta.resolve("typescript/package.json")));
const tsc = join(
  packages,
  "..",
  "@typescript",
  `typescript-${process.platform}-${process.arch}`,
  "lib",
  "tsc",
);

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** CPU milliseconds of a program that is not Node. */
function cpuOf(command: string, ...args: readonly string[]): number {
  const words = [command, ...args].map((word) => `'${word}'`).join(" ");
  const { stdout, status } = spawnSync("bash", ["-c", `${words} && times`], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${words} failed: ${stdout}`);
  const children = stdout.trim().split("\n").at(-1)!;
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s));
  return seconds.reduce((sum, one) => sum + one, 0) * 1000;
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const times = <T>(make: (round: number) => T): T[] => Array.from({ length: rounds }, (_, i) => make(i));

function check(path: string, fresh: boolean) {
  // The secret and the code of the command stay: they are made once for each user.
  const kept = ["secret", "code"];
  if (fresh) for (const name of readdirSync(cache)) if (!kept.includes(name)) rmSync(join(cache, name));
  return run([STD[0]!, "check", path]);
}
const compile = (path: string): number =>
  cpuOf(
    tsc,
    "--noEmit",
    "--ignoreConfig",
    "--strict",
    "--noUncheckedIndexedAccess",
    "--target",
    "es2023",
    path,
  );

const empty = write("empty.std", "fun main() {}\n");
const emptyTs = write("empty.ts", "export {};\n");
check(empty, false);
const none = median(times(() => check(empty, false)));
const noneTs = middle(times(() => compile(emptyTs)));
console.log(`an empty file: ${none.toFixed(0)} ms; tsc: ${noneTs.toFixed(0)} ms`);

for (const lines of [1_000, 10_000, 50_000]) {
  const std = program(lines);
  const ts = translated(lines);
  const [path, pathTs] = [write(`p${lines}.std`, std), write(`p${lines}.ts`, ts)];
  const measured = times(() => ({ ours: check(path, true), theirs: compile(pathTs) }));
  const ours = median(measured.map((one) => one.ours));
  const theirs = middle(measured.map((one) => one.theirs));
  const peak = middle(measured.map((one) => one.ours.peak)) / 1e6;
  const lengths = std.split("\n").length / ts.split("\n").length;
  const whole = (lengths * theirs) / ours;
  const above = (lengths * (theirs - noneTs)) / (ours - none);
  console.log(
    `${lines} lines: ${ours.toFixed(0)} ms, ${(ours - none).toFixed(0)} above an empty file, ${peak.toFixed(0)} MB; ` +
      `tsc ${theirs.toFixed(0)} ms, ${(theirs - noneTs).toFixed(0)} above; lines per CPU second: ${whole.toFixed(2)} of tsc, ` +
      `${above.toFixed(2)} above an empty file`,
  );
}

const files = project(100, 2);
mkdirSync(join(folder, "project"));
for (const [name, text] of files) write(`project/${name}`, text);
const main = join(folder, "project", "main.std");
console.log(`project: ${[...files.values()].reduce((sum, text) => sum + text.split("\n").length, 0)} lines`);
check(main, true);
const unchanged = median(times(() => check(main, false))) - none;
const edited =
  median(
    times((i) => {
      write("project/m50.std", files.get("m50.std")!.replace("let total = 0", `let total = ${i + 1}`));
      return check(main, false);
    }),
  ) - none;
console.log(`the same again: ${unchanged.toFixed(0)} ms; after an edit in a body: ${edited.toFixed(0)} ms`);
const signature =
  median(
    times((i) => {
      write(
        "project/m50.std",
        files
          .get("m50.std")!
          .replace("fun sum100<T: Priced100>(goods", `fun sum100<T: Priced100>(g${i}`)
          .replace("in goods", `in g${i}`),
      );
      return check(main, false);
    }),
  ) - none;
console.log(`after an edit of a signature: ${signature.toFixed(0)} ms`);
console.log(run([join(import.meta.dirname, "live.ts"), join(folder, "project")]).output.trim());
