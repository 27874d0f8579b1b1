// The built-in functions of reference/reflection#types and `print` (reference/prelude#print-and-panic), which
// are special forms.
import { get } from "../../own/index.ts";
import { notes } from "../../diagnostics/index.ts";
import type { Arg, Call, Name } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { failedCall } from "./arguments.ts";
import { requireText } from "./literals.ts";
import { resolveType } from "../declare/index.ts";
import { ERROR, isTupleSymbol, prune, showType, type Type } from "../types/index.ts";
import type { BuiltinName } from "../names/index.ts";

interface Shape {
  readonly typeArgs: 0 | 1;
  readonly params: (body: Body, typeArg: Type) => readonly Type[];
  readonly result: (body: Body, typeArg: Type) => Type;
  /** The required kind of a concrete type argument (T24). */
  readonly of?: "struct" | "enum";
}

const strings = (body: Body): Type => body.context.list(body.context.string);
const any = (body: Body): readonly Type[] => [body.context.any];

const SHAPES: Readonly<Record<Exclude<BuiltinName, "print">, Shape>> = {
  type_name: { typeArgs: 1, params: () => [], result: (body) => body.context.string },
  field_names: { typeArgs: 1, params: () => [], result: strings, of: "struct" },
  field_types: { typeArgs: 1, params: () => [], result: strings, of: "struct" },
  variant_names: { typeArgs: 1, params: () => [], result: strings, of: "enum" },
  variant_field_types: {
    typeArgs: 1,
    params: () => [],
    result: (body) => body.context.list(strings(body)),
    of: "enum",
  },
  to_any: { typeArgs: 1, params: (_, type) => [type], result: (body) => body.context.any },
  cast: { typeArgs: 1, params: any, result: (body, type) => body.context.option(type) },
  type_name_of: { typeArgs: 0, params: any, result: (body) => body.context.string },
  field_names_of: { typeArgs: 0, params: any, result: strings },
  get_field: {
    typeArgs: 0,
    params: (body) => [body.context.any, body.context.string],
    result: (body) => body.context.option(body.context.any),
  },
  set_field: {
    typeArgs: 0,
    params: (body) => [body.context.any, body.context.string, body.context.any],
    result: (body) => body.context.unit,
  },
};

export function inferBuiltin(body: Body, node: Call, name: string, callee: Name, args: readonly Arg[]): Type {
  if (name === "print") return inferPrint(body, node, args);
  const shape = SHAPES[name as Exclude<BuiltinName, "print">];
  const written = callee.typeArgs?.map((arg) => resolveType(body.context, arg, body.types)) ?? [];
  if (written.length !== shape.typeArgs) {
    body.report("T4", callee.span, { name, expected: shape.typeArgs, actual: written.length });
    failedCall(body, args);
    return shape.result(body, ERROR);
  }
  const type = written[0] ?? ERROR;
  const of = get(shape, "of");
  if (of !== undefined) requireKind(body, callee, name, of, type);
  const params = shape.params(body, type);
  if (args.length !== params.length) {
    body.report("T3", callee.span, { name: `\`${name}\``, expected: params.length, actual: args.length });
    failedCall(body, args);
  } else {
    args.forEach((arg, i) => body.check(arg.value, { type: params[i]!, from: null }));
  }
  body.use(node, { kind: "Builtin", name, typeArgs: written });
  return shape.result(body, type);
}

function inferPrint(body: Body, node: Call, args: readonly Arg[]): Type {
  body.use(node, { kind: "Builtin", name: "print", typeArgs: [] });
  if (args.length !== 1) {
    const named = args[1]?.name?.name;
    const hint =
      args.length === 0
        ? notes.printEmptyLine
        : named === "terminator" || named === "end"
          ? notes.printWithoutBreak
          : notes.embedSeveralValues;
    body.report("T3", node.callee.span, { name: "`print`", expected: 1, actual: args.length }, { hint });
    failedCall(body, args);
  } else {
    const { value } = args[0]!;
    requireText(body, value, body.infer(value), notes.printedHere);
  }
  return body.context.unit;
}

/** Reports a concrete type of the wrong kind; a type parameter may be any type. */
function requireKind(body: Body, callee: Name, name: string, kind: "struct" | "enum", type: Type): void {
  const actual = prune(type);
  if (actual.kind === "Param" || actual.kind === "Never") return;
  if (
    actual.kind === "Named" &&
    actual.symbol.kind === (kind === "enum" ? "Enum" : "Struct") &&
    !isTupleSymbol(actual.symbol)
  )
    return;
  body.report("T24", callee.span, { name, kind, type: showType(actual) });
}
