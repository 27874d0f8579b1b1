// Whether the inputs of a handler fit their types (reference/api#inputs): the fields of a struct that derives
// `FromRequest`, and the parameters of a handler.
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Attribute, Ident } from "../../syntax/index.ts";
import type { ImplReport } from "./report.ts";
import { argument, checksOf, enumForm, sourceOf, SOURCES, type InputSource } from "../derive/index.ts";
import type { ModuleState } from "../names/index.ts";
import { isStandard, std } from "../standard/index.ts";
import { isError, isTupleSymbol, prune, showType, type StructSymbol, type Type } from "../types/index.ts";
import { checkFits, limitsLeaveValues } from "./json-checks.ts";
import { AttributeCheck } from "./json-members.ts";

/** How an input is read: from texts, from the body, as a whole by its type, or from the context. */
export type InputKind = "text" | "body" | "whole" | "context";

export interface Input {
  readonly name: Ident;
  readonly attributes: readonly Attribute[];
  readonly type: Type;
  readonly typeSpan: Span;
  /** Whether it may come from the context without an attribute: parameters may, fields may not. */
  readonly isParameter: boolean;
}

/** Reports what does not fit, and returns how the input is read; null after a report. */
export function inputFits(check: AttributeCheck, input: Input): InputKind | null {
  const { attributes, name } = input;
  const type = prune(input.type);
  if (isError(type)) return null;
  const source = sourceOf(attributes);
  const second = SOURCES.filter((each) => argument(attributes, each, "from") !== undefined)[1];
  if (second !== undefined) {
    const { span } = argument(attributes, second, "from")!.name;
    check.misfit(span, notes.twoSources(name.name), notes.keepOneSource);
    return null;
  }
  const comma = argument(attributes, "comma", "from");
  if (comma !== undefined && (source !== "query" || !isList(inside(check, type))))
    check.misfit(comma.name.span, notes.commaIsForLists, notes.writeQueryBeforeList);
  const isOption = check.isOption(type);
  const checks = checksOf(attributes);
  for (const each of checks) checkFits(check, each, type, isOption);
  limitsLeaveValues(check, checks);
  return source === null ? kindWithoutSource(check, input, type) : kindOf(check, input, type, source);
}

function kindOf(check: AttributeCheck, input: Input, type: Type, source: InputSource): InputKind | null {
  if (source === "context") return "context";
  if (source === "body") {
    if (check.has(type, std.json.FromJson)) return "body";
    check.misfit(input.typeSpan, notes.bodyNeedsFromJson(showType(type)), notes.deriveFromJson);
    return null;
  }
  if (isText(check, type)) return "text";
  check.misfit(input.typeSpan, notes.noText(showType(type), source), notes.textsAre);
  return null;
}

function kindWithoutSource(check: AttributeCheck, input: Input, type: Type): InputKind | null {
  if (isText(check, type)) return "text";
  if (isWhole(check, type)) return "whole";
  const hasJson = check.has(type, std.json.FromJson);
  if (input.isParameter) return hasJson ? "body" : "context";
  if (hasJson) check.misfit(input.typeSpan, notes.noText(showType(type), "query"), notes.writeFromBody);
  else check.misfit(input.typeSpan, notes.noText(showType(type), "query"), notes.writeFromContext);
  return null;
}

/** Types that read a whole request: `Request`, `()`, those with `FromRequest`, tuples of them. */
export function isWhole(check: AttributeCheck, type: Type): boolean {
  const actual = prune(type);
  if (actual.kind === "Named" && isTupleSymbol(actual.symbol))
    return actual.args.every((part) => isWhole(check, part));
  return actual.kind !== "Param" && check.has(actual, std.api.FromRequest);
}

/** Types that are read from texts: those of one text, options and lists of them. */
export function isText(check: AttributeCheck, type: Type): boolean {
  const actual = prune(type);
  if (check.isOption(actual)) {
    const inner = inside(check, actual);
    return isList(inner) ? isText(check, inner) : isOneText(check, inner);
  }
  if (isList(actual)) return isOneText(check, prune((actual as Type & { kind: "Named" }).args[0]!));
  return isOneText(check, actual);
}

function isOneText(check: AttributeCheck, type: Type): boolean {
  if (type.kind !== "Named") return type.kind === "Param";
  const { symbol } = type;
  if (symbol.kind === "Enum" && !symbol.module.standard)
    return enumForm(symbol.node).form === "string" && check.has(type, std.json.FromJson);
  return check.has(type, std.api.__FromText);
}

function inside(check: AttributeCheck, type: Type): Type {
  return check.isOption(type) && type.kind === "Named" ? prune(type.args[0]!) : type;
}

const isList = (type: Type): boolean =>
  type.kind === "Named" && type.symbol.kind === "Primitive" && type.symbol.name === "List";

const isRequest = (type: Type): boolean => type.kind === "Named" && isStandardRequest(type);

function isStandardRequest(type: Type & { kind: "Named" }): boolean {
  return type.symbol.kind === "Struct" && isStandard(type.symbol, std.http.Request);
}

/** The struct of a type that derives `FromRequest`; null for others. */
export function inputStruct(type: Type): StructSymbol | null {
  const actual = prune(type);
  if (actual.kind !== "Named" || actual.symbol.kind !== "Struct" || actual.symbol.module.standard)
    return null;
  const { attributes } = actual.symbol.node;
  const derives = attributes.some(
    ({ name, args }) => name.name === "derive" && args.some((arg) => arg.name.name === "FromRequest"),
  );
  return derives ? actual.symbol : null;
}

/** What is known of the inputs in a type that reads a whole request. */
export interface KnownInputs {
  /** The names that fields or parameters read from the path, if the pattern has them. */
  readonly names: ReadonlySet<string>;
  /** Those that must be in the pattern, with their locations. */
  readonly paths: readonly { readonly key: string; readonly span: Span }[];
  /** Whether one of them reads the body. */
  readonly readsBody: boolean;
  /** A parameter that is the body because of its type, unless a scheme of authentication gives that type. */
  readonly likelyBody?: { readonly name: string; readonly type: Type };
  /** Whether the type reads what it wants. */
  readonly isOpen: boolean;
}

const NOTHING: KnownInputs = { names: new Set(), paths: [], readsBody: false, isOpen: false };

/** The inputs of a type as a parameter without attributes, which is `whole`. */
export function inputsOfWhole(type: Type): KnownInputs {
  const actual = prune(type);
  if (isRequest(actual)) return { ...NOTHING, isOpen: true };
  if (actual.kind !== "Named") return { ...NOTHING, isOpen: true };
  if (isTupleSymbol(actual.symbol)) return joined(actual.args.map(inputsOfWhole));
  if (actual.symbol.kind === "Primitive") return NOTHING;
  const struct = inputStruct(actual);
  if (struct === null) return { ...NOTHING, isOpen: true };
  return joined(struct.node.fields.map((field) => inputsOf(field.attributes, field.name)));
}

/** The input of one field or parameter. */
export function inputsOf(attributes: readonly Attribute[], name: Ident): KnownInputs {
  const source = sourceOf(attributes);
  const given = argument(attributes, "name", "from")?.value;
  const key = given?.kind === "StringLit" ? given.value : name.name;
  const isPath = source === "path" || source === null;
  return {
    names: new Set(isPath ? [key] : []),
    paths: source === "path" ? [{ key, span: name.span }] : [],
    readsBody: source === "body" || source === "form",
    isOpen: false,
  };
}

export function joined(all: readonly KnownInputs[]): KnownInputs {
  const likelyBody = all.find((each) => each.likelyBody !== undefined)?.likelyBody;
  return {
    names: new Set(all.flatMap(({ names }) => [...names])),
    paths: all.flatMap(({ paths }) => paths),
    readsBody: all.some(({ readsBody }) => readsBody),
    isOpen: all.some(({ isOpen }) => isOpen),
    ...(likelyBody !== undefined && { likelyBody }),
  };
}

const known = new WeakMap<StructSymbol, boolean>();

/** Reports fields of a struct that derives `FromRequest`; false if derived code of it cannot work. */
export function requestFieldsFit(context: ImplReport, state: ModuleState, struct: StructSymbol): boolean {
  let fit = known.get(struct);
  if (fit !== undefined) return fit;
  const check = new AttributeCheck(context, state);
  let body: Ident | null = null;
  struct.node.fields.forEach((field, i) => {
    const { type } = struct.fields[i]!;
    const kind = inputFits(check, {
      name: field.name,
      attributes: field.attributes,
      type,
      typeSpan: field.type.span,
      isParameter: false,
    });
    if (kind !== "body") return;
    if (body !== null) check.misfit(field.name.span, notes.secondBody(body.name), notes.oneBody);
    body ??= field.name;
  });
  known.set(struct, (fit = check.fit));
  return fit;
}
