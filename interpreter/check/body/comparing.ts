// Which type parameters a body compares by `==`, to which parameters it passes them on, and where these become types
// without `Eq`, which are compared by identity (W7).
import type { Span } from "../../source/index.ts";
import type { Becomes, Comparing, Lacking, ParamNumber } from "../comparing.ts";
import type { Context } from "../context.ts";
import type { Use } from "../types/index.ts";
import {
  mapType,
  mentions,
  prune,
  showType,
  type FunctionSymbol,
  type NamedType,
  type ParamType,
  type Type,
} from "../types/index.ts";
import { calleesOf, type Called } from "./callees.ts";

const HAS_EQ: Lacking = { type: null, derive: null };

export interface CalledAt {
  readonly use: Use;
  readonly span: Span;
}

/** What the body of a function, or an initialiser, does with type parameters; null for nothing. */
export function comparingOf(
  context: Context,
  fn: FunctionSymbol | null,
  compared: readonly (readonly [ParamType, Span])[],
  calls: readonly CalledAt[],
): Comparing<FunctionSymbol> | null {
  const own = fn === null ? [] : paramsOf(fn);
  const numberOf = (param: ParamType): ParamNumber =>
    fn?.owner?.kind === "Trait" && fn.owner.self === param ? "self" : own.indexOf(param);
  const passes: [ParamNumber, FunctionSymbol, ParamNumber][] = [];
  const becomes: Becomes<FunctionSymbol>[] = [];
  // Whether a type has `Eq` is not a use of the module that implements it.
  const { usedBy } = context.impls;
  context.impls.usedBy = null;
  for (const { use, span } of calls) {
    for (const called of calleesOf(use)) {
      if (!isOfProgram(called.function)) continue;
      for (const [param, type] of argumentsOf(called)) {
        const lacking = lackingEq(context, type);
        const methods = methodsFor(context, called, param, type);
        if (lacking.type !== null || methods.length > 0)
          becomes.push({ to: called.function, param, span, ...lacking, methods });
        if (lacking.type === null)
          for (const inner of needingEq(context, type))
            passes.push([numberOf(inner), called.function, param]);
      }
    }
  }
  context.impls.usedBy = usedBy;
  if (compared.length + passes.length + becomes.length === 0) return null;
  return { compares: compared.map(([param, span]) => [numberOf(param), span]), passes, becomes };
}

/** Functions of the standard library compare only parameters with `Eq` (a test checks it). */
export function isOfProgram({ module }: FunctionSymbol): boolean {
  return !module.standard || module.host === true;
}

function paramsOf({ owner, typeParams }: FunctionSymbol): readonly ParamType[] {
  return [...(owner?.typeParams ?? []), ...typeParams];
}

function argumentsOf({ typeArgs, self }: Called): readonly (readonly [param: ParamNumber, type: Type])[] {
  const args = typeArgs.map((type, i): [ParamNumber, Type] => [i, type]);
  return self === null ? args : [["self", self], ...args];
}

/** The parameters that need `Eq` for a type to have it. */
function needingEq(context: Context, type: Type): Iterable<ParamType> {
  const actual = prune(type);
  if (actual.kind === "Param") return [actual];
  const found = new Set<ParamType>();
  if (actual.kind !== "Named" || actual.ground === true) return found;
  mapType(actual, (leaf) => {
    if (leaf.kind === "Param") found.add(leaf);
    return leaf;
  });
  return found.size === 0 || context.impls.implements(actual, context.prelude.eq) ? [] : found;
}

/**
 * Whether a type lacks `Eq`, whatever the type parameters within it become. Functions, `dyn` and `Any` compare
 * identity without a warning, as where they are compared directly.
 */
function lackingEq(context: Context, type: Type): Lacking {
  const actual = prune(type);
  if (actual.kind !== "Named" || actual === context.any || actual === context.unit) return HAS_EQ;
  const filled = mapType(actual, (leaf) => (leaf.kind === "Param" ? context.int : leaf)) as NamedType;
  if (context.impls.implements(filled, context.prelude.eq)) return HAS_EQ;
  if (mentions(actual, (inner) => inner.kind === "Never")) return HAS_EQ;
  const { symbol } = culprit(context, filled);
  const canDerive = symbol.kind !== "Primitive" && !symbol.module.standard;
  return { type: showType(actual), derive: canDerive ? symbol.name : null };
}

/** The part of a type because of which it lacks `Eq`. */
function culprit(context: Context, type: NamedType): NamedType {
  for (const arg of type.args) {
    const part = prune(arg);
    if (part.kind === "Named" && !context.impls.implements(part, context.prelude.eq))
      return culprit(context, part);
  }
  return type;
}

/** The methods of a type that the function may call by the bounds of its parameter. */
function methodsFor(
  context: Context,
  { function: fn }: Called,
  param: ParamNumber,
  type: Type,
): Becomes<FunctionSymbol>["methods"] {
  const found: [FunctionSymbol, FunctionSymbol, [number, Lacking][]][] = [];
  if (prune(type).kind !== "Named") return found;
  for (const { trait } of boundsOf(fn, param)) {
    if (trait.module.standard) continue;
    for (const [name, member] of trait.members) {
      const callee = context.impls.method(trait, name, type);
      if (callee === null || callee.function === member) continue;
      const lacking = callee.typeArgs.map((arg, i): [number, Lacking] => [i, lackingEq(context, arg)]);
      found.push([member, callee.function, lacking.filter(([, one]) => one.type !== null)]);
    }
  }
  return found;
}

function boundsOf(fn: FunctionSymbol, param: ParamNumber): ParamType["bounds"] {
  if (param !== "self") return paramsOf(fn)[param]?.bounds ?? [];
  return fn.owner?.kind === "Trait" ? fn.owner.self.bounds : [];
}
