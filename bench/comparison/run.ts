// Five programs in Stdlang, Go, TypeScript on Deno, Python and Gleam: lines, CPU time and memory of whole processes.
// A language whose command is not in PATH is skipped with a message; of Gleam, the lines are counted only.
//
//     node bench/comparison/run.ts [ROUNDS]
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const folder = join(import.meta.dirname, "programs");
const PROGRAMS = ["fib", "words", "orders", "workers", "serve"];
const MOST_MILLIS = 120_000;
const TIME = "/usr/bin/time";

interface Figures {
  readonly cpu: number;
  readonly megabytes: number;
}

/** How each language starts a program; null for one that is not measured. */
const COMMANDS: Readonly<Record<string, ((name: string, scratch: string) => string[]) | null>> = {
  std: (name) => [
    process.execPath,
    join(root, "dist/interpreter/cli/std.js"),
    "run",
    join(folder, `${name}.std`),
  ],
  go: (name, scratch) => [builtByGo(name, scratch)],
  ts: (name) => ["deno", "run", "--allow-net", "--no-config", join(folder, `${name}.ts`)],
  py: (name) => ["python3", join(folder, `${name}.py`)],
  gleam: null,
};

function builtByGo(name: string, scratch: string): string {
  const at = join(scratch, name);
  const file = join(at, name);
  if (existsSync(file)) return file;
  mkdirSync(at);
  copyFileSync(join(folder, `${name}.go`), join(at, "main.go"));
  writeFileSync(join(at, "go.mod"), `module ${name}\n\ngo 1.22\n`);
  const built = spawnSync("go", ["build", "-o", file, "."], { cwd: at, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`go build: ${built.error?.message ?? built.stderr}`);
  return file;
}

/** Runs a command once. @throws Error if it fails */
function measured(command: readonly string[]): Figures {
  const run = spawnSync(TIME, ["-f", "%U %S %M", ...command], { encoding: "utf8", timeout: MOST_MILLIS });
  if (run.status !== 0) throw new Error(run.error?.message ?? run.stderr);
  const [user = 0, system = 0, kilobytes = 0] = run.stderr.trim().split("\n").at(-1)!.split(" ").map(Number);
  return { cpu: user + system, megabytes: kilobytes / 1024 };
}

/** Lines with code, without comments and empty ones. */
function linesOf(name: string, language: string): number | null {
  const file = join(folder, `${name}.${language}`);
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "" && !/^\s*(?:\/\/|#)/.test(line)).length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function main(): void {
  const rounds = Number(process.argv[2] ?? 3);
  const scratch = mkdtempSync(join(tmpdir(), "stdlang-comparison-"));
  console.log("| program | language | lines | CPU time | memory |\n|---|---|---:|---:|---:|");
  try {
    for (const name of PROGRAMS)
      for (const [language, commandOf] of Object.entries(COMMANDS)) {
        const lines = linesOf(name, language);
        const figures = commandOf === null ? null : figuresOf(() => commandOf(name, scratch), rounds);
        const cpu =
          figures === null ? "" : `${Math.round(median(figures.map((each) => each.cpu)) * 1000)} ms`;
        const memory =
          figures === null ? "" : `${Math.round(median(figures.map((each) => each.megabytes)))} MB`;
        console.log(`| ${name} | ${language} | ${lines ?? ""} | ${cpu} | ${memory} |`);
      }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function figuresOf(command: () => string[], rounds: number): Figures[] | null {
  try {
    const words = command();
    measured(words);
    return Array.from({ length: rounds }, () => measured(words));
  } catch (error) {
    console.error(error instanceof Error ? error.message.trim() : error);
    return null;
  }
}

main();
