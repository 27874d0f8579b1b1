// `print` and reflection (reference/reflection#types, reference/prelude#print-and-panic): functions whose
// meaning depends on actual types.
import type { Type } from "../../check/index.ts";
import type { Expr } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { textOf } from "./text.ts";

interface BuiltinCall {
  readonly typeArgs: Type[];
  readonly args: Expr[];
  /** The type of the result. */
  readonly type: Type;
  readonly at: number;
}

export function lowerBuiltin(
  body: LoweringBody,
  name: string,
  { typeArgs, args, type, at }: BuiltinCall,
): Expr {
  const of = typeArgs[0];
  switch (name) {
    case "print": {
      const text = textOf(body.program, args[0]!, at);
      const parts = text.kind === "Text" ? text.parts : [text];
      return {
        kind: "Op",
        op: "print",
        args: [{ kind: "Text", parts: [...parts, "\n"], type: text.type, at }],
        type,
        at,
      };
    }
    case "type_name":
      return text(body.program.types.textOf(of!), type);
    case "field_names":
      return texts(
        body.program.reflected(of!).map((field) => field.name),
        type,
      );
    case "field_types":
      return texts(
        body.program.reflected(of!).map((field) => body.program.types.textOf(field.type)),
        type,
      );
    case "variant_names":
      return texts(
        variantsOf(body, of!).map((variant) => variant.name),
        type,
      );
    case "variant_field_types": {
      const inner = type.kind === "Named" ? type.args[0]! : type;
      const rows = variantsOf(body, of!).map((variant) =>
        texts(
          variant.payload.map((part) => body.program.types.textOf(part)),
          inner,
        ),
      );
      return { kind: "List", elements: rows, type };
    }
    case "to_any":
      return { kind: "Op", op: "Any.make", args: [args[0]!, descriptor(body, of!)], type, at };
    case "cast":
      return { kind: "Op", op: "Any.cast", args: [args[0]!, descriptor(body, of!)], type, at };
    case "type_name_of":
      return { kind: "Op", op: "Any.typeName", args, type, at };
    case "field_names_of":
      return { kind: "Op", op: "Any.fieldNames", args, type, at };
    case "get_field":
      return { kind: "Op", op: "Any.get", args, type, at };
    case "set_field":
      return { kind: "Op", op: "Any.set", args, type, at };
    default:
      throw new Error(`no built-in function ${name}`);
  }
}

function text(value: string, type: Type): Expr {
  return { kind: "Const", of: "String", value, type };
}

function texts(values: readonly string[], type: Type): Expr {
  const element = type.kind === "Named" ? type.args[0]! : type;
  return { kind: "List", elements: values.map((value) => text(value, element)), type };
}

function descriptor(body: LoweringBody, type: Type): Expr {
  return { kind: "Descriptor", descriptor: body.program.descriptor(type), type };
}

/** Empty if the type is not an enum, which is possible through a type parameter. */
function variantsOf(
  body: LoweringBody,
  type: Type,
): readonly { readonly name: string; readonly payload: readonly Type[] }[] {
  return type.kind === "Named" && type.symbol.kind === "Enum" ? body.program.enum(type).variants : [];
}
