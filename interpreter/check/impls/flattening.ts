// What `@json(flatten)` leads to: the members that a type takes from others, at any depth.
import { enumForm, membersOf, type Member } from "../derive/index.ts";
import { prune, type EnumSymbol, type StructSymbol, type Type } from "../types/index.ts";

type Holder = StructSymbol | EnumSymbol;

interface Flattened {
  readonly member: Member;
  readonly type: Type;
}

/** Whether the members of a flattened type include, at some depth, those of `holder`: reading them has no end. */
export function flattensAgain(holder: Holder, type: Type, option: EnumSymbol): boolean {
  const seen = new Set<Holder>();
  const leads = (from: Type): boolean => {
    const symbol = holderOf(from, option);
    if (symbol === null || seen.has(symbol)) return false;
    if (symbol === holder) return true;
    seen.add(symbol);
    return flattenedOf(symbol).some((each) => leads(each.type));
  };
  return leads(type);
}

/** The names that a flattened struct adds to the object around it. */
export function flattenedNames(type: Type, seen = new Set<Holder>()): string[] {
  const symbol = type.kind === "Named" ? type.symbol : null;
  if (symbol?.kind !== "Struct" || symbol.module.standard || seen.has(symbol)) return [];
  seen.add(symbol);
  return membersOf(symbol.node).flatMap((member, i) => {
    if (member.skipped) return [];
    if (member.flattened) return flattenedNames(prune(symbol.fields[i]!.type), seen);
    return [member.name, ...member.aliases];
  });
}

/** The struct or enum of the program behind a type or an `Option` of it. */
function holderOf(type: Type, option: EnumSymbol): Holder | null {
  if (type.kind !== "Named") return null;
  if (type.symbol === option) return holderOf(prune(type.args[0]!), option);
  return type.symbol.kind === "Primitive" || type.symbol.module.standard ? null : type.symbol;
}

function flattenedOf(symbol: Holder): Flattened[] {
  if (symbol.kind === "Struct")
    return flattenedAmong(
      membersOf(symbol.node),
      symbol.fields.map((field) => field.type),
    );
  return enumForm(symbol.node).variants.flatMap(({ members, index }) =>
    members === null ? [] : flattenedAmong(members, symbol.variants[index]!.payload),
  );
}

function flattenedAmong(members: readonly Member[], types: readonly Type[]): Flattened[] {
  return members.flatMap((member, i) =>
    member.flattened && !member.skipped ? [{ member, type: prune(types[i]!) }] : [],
  );
}
