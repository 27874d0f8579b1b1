// Charges and points of giving way (reference/limits): every public function is called with long arguments.
// It is charged at least for the bytes and elements that it reads, and clock and memory are checked within.
// The program of a module has one entry for each call.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compileProgram } from "../interpreter/compile/testing/run-program.ts";
import { nodeSystem } from "../interpreter/host/node/index.ts";
import { launch, type CompiledProgram, type ExitReason } from "../interpreter/launch/index.ts";
import { sample } from "../interpreter/testing/sample.ts";
import { grant } from "../interpreter/runtime/host.ts";
import { standardModules } from "./index.ts";
import { publicFunctions } from "./testing/public-functions.ts";
import { READS_A_PART } from "./testing/reads-a-part.ts";
import {
  hasNoRow,
  KINDS,
  liveGrants,
  nameOf,
  WITHOUT_ROW,
  WORST_MODULES,
  worstProgram,
} from "./testing/worst-calls.ts";

const SIZE = 2_000_000;
/** A call is charged for its arguments in steps of 16 bytes; `many_ints` makes fewest elements. */
const LEAST_STEPS = SIZE / 16 / 16 / 2;
/**
 * The steps that are granted between two checks, and those for all arguments of a call, which are charged
 * before it begins.
 */
const MOST_BETWEEN = 8_192 + (6 * SIZE) / 16;

const FOLDER = mkdtempSync(join(tmpdir(), "stdlang-worst-"));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

interface Charge {
  readonly exitReason: ExitReason;
  /** Whether the call has begun: its arguments exist. */
  readonly begun: boolean;
  /** The steps charged between the two marks. */
  readonly steps: number;
  /** The most steps between two checks there. */
  readonly between: number;
}

async function chargeOf(compiled: CompiledProgram, index: number): Promise<Charge> {
  let marks = 0;
  let first = 0;
  let last = 0;
  let between = 0;
  const exitReason = await new Promise<ExitReason>((resolve, reject) => {
    const stdout = {
      write: (bytes: string) => {
        if (bytes === "mark\n") marks++;
      },
      flush() {},
    };
    const host = {
      args: ["worst.std"],
      capabilities: grant(liveGrants(FOLDER), nodeSystem.links),
      system: nodeSystem,
      readInput: async () => null,
      now: () => 0,
    };
    const interrupted = (steps: number): boolean => {
      if (marks === 0) first = steps;
      else if (marks === 1) between = Math.max(between, steps - last);
      last = steps;
      return false;
    };
    launch(
      compiled,
      {
        modules: standardModules,
        host,
        stdout,
        stderr: { write() {}, flush() {} },
        index,
        limits: { steps: 2_000_000, memory: 500_000_000 },
        interrupted,
      },
      resolve,
    ).catch(reject);
  });
  return { exitReason, begun: marks > 0, steps: last - first, between };
}

const CASES = WORST_MODULES.map((module, i) => ({ module, kind: KINDS[i % KINDS.length]! }));

test.each(sample(CASES, 6))(
  "std/$module with long $kind",
  async ({ module, kind }) => {
    const program = worstProgram(module, kind, SIZE, FOLDER);
    const names = program.calls.map((_, i) => `call_${i}`);
    const compiled = { ...compileProgram(program.text, { metered: true }, names), metered: true };
    const wrong: string[] = [];
    for (const [index, { name, isLong }] of program.calls.entries()) {
      const { exitReason, begun, steps, between } = await chargeOf(compiled, index);
      if (exitReason.kind === "internal") wrong.push(`${name}: ${exitReason.text}`);
      if (!begun) wrong.push(`${name} has no arguments: ${JSON.stringify(exitReason)}`);
      if (isLong && steps < LEAST_STEPS && !READS_A_PART.has(name))
        wrong.push(`${name} is charged ${steps} steps`);
      if (between > MOST_BETWEEN) wrong.push(`${name} takes ${between} steps without a check`);
    }
    expect(wrong).toEqual([]);
  },
  120_000,
);

test("every public function has a row, or a reason", () => {
  const without = WORST_MODULES.flatMap((module) => {
    const called = new Set(worstProgram(module, "letters", 16).calls.map(({ name }) => name));
    return publicFunctions(module, true)
      .map((callable) => nameOf(module, callable))
      .filter((name) => !called.has(name) && !hasNoRow(name));
  });
  expect(without).toEqual([]);
});

test("the functions without a row exist", () => {
  const all = WORST_MODULES.flatMap((module) =>
    publicFunctions(module, true).map((callable) => nameOf(module, callable)),
  );
  const known = new Set(all.flatMap((name) => [name, name.replace(/\.\w+$/, "")]));
  expect(Object.keys(WITHOUT_ROW).filter((name) => !known.has(name))).toEqual([]);
});

test("the functions that read a part exist", () => {
  const called = new Set(
    WORST_MODULES.flatMap((module) => worstProgram(module, "letters", 16).calls.map(({ name }) => name)),
  );
  expect([...READS_A_PART].filter((name) => !called.has(name))).toEqual([]);
});
