// Builds types and type parameters.
import { notes } from "../../../diagnostics/index.ts";
import type {
  DynType,
  FunType,
  GenericParam,
  NamedType,
  OptionType,
  TupleType,
  TypeNode,
  UnitType,
} from "../../../syntax/ast/index.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { reportTupleSize } from "./tuples.ts";

/** The entries of a `commaList`. */
export function entries(list: Cst | null): Cst[] {
  return list === null ? [] : [list.part(0), ...list.list(3)];
}

/** type */
export function buildType(b: Builder, cst: Cst): TypeNode {
  const inner = buildPlainType(b, cst.part(0));
  if (cst.optional(1) === null) return inner;
  return { kind: "OptionType", id: b.id(), span: b.span(cst), inner } satisfies OptionType;
}

export function buildOptionalType(b: Builder, cst: Cst | null): TypeNode | null {
  return cst === null ? null : buildType(b, cst);
}

function buildPlainType(b: Builder, cst: Cst): TypeNode {
  switch (cst.rule) {
    case "typeName":
      return buildTypeName(b, cst);
    case "dynType":
      return {
        kind: "DynType",
        id: b.id(),
        span: b.span(cst),
        trait: buildTypeName(b, cst.part(1)),
      } satisfies DynType;
    case "funType":
      return {
        kind: "FunType",
        id: b.id(),
        span: b.span(cst),
        params: entries(cst.optional(2)).map((type) => buildType(b, type)),
        result: buildType(b, cst.part(5)),
      } satisfies FunType;
    default:
      return buildParenType(b, cst);
  }
}

/** `()`, a tuple, or a type in parentheses, which have no further meaning. */
export function buildParenType(b: Builder, cst: Cst): TypeNode {
  const inner = entries(cst.optional(1));
  if (inner.length === 0) return { kind: "UnitType", id: b.id(), span: b.span(cst) } satisfies UnitType;
  const span = b.span(cst);
  const parts = inner.map((type) => buildType(b, type));
  if (reportTupleSize(b, cst.optional(1), span, "type")) return { kind: "BrokenType", id: b.id(), span };
  return parts.length === 1
    ? parts[0]!
    : ({ kind: "TupleType", id: b.id(), span, parts } satisfies TupleType);
}

/** typeName */
export function buildTypeName(b: Builder, cst: Cst): NamedType {
  const qualified = cst.optional(2);
  if (qualified !== null) {
    const module = b.token(cst).text;
    const name = b.token(qualified).text;
    b.report(
      "P8",
      b.spanOf(cst.at, qualified.at + 1),
      { module, name },
      {
        hint: notes.addToImportOfAndWrite(module, name),
      },
    );
  }
  const token = b.token(qualified ?? cst.part(0));
  const args = cst.optional(4);
  return {
    kind: "NamedType",
    id: b.id(),
    span: b.span(cst),
    name: { name: token.text, span: { start: token.start, end: token.end } },
    args: args === null ? [] : buildTypeArgs(b, args),
    fileLevel: b.hygiene.meaning(token).fileLevel,
  };
}

/** typeArgs */
function buildTypeArgs(b: Builder, cst: Cst): TypeNode[] {
  return entries(cst.part(1)).map((type) => buildType(b, type));
}

/** usedTypeArgs */
export function buildUsedTypeArgs(b: Builder, cst: Cst | null): TypeNode[] | null {
  return cst === null ? null : buildTypeArgs(b, cst.part(0));
}

/** generics */
export function buildGenerics(b: Builder, cst: Cst | null): GenericParam[] {
  if (cst === null) return [];
  const params = entries(cst.part(2));
  for (const param of params) b.hygiene.keep(b.token(param));
  return params.map((param) => {
    const list = param.optional(2);
    const bounds = list === null ? [] : [list.part(0), ...list.list(3)];
    return {
      id: b.id(),
      span: b.span(param),
      name: b.ident(param),
      bounds: bounds.map((bound) => buildTypeName(b, bound)),
    };
  });
}
