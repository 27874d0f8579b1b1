// Runs the benches one after the other, each several times, and prints for each row the minimum, median and maximum
// over these runs, in which the contestants take turns. Marks rows beyond their aim with `!`. The first table is the
// noise of the machine: the same program of Node beside itself.
//
//     node bench/all.ts [--runs N] [--only PART,PART...] [--list]
//
// What a bench needs is in its section of bench/README.md. A part that cannot run is named at the end.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

interface Part {
  readonly title: string;
  /** The file and its arguments, with the fewest rounds: the runs are repeated here. */
  readonly command: readonly string[];
  /** Reads the name and the value of a row from a line of the output. */
  readonly row: RegExp;
  /** Reads what the following rows are about from a line, where rows of several tables have the same name. */
  readonly section?: RegExp;
  readonly unit: string;
  /** The largest value that meets the aim, for all rows or by name. */
  readonly aim?: number | Readonly<Record<string, number>>;
  /** The same for the geometric mean of the rows. */
  readonly meanAim?: number;
}

const MEAN = "geometric mean";

const parts: Readonly<Record<string, Part>> = {
  noise: {
    title: "Noise: the same program of Node beside itself, ratio of CPU times and of clocks",
    command: ["noise.ts"],
    row: /^(?<name>.*?) +(?<value>[\d.]+)$/,
    unit: "",
  },
  startup: {
    title: "Start: milliseconds on the clock or of CPU, as the aim is stated",
    command: ["startup/run.ts", "1"],
    row: /^(?<name>.*?) {2,}.* ms +(?<value>-?[\d.]+) ms +\d+ ms$/,
    unit: "ms",
    aim: {
      "std run hello.std": 15,
      "std run fib.std": 15,
      "std check, 4 lines edited": 90,
      "std test, 40 files, each file": 25,
      "std repl, to its first answer": 120,
      "host, first program": 60,
      "host, each of 100 more": 5,
    },
  },
  compute: {
    title: "Compute: CPU time in Stdlang / in JavaScript",
    command: ["compute/run.ts", "1"],
    row: /^(?<name>[a-z_0-9]+|geometric mean) +(?:\d+ ms +\d+ ms +)?(?<value>[\d.]+)/,
    unit: "",
    aim: 1.25,
    meanAim: 0.95,
  },
  limits: {
    title: "Limits: CPU time with limits / without",
    command: ["limits/run.ts", "1"],
    row: /^(?<name>geometric mean|[a-z_0-9]+) .*?(?<value>[\d.]+)$/,
    unit: "",
    aim: 1.25,
    meanAim: 1.1,
  },
  library: {
    title: "Library: time in Stdlang / in Node",
    command: ["library/run.ts"],
    row: /^(?<name>[a-z_0-9]+)(?: +[\d.]+){2}(?: +[\d.]+ +[\d.]+)? +(?<value>[\d.]+)(?: +[\d.]+)$/,
    unit: "",
    aim: 1.3,
  },
  json: {
    title: "JSON: CPU time in Stdlang / of the host's JSON",
    command: ["json/run.ts", "1"],
    row: /^(?<name>[a-z]+ +[a-z]+) .* ms +(?<value>[\d.]+)$/,
    unit: "",
    aim: 2,
  },
  checks: {
    title: "Checks of JSON: CPU time / of plain decoding",
    command: ["json/checks.ts", "1"],
    row: /^(?<name>[a-z_A-Z ]+?) +\d+ ms +(?<value>[\d.]+)$/,
    unit: "",
    aim: 1.3,
  },
  streams: {
    title: "Streams: CPU time in Stdlang / in Node",
    command: ["streams/run.ts", "3"],
    row: /^(?<name>[a-z]+) +\d+ ms +\d+ ms +(?<value>[\d.]+)/,
    unit: "",
    aim: 1.3,
  },
  goroutines: {
    title: "Goroutines: nanoseconds for each operation",
    command: ["goroutines/run.ts", "1"],
    row: /^(?<name>[a-z_]+) +(?<value>[\d.]+) ns/,
    unit: "ns",
  },
  embedding: {
    title: "Embedding: nanoseconds for each call",
    command: ["embedding/run.ts", "100"],
    row: /^(?<name>.*?) {2,}(?<value>[\d.]+) ns$/,
    unit: "ns",
    aim: {
      "host → script: `callSync`, after four others": 300,
      "host → script: `callSync` of one function": 300,
    },
  },
  commands: {
    title: "Commands: milliseconds on the clock",
    command: ["commands/run.ts", "1"],
    row: /^(?<name>.*?) {2,}(?<value>\d+) ms /,
    unit: "ms",
    aim: {
      "std test, 200 tests in 20 files": 10_000,
      "std check, 5027 lines": 2_000,
      "a line after 0 declarations, median": 50,
      "a line after 600 declarations, median": 50,
    },
  },
  literals: {
    title: "Checks of literals: what `std check` takes more, in percent",
    command: ["check/literals.ts", "3"],
    row: /^(?<name>[a-z]+) .* (?<value>-?[\d.]+) % more$/,
    unit: "%",
    aim: 20,
  },
  http: {
    title: "HTTP server: CPU µs for each request in std/http, one round of two seconds",
    command: ["http/run.ts", "1", "2", "stdlang"],
    section: /^(?<section>\S.*, .*)$/,
    row: /^(?<name>stdlang) +\d+ +(?<value>[\d.]+)/,
    unit: "µs",
  },
};

/** Runs the bench of a part once. The values by row are empty if it fails or prints none. */
function once({ command: [file, ...args], row, section }: Part): Map<string, number> {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, file!), ...args],
    { encoding: "utf8", maxBuffer: 1 << 26 },
  );
  const values = new Map<string, number>();
  let before = "";
  for (const line of stdout.split("\n")) {
    const about = section?.exec(line)?.groups?.["section"];
    if (about !== undefined) before = `${about}: `;
    const { name, value } = row.exec(line.trimEnd())?.groups ?? {};
    if (name !== undefined) values.set(`${before}${name.trim()}`, Number(value));
  }
  if (status !== 0 || values.size === 0) console.log(`${file}: ${stderr.trim() || "printed no row"}`);
  return status === 0 ? values : new Map();
}

/** Prints the table of a part. @returns the number of rows, and how many miss their aim */
function report(part: Part, runs: readonly Map<string, number>[]): { rows: number; missed: number } {
  console.log(`\n## ${part.title}\n`);
  const names = [...new Set(runs.flatMap((one) => [...one.keys()]))];
  const width = Math.max(10, ...names.map((name) => name.length));
  const cell = (value: number | undefined): string => (value === undefined ? "" : shown(value)).padStart(9);
  console.log(
    `${"".padEnd(width)} ${["minimum", "median", "maximum", "aim"].map((head) => head.padStart(9)).join(" ")}`,
  );
  let missed = 0;
  for (const name of names) {
    const values = runs.flatMap((one) => one.get(name) ?? []).toSorted((a, b) => a - b);
    const half = (values.length - 1) / 2;
    const median = (values[Math.floor(half)]! + values[Math.ceil(half)]!) / 2;
    const ofRow = typeof part.aim === "number" ? part.aim : part.aim?.[name];
    const aim = name === MEAN ? (part.meanAim ?? ofRow) : ofRow;
    const beyond = aim !== undefined && median > aim;
    if (beyond) missed++;
    const cells = [values[0], median, values.at(-1), aim].map(cell).join(" ");
    console.log(`${name.padEnd(width)} ${cells} ${part.unit}${beyond ? " !" : ""}`.trimEnd());
  }
  return { rows: names.length, missed };
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function fail(problem: string): never {
  console.error(`${problem}; the parts are ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        runs: { type: "string", default: "5" },
        only: { type: "string" },
        list: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

const options = readOptions();
const chosen = options.only?.split(",") ?? Object.keys(parts);
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
const count = Number(options.runs);
if (unknown.length > 0) fail(`no part ${unknown.join(", ")}`);
if (!(count >= 1)) fail(`--runs ${options.runs} is not a number`);
if (options.list) console.log(chosen.map((name) => `${name}: ${parts[name]!.title}`).join("\n"));
else {
  let rows = 0;
  let missed = 0;
  const failed: string[] = [];
  for (const name of chosen) {
    const part = parts[name]!;
    const runs = Array.from({ length: count }, () => once(part)).filter(({ size }) => size > 0);
    if (runs.length === 0) failed.push(name);
    else {
      const found = report(part, runs);
      rows += found.rows;
      missed += found.missed;
    }
  }
  console.log(`\n${rows} rows, ${missed} beyond their aim (marked with !), runs: ${count}`);
  if (failed.length > 0) console.log(`not measured: ${failed.join(", ")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
