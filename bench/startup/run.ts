// Measures how long commands take to start beside Node itself, started as a user starts them: by their link, without
// options for Node. `fib.std` is recursive, and so Node starts twice (interpreter/cli/process/stack.ts). Also
// measures hosts that import the engine, and runs it from the built files.
//
//     node bench/startup/run.ts [ROUNDS]
//
// Needs bash, which measures the CPU time of a process with all that it starts.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { largeProgram } from "../../interpreter/testing/large-program.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const DIST = join(ROOT, "dist");
const TEST_FILES = 40;

interface Times {
  readonly wall: number;
  readonly cpu: number;
}

interface Case {
  readonly name: string;
  readonly command: readonly string[];
  readonly input?: string;
  /** The file that is written anew before each round, so that a check knows nothing of it. */
  readonly edited?: string;
  /** Of how many parts one is shown. */
  readonly parts?: number;
  /** The case of the same round whose time is subtracted. */
  readonly above?: string;
  /** Milliseconds, after the subtraction. */
  readonly aim?: number;
  /** Which of the times the aim is for; on the clock if missing. */
  readonly kind?: keyof Times;
}

const folder = mkdtempSync(join(tmpdir(), "stdlang-startup-"));
process.once("exit", () => rmSync(folder, { recursive: true }));
const std = join(folder, "std");
symlinkSync(join(DIST, "interpreter", "cli", "std.js"), std);
const environment = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
};

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Starts a command and waits for its end. */
function timed(command: readonly string[], input = ""): Times {
  const script = 'TIMEFORMAT="%R %U %S"; { time "$@" >/dev/null 2>&3; } 3>&2';
  const result = spawnSync("bash", ["-c", script, "bash", ...command], {
    encoding: "utf8",
    env: { ...environment, LC_ALL: "C" },
    input,
  });
  if (result.status !== 0) throw new Error(`${command.join(" ")} failed: ${result.stderr}`);
  const [real, user, system] = result.stderr.trimEnd().split("\n").at(-1)!.split(" ").map(Number);
  return { wall: real! * 1000, cpu: (user! + system!) * 1000 };
}

function host(name: string, programs: number): string {
  const [engine, library] = ["interpreter/index.js", "stdlib/index.js"].map((file) =>
    JSON.stringify(pathToFileURL(join(DIST, file)).href),
  );
  return write(
    name,
    `import { createEngine } from ${engine};
import { standardModules } from ${library};
const engine = createEngine({ modules: standardModules });
for (let i = 0; i < ${programs}; i++) {
  const { program } = await engine.load({ path: \`p\${i}.std\`, text: \`fun next(n: Int) -> Int = n + \${i}\` });
  if (program.callSync("next", 1) !== i + 1) throw new Error("wrong result");
  program.close();
}
`,
  );
}

function tests(count: number): string {
  for (let i = 0; i < count; i++)
    write(
      `tests${count}/part${i}_test.std`,
      `import std/test { assert_eq }\n\nfun test_${i}() {\n    assert_eq(${i} + 1, ${i + 1})\n}\n`,
    );
  return join(folder, `tests${count}`);
}

const hello = join(ROOT, "examples", "hello.std");
const fib = write(
  "fib.std",
  "fun fib(n: Int) -> Int = if n < 2 { n } else { fib(n - 1) + fib(n - 2) }\nfun main() { print(fib(5)) }\n",
);
const small = write("small.std", 'fun main() {\n    let n = 1\n    print("${n}")\n}\n');
const source = largeProgram(20_000);
const NODE = "node hello.mjs";

const cases: readonly Case[] = [
  { name: NODE, command: ["node", write("hello.mjs", 'console.log("Hello");\n')] },
  { name: "std run hello.std", command: [std, "run", hello], above: NODE, aim: 15 },
  { name: "std run fib.std", command: [std, "run", fib], above: "std run hello.std", aim: 15 },
  { name: "std run --no-cache hello.std", command: [std, "run", "--no-cache", hello] },
  { name: "std check, 4 lines edited", command: [std, "check", small], edited: small, aim: 90 },
  {
    name: `std check, ${source.split("\n").length} lines unchanged`,
    command: [std, "check", write("big.std", source)],
  },
  { name: "std test, 1 file", command: [std, "test", tests(1)] },
  {
    name: `std test, ${TEST_FILES} files, each file`,
    command: [std, "test", tests(TEST_FILES)],
    parts: TEST_FILES,
    aim: 25,
  },
  { name: "std repl, to its first answer", command: [std, "repl"], input: "1\n", aim: 120 },
  { name: "host, no program", command: ["node", host("host0.mjs", 0)] },
  { name: "host, first program", command: ["node", host("host1.mjs", 1)], above: NODE, aim: 60, kind: "cpu" },
  {
    name: "the same with NODE_COMPILE_CACHE",
    command: ["env", `NODE_COMPILE_CACHE=${join(folder, "code")}`, "node", host("host1.mjs", 1)],
    above: NODE,
    kind: "cpu",
  },
  {
    name: "host, each of 100 more",
    command: ["node", host("host101.mjs", 101)],
    above: "host, first program",
    parts: 100,
    aim: 5,
    kind: "cpu",
  },
];

/** Cases take turns, so that a busy moment of the machine affects all of them. */
function measure(rounds: number): Map<string, Times[]> {
  const times = new Map(cases.map(({ name }) => [name, [] as Times[]]));
  // The first round fills the caches.
  for (let i = -1; i < rounds; i++) {
    for (const { name, command, input, edited } of cases) {
      if (edited !== undefined)
        writeFileSync(edited, `// ${i} ${process.pid}\nfun main() {\n    print("${i}")\n}\n`);
      const one = timed(command, input);
      if (i >= 0) times.get(name)!.push(one);
    }
  }
  return times;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const all = measure(Number(process.argv[2] ?? "15"));
console.log(
  `${"command".padEnd(34)} ${"clock".padStart(9)} ${"CPU".padStart(9)}   ${"above".padStart(9)} ${"aim".padStart(7)}`,
);
for (const { name, above, aim, kind = "wall", parts = 1 } of cases) {
  const own = all.get(name)!;
  const reference = above === undefined ? undefined : all.get(above)!;
  // Differences within a round, so that a busy machine affects both.
  const differences = own.map(
    (one, i) => (one[kind] - (reference === undefined ? 0 : reference[i]![kind])) / parts,
  );
  const cell = (value: number | undefined): string =>
    (value === undefined ? "" : `${value.toFixed(parts > 1 ? 1 : 0)} ms`).padStart(9);
  const shown = aim === undefined && above === undefined ? undefined : median(differences);
  console.log(
    `${name.padEnd(34)} ${cell(median(own.map((one) => one.wall)))} ${cell(median(own.map((one) => one.cpu)))}   ` +
      `${cell(shown)} ${aim === undefined ? "" : `${aim} ms`.padStart(7)}`,
  );
}
