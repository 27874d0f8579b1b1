// Cross-checks what `@json` and `@check` say of a type (reference/json-attributes): T1, P4 and D4. The keys alone are
// checked by the parser; the code that they lead to is in `derive/`.
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Attribute } from "../../syntax/index.ts";
import type { ImplReport } from "./report.ts";
import { argument, membersOf, refusesUnknown, type Member } from "../derive/index.ts";
import type { ModuleState } from "../names/index.ts";
import { isOfModule, isStandard, standardModules, std, type StandardItem } from "../standard/index.ts";
import {
  isError,
  prune,
  showType,
  type EnumSymbol,
  type StructSymbol,
  type TraitSymbol,
  type Type,
} from "../types/index.ts";
import { flattenedNames, flattensAgain } from "./flattening.ts";
import { checkFits, limitsLeaveValues } from "./json-checks.ts";
import { enumFits } from "./json-enums.ts";

/** The results for types with several derived traits, which are checked once. */
const known = new WeakMap<StructSymbol | EnumSymbol, boolean>();

/** Reports what does not fit; returns false if derived code of the type cannot work. */
export function jsonAttributesFit(
  context: ImplReport,
  state: ModuleState,
  symbol: StructSymbol | EnumSymbol,
): boolean {
  let fit = known.get(symbol);
  if (fit === undefined) {
    const check = new AttributeCheck(context, state);
    if (symbol.kind === "Struct") structFits(check, symbol);
    else enumFits(check, symbol);
    known.set(symbol, (fit = check.fit));
  }
  return fit;
}

/** What the checks of one type share. */
export class AttributeCheck {
  readonly context: ImplReport;
  readonly #state: ModuleState;
  fit = true;

  constructor(context: ImplReport, state: ModuleState) {
    this.context = context;
    this.#state = state;
  }

  /** Reports D4. */
  misfit(span: Span, problem: string, hint: string): void {
    this.fit = false;
    this.context.report("D4", this.#state, span, { problem }, { hint });
  }

  /** Reports names that occur twice in one object. */
  distinct(names: Iterable<{ readonly name: string; readonly span: Span }>): void {
    const seen = new Set<string>();
    for (const { name, span } of names) {
      if (seen.has(name)) {
        this.fit = false;
        this.context.report("P4", this.#state, span, { name }, { hint: notes.jsonMemberNamesDiffer });
      }
      seen.add(name);
    }
  }

  /** Reports T1 unless the type is an `Option`. */
  mustBeOption(type: Type, span: Span): void {
    if (this.isOption(type) || isError(type)) return;
    this.fit = false;
    const expected = showType(this.context.option(type));
    this.context.report(
      "T1",
      this.#state,
      span,
      { expected, actual: showType(type) },
      { hint: notes.onlyOptionMayBeMissing },
    );
  }

  isOption(type: Type): boolean {
    return type.kind === "Named" && type.symbol === this.context.enums.option;
  }

  /** Whether a type implements a trait of std/json, or may: the actual type of a parameter is not known. */
  has(type: Type, trait: StandardItem): boolean {
    if (type.kind === "Param") return true;
    const symbol = this.#trait(trait);
    return symbol === null || this.context.impls.implements(type, symbol);
  }

  /** Whether values can be keys of a map. */
  isHashable(type: Type): boolean {
    const { eq, hash } = this.context.prelude;
    return [eq, hash].every((trait) => this.context.impls.implements(type, trait));
  }

  #trait(item: StandardItem): TraitSymbol | null {
    const entry = this.context.names.item(item);
    return entry?.kind === "Trait" ? entry.trait : null;
  }
}

function structFits(check: AttributeCheck, struct: StructSymbol): void {
  const members = membersOf(struct.node);
  const types = struct.fields.map((field) => prune(field.type));
  membersFit(check, struct, members, types);
  if (!refusesUnknown(struct.node)) return;
  for (const { part } of members.filter((member) => member.flattened))
    check.misfit(part.name.span, notes.flattenBesideDeny, notes.removeDenyOrFlatten);
}

/** The members of a struct, or of a payload with names of an enum. */
export function membersFit(
  check: AttributeCheck,
  holder: StructSymbol | EnumSymbol,
  members: readonly Member[],
  types: readonly Type[],
): void {
  members.forEach((member, i) => {
    memberFits(check, member, types[i]!);
    if (member.flattened && flattensAgain(holder, types[i]!, check.context.enums.option))
      check.misfit(
        keySpan(member.part.attributes, "flatten")!,
        notes.flattensItself(holder.name),
        notes.removeFlatten,
      );
  });
  check.distinct(
    members.flatMap((member, i) => {
      if (member.skipped) return [];
      if (!member.flattened) return ownNames(member);
      return flattenedNames(types[i]!).map((name) => ({ name, span: member.part.name.span }));
    }),
  );
}

function ownNames({ part, name, aliases }: Member) {
  return [name, ...aliases].map((each) => ({ name: each, span: part.name.span }));
}

function memberFits(check: AttributeCheck, member: Member, type: Type): void {
  const { part } = member;
  if (isError(type)) return;
  const at = (key: string): Span => keySpan(part.attributes, key) ?? part.name.span;
  const isOption = check.isOption(type);
  for (const key of ["optional", "skip_none"])
    if (argument(part.attributes, key) !== undefined) check.mustBeOption(type, part.type.span);
  if (
    (member.missing === "zero" || (member.skipped && member.missing === "problem")) &&
    !check.has(type, std.json.__Zero)
  )
    check.misfit(
      at(member.skipped ? "skip" : "default"),
      notes.noZeroValue(showType(type)),
      notes.giveDefault(part.name.name),
    );
  if (member.asText && !check.has(type, std.json.__AsText))
    check.misfit(at("text"), notes.notWrittenAsText(showType(type)), notes.textIsForInt);
  if (member.flattened) flattenFits(check, member, type, at("flatten"));
  for (const each of member.checks) checkFits(check, each, type, isOption);
  limitsLeaveValues(check, member.checks);
}

/** The location of a key of `@json`. */
export function keySpan(attributes: readonly Attribute[], key: string): Span | undefined {
  return argument(attributes, key)?.name.span;
}

function flattenFits(check: AttributeCheck, member: Member, type: Type, span: Span): void {
  const { attributes } = member.part;
  for (const key of ["name", "alias", "optional", "skip_none", "text", "default"])
    if (argument(attributes, key) !== undefined)
      check.misfit(keySpan(attributes, key)!, notes.noMemberOfItsOwn(key), notes.removeKeyOrFlatten(key));
  const inner = check.isOption(type) && type.kind === "Named" ? prune(type.args[0]!) : type;
  if (!hasMembers(inner)) check.misfit(span, notes.noMembersToFlatten(showType(type)), notes.flattenedAre);
}

function hasMembers(type: Type): boolean {
  if (type.kind === "Param" || isError(type)) return true;
  if (type.kind !== "Named" || type.symbol.kind === "Primitive") return false;
  const { symbol } = type;
  if (isOfModule(symbol, standardModules.collections)) return isStandard(symbol, std.collections.Map);
  if (isOfModule(symbol, standardModules.json)) return isStandard(symbol, std.json.JsonValue);
  return !symbol.module.standard;
}
