// Checks impls: that they fit their trait (T18), that none overlaps another (T11), and that the parts of a
// type implement its derived traits (D3).
import { get } from "../../own/index.ts";
import { notes, type Extra } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Attribute } from "../../syntax/index.ts";
import type { ImplReport } from "./report.ts";
import { matchAll, matchType } from "./match-type.ts";
import { argument, canDerive } from "../derive/index.ts";
import type { ModuleState } from "../names/index.ts";
import { jsonAttributesFit } from "./json-members.ts";
import { requestFieldsFit } from "./request-inputs.ts";
import {
  causeOfResult,
  isError,
  mentions,
  pairs,
  prune,
  sameType,
  showTrait,
  showType,
  substitute,
  type EnumSymbol,
  type FunctionSymbol,
  type ImplSymbol,
  type ParamType,
  type StructSymbol,
  type TraitSymbol,
  type Type,
} from "../types/index.ts";
import { isOfModule, isStandard, std, standardModules } from "../standard/index.ts";

const JSON_TRAITS: ReadonlySet<string> = new Set(["ToJson", "FromJson", "FromRow"]);

/** Checks the impls of a program's module. Returns the derived ones whose bodies cannot work. */
export function checkImpls(context: ImplReport, state: ModuleState): Set<ImplSymbol> {
  const unusable = new Set<ImplSymbol>();
  for (const impl of state.impls) {
    const derived = isDerived(state, impl);
    if (derived && !derivedPartsFit(context, state, impl)) unusable.add(impl);
    if (impl.trait === null || isError(impl.target)) continue;
    checkOverlap(context, state, impl);
    if (!derived) checkMembers(context, state, impl, impl.trait.trait);
  }
  return unusable;
}

/** Whether an impl is derived: its nodes have ids after those of the file. */
export function isDerived(state: ModuleState, impl: ImplSymbol): boolean {
  return impl.node.id >= state.unit.tree.nodeCount;
}

/** In a session, an impl for the same types, or a method with the same name, replaces the earlier one. */
export function replaceImpls({ impls, names }: ImplReport, { impls: own, module }: ModuleState): Replaced[] {
  const replaced: Replaced[] = [];
  for (const impl of own) {
    const target = prune(impl.target);
    if (target.kind !== "Named") continue;
    const isEarlier = (other: ImplSymbol): boolean =>
      other !== impl &&
      other.module !== module &&
      get(names.states.get(other.module.id)?.unit, "session") !== undefined &&
      covers(other, impl) &&
      covers(impl, other);
    if (impl.trait !== null) {
      for (const other of [...impls.programImpls(impl.trait.trait, target)])
        if (isEarlier(other)) replaced.push({ impl: other, method: null });
      // A redeclared trait is a new one: the methods of the earlier one are no longer called.
      const { name } = impl.trait.trait;
      for (const member of impl.trait.trait.members.keys()) {
        for (const { impl: other, fn } of impls.candidates(target.symbol, member)?.programTrait.all ?? []) {
          if (other.trait?.trait.name === name && other.trait.trait !== impl.trait.trait && isEarlier(other))
            replaced.push({ impl: other, method: fn });
        }
      }
      continue;
    }
    for (const fn of impl.methods.values()) {
      const earlier = impls.candidates(target.symbol, fn.name)?.programInherent.all ?? [];
      for (const other of earlier)
        if (other.impl.trait === null && isEarlier(other.impl))
          replaced.push({ impl: other.impl, method: other.fn });
    }
  }
  for (const { impl, method } of replaced) impls.remove(impl, method);
  return replaced;
}

/** Whether the target and the arguments of the trait of an impl include those of another. */
function covers(impl: ImplSymbol, other: ImplSymbol): boolean {
  const parts = (each: ImplSymbol): Type[] => [each.target, ...argsOf(each)];
  const [own, others] = [parts(impl), parts(other)];
  const holes = new Set(impl.typeParams);
  return own.length === others.length
    ? matchAll(own, others, holes, new Map()) === "yes"
    : matchType(impl.target, other.target, holes, new Map()) === "yes";
}

export interface Replaced {
  readonly impl: ImplSymbol;
  /** One method of it; null for the whole impl. */
  readonly method: FunctionSymbol | null;
}

function checkOverlap(context: ImplReport, state: ModuleState, impl: ImplSymbol): void {
  const target = prune(impl.target);
  if (target.kind !== "Named") return;
  const trait = impl.trait!.trait;
  for (const other of context.impls.programImpls(trait, target)) {
    if (!context.separateImpls.has(other) || !overlaps(other, impl)) continue;
    // Derived impls follow those of the file: the written one is the duplicate.
    const [late, early] =
      isDerived(state, impl) && other.module === impl.module ? [other, impl] : [impl, other];
    context.report(
      "T11",
      late.module.source,
      late.node.target.span,
      { what: notes.isImplementedTwice(trait.name), type: showType(target) },
      {
        related: [{ source: early.module.source, span: early.node.target.span, text: notes.otherImpl }],
        cause: `${trait.name} twice for ${showType(early.target)}`,
      },
    );
    return;
  }
  context.separateImpls.add(impl);
}

/** Whether a type fits both targets, and the trait has the same arguments; parameters of both sides are open. */
function overlaps(a: ImplSymbol, b: ImplSymbol): boolean {
  const open = (impl: ImplSymbol): Type[] => {
    const fresh = new Map<ParamType, Type>();
    for (const param of impl.typeParams) {
      fresh.set(param, {
        kind: "Var",
        id: 0,
        solution: null,
        fallback: "half",
        origin: { span: { start: 0, end: 0 }, what: param.name },
      });
    }
    return [impl.target, ...argsOf(impl)].map((type) => substitute(type, fresh));
  };
  return matchAll(open(a), open(b), new Set(), new Map()) !== "no";
}

/** The arguments of the trait by which impls for one type differ; a type is an iterator in one way. */
function argsOf({ trait }: ImplSymbol): readonly Type[] {
  return trait === null || isStandard(trait.trait, std.core.Iterator) ? [] : trait.args;
}

function checkMembers(context: ImplReport, state: ModuleState, impl: ImplSymbol, trait: TraitSymbol): void {
  const missing: string[] = [];
  for (const member of trait.members.values()) {
    const own = impl.methods.get(member.name);
    if (own !== undefined) checkShape(context, state, impl, member, own);
    else if (member.node.body === null && !context.lost.has(member.name)) missing.push(member.name);
  }
  if (missing.length === 0) return;
  const names = missing.map((name) => `\`${name}\``).join(", ");
  context.report(
    "T18",
    state,
    impl.node.trait!.span,
    {
      problem: notes.missingMethodInImplOf(
        missing.length === 1 ? "" : "s",
        names,
        showTrait(impl.trait!),
        showType(impl.target),
      ),
    },
    {
      related: missing.map((name) => ({
        source: trait.module.source,
        span: trait.members.get(name)!.node.name.span,
        text: notes.declaredHere,
      })),
      hint: missing.map((name) => notes.add(headOf(trait, name))).join("\n"),
    },
  );
}

/** The declaration of a required method in its trait. */
function headOf({ module, members }: TraitSymbol, name: string): string {
  const { start, end } = members.get(name)!.node.span;
  return module.source.text
    .slice(start, end)
    .replace(/^(?:@\w+(?:\([^)]*\))?\s+)+/, "")
    .replace(/\s+/g, " ")
    .trim();
}

function checkShape(
  context: ImplReport,
  state: ModuleState,
  impl: ImplSymbol,
  wanted: FunctionSymbol,
  own: FunctionSymbol,
): void {
  const problem = shapeProblem(impl, wanted, own);
  if (problem === null) return;
  context.report(
    "T18",
    state,
    own.node.name.span,
    {
      problem: notes.signatureOfDiffersFromOne(own.name, impl.trait!.trait.name),
    },
    {
      label: problem,
      related: [{ source: wanted.module.source, span: wanted.node.name.span, text: notes.traitSDeclaration }],
      ...(own.node.result === null && { follows: causeOfResult(own) }),
      ...(wanted.hasSelf && !own.hasSelf && { follows: `${own.name} without self` }),
    },
  );
}

function shapeProblem(impl: ImplSymbol, wanted: FunctionSymbol, own: FunctionSymbol): string | null {
  if (wanted.hasSelf !== own.hasSelf) return wanted.hasSelf ? notes.mustTakeSelf : notes.mustNotTakeSelf;
  if (wanted.params.length !== own.params.length)
    return notes.parameterCount(wanted.params.length, wanted.params.length === 1 ? "" : "s");
  if (wanted.typeParams.length !== own.typeParams.length)
    return notes.typeParameterCount(wanted.typeParams.length, wanted.typeParams.length === 1 ? "" : "s");
  const { trait } = impl;
  const substitution = pairs(trait!.trait.typeParams, trait!.args).set(trait!.trait.self, impl.target);
  wanted.typeParams.forEach((param, i) => substitution.set(param, own.typeParams[i]!));
  for (let i = 0; i < own.params.length; i++) {
    const type = substitute(wanted.params[i]!.type, substitution);
    const actual = own.params[i]!.type;
    if (!mentions(actual, isError) && !sameType(type, actual))
      return notes.mustBeButItIs(own.params[i]!.name, showType(type), showType(actual));
  }
  const result = substitute(wanted.result, substitution);
  if (mentions(own.result, isError) || sameType(result, own.result)) return null;
  return notes.returnTypesDiffer(showType(result), showType(own.result));
}

/** The trait that parts need for a derived trait: the parts of a row are columns. */
function traitOfParts(context: ImplReport, trait: TraitSymbol): TraitSymbol {
  if (!isOfModule(trait, standardModules.row)) return trait;
  const column = context.names.item(std.row.FromColumn);
  return column?.kind === "Trait" ? column.trait : trait;
}

/** The cause of a missing trait of a part: one mistake, however many traits are derived. */
function lacking(type: Type, part: string, wanted: TraitSymbol, owner: StructSymbol | EnumSymbol): Extra {
  const cause = `${part} ${showType(type)}`;
  if (type.kind !== "Named" || type.symbol.kind === "Primitive")
    return { cause, hint: notes.deriveLess(wanted.name, owner.name, JSON_TRAITS.has(wanted.name)) };
  const { name, module } = type.symbol;
  if (module.standard) return { cause, hint: notes.implementFor(wanted.name, name) };
  const attributes: readonly Attribute[] = owner.node.attributes;
  const derived = attributes.filter((each) => each.name.name === "derive").flatMap(({ args }) => args);
  const ofColumn = wanted.name === "FromColumn";
  if (ofColumn && !canDerive(wanted.name, type.symbol.node))
    return { cause, hint: notes.writeImplOfTraitFor(wanted.name, name) };
  const traits = derived.map((each) =>
    ofColumn && each.name.name === "FromRow" ? wanted.name : each.name.name,
  );
  return { cause, hint: notes.deriveBefore(traits.join(", "), name) };
}

/** The part of a type because of which the whole does not implement a trait: `P` of `List<P>`. */
function partWithout(type: Type, trait: TraitSymbol, context: ImplReport): Type {
  if (type.kind !== "Named") return type;
  // A type of the program lacks the trait itself.
  if (type.symbol.kind !== "Primitive" && !type.symbol.module.standard) return type;
  const part = type.args.find((each) => !context.impls.implements(each, trait));
  return part === undefined ? type : partWithout(prune(part), trait, context);
}

/** Checks that every field and payload type implements the derived trait (reference/derive#derives). */
function derivedPartsFit(context: ImplReport, state: ModuleState, impl: ImplSymbol): boolean {
  const target = prune(impl.target);
  if (impl.trait === null || target.kind !== "Named" || target.symbol.kind === "Primitive") return false;
  const { symbol } = target;
  const substitution = pairs(symbol.typeParams, target.args);
  const wanted = traitOfParts(context, impl.trait.trait);
  let fit = true;
  const part = (type: Type, span: Span, what: string): void => {
    const actual = substitute(type, substitution);
    if (mentions(actual, isError)) fit = false;
    else if (!context.impls.implements(actual, wanted)) {
      fit = false;
      context.report(
        "D3",
        state,
        span,
        {
          trait: impl.trait!.trait.name,
          wanted: wanted.name,
          part: what,
          type: showType(actual),
        },
        lacking(partWithout(prune(actual), wanted, context), `${symbol.name} ${what}`, wanted, symbol),
      );
    }
  };
  if (impl.trait.trait.name === "FromRequest" && symbol.kind === "Struct")
    return requestFieldsFit(context, state, symbol);
  const isData = JSON_TRAITS.has(impl.trait.trait.name);
  if (isData && !jsonAttributesFit(context, state, symbol)) return false;
  const isSkipped = (attributes: readonly Attribute[]): boolean =>
    isData && argument(attributes, "skip") !== undefined;
  if (symbol.kind === "Struct") {
    symbol.fields.forEach((field, i) => {
      const node = symbol.node.fields[i]!;
      if (!isSkipped(node.attributes)) part(field.type, node.span, notes.field(field.name));
    });
  } else {
    for (const variant of symbol.variants) {
      variant.payload.forEach((type, i) => {
        const node = symbol.node.variants[variant.index]!.payload[i]!;
        if (!isSkipped(node.attributes)) part(type, node.type.span, notes.partOfVariant(variant.name));
      });
    }
  }
  return fit;
}
