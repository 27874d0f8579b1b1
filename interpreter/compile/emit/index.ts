// Lowered program, suspension and ranges to JavaScript: the last of the four steps.
import type { GlobalInfo, Instance } from "../ir.ts";
import type { LoweredProgram } from "../lower/index.ts";
import type { PositionMap } from "../positions.ts";
import type { Ranges } from "../ranges/index.ts";
import type { Suspension } from "../suspend/suspension.ts";
import { FunctionEmitter } from "./function-emitter.ts";
import { parameterNames } from "./halves.ts";
import { ProgramText, sessionKey, type EmitOptions } from "./program-text.ts";

export interface Emitted {
  readonly code: string;
  readonly positions: PositionMap;
  readonly natives: readonly string[];
}

export function emit(lowered: LoweredProgram, suspension: Suspension, ranges: Ranges, options: EmitOptions): Emitted {
  const program = new ProgramText(lowered.lowering, suspension, ranges, options);
  const functions: string[] = [];
  for (const instance of lowered.lowering.instances) {
    if (instance.native === null && instance.body !== null) functions.push(...functionLines(program, instance));
  }
  const run = runLines(program, lowered);
  const lines = [
    "(($, runtime, tables) => {",
    '  "use strict";',
    "  const out = runtime.stdout;",
    "  const scheduler = runtime.scheduler;",
    "  let ticks = 0;",
    ...(options.session ? ["  const { session } = runtime;"] : []),
    `  ${program.doorLine}`,
    ...program.declarations.map((line) => `  ${line}`),
    ...(program.passesHigh ? ["  let high = 0;"] : []),
    ...(program.countsStack ? STACK_COUNT : []),
    "",
    ...functions,
    ...program.tables.map((line) => `  ${line}`),
    ...run,
    ...OUT_OF_BOUNDS,
    "})",
  ];
  const { code, positions } = program.marks.resolve(lines.join("\n"));
  return { code, positions, natives: [...program.natives] };
}

/**
 * Failing list accesses read a variable whose declaration is never reached, which throws at that
 * place (runtime/trace.ts makes a panic of it). V8 leaves a loop by such a read, as by `throw`, without
 * having seen it happen; a call that never ran keeps it from moving checks out of the loop.
 */
const OUT_OF_BOUNDS = ["  let outOfBounds;"];

/** Calls of recursive async functions count the stack they take; where the count ends, it is measured. */
const STACK_COUNT = [
  "  let depth = 0;",
  "  let depthLimit = 20000;",
  "  function deepen(words) {",
  "    const spare = spareStack();",
  "    depthLimit = depth + spare;",
  "    if (spare >= words) return;",
  "    depth -= words;",
  '    throw new Panic("stack overflow");',
  "  }",
];

function functionLines(program: ProgramText, instance: Instance): string[] {
  const mode = program.suspension.modeOf(instance);
  const fn = program.marks.addFunction(instance.name, instance.module);
  const emitter = new FunctionEmitter(program, mode, fn, 2, instance, null);
  const params = parameterNames(emitter, instance);
  emitter.returnsHalves = program.returnsHalves(instance);
  emitter.body(instance.body!, instance.hasDefer);
  const head = mode === "async" ? "async function" : "function";
  return [`  ${head} ${program.functionName(instance)}(${params}) {`, ...emitter.lines, "  }", ""];
}

/** Globals in order (language 3.5), then the chosen entry. */
function runLines(program: ProgramText, lowered: LoweredProgram): string[] {
  const { suspension } = program;
  const waits = (instance: Instance) => suspension.modeOf(instance) !== "plain";
  const isAsync = lowered.globals.some((global) => global.initialiser !== null && waits(global.initialiser));
  const stores = lowered.globals.flatMap((global) => storeLine(program, global, waits));
  const entries = lowered.entries.map((entry) => program.functionName(entry)).join(", ");
  return [
    `  return ${isAsync ? "async " : ""}(index = 0) => {`,
    ...stores.map((line) => `    ${line}`),
    `    return [${entries}][index]();`,
    "  };",
  ];
}

function storeLine(program: ProgramText, global: GlobalInfo, waits: (instance: Instance) => boolean): string[] {
  if (global.initialiser === null) return [];
  const call = `${program.functionName(global.initialiser)}()`;
  const store = `${program.globalName(global)} = ${waits(global.initialiser) ? "await " : ""}${call};`;
  if (!program.session) return [store];
  const key = sessionKey(global);
  return [`if (!session.ready.has(${key})) {`, `  ${store}`, `  session.ready.add(${key});`, "}"];
}
