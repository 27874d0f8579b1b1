// Emits JavaScript from a lowered program, its suspension and its ranges: the last of the four steps.
import type { Ranges } from "../analysis/ranges/index.ts";
import type { Suspension } from "../analysis/suspend/index.ts";
import { isUnit, type GlobalInfo, type Instance, type FunctionCode } from "../ir/index.ts";
import type { LoweredProgram } from "../lower/index.ts";
import type { PositionMap } from "../positions.ts";
import { functionText, waitsIn, type Code } from "./frames/index.ts";
import { callsOthers, FunctionEmitter, DUE_FUNCTIONS, LOOK_FUNCTION } from "./function/index.ts";
import { parameterNames } from "./integers/index.ts";
import { ProgramText, sessionKey, type Counters, type EmitOptions } from "./program/index.ts";
import { globalLines, valueLines } from "./stopped.ts";
import { ASSERTIONS, asUnit, UNIT_TEXT } from "./values/index.ts";

export interface Emitted {
  readonly code: string;
  readonly positions: PositionMap;
  readonly natives: readonly string[];
  /** Of a program that counts its statements. */
  readonly counters: Counters;
}

export function emit(
  lowered: LoweredProgram,
  suspension: Suspension,
  ranges: Ranges,
  options: EmitOptions,
): Emitted {
  const program = new ProgramText(lowered, suspension, ranges, options);
  const functions: string[] = [];
  for (const instance of lowered.instances) {
    const code = lowered.code.get(instance);
    if (code === undefined) continue;
    // A function may have more lines than a call may have arguments.
    for (const line of functionLines(program, instance, code)) functions.push(line);
  }
  const run = options.inside
    ? valueLines(program, lowered)
    : options.library
      ? libraryLines(program, lowered)
      : runLines(program, lowered);
  const lines = [
    "(($, runtime, tables) => {",
    '  "use strict";',
    "  const out = runtime.stdout;",
    "  const scheduler = runtime.scheduler;",
    "  const { slice } = scheduler;",
    ...(suspension.isShared ? ["  scheduler.shared = true;", ...DUE_FUNCTIONS] : []),
    "  let ticks = 0;",
    LOOK_FUNCTION,
    ...(options.metered ? METERED : []),
    ...(options.countsCalls ? ["  const { calls } = runtime;"] : []),
    ...(options.tracing === "counts" ? ["  const { hits } = runtime;"] : []),
    ...(options.tracing === "stops" || options.inside ? ["  const { probe } = runtime;"] : []),
    ...(options.tracing === "stops" ? globalLines(program, lowered) : []),
    ...(options.session ? ["  const { session } = runtime;"] : []),
    `  ${program.runtimeImports}`,
    ...(options.asserting ? ASSERTIONS.map((line) => `  ${line}`) : []),
    ...program.declarations.map((line) => `  ${line}`),
    ...(program.readsLists ? BAD_ACCESS : []),
    ...(program.passesHigh ? ["  let high = 0;"] : []),
    "",
    ...(program.frames.length > 0 ? FRAME : []),
    ...program.frames,
    ...program.lambdas,
    ...functions,
    ...program.tables.map((line) => `  ${line}`),
    ...run,
    ...(program.readsLists ? OUT_OF_BOUNDS : []),
    "})",
  ];
  const { code, positions } = program.marks.resolve(lines.join("\n"));
  return { code, positions, natives: [...program.natives], counters: program.counters };
}

/**
 * Failing list accesses read a variable whose declaration is never reached, which throws
 * (runtime/traces/trace.ts turns the error into a panic). Like a `throw`, such a read needs no type feedback:
 * V8 can compile it before it has ever run. A call that has never run, a store into an object or an object
 * literal would keep V8 from hoisting checks out of the loop. So list and index are left in variables, which
 * the scheduler reads.
 */
const OUT_OF_BOUNDS = ["  let outOfBounds;"];
const BAD_ACCESS = [
  "  let badList, badIndex;",
  "  scheduler.watch(() => { const access = badList === undefined ? null : { list: badList, index: badIndex }; badList = undefined; return access; });",
];

/**
 * Steps are counted down here and accounted for when they are used up. Handling 16 bytes counts as one
 * (runtime/limits/limits.ts).
 */
const METERED = [
  "  let meter = 0;",
  "  const joined = (text) => { if (text.length > 4096) runtime.joined(text); return text; };",
  "  const same = (a, b) => { if (a.length !== b.length) return false; if ((meter -= a.length >> 4) < 0) meter = runtime.step(meter); return $.sameText(a, b); };",
  "  const copied = (list) => { if ((meter -= list.length >> 1) < 0) meter = runtime.step(meter); return list; };",
  "  const compared = (a, b) => { if ((meter -= (a.length < b.length ? a.length : b.length) >> 4) < 0) meter = runtime.step(meter); };",
];

/** The prototype of a program's frames. */
const FRAME = ["  const Frame = { __proto__: $.Frame.prototype, scheduler };", ""];

function functionLines(program: ProgramText, instance: Instance, own: FunctionCode): string[] {
  const mode = program.suspension.modeOf(instance);
  const fn = program.marks.addFunction(instance.name, instance.module);
  const emitter = new FunctionEmitter(program, instance, { mode, fn, indent: 2, outer: null, lambda: null });
  const params = parameterNames(emitter, instance);
  emitter.returnsHalves = program.returnsHalves(instance);
  emitter.body(own.body, own.hasDefer);
  program.noteVariables(emitter);
  const { code, indent, tempLine: temps } = emitter;
  const lines = functionText(program, {
    code,
    indent,
    temps,
    scope: params,
    name: program.functionName(instance),
    numbers: emitter.numbers,
    nests: callsOthers(own.body),
  });
  return [`  function ${program.functionName(instance)}(${params.join(", ")}) {`, ...lines, "  }", ""];
}

/** Initialises globals in order (reference/modules#globals), then calls the selected entry. */
function runLines(program: ProgramText, lowered: LoweredProgram): string[] {
  const entries = lowered.entries.map((entry) => program.functionName(entry)).join(", ");
  const stores = lowered.globals.flatMap((global) => storeCode(program, global));
  const code: Code[] = [
    ...stores,
    ...(stores.length === 0 ? [] : [{ kind: "Line", text: "scheduler.initialised();" } as const]),
    ...entryCode(program, lowered, `[${entries}][index]()`),
  ];
  return [
    "  return (index = 0) => {",
    ...functionText(program, {
      code,
      indent: 2,
      temps: null,
      scope: ["index"],
      name: "_start",
      numbers: new Map(),
      nests: false,
    }),
    "  };",
  ];
}

/**
 * As `runLines`; globals are initialised once, by index -1 or the first call, and the host gets descriptions
 * of the types.
 */
function libraryLines(program: ProgramText, lowered: LoweredProgram): string[] {
  const entries = lowered.entries.map((entry) => program.functionName(entry)).join(", ");
  const stores = lowered.globals.flatMap((global) => storeCode(program, global));
  const once: Code = {
    kind: "If",
    arms: [{ test: "!ready", body: [{ kind: "Line", text: "ready = true;" }, ...stores] }],
    waits: waitsIn(stores),
  };
  const code: Code[] = [once, { kind: "Line", text: "return index < 0 ? undefined : entries[index]();" }];
  const signatures = lowered.signatures.map(
    ({ name, params, result }) =>
      `{ name: ${JSON.stringify(name)}, params: [${params.map((type) => program.typeName(type)).join(", ")}], result: ${program.typeName(result)} }`,
  );
  const globals = lowered.globals
    .filter((global) => !global.module.standard && global.initialiser !== null)
    .map((global) => {
      const name = program.globalName(global);
      return `{ name: ${JSON.stringify(`${global.module.id} ${global.name}`)}, type: ${program.typeName(global.type)}, get: () => ${name}, set: (value) => { ${name} = value; } }`;
    });
  return [
    "  let ready = false;",
    `  const entries = [${entries}];`,
    "  const start = (index = 0) => {",
    ...functionText(program, {
      code,
      indent: 2,
      temps: null,
      numbers: new Map(),
      scope: ["index"],
      name: "_start",
      nests: false,
    }),
    "  };",
    `  start.signatures = [${signatures.join(", ")}];`,
    `  start.globals = [${globals.join(", ")}];`,
    "  return start;",
  ];
}

function entryCode(program: ProgramText, { entries, reports }: LoweredProgram, call: string): Code[] {
  if (reports.every((report) => report === null)) return [{ kind: "Line", text: `return ${call};` }];
  const names = reports.map((report) => (report === null ? "null" : program.functionName(report))).join(", ");
  const waits = entries.some((entry) => program.suspension.modeOf(entry) !== "sync");
  const result = program.names.fresh("k");
  return [
    waits
      ? { kind: "Wait", when: null, name: result, call, site: -1, mark: "" }
      : { kind: "Declare", name: result, value: call, changes: false },
    ...(program.stops ? [{ kind: "Line", text: failedText(program, entries, result) } as const] : []),
    { kind: "Line", text: `return [${names}][index]?.(${result});` },
  ];
}

/** For functions that return what a call that waits returns: they do not see the result. */
function failedText(program: ProgramText, entries: readonly Instance[], result: string): string {
  const types = entries.map((entry) => program.typeName(entry.result)).join(", ");
  return `if (probe.failed(${result}, [${types}][index], true)) debugger;`;
}

function storeCode(program: ProgramText, global: GlobalInfo): Code[] {
  const { initialiser } = global;
  if (initialiser === null) return [];
  const target = program.globalName(global);
  const call = `${program.functionName(initialiser)}()`;
  const unit = isUnit(global.type);
  const store: Code[] = [];
  if (program.suspension.modeOf(initialiser) === "sync")
    store.push({ kind: "Line", text: `${target} = ${unit ? asUnit(call).text : call};` });
  else {
    const name = program.names.fresh("k");
    store.push(
      { kind: "Wait", when: null, name, call, site: -1, mark: "" },
      { kind: "Line", text: `${target} = ${unit ? UNIT_TEXT : name};` },
    );
  }
  if (!program.session) return store;
  const key = sessionKey(global);
  store.push({ kind: "Line", text: `session.ready.add(${key});` });
  return [{ kind: "If", arms: [{ test: `!session.ready.has(${key})`, body: store }], waits: waitsIn(store) }];
}
