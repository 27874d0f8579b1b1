// Checks the bounds of written types, whose arguments are known (reference/checking#traits-and-bounds).
// body/obligations.ts checks bounds in bodies, where arguments may still be unknown.
import { notes, type Extra } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import { doubt } from "../asked/index.ts";
import { canDerive } from "../derive/index.ts";
import type { ImplReport } from "./report.ts";
import type { ModuleState } from "../names/index.ts";
import { isStandard, std } from "../standard/index.ts";
import {
  hasVars,
  isError,
  mentions,
  pairs,
  prune,
  showTrait,
  showType,
  substituteRef,
  Visits,
  type EnumSymbol,
  type ParamType,
  type StructSymbol,
  type TraitRef,
  type Type,
} from "../types/index.ts";

/** Reports the first missing bound of each argument. */
export function checkBounds(
  context: ImplReport,
  params: readonly ParamType[],
  args: readonly Type[],
  state: ModuleState,
  span: Span,
): boolean {
  let substitution: Map<ParamType, Type> | null = null;
  let fits = true;
  params.forEach((param, i) => {
    const self = args[i]!;
    for (const bound of param.bounds) {
      if (hasVars(self) || mentions(self, isError)) return;
      substitution ??= pairs(params, args);
      const ref = substituteRef(bound, substitution);
      if (satisfies(context, self, ref)) continue;
      reportMissing(context, self, ref, { state, span, among: param.bounds });
      context.impliedMissing.add(impliedKey(self, state));
      fits = false;
      return;
    }
  });
  return fits;
}

/**
 * Reports a missing bound of an impl whose method is called, once for a type, because every call has the same
 * error.
 */
export function reportImplied(context: ImplReport, self: Type, ref: TraitRef, missing: MissingImpl): void {
  const key = impliedKey(self, missing.state);
  if (context.impliedMissing.has(key)) return doubt();
  context.impliedMissing.add(key);
  reportMissing(context, self, ref, missing);
}

function impliedKey(self: Type, state: ModuleState): string {
  return `${state.unit.id} ${showType(self)}`;
}

/** Whether a type without unknowns implements the trait with these arguments. */
export function satisfies(context: ImplReport, self: Type, ref: TraitRef): boolean {
  if (!context.impls.implements(self, ref.trait)) return false;
  if (ref.args.length === 0 || ref.args.some(hasVars)) return true;
  return context.impls.satisfies(self, ref);
}

/** Whether an impl that could not be parsed may be for the type. */
export function mayHaveLostImpls(context: ImplReport, type: Type): boolean {
  return context.lost.size > 0 && mayHaveLost(context, type, new Visits());
}

function mayHaveLost(context: ImplReport, type: Type, visits: Visits<boolean>): boolean {
  const actual = prune(type);
  if (actual.kind !== "Named") return false;
  const known = visits.find(actual);
  if (known !== undefined) return known;
  return visits.note(
    actual,
    (actual.symbol.kind !== "Primitive" && context.lost.has(actual.symbol.name)) ||
      actual.args.some((arg) => mayHaveLost(context, arg, visits)),
  );
}

/** A location where an impl is missing. */
interface MissingImpl {
  readonly state: ModuleState;
  readonly span: Span;
  readonly label?: string | undefined;
  /** The other bounds of the same parameter: all missing ones are reported together. */
  readonly among?: readonly TraitRef[] | undefined;
}

export function reportMissing(
  context: ImplReport,
  self: Type,
  ref: TraitRef,
  { state, span, label, among = [] }: MissingImpl,
): void {
  if (mayHaveLostImpls(context, self) || context.lost.has(ref.trait.name)) return;
  const param = prune(self);
  if (param.kind === "Param" && param.doubtful === true) return;
  const hint = derivesHint(context, self, ref, among) ?? missingHint(context, self, ref, among);
  context.report(
    "T10",
    state,
    span,
    { type: showType(self), trait: showTrait(ref) },
    {
      ...(label === undefined ? {} : { label }),
      ...(hint === undefined ? {} : { hint }),
      ...derivedCause(context, self, ref),
    },
  );
}

/** The most nested parts that a hint names. */
const MOST_PARTS = 3;

/** Whether the trait can be derived for a type of the program. */
function isDerivedFor(self: Type, ref: TraitRef): boolean {
  const actual = prune(self);
  return (
    actual.kind === "Named" &&
    actual.symbol.kind !== "Primitive" &&
    !actual.symbol.module.standard &&
    canDerive(ref.trait.name, actual.symbol.node) &&
    ref.trait.module.standard
  );
}

/** The cause of a missing derive, of the type or a part of it: it is reported once. */
function derivedCause(context: ImplReport, self: Type, ref: TraitRef): Extra {
  let lacking = prune(self);
  if (lacking.kind === "Param") return boundCause(context, lacking, ref);
  while (lacking.kind === "Named" && !isDerivedFor(lacking, ref)) {
    const inner = lacking.args.find((arg) => !context.impls.implements(arg, ref.trait));
    if (inner === undefined || !context.impls.hasImpl(ref.trait, lacking.symbol)) return {};
    lacking = prune(inner);
  }
  if (lacking.kind !== "Named" || lacking.symbol.kind === "Primitive") return {};
  const { module, node, name } = lacking.symbol;
  return {
    cause: `${showType(lacking)} ${showTrait(ref)}`,
    related: [{ source: module.source, span: node.name.span, text: notes.lacksDerive(name, ref.trait.name) }],
  };
}

/** The cause of a missing bound: one for all uses of the type parameter. */
function boundCause({ paramNumbers }: ImplReport, param: ParamType, ref: TraitRef): Extra {
  const number = paramNumbers.get(param) ?? paramNumbers.size;
  paramNumbers.set(param, number);
  return { cause: `parameter ${number} ${showTrait(ref)}` };
}

/** The hint for a key that lacks both `Eq` and `Hash`. */
function derivesHint(
  context: ImplReport,
  self: Type,
  ref: TraitRef,
  among: readonly TraitRef[],
): string | undefined {
  const actual = prune(self);
  if (among.length < 2 || actual.kind !== "Named" || !isDerivedFor(self, ref)) return undefined;
  const all = among.filter(
    (other) => isDerivedFor(self, other) && !context.impls.implements(actual, other.trait),
  );
  return all.length < 2 || actual.args.length > 0
    ? undefined
    : notes.writeDeriveBefore(all.map((other) => other.trait.name).join(", "), actual.symbol.name);
}

/** The hint for a missing impl: derive it, import it, or fix the part that lacks it. */
/** The hint for a type of the program that lacks a trait of the library; `shown`: the trait with its arguments. */
export function standardTraitHint(
  { name, node }: StructSymbol | EnumSymbol,
  trait: string,
  shown = trait,
): string {
  return canDerive(trait, node)
    ? notes.writeDeriveBefore(trait, name)
    : notes.writeImplOfTraitFor(shown, name);
}

function missingHint(
  context: ImplReport,
  self: Type,
  ref: TraitRef,
  among: readonly TraitRef[],
  depth = 0,
): string | undefined {
  const actual = prune(self);
  const trait = ref.trait.name;
  switch (actual.kind) {
    case "Param": {
      const missing = among.filter(
        ({ trait: other, args }) =>
          other !== ref.trait && args.length === 0 && !context.impls.implements(actual, other),
      );
      return notes.addBound(actual.name, [...actual.bounds, ref, ...missing].map(showTrait).join(" + "));
    }
    case "Fun":
      if (trait !== "ToString") return undefined;
      return actual.params.length === 0 ? notes.callWithoutArguments : notes.callFunctionToGetValue;
    case "Named": {
      const inner = actual.args.find((arg) => !context.impls.implements(arg, ref.trait));
      if (inner !== undefined && context.impls.hasImpl(ref.trait, actual.symbol)) {
        const further = missingHint(context, inner, ref, [], depth + 1);
        // A long path to the part is not helpful.
        if (depth >= MOST_PARTS && further !== undefined) return further;
        return notes.itsPartDoesNotImplement(
          showType(inner),
          trait,
          further === undefined ? "" : `: ${further}`,
        );
      }
      if (trait === "ToString" && isStandard(actual.symbol, std.json.JsonValue)) return notes.textOfJson;
      if (actual.symbol.kind === "Primitive" || actual.symbol.module.standard) return undefined;
      return ref.trait.module.standard
        ? standardTraitHint(actual.symbol, trait, showTrait(ref))
        : notes.writeImplOfTraitFor(showTrait(ref), actual.symbol.name);
    }
    case "Dyn":
    case "Never":
    case "Var":
      return undefined;
  }
}
