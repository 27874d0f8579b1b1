// The text of any value (reference/programs#exit-status): that of its `ToString`, else that of a derived one;
// a value without text is shown as the name of its type.
import { isTupleSymbol, type ParamType, type Type } from "../../check/index.ts";
import { charText, floatText } from "../../runtime/host.ts";
import { actual, isPrimitive, textOf } from "./actual-types.ts";
import type { Evaluation } from "./evaluation.ts";
import type { Steps } from "./scheduler.ts";
import { DynValue, type EnumValue, type StructValue } from "./values.ts";

export function* structuralText(evaluation: Evaluation, value: unknown, type: Type): Steps<string> {
  if (isPrimitive(type, "String")) return value as string;
  if (isPrimitive(type, "Int", "Bool")) return String(value);
  if (isPrimitive(type, "Float")) return floatText(value as number);
  if (isPrimitive(type, "Char")) return charText(value as number);
  const { toString } = evaluation.program.prelude;
  const written =
    value instanceof DynValue
      ? type.kind === "Dyn" && type.trait.trait === toString
      : evaluation.method(toString, "to_string", type) !== null;
  if (written)
    return (yield* evaluation.callMethod(
      { trait: toString, args: [] },
      "to_string",
      type,
      [],
      [value],
    )) as string;
  if (type.kind !== "Named") return textOf(type);
  const { symbol, args } = type;
  if (isPrimitive(type, "List"))
    return `[${(
      yield* all(
        evaluation,
        (value as unknown[]).map((item) => [item, args[0]!]),
      )
    ).join(", ")}]`;
  if (symbol.kind === "Primitive") return textOf(type);
  const writer = symbol.module.id === "std/collections" ? WRITERS.get(symbol.name) : undefined;
  if (writer !== undefined) {
    const function_ = symbol.module.functions.get(writer)!;
    return (yield* evaluation.call({ function: function_, substitution: zip(function_.typeParams, args) }, [
      value,
    ])) as string;
  }
  const substitution = zip(symbol.typeParams, args);
  if (isTupleSymbol(symbol))
    return joined(
      "",
      null,
      yield* all(
        evaluation,
        args.map((arg, i) => [(value as StructValue).fields[i], arg]),
      ),
    );
  if (symbol.kind === "Struct") {
    if (symbol.module.standard && symbol.fields.some((field) => field.name.startsWith("__")))
      return textOf(type);
    const parts = symbol.fields.map((field, i): [unknown, Type] => [
      (value as StructValue).fields[i],
      actual(field.type, substitution),
    ]);
    return joined(
      symbol.name,
      symbol.fields.map((field) => field.name),
      yield* all(evaluation, parts),
    );
  }
  const { index, payload } = value as EnumValue;
  const variant = symbol.variants[index]!;
  const parts = payload.map((part, i): [unknown, Type] => [part, actual(variant.payload[i]!, substitution)]);
  return joined(variant.name, variant.names, yield* all(evaluation, parts));
}

function* all(evaluation: Evaluation, values: readonly (readonly [unknown, Type])[]): Steps<string[]> {
  const texts: string[] = [];
  for (const [value, type] of values) texts.push(yield* structuralText(evaluation, value, type));
  return texts;
}

/** The functions that write the collections of std/collections. */
const WRITERS: ReadonlyMap<string, string> = new Map([
  ["Map", "__map_text"],
  ["Set", "__set_text"],
  ["Deque", "__deque_text"],
  ["Heap", "__heap_text"],
  ["SortedMap", "__sorted_map_text"],
  ["Counter", "__counter_text"],
]);

function joined(name: string, labels: readonly string[] | null, texts: readonly string[]): string {
  if (texts.length === 0) return name;
  return labels === null
    ? `${name}(${texts.join(", ")})`
    : `${name} { ${texts.map((text, i) => `${labels[i]}: ${text}`).join(", ")} }`;
}

function zip(params: readonly ParamType[], args: readonly Type[]): Map<ParamType, Type> {
  return new Map(params.map((param, i) => [param, args[i]!]));
}
