// Measures how long commands take: 200 small tests, the check of 5,000 lines without a cache, and a line at
// the prompt. Prints the time on the clock, which other work on the machine affects, and the CPU time.
//
//     node bench/commands/run.ts [ROUNDS]
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { largeProgram } from "../../interpreter/testing/large-program.ts";
import { run, STD } from "../measured-run.ts";

const FILES = 20;
const TESTS_PER_FILE = 10;
/** Clock ticks of /proc per second, on every Linux that Node supports. */
const TICKS = 100;

/** Lines that declare what the others use. Each prints a value, which marks its end. */
const LINES = [
  "1",
  "import std/collections\n1",
  "import std/iter { collect }\n2",
  "import std/http { get, Server, Request, Response }\n3",
  "struct Point { x: Int, y: Int }\n4",
  "fun sum(p: Point) -> Int = p.x + p.y\n5",
  "let p = Point { x: 1, y: 2 }\n6",
  'let m = ["a": [p]]\n7',
];
const MEASURED = [
  "sum(p)",
  'm.get("a").unwrap()[0].x',
  "collect([1, 2, 3].iter().map(fun(x) = x * 2))",
  'match m.get("b") { Some(all) -> all.len(), None -> 0 }',
  '"${sum(p)} points"',
];

interface Times {
  readonly wall: number;
  readonly cpu: number;
}

function timed(args: readonly string[]): Times {
  const start = performance.now();
  const { millis } = run([STD[0]!, ...args]);
  return { wall: performance.now() - start, cpu: millis };
}

/**
 * The times on the clock of lines at the prompt after `LINES` and `declared` declarations, and the mean CPU
 * time of a line.
 */
async function prompt(
  rounds: number,
  declared: number,
): Promise<{ readonly walls: readonly number[]; readonly cpu: number }> {
  const child = spawn(process.execPath, [STD[0]!, "repl"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let shown: () => void = () => {};
  child.stdout.on("data", (bytes: Buffer) => bytes.includes(10) && shown());
  const cpuTime = (): number => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000;
  };
  const enter = (line: string): Promise<number> => {
    const start = performance.now();
    return new Promise((resolve) => {
      shown = () => resolve(performance.now() - start);
      child.stdin.write(`${line}\n`);
    });
  };
  for (const line of LINES) await enter(line);
  // A function, a variable and a type in turn; each line prints a value, which marks its end.
  for (let i = 0; i < declared; i++)
    await enter(
      `${[`fun f${i}(n: Int) -> Int = n + sum(p)`, `let v${i} = [${i}]`, `struct S${i} { x: Int }`][i % 3]}\n${i}`,
    );
  const before = cpuTime();
  const walls: number[] = [];
  for (let round = 0; round < rounds; round++) for (const line of MEASURED) walls.push(await enter(line));
  const cpu = (cpuTime() - before) / walls.length;
  child.stdin.end();
  return { walls: walls.toSorted((a, b) => a - b), cpu };
}

function show(name: string, { wall, cpu }: Times, aim: string): void {
  console.log(
    `${name.padEnd(34)} ${wall.toFixed(0).padStart(6)} ms  ${cpu.toFixed(0).padStart(6)} ms CPU  (aim: ${aim})`,
  );
}

function median(times: readonly Times[]): Times {
  return times.toSorted((a, b) => a.wall - b.wall)[Math.floor(times.length / 2)]!;
}

const rounds = Number(process.argv[2] ?? "5");
const folder = mkdtempSync(join(tmpdir(), "stdlang-commands-"));
process.once("exit", () => rmSync(folder, { recursive: true }));
for (let i = 0; i < FILES; i++) {
  const tests = Array.from(
    { length: TESTS_PER_FILE },
    (_, n) => `fun test_${i}_${n}() {\n    assert_eq(${i} + ${n}, ${i + n})\n}\n`,
  );
  writeFileSync(join(folder, `part${i}_test.std`), `import std/test { assert_eq }\n\n${tests.join("\n")}`);
}
const program = join(folder, "program.std");
const source = largeProgram(5_200);
writeFileSync(program, source);

const times = Array.from({ length: rounds }, () => ({
  tests: timed(["test", folder]),
  check: timed(["check", program]),
}));
show(
  `std test, ${FILES * TESTS_PER_FILE} tests in ${FILES} files`,
  median(times.map(({ tests }) => tests)),
  "10 s",
);
show(`std check, ${source.split("\n").length} lines`, median(times.map(({ check }) => check)), "2 s");
for (const declared of [0, 600]) {
  const { walls, cpu } = await prompt(2 * rounds, declared);
  show(
    `a line after ${declared} declarations, median`,
    { wall: walls[Math.floor(walls.length / 2)]!, cpu },
    "50 ms",
  );
  show("the slowest of them", { wall: walls.at(-1)!, cpu }, "50 ms");
}
