// Lowers a checked program and its entry to instances: the first of the four steps.
import { HOST_CALL } from "../positions.ts";
import {
  type FunctionSymbol,
  type Module,
  type NamedType,
  nameOf,
  type Program,
  std,
  type Type,
} from "../../check/index.ts";
import {
  isResult,
  isUnit,
  type CodeTable,
  type GlobalInfo,
  type HostStreams,
  type Instance,
  type SessionGlobals,
} from "../ir/index.ts";
import { BodyLowering } from "./body.ts";
import type { InstanceDraft } from "./draft.ts";
import { hostStreams } from "./host-streams.ts";
import { initialisationOrder, ProgramLowering, substitutionOf } from "./program-lowering.ts";
import { discarded } from "./statements.ts";
import { reachedExpr } from "./reached.ts";
import type { Tracing } from "./tracing.ts";
import { anyText } from "./structural-text.ts";

export interface LoweredProgram {
  readonly lowering: ProgramLowering;
  readonly instances: readonly Instance[];
  readonly code: CodeTable;
  /** In the order of the entry's functions. */
  readonly entries: readonly Instance[];
  /**
   * For each entry, a function that examines its result: an `Err` is reported
   * (reference/programs#exit-status). Null if there is none.
   */
  readonly reports: readonly (Instance | null)[];
  /** The functions of the program whose `Err` is that of an entry. */
  readonly failing: ReadonlySet<Instance>;
  /** For the host: the types of the entry's functions, in their order. Empty unless it calls them. */
  readonly signatures: readonly Signature[];
  /** The functions for streams that cross the border. */
  readonly streams: HostStreams;
  /** In order of initialisation. */
  readonly globals: readonly GlobalInfo[];
}

/** A function that the host calls. */
export interface Signature {
  readonly name: string;
  readonly params: readonly Type[];
  readonly result: Type;
}

export interface LowerOptions {
  readonly session?: SessionGlobals | null;
  /** The module with the native that hands functions to the host, which calls them. */
  readonly border?: Module | null;
  /** Whether a failed assertion shows the values of its parts. */
  readonly explains?: boolean;
  readonly tracing?: Tracing | null;
}

export function lower(
  program: Program,
  module: Module,
  functions: readonly FunctionSymbol[],
  { session = null, border = null, explains = false, tracing = null }: LowerOptions = {},
): LoweredProgram {
  const lowering = new ProgramLowering(program, session, explains, tracing);
  const called = functions.map((symbol) => lowering.instance(symbol, [], null));
  const entries = called.map((instance) =>
    border === null ? handedToTest(lowering, instance) : handedToHost(lowering, instance, border),
  );
  const signatures = border === null ? [] : called.map((instance) => signatureOf(lowering, instance));
  const reports = entries.map((entry, i) =>
    isResult(entry.result) ? reportOf(lowering, entry, functions[i]!.node.span.start) : null,
  );
  const order = initialisationOrder(module);
  // Initialisers of the program have observable effects; globals of standard modules are included only if
  // they are used.
  for (const each of order) if (!each.standard) for (const global of each.globals) lowering.global(global);
  lowerPending(lowering);
  const streams = hostStreams(
    lowering,
    signatures.flatMap(({ params, result }) => [...params, result]),
  );
  lowerPending(lowering);
  const globals = order.flatMap((each) =>
    each.globals.flatMap((global) => lowering.globals.get(global) ?? []),
  );
  const rest = new Set(lowering.globals.values()).difference(new Set(globals));
  return {
    lowering,
    instances: lowering.instances,
    code: lowering.code,
    entries,
    reports,
    failing: new Set(called.filter(({ result }) => isResult(result))),
    signatures,
    streams,
    globals: [...rest, ...globals],
  };
}

function signatureOf(lowering: ProgramLowering, { symbol, result }: Instance): Signature {
  return {
    name: symbol!.name,
    params: symbol!.params.map((param) => lowering.types.actual(param.type, null)),
    result,
  };
}

/**
 * A function that passes an instance to the host as a value, through a native: the analyses assume that it
 * may be called in any way.
 */
function handedToHost(lowering: ProgramLowering, instance: Instance, border: Module): Instance {
  const at = instance.symbol!.node.span.start;
  const give = border.functions.get(nameOf(std.border.give))!;
  const unit = lowering.types.actual(give.result, null);
  return lowering.madeInstance(instance.module, `${HOST_CALL}${instance.name}`, [], unit, () => {
    const { params, result } = signatureOf(lowering, instance);
    const type = lowering.types.actual({ kind: "Fun", params, result }, null);
    return {
      kind: "Call",
      instance: lowering.instance(give, [type], null),
      args: [{ kind: "FunctionValue", instance, type, at }],
      type: unit,
      at,
    };
  });
}

/** A test with a parameter is called by a function of std/test, which makes the `Test`; so is a benchmark. */
function handedToTest(lowering: ProgramLowering, instance: Instance): Instance {
  const { symbol, module, name, result } = instance;
  const isBench = symbol?.name.startsWith("bench_") === true;
  if (symbol === null || (symbol.params.length === 0 && !isBench)) return instance;
  const at = symbol.node.span.start;
  const { params } = signatureOf(lowering, instance);
  const run = lowering.standard(
    !isBench ? std.test.__run_test : params.length === 0 ? std.test.__measure : std.test.__run_bench,
  );
  const type = lowering.types.actual({ kind: "Fun", params, result }, null);
  return lowering.madeInstance(module, `${HOST_CALL}${name}`, [], result, () => ({
    kind: "Call",
    instance: lowering.instance(run, [result], null),
    args: [{ kind: "FunctionValue", instance, type, at }],
    type: result,
    at,
  }));
}

/** Ends the program with the text of an `Err`. */
function reportOf(lowering: ProgramLowering, entry: Instance, at: number): Instance {
  const fail = lowering.instance(lowering.standard(std.core.__fail), [], null);
  const text = lowering.types.actual(lowering.standard(std.core.__text_of).result, null);
  const result = lowering.newLocal("result", entry.result);
  const { module, name } = entry;
  return lowering.madeInstance(module, name, [result], fail.result, () => {
    const error = lowering.newLocal("error", (entry.result as NamedType).args[1]!);
    const shown = anyText(lowering, { kind: "Local", local: error, type: error.type }, text, at);
    return {
      kind: "Match",
      subject: { kind: "Local", local: result, type: result.type },
      arms: [
        {
          pattern: { kind: "Err", inner: { kind: "Bind", local: error }, boxed: false },
          guard: null,
          body: { kind: "Call", instance: fail, args: [shown], type: fail.result, at },
        },
        { pattern: { kind: "Any" }, guard: null, body: { kind: "Unit", type: fail.result } },
      ],
      type: fail.result,
    };
  });
}

/** Lowers all known instances, and those they reach. */
export function lowerPending(lowering: ProgramLowering): void {
  for (;;) {
    const instance = lowering.nextToLower();
    if (instance === undefined) return;
    if (lowering.write(instance)) continue;
    if (instance.symbol === null) lowerInitialiser(lowering, instance);
    else lowerFunction(lowering, instance, instance.symbol);
    if (lowering.types.tooLong) lowering.unnameable ??= instance.symbol ?? lowering.globalOf(instance);
  }
}

function lowerFunction(lowering: ProgramLowering, instance: InstanceDraft, symbol: FunctionSymbol): void {
  const errors = lowering.program.standardBodies.check(symbol);
  for (const error of errors) lowering.errors.push(error);
  if (errors.length > 0) return;
  const substitution = substitutionOf(symbol, instance.typeArgs, instance.self);
  const body = new BodyLowering(lowering, symbol.module, instance, substitution);
  const self = symbol.module.facts.selves.get(symbol.node.id);
  if (self !== undefined) instance.params.push(body.declare(self));
  for (const param of symbol.params) instance.params.push(body.declare(param));
  const node = symbol.node.body;
  if (node === null) throw new Error(`${instance.name} has no body`);
  const value = node.kind === "ExprBody" ? reachedExpr(body, node.value) : body.expr(node);
  lowering.code.set(instance, {
    body: isUnit(instance.result) && !isUnit(value.type) ? discarded(body, value) : value,
    hasDefer: body.hasDefer,
  });
}

function lowerInitialiser(lowering: ProgramLowering, instance: InstanceDraft): void {
  const global = lowering.globalOf(instance);
  const body = new BodyLowering(lowering, instance.module, instance, new Map());
  if (lowering.errors.length === 0)
    lowering.code.set(instance, { body: reachedExpr(body, global.node.value!), hasDefer: false });
}
