// Struct literals and enum variants (reference/types#enums, reference/expressions#bindings-and-literals).
import { nearest, notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Arg, Call, FieldAccess, MethodCall, Name, StructLit } from "../../syntax/index.ts";
import { boundsOf, freshType, oblige, solveSome, type Body } from "../body/index.ts";
import { aliasType } from "./aliases.ts";
import { checkArgs, failedCall, solveByHint } from "./arguments.ts";
import { applyType, fieldHint, fieldIndex, resolveType, variantNamed } from "../declare/index.ts";
import {
  ERROR,
  isTupleSymbol,
  pairs,
  prune,
  showReal,
  showType,
  substitute,
  type EnumSymbol,
  type NamedType,
  type StructSymbol,
  type Type,
  type VariantSymbol,
} from "../types/index.ts";
import { unknownName } from "../names/index.ts";

export function inferStruct(body: Body, node: StructLit, hint: Type | null): Type {
  const type = structType(body, node);
  if (type === null) {
    for (const { value } of node.fields) body.poison(body.infer(value, ERROR));
    if (node.base !== null) body.poison(body.infer(node.base, ERROR));
    return ERROR;
  }
  const symbol = type.symbol as StructSymbol;
  solveByHint(body, type, hint);
  const substitution = pairs(symbol.typeParams, type.args);
  const bounds = boundsOf(symbol.typeParams, substitution, node.span);
  const order: number[] = new Array(symbol.fields.length).fill(-1);
  let unknown = false;
  node.fields.forEach((init, i) => {
    const index = fieldIndex(symbol, init.name.name, body.state.module);
    if (index < 0) {
      unknown = true;
      const hint = fieldHint(symbol, init.name.name);
      body.report(
        "T2",
        init.name.span,
        { type: symbol.name, what: "field", name: init.name.name },
        hint === undefined ? {} : { hint },
      );
      body.poison(body.infer(init.value, ERROR));
      return;
    }
    order[index] = i;
    body.check(init.value, {
      type: substitute(symbol.fields[index]!.type, substitution),
      from: symbol.module.standard
        ? null
        : {
            source: symbol.module.source,
            span: symbol.node.fields[index]!.span,
            text: notes.fieldIsDeclaredHere(init.name.name),
            declares: true,
          },
    });
  });
  if (node.base !== null)
    body.check(node.base, {
      type,
      from: body.label(node.name.span, notes.fieldsThatAreNotWritten(showType(type))),
    });
  for (const obligation of solveSome(body, bounds)) body.obligations.push(obligation);
  const missing = symbol.fields
    .filter((field) => field.default === null && order[fieldIndex(symbol, field.name)] === -1)
    .map((field) => field.name);
  // An unknown field is probably the missing one, misspelt.
  if (node.base === null && missing.length > 0 && !unknown) {
    const heads = symbol.fields
      .filter(({ name }) => missing.includes(name))
      .map(({ name, type }) => `\`${name}: ${showType(type)}\``);
    body.report(
      "T17",
      node.name.span,
      { names: missing, type: symbol.name },
      {
        hint: notes.literalNamesEveryField(
          heads.join(", "),
          symbol.fields.some((field) => field.default !== null),
        ),
      },
    );
  }
  if ((node.base === null && missing.length > 0) || unknown) body.poison(type);
  body.use(node, { kind: "Struct", type, order });
  return type;
}

function structType(body: Body, node: StructLit): NamedType | null {
  const { name, span } = node.name;
  if (name === "Self") {
    const self = body.types.self === null ? null : prune(body.types.self);
    const written = self?.kind === "Named" ? { hint: notes.writeStruct(self.symbol.name) } : {};
    body.report("R1", span, { what: "type", name }, { label: notes.literalNeedsTypeName, ...written });
    return null;
  }
  const entry = body.context.names.lookup(body.state, name);
  if (entry === "reported") return null;
  if (entry === null) {
    unknownName(body.context, "type", { name, span }, body.types);
    return null;
  }
  if (entry.kind === "TypeAlias") {
    const type = aliasType(body, entry.alias, node.typeArgs, node);
    if (type.kind === "Named" && type.symbol.kind === "Struct" && !isTupleSymbol(type.symbol)) return type;
    if (type.kind !== "Never")
      body.report(
        "R1",
        span,
        { what: "type", name },
        {
          label: notes.thisIsNotStruct,
          hint: notes.itIsAnotherNameFor(showReal(type) ?? showType(type)),
        },
      );
    return null;
  }
  if (entry.kind !== "Type" || entry.symbol.kind !== "Struct") {
    body.report("R1", span, { what: "type", name }, { label: notes.thisIsNotStruct });
    return null;
  }
  const { symbol } = entry;
  const type =
    node.typeArgs === null
      ? freshType(body, symbol, node.span)
      : applyType(
          body.context,
          symbol,
          node.typeArgs.map((arg) => resolveType(body.context, arg, body.types)),
          node,
          { state: body.state },
        );
  return type.kind === "Named" ? type : null;
}

/** The construction of a variant. */
interface Construction {
  readonly symbol: EnumSymbol;
  readonly variant: VariantSymbol;
  /** The enum with its type arguments, if it was written. */
  readonly type: Type | null;
  /** The arguments; null for a variant without parentheses. */
  readonly args: readonly Arg[] | null;
  readonly hint: Type | null;
}

export function constructVariant(
  body: Body,
  node: Call | MethodCall | Name | FieldAccess,
  { symbol, variant, type, args, hint }: Construction,
): Type {
  const written = type !== null && type.kind === "Named" ? type : null;
  const result = written ?? enumType(body, symbol, variant, node);
  solveByHint(body, result, hint);
  const substitution = pairs(symbol.typeParams, result.args);
  const bounds = boundsOf(symbol.typeParams, substitution, node.span);
  const payload = variant.payload.map((part) => substitute(part, substitution));
  let order = payload.map((_, i) => i);
  if (args === null) {
    if (payload.length > 0) {
      body.report(
        "T3",
        node.span,
        { name: `\`${variant.name}\``, expected: payload.length, actual: 0 },
        { hint: notes.variantWithPayloadIsNot },
      );
      body.poison(result);
    }
  } else if (variant.names !== null) {
    order = checkNamed(body, node, { symbol, variant, payload, args });
  } else {
    checkArgs(body, {
      name: `\`${variant.name}\``,
      params: payload,
      args,
      span: node.kind === "MethodCall" ? node.name.span : node.span,
    });
  }
  for (const obligation of bounds) oblige(body, obligation);
  body.use(node, { kind: "Variant", type: result, variant, order });
  return result;
}

/**
 * The type of an enum; the missing half of `Ok` and `Err` need not be solved (reference/checking#inference
 * rule 5).
 */
function enumType(body: Body, symbol: EnumSymbol, variant: VariantSymbol, node: { span: Span }): NamedType {
  if (symbol !== body.context.enums.result)
    return freshType(body, symbol, node.span, `\`${variant.name}\``) as NamedType;
  const half = (name: string, missing: boolean) =>
    body.fresh(node.span, notes.typeOfThisResult(name), missing ? "half" : null);
  return body.context.result(half("value", variant.name === "Err"), half("error", variant.name === "Ok"));
}

/** Checks the arguments of a variant with named fields: only by name, in any order. */
function checkNamed(
  body: Body,
  node: { span: Span },
  {
    symbol,
    variant,
    payload,
    args,
  }: Pick<Construction, "symbol" | "variant"> & {
    readonly payload: readonly Type[];
    readonly args: readonly Arg[];
  },
): number[] {
  const names = variant.names!;
  const order: number[] = new Array(payload.length).fill(-1);
  const unnamed = args.filter((arg) => arg.name === null);
  const hint = notes.write(symbol.name, variant.name, namedArguments(names, unnamed));
  if (args.length > 0 && unnamed.length === args.length) {
    failedCall(body, args);
    body.report("T17", node.span, { names, type: variant.name }, { hint });
    return order;
  }
  args.forEach((arg, i) => {
    if (arg.name === null) {
      failedCall(body, [arg]);
      return;
    }
    const { name, span } = arg.name;
    const index = names.indexOf(name);
    if (index < 0) {
      const similar = nearest(name, names);
      body.report(
        "T2",
        span,
        { type: variant.name, what: "field", name },
        similar === undefined ? {} : { hint: notes.didYouMean(similar) },
      );
      failedCall(body, [arg]);
      return;
    }
    if (order[index] !== -1) body.report("P4", span, { name });
    order[index] = i;
    body.check(arg.value, { type: payload[index]!, from: null });
  });
  const missing = names.filter((_, i) => order[i] === -1);
  if (missing.length > 0)
    body.report("T17", node.span, { names: missing, type: variant.name }, unnamed.length > 0 ? { hint } : {});
  else if (unnamed.length > 0)
    body.report("T3", unnamed[0]!.span, {
      name: `\`${variant.name}\``,
      expected: names.length,
      actual: args.length,
    });
  return order;
}

/** The arguments as they should be written: `x: x` for a variable with the name of a field. */
function namedArguments(names: readonly string[], unnamed: readonly Arg[]): string {
  const variables = new Set(unnamed.map(({ value }) => (value.kind === "Name" ? value.name : "")));
  return names.map((name) => `${name}: ${variables.has(name) ? name : "…"}`).join(", ");
}

/** The variant `Enum.name` for a type that is the enum. */
export function variantOf(
  type: Type,
  name: string,
): { readonly symbol: EnumSymbol; readonly variant: VariantSymbol } | null {
  if (type.kind !== "Named" || type.symbol.kind !== "Enum") return null;
  const variant = variantNamed(type.symbol, name);
  return variant === undefined ? null : { symbol: type.symbol, variant };
}
