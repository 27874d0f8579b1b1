// The IR is read-only (interpreter/README.md, invariants). The types say so, and here every node is frozen
// before the analyses and the emitter get it: writing to one throws.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ranges, suspend } from "../analysis/index.ts";
import { emit } from "../emit/index.ts";
import { lower, type LoweredProgram } from "../lower/index.ts";
import { randomProgram } from "../testing/random-program.ts";
import { checkProgram } from "../testing/run-program.ts";

/** Parts that belong to the checker or to the tables of lowering. */
const OTHERS: ReadonlySet<string> = new Set([
  "type",
  "types",
  "typeArgs",
  "self",
  "result",
  "symbol",
  "module",
]);
let frozen = 0;

function freeze(node: unknown): void {
  if (typeof node !== "object" || node === null || Object.isFrozen(node)) return;
  frozen++;
  Object.freeze(node);
  if (node instanceof Map) return;
  for (const [key, part] of Object.entries(node)) if (!OTHERS.has(key)) freeze(part);
}

function frozenProgram<T extends Pick<LoweredProgram, "code" | "instances" | "entries" | "globals">>(
  program: T,
): T {
  freeze(program.instances);
  freeze(program.entries);
  freeze(program.globals);
  for (const code of program.code.values()) freeze(code);
  return program;
}

const FOLDER = new URL("../../../conformance/", import.meta.url);
const SAMPLES = [
  "whole-programs/a-stack-machine.std",
  "whole-programs/a-template-engine.std",
  "goroutines/a-closed-channel-drains.std",
];
const programs: readonly (readonly [string, string])[] = [
  ...[1, 2, 3].map((seed) => [`random program ${seed}`, randomProgram(seed)] as const),
  ...SAMPLES.map((name) => [name, readFileSync(new URL(name, FOLDER), "utf8")] as const),
];

test.each(programs)("%s compiles although no node can be written to", (_, text) => {
  frozen = 0;
  const { program, entry } = checkProgram(text);
  const lowered = frozenProgram(lower(program, entry.module, entry.functions));
  const { program: suspended, suspension } = suspend(lowered, { all: false, session: false });
  const bounds = ranges(frozenProgram(suspended), { session: false });
  const options = {
    tracing: null,
    inside: false,
    metered: false,
    countsCalls: false,
    session: false,
    library: false,
    asserting: false,
  };
  expect(
    emit(suspended, suspension, bounds, { ...options, checksAllLoops: false, keepsReserve: true }).code,
  ).not.toBe("");
  expect(frozen).toBeGreaterThan(100);
});

test("a write to a frozen node throws", () => {
  const node = { kind: "Unit", parts: [{ at: 1 }] };
  freeze(node);
  expect(() => (node.parts[0]!.at = 2)).toThrow(TypeError);
});
