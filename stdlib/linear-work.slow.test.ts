// The library is linear in its input: with any text, ten times as long, each function takes at most twelve times the CPU
// time of its thread (`testing/linear-calls.ts`). Natives do not count what they do, so this is a measurement: most
// calls take so little time for the long text that no square of its length fits into it, and are done. Of the others,
// the least time of several calls counts, because other work on the machine and the collector only add to it.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { compileProgram } from "../interpreter/compile/testing/run-program.ts";
import { nodeSystem } from "../interpreter/host/node/index.ts";
import { launch, type CompiledProgram, type ExitReason } from "../interpreter/launch/index.ts";
import { grant } from "../interpreter/runtime/host.ts";
import { standardModules } from "./index.ts";
import {
  FRAMES,
  LINEAR_MODULES,
  NOT_CALLED,
  linearProgram,
  nameOf,
  takingText,
  textOf,
  type Frame,
} from "./testing/linear-calls.ts";

const SMALL = 4_000;
const FACTOR = 10;
/** Only with all texts, on a quiet machine, 12: other programs take the caches. A square takes 100 times as long. */
const MOST = process.env["STDLANG_LINEAR"] === "all" ? 12 : 20;
/** A square of the long text is 1.6 * 10^9: no processor does as much in this time. */
const CERTAINLY_LINEAR_MICROS = 10_000;
/** The system counts CPU time in ticks of some milliseconds, so that a measurement takes many of them. */
const MEASURED_MICROS = 80_000;
const MOST_CALLS = 64;
const ATTEMPTS = 4;
const CERTAINLY_MORE = 40;
/** The texts of one call whose ratio is measured: where work is a square, those with it are the slowest. */
const MOST_MEASURED = 1;
/** Each function gets one in so many of the texts, beginning with another one; all of them with STDLANG_LINEAR=all. */
const ONE_IN = process.env["STDLANG_LINEAR"] === "all" ? 1 : 3;

/** The CPU time in microseconds that a call takes for each of some texts; 0 if it is not reached. */
async function timesOf(
  compiled: CompiledProgram,
  index: number,
  texts: readonly string[],
): Promise<number[]> {
  const times: number[] = [];
  let start: NodeJS.CpuUsage | null = null;
  const exitReason = await new Promise<ExitReason>((resolve, reject) => {
    const write = (bytes: string): void => {
      if (bytes === "begin\n") start = process.threadCpuUsage();
      else if (bytes === "end\n") {
        const { user, system } = start === null ? { user: 0, system: 0 } : process.threadCpuUsage(start);
        times.push(user + system);
        start = null;
      }
    };
    const host = {
      args: ["linear.std", ...texts],
      capabilities: grant({}, nodeSystem.links),
      system: nodeSystem,
      readInput: async () => null,
      now: () => 0,
    };
    const silent = { write() {}, flush() {} };
    launch(
      compiled,
      { modules: standardModules, host, stdout: { write, flush() {} }, stderr: silent, index },
      resolve,
    ).catch(reject);
  });
  if (exitReason.kind !== "done") throw new Error(JSON.stringify(exitReason));
  return times;
}

interface Measured {
  readonly compiled: CompiledProgram;
  readonly index: number;
  readonly frame: Frame;
  readonly micros: number;
  /** The bytes of the short text. */
  readonly small: number;
}

setFlagsFromString("--expose-gc");
/** Leaves no garbage of earlier calls to a measurement. */
const collect = runInNewContext("gc") as () => void;

/**
 * How many times as long a text of ten times a size takes.
 * @param micros the time of one call with the long text
 */
async function ratioOf({ compiled, index, frame, micros, small }: Measured): Promise<number> {
  let count = Math.ceil(MEASURED_MICROS / micros);
  const longs = () => Array.from({ length: count }, () => textOf(frame, small * FACTOR));
  // The first call of all took longer, because nothing was compiled.
  while (sum(await timesOf(compiled, index, longs())) < MEASURED_MICROS / 2 && count < MOST_CALLS) count *= 2;
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && least > MOST; attempt++) {
    const shorts = Array.from({ length: count * FACTOR }, () => textOf(frame, small));
    collect();
    const long = sum(await timesOf(compiled, index, longs()));
    collect();
    const short = sum(await timesOf(compiled, index, shorts));
    if (long < CERTAINLY_LINEAR_MICROS) return 0;
    least = Math.min(least, (long / Math.max(1, short)) * FACTOR);
    // Work that is a square stays one.
    if (least > CERTAINLY_MORE) break;
  }
  return least;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The indexes of the calls that took the longest, of those that took long. */
function slowest(times: readonly number[]): number[] {
  return [...times.keys()]
    .filter((i) => times[i]! >= CERTAINLY_LINEAR_MICROS)
    .sort((a, b) => times[b]! - times[a]!)
    .slice(0, MOST_MEASURED);
}

test.each(LINEAR_MODULES)(
  "functions of std/%s are linear in the text that they take",
  async (module) => {
    const program = linearProgram(module);
    const compiled = compileProgram(
      program.text,
      {},
      program.calls.map((_, i) => `call_${i}`),
    );
    const found: string[] = [];
    for (const [index, { name }] of program.calls.entries()) {
      const frames = FRAMES.filter((_, i) => (i + index) % ONE_IN === 0);
      const texts = frames.map((frame) => textOf(frame, SMALL * FACTOR));
      const times = await timesOf(compiled, index, texts);
      if (times.length < frames.length) found.push(`${name} ends the program`);
      for (const i of slowest(times)) {
        const measured = { compiled, index, frame: frames[i]!, micros: times[i]! };
        let ratio = await ratioOf({ ...measured, small: SMALL });
        // Caches and the heap that no longer suffice make one step larger; a square, each.
        if (ratio > MOST)
          ratio = Math.min(
            ratio,
            await ratioOf({ ...measured, small: SMALL * FACTOR, micros: times[i]! * FACTOR }),
          );
        if (ratio > MOST)
          found.push(`${name}, ${JSON.stringify(measured.frame.join("…"))}: ${ratio.toFixed(1)}`);
      }
    }
    expect(found).toEqual([]);
  },
  600_000,
);

test("a pattern of thousands of states takes time in proportion to the text", async () => {
  const compiled = compileProgram(
    `import std/regex
import std/env { args }
fun main() {
    let re = regex.compile("(a{1,900}|b){1,3}c").unwrap()
    for t in args().drop(1) {
        print("begin")
        let _found = re.is_match(t)
        print("end")
    }
}
`,
  );
  const [short, long] = ["a".repeat(4_000), "a".repeat(40_000)];
  let [least, most] = [Infinity, Infinity];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [first, ...later] = await timesOf(compiled, 0, [short, short, long]);
    least = Math.min(least, first!, later[0]!);
    most = Math.min(most, later[1]!);
    if (most <= least * MOST) break;
  }
  expect(most / least).toBeLessThanOrEqual(MOST);
  // At most a microsecond for each byte and state, of which there are 2,700.
  expect(least).toBeLessThan(4_000 * 2_700);
}, 600_000);

test("the functions that are not called exist", () => {
  const known = new Set(
    standardModules.flatMap(({ name }) => takingText(name).map((one) => nameOf(name, one))),
  );
  expect(Object.keys(NOT_CALLED).filter((name) => !known.has(name))).toEqual([]);
});
