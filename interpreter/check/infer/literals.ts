// Literals of lists, sets and maps, and strings with interpolation.
import { notes } from "../../diagnostics/index.ts";
import type { Expr, Interpolation, ListLit, MapLit, SetLit } from "../../syntax/index.ts";
import { forParts, oblige, type Body, type Expected } from "../body/index.ts";
import { isTypePrefix } from "../hints/index.ts";
import { useCollection } from "./collection-use.ts";
import { checkPart, targetOf } from "./conversions.ts";
import { warnNoValue } from "../warnings/index.ts";
import { ERROR, isNever, named, prune, showType, type Type } from "../types/index.ts";

export function inferInterpolation(body: Body, node: Interpolation): Type {
  for (const part of node.parts) {
    if (typeof part === "string") continue;
    requireText(body, part, body.infer(part), notes.interpolatedHere);
  }
  return body.context.string;
}

/** Requires `ToString` for a value that is printed or interpolated. */
export function requireText(body: Body, node: Expr, type: Type, label: string): void {
  warnNoValue(body, node);
  const { span } = node;
  oblige(body, { self: type, trait: { trait: body.context.prelude.toString, args: [] }, span, label });
}

export function inferList(body: Body, node: ListLit, hint: Type | null): Type {
  const wanted = hint === null ? null : prune(hint);
  const hinted =
    wanted?.kind === "Named" && wanted.symbol === body.context.primitives.List ? wanted.args[0]! : null;
  if (node.elements.length === 0) {
    if (hinted !== null) return body.context.list(hinted);
    if (wanted === null) {
      body.report(
        "T8",
        node.span,
        { what: notes.thisEmptyList },
        { hint: isTypePrefix(body, node) ? notes.listWithoutType : notes.giveListType },
      );
      return body.context.list(ERROR);
    }
    return wanted.kind === "Never"
      ? body.context.list(ERROR)
      : body.context.list(body.fresh(node.span, notes.thisEmptyList));
  }
  if (hinted !== null) {
    const expected = forParts({ type: hinted, from: null }, node.span);
    const target = targetOf(hinted);
    for (const element of node.elements)
      if (target === null) body.check(element, expected);
      else checkPart(body, element, expected, target);
    return body.context.list(hinted);
  }
  return body.context.list(commonType(body, node.elements, notes.firstElement));
}

/**
 * The type of the first expression with a value; the others must fit it. After a mismatch, the type is
 * unknown, because either expression may be wrong.
 */
function commonType(body: Body, nodes: readonly ListLit["elements"][number][], what: string): Type {
  let common: Expected | null = null;
  let type: Type = body.context.unit;
  for (const node of nodes) {
    if (common !== null && type !== ERROR) {
      const before = body.mismatches;
      body.check(node, common);
      if (body.mismatches > before) type = ERROR;
      continue;
    }
    const own = body.infer(node, type === ERROR ? common!.type : null);
    if (type === ERROR || isNever(own)) continue;
    type = own;
    common = { type, from: body.label(node.span, notes.is(what, showType(type))) };
  }
  return type;
}

export function inferSet(body: Body, node: SetLit, hint: Type | null): Type {
  const symbol = body.context.collection("Set");
  if (symbol === null) return missingCollection(body, node, "Set");
  const wanted = hint === null ? null : prune(hint);
  let element: Type;
  if (wanted?.kind === "Named" && wanted.symbol === symbol) {
    element = wanted.args[0]!;
    const expected = forParts({ type: element, from: null }, node.span);
    for (const part of node.elements) body.check(part, expected);
  } else {
    element = commonType(body, node.elements, notes.firstElement);
  }
  return useCollection(body, node, named(symbol, [element]), "add");
}

export function inferMap(body: Body, node: MapLit, hint: Type | null): Type {
  const symbol = body.context.collection("Map");
  if (symbol === null) return missingCollection(body, node, "Map");
  const wanted = hint === null ? null : prune(hint);
  let key: Type;
  let value: Type;
  if (wanted?.kind === "Named" && wanted.symbol === symbol) {
    [key, value] = wanted.args as [Type, Type];
    checkEntries(body, node, node.entries, [
      { type: key, from: null },
      { type: value, from: null },
    ]);
  } else if (node.entries.length === 0) {
    key = body.fresh(node.span, notes.thisEmptyMap);
    value = body.fresh(node.span, notes.thisEmptyMap);
  } else {
    const first = node.entries[0]!;
    key = body.infer(first.key);
    value = body.infer(first.value);
    const keys: Expected = {
      type: key,
      from: body.label(first.key.span, notes.firstKeyIs(showType(key))),
    };
    const values: Expected = {
      type: value,
      from: body.label(first.value.span, notes.firstValueIs(showType(value))),
    };
    checkEntries(body, node, node.entries.slice(1), [keys, values]);
  }
  return useCollection(body, node, named(symbol, [key, value]), "set");
}

function checkEntries(
  body: Body,
  { span }: MapLit,
  entries: MapLit["entries"],
  [key, value]: readonly [Expected, Expected],
): void {
  // The keys are not parts of the values.
  const keys = forParts(key, { start: span.start, end: span.start });
  const values = forParts(value, span);
  const target = targetOf(value.type);
  for (const entry of entries) {
    body.check(entry.key, keys);
    if (target === null) body.check(entry.value, values);
    else checkPart(body, entry.value, values, target);
  }
}

function missingCollection(body: Body, node: SetLit | MapLit, name: "Set" | "Map"): Type {
  body.report("R1", node.span, { what: "type", name }, { hint: "`import std/collections`" });
  for (const part of node.kind === "SetLit"
    ? node.elements
    : node.entries.flatMap(({ key, value }) => [key, value]))
    body.infer(part);
  return ERROR;
}
