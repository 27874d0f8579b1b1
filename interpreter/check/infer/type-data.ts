// Types as data, for checkers of literals.
import type { Attribute } from "../../syntax/index.ts";
import type { LiteralField, LiteralType } from "../literal-use.ts";
import { isTupleSymbol, prune, showType, type StructSymbol, type Type } from "../types/index.ts";

/** The depth at which fields are left out: types may contain themselves. */
const DEEPEST = 4;

export function typeData(given: Type, depth = 0): LiteralType {
  const type = prune(given);
  const plain = { name: showType(type), args: [], fields: [], derives: [] };
  if (type.kind === "Param") return { ...plain, kind: "parameter" };
  if (type.kind !== "Named") return { ...plain, kind: "other" };
  const { symbol } = type;
  const args = type.args.map((arg) => typeData(arg, depth + 1));
  if (symbol.kind === "Primitive") return { ...plain, name: symbol.name, kind: "primitive", args };
  if (isTupleSymbol(symbol)) return { ...plain, kind: "tuple", args };
  const derives = symbol.node.attributes
    .filter(({ name }) => name.name === "derive")
    .flatMap(({ args: traits }) => traits.map(({ name }) => name.name));
  const own = { name: symbol.name, args, derives };
  if (symbol.kind === "Enum") return { ...own, kind: "enum", fields: [] };
  const isOpen = depth >= DEEPEST || symbol.typeParams.length > 0;
  return { ...own, kind: "struct", fields: isOpen ? [] : fieldsOf(symbol, depth) };
}

function fieldsOf({ node, fields }: StructSymbol, depth: number): LiteralField[] {
  return fields.map((field, i) => ({
    name: field.name,
    type: typeData(field.type, depth + 1),
    hasDefault: field.default !== null,
    json: jsonKeys(node.fields[i]?.attributes ?? []),
  }));
}

function jsonKeys(attributes: readonly Attribute[]): Record<string, string | null> {
  return Object.fromEntries(
    attributes
      .filter(({ name }) => name.name === "json")
      .flatMap(({ args }) =>
        args.map(({ name, value }) => [name.name, value?.kind === "StringLit" ? value.value : null]),
      ),
  );
}
