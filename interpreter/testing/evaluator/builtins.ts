// `print` and reflection (reference/reflection#types, reference/prelude#print-and-panic).
import { isHiddenField, isTupleSymbol, type Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { actual, keyOf, textOf } from "./actual-types.ts";
import type { EvaluatedCall } from "./evaluation.ts";
import type { Steps } from "./scheduler.ts";
import { textOfValue } from "./text.ts";
import { AnyBox, type StructValue, UNIT } from "./values.ts";

export function* builtin(
  frame: EvaluatedCall,
  name: string,
  typeArgs: readonly Type[],
  args: readonly unknown[],
  nodes: readonly ast.Arg[],
): Steps<unknown> {
  const { evaluation } = frame;
  const of = typeArgs[0]!;
  switch (name) {
    case "print":
      evaluation.write(`${yield* textOfValue(frame, args[0], frame.typeOf(nodes[0]!.value))}\n`);
      return UNIT;
    case "type_name":
      return textOf(of);
    case "field_names":
      return fieldsOf(of).map((field) => field.name);
    case "field_types":
      return fieldsOf(of).map((field) => textOf(field.type));
    case "variant_names":
      return variantsOf(of).map((variant) => variant.name);
    case "variant_field_types":
      return variantsOf(of).map((variant) => variant.payload.map(textOf));
    case "to_any":
      return new AnyBox(args[0], of);
    case "cast": {
      const any = args[0] as AnyBox;
      return evaluation.option(any.value, keyOf(any.type) === keyOf(of));
    }
    case "type_name_of":
      return textOf((args[0] as AnyBox).type);
    case "field_names_of":
      return fieldsOf((args[0] as AnyBox).type).map((field) => field.name);
    case "get_field": {
      const any = args[0] as AnyBox;
      const field = fieldsOf(any.type).find((each) => each.name === args[1]);
      return field === undefined
        ? evaluation.none()
        : evaluation.some(new AnyBox((any.value as StructValue).fields[field.index], field.type));
    }
    case "set_field": {
      const [any, wanted, value] = args as [AnyBox, string, AnyBox];
      const field = fieldsOf(any.type).find((each) => each.name === wanted);
      if (field !== undefined && keyOf(field.type) === keyOf(value.type))
        (any.value as StructValue).fields[field.index] = value.value;
      return UNIT;
    }
    default:
      throw new Error(`no built-in function ${name}`);
  }
}

/** The fields of a struct; none for other types. */
function fieldsOf(type: Type): { readonly name: string; readonly type: Type; readonly index: number }[] {
  if (type.kind !== "Named" || type.symbol.kind !== "Struct" || isTupleSymbol(type.symbol)) return [];
  const { symbol, args } = type;
  const substitution = new Map(symbol.typeParams.map((param, i) => [param, args[i]!]));
  return symbol.fields
    .map((field, index) => ({ name: field.name, type: actual(field.type, substitution), index }))
    .filter((field) => !isHiddenField(symbol, field.name));
}

/** The variants of an enum; none for other types. */
function variantsOf(type: Type): { readonly name: string; readonly payload: readonly Type[] }[] {
  if (type.kind !== "Named" || type.symbol.kind !== "Enum") return [];
  const { symbol, args } = type;
  const substitution = new Map(symbol.typeParams.map((param, i) => [param, args[i]!]));
  return symbol.variants.map((variant) => ({
    name: variant.name,
    payload: variant.payload.map((part) => actual(part, substitution)),
  }));
}
