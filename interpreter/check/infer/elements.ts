// `xs[i]`, `m[k]` and slices (reference/expressions#elements-and-slices).
import { notes } from "../../diagnostics/index.ts";
import type { Index, Slice } from "../../syntax/index.ts";
import { oblige, type Body } from "../body/index.ts";
import { indexHint, listIndexHint, literalHint } from "../hints/index.ts";
import { findMethod, methodCallee } from "./methods.ts";
import { STANDARD_FIRST } from "../impls/index.ts";
import {
  isError,
  mentions,
  ERROR,
  isPrimitive,
  isSymbol,
  showType,
  type NamedType,
  type Type,
} from "../types/index.ts";
import { warnNegative } from "../warnings/index.ts";
import { isStandard, methods, std } from "../standard/index.ts";

/** The method for `m[k]` of standard types; `m[k] = v` calls `set`. */
const AT = methods.at;

export function inferIndex(body: Body, node: Index): Type {
  const type = body.known(body.infer(node.receiver));
  if (type.kind === "Named" && type.symbol === body.context.primitives.List) {
    body.check(node.index, {
      type: body.context.int,
      from: null,
      hint: (actual) => listIndexHint(body, actual),
    });
    warnNegative(body, node.index, node.receiver, "index");
    return type.args[0]!;
  }
  if (type.kind === "Named" && isStandard(type.symbol, std.json.JsonValue))
    return partOfJson(body, node, type);
  if (type.kind === "Named") {
    const value = keyed(body, node, type);
    if (value !== null) return value;
  }
  // The types of `map[string]int{}`.
  if (isError(type) && node.receiver.kind === "Name" && literalHint(body, node.receiver) !== undefined)
    return ERROR;
  body.infer(node.index);
  return noElements(body, node, type, notes.indexedWith);
}

/** `v["key"]` and `v[0]` of JSON. */
function partOfJson(body: Body, node: Index, type: NamedType): Type {
  const index = body.known(body.infer(node.index));
  if (isError(index)) return ERROR;
  const isPosition = isPrimitive(index, "Int");
  if (!isPosition && !isPrimitive(index, "String")) {
    const expected = { type: body.context.string, from: null, hint: () => notes.partsOfJson };
    body.check(node.index, expected);
    return ERROR;
  }
  const at = methodCallee(body, type, isPosition ? methods.element : AT, node.span);
  if (at !== null) body.use(node, { kind: "Keyed", at, set: null });
  return type;
}

/** Infers `m[k]` of a type with keys; null for other types. */
function keyed(body: Body, node: Index, type: NamedType): Type | null {
  if (!isKeyed(body, type)) return null;
  const found = findMethod(body, type, {
    name: AT,
    wantSelf: true,
    written: null,
    span: node.span,
    groups: STANDARD_FIRST,
  });
  if (found.kind !== "found" || found.instance.use.kind !== "Call") return null;
  const { params, result, obligations, use } = found.instance;
  body.check(node.index, {
    type: params[0]!,
    from: body.label(node.receiver.span, notes.thisIs(showType(type))),
  });
  for (const obligation of obligations) oblige(body, obligation);
  body.use(node, { kind: "Keyed", at: use.callee, set: methodCallee(body, type, "set", node.span) });
  return result;
}

export function inferSlice(body: Body, node: Slice): Type {
  const type = body.known(body.infer(node.receiver));
  const ends = [node.from, node.to].filter((end) => end !== null);
  const isText = isPrimitive(type, "String");
  if (!isText && !isSymbol(type, body.context.primitives.List)) {
    for (const end of ends) body.infer(end);
    return noElements(body, node, type, "sliced");
  }
  for (const end of ends) {
    body.check(end, { type: body.context.int, from: null });
    warnNegative(body, end, node.receiver, end === node.from ? "from" : "to");
  }
  const { __str_rest, __str_part, __list_rest, __list_part } = std.core;
  const [rest, part] = isText ? [__str_rest, __str_part] : [__list_rest, __list_part];
  const entry = body.context.names.item(node.to === null ? rest : part);
  if (entry?.kind !== "Function") throw new Error(`${part} is missing`);
  body.use(node, {
    kind: "Call",
    callee: { function: entry.function, typeArgs: type.kind === "Named" ? type.args : [], self: null },
  });
  return type;
}

function isKeyed(body: Body, type: NamedType): boolean {
  return (
    type.symbol.kind === "Struct" &&
    type.symbol.module.standard &&
    body.context.impls.candidates(type.symbol, AT) !== undefined
  );
}

function noElements(body: Body, node: Index | Slice, type: Type, what: string): Type {
  if (type.kind === "Never") return ERROR;
  if (type.kind === "Var") {
    body.report(
      "T8",
      node.receiver.span,
      { what: notes.thisValue },
      {
        label: node.kind === "Slice" ? notes.typeNeededToSlice : notes.typeNeededToIndex,
      },
    );
    body.poison(type);
    return ERROR;
  }
  if (mentions(type, isError)) return ERROR;
  const hint = indexHint(body, type, node.kind === "Slice" && type.kind === "Named" && isKeyed(body, type));
  body.report(
    "T23",
    node.span,
    { problem: notes.cannotBe(showType(type), what) },
    hint === undefined ? {} : { hint },
  );
  return ERROR;
}
