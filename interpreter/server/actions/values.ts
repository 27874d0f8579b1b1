// Values of types, as places to start from.
import { isTupleSymbol, type Type } from "../../check/index.ts";
import type { FileView } from "../workspace/view.ts";

/** Types may contain themselves. */
const MOST_LEVELS = 3;
/** For a type that the file cannot make a value of. */
const UNKNOWN = 'panic("todo")';

const PLAIN: Readonly<Record<string, string>> = {
  Int: "0",
  Float: "0.0",
  Bool: "false",
  String: '""',
  Char: "' '",
  List: "[]",
  Option: "None",
  Map: "Map.new()",
  Set: "Set.new()",
  Unit: "{}",
};

/** An expression of a type, in the words of a file. */
export function valueOf(view: FileView, type: Type, level = 0): string {
  const inner = (part: Type): string => valueOf(view, part, level + 1);
  if (type.kind === "Fun")
    return `fun(${type.params.map((_, i) => `p${i + 1}`).join(", ")}) { ${inner(type.result)} }`;
  if (type.kind !== "Named" || level > MOST_LEVELS) return UNKNOWN;
  const { symbol } = type;
  if (isTupleSymbol(symbol)) return `(${type.args.map(inner).join(", ")})`;
  if (symbol.name === "Result") return `Ok(${type.args[0] === undefined ? UNKNOWN : inner(type.args[0])})`;
  const plain = PLAIN[symbol.name];
  if (plain !== undefined) return plain;
  // A name that the file does not see, or that the library makes values of in ways of its own.
  const meaning = view.program.meaning(view.unit, symbol.name);
  if (meaning?.kind !== "Type" || meaning.symbol !== symbol) return UNKNOWN;
  if (symbol.kind === "Struct") {
    if (symbol.module.standard) return UNKNOWN;
    const fields = symbol.fields.filter((one) => one.default === null);
    return fields.length === 0
      ? `${symbol.name} {}`
      : `${symbol.name} { ${fields.map((one) => `${one.name}: ${inner(one.type)}`).join(", ")} }`;
  }
  if (symbol.kind !== "Enum") return UNKNOWN;
  const variant = symbol.variants.find(({ payload }) => payload.length === 0) ?? symbol.variants[0];
  if (variant === undefined) return UNKNOWN;
  const { name, names, payload } = variant;
  const parts = payload.map((part, i) => `${names === null ? "" : `${names[i]!}: `}${inner(part)}`);
  return `${symbol.name}.${name}${parts.length === 0 ? "" : `(${parts.join(", ")})`}`;
}
