// Queries on actual types, such as which payloads need a box inside Option and Result.
import {
  type EnumSymbol,
  type FunType,
  isStandard,
  type NamedType,
  type PrimitiveSymbol,
  std,
  type TraitSymbol,
  type Type,
} from "../../check/index.ts";
import type { HostStream, Instance } from "./nodes.ts";

export function isPrimitive(
  type: Type,
  name: string,
): type is NamedType & { readonly symbol: PrimitiveSymbol } {
  return type.kind === "Named" && type.symbol.kind === "Primitive" && type.symbol.name === name;
}

/** Whether values of the type carry no information at run time. */
export function isUnit(type: Type): boolean {
  return type.kind === "Never" || isPrimitive(type, "Unit");
}

export function isFun(type: Type): type is FunType {
  return type.kind === "Fun";
}

type EnumType = NamedType & { readonly symbol: EnumSymbol };

export function isOption(type: Type): type is EnumType {
  return type.kind === "Named" && isStandard(type.symbol, std.core.Option);
}

export function isResult(type: Type): type is EnumType {
  return type.kind === "Named" && isStandard(type.symbol, std.core.Result);
}

/** Whether the bare value of a payload of Some could be null or a Some. */
export function needsSomeBox(payload: Type): boolean {
  if (isOption(payload)) return true;
  return isResult(payload) && needsSomeBox(payload.args[0]!);
}

/** Whether the bare value of a payload of Ok could be an Err or Ok. */
export function needsOkBox(payload: Type): boolean {
  if (isResult(payload)) return true;
  return isOption(payload) && needsOkBox(payload.args[0]!);
}

/**
 * Whether a function takes and returns only fixed-size values, apart from at most one String that it reads at
 * an index (`byte_at`).
 */
export function worksOnNumbers({ symbol, self, result }: Instance): boolean {
  const given = [...(self === null ? [] : [self]), ...(symbol?.params ?? []).map(({ type }) => type)];
  const sized = given.filter((type) => !isOneSize(type));
  return isOneSize(result) && sized.length <= 1 && sized.every((type) => isPrimitive(type, "String"));
}

/** Whether all values of the type take the same memory. */
export function isOneSize(type: Type): boolean {
  return (["Int", "Float", "Bool", "Char"] as const).some((name) => isPrimitive(type, name));
}

/** The stream that a trait describes; null for other traits. */
export function streamOf(trait: TraitSymbol): HostStream | null {
  if (isStandard(trait, std.io.Reader)) return "reader";
  return isStandard(trait, std.io.Writer) ? "writer" : null;
}
