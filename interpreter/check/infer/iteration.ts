// The iterable of a `for`, and the type of its elements (reference/expressions#for).
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { For, Range } from "../../syntax/index.ts";
import { forParts, oblige, type Body } from "../body/index.ts";
import type { Iteration } from "../types/index.ts";
import { elementsOfJsonHint, isProgramType, nextNote, changerHint, unitAt } from "../hints/index.ts";
import { followsResult } from "./missing-result.ts";
import { findMethod, methodCall } from "./methods.ts";
import {
  ERROR,
  isError,
  isPrimitive,
  optionPayload,
  prune,
  showType,
  tupleOf,
  type NamedType,
  type Type,
} from "../types/index.ts";

/** Returns the element type of the iterable of a loop; records the kind of iteration. */
export function iterate(body: Body, node: For): Type {
  let iterable = node.iterable;
  while (iterable.kind === "Paren") iterable = iterable.inner;
  if (iterable.kind === "Range") return range(body, node, iterable);
  const type = body.known(body.infer(node.iterable));
  if (type.kind === "Var") {
    body.report("T8", node.iterable.span, { what: notes.thisValue }, { label: notes.typeNeededToIterate });
    body.poison(type);
    return ERROR;
  }
  const found = byNext(body, node, type) ?? (type.kind === "Named" ? builtIn(body, node, type) : null);
  if (found === null) {
    if (type.kind !== "Never") reportNoIteration(body, node, type);
    return ERROR;
  }
  body.use(node, { kind: "Iterate", over: found.over });
  return found.element;
}

function reportNoIteration(body: Body, { iterable }: For, type: Type): void {
  // Its `next` may be among the unparsed parts.
  if (isProgramType(type) && body.context.lost.has("next")) return;
  // Its impl has another signature, which was reported.
  if (body.context.impls.implements(type, body.context.prelude.iterator)) return;
  const { source } = body.state.unit;
  const written = source.text.slice(iterable.span.start, iterable.span.end);
  const hint =
    type.kind === "Named" && type.symbol === body.context.primitives.Int
      ? notes.rangeForNumbersBelow(written)
      : (changerHint(iterable, type) ??
        (tupleOf(type) === null ? undefined : notes.tupleIsNoList) ??
        elementsOfJsonHint(type, written) ??
        (isProgramType(type) ? notes.iteratesByNext : undefined));
  body.report(
    "T27",
    iterable.span,
    { type: showType(type) },
    {
      ...(hint !== undefined && { hint }),
      ...unitAt(body, iterable, type),
      ...followsResult(body, iterable),
      ...nextNote(body, type),
    },
  );
}

function limitHint(actual: Type): string | undefined {
  return isPrimitive(actual, "Char") ? notes.rangeOfCharacters : undefined;
}

function range(body: Body, node: For, iterable: Range): Type {
  const { int } = body.context;
  const limit = forParts({ type: int, from: null, hint: limitHint }, iterable.span);
  body.check(iterable.from, limit);
  body.check(iterable.to, limit);
  body.type(iterable, int);
  if (node.iterable !== iterable) body.type(node.iterable, int);
  body.use(node, { kind: "Iterate", over: { kind: "Range" } });
  return int;
}

interface Found {
  readonly over: Iteration;
  readonly element: Type;
}

/** The iteration over a type with `next(self) -> Option<T>`. */
function byNext(body: Body, node: For, type: Type): Found | null {
  if (isError(type)) return null;
  if (type.kind === "Named" && body.context.impls.candidates(type.symbol, "next") === undefined) return null;
  const found = findMethod(body, type, {
    name: "next",
    wantSelf: true,
    written: null,
    span: node.iterable.span,
  });
  if (found.kind !== "found") return null;
  const { instance } = found;
  const element = optionPayload(instance.result);
  if (element === null || instance.params.length > 0) return null;
  for (const obligation of instance.obligations) oblige(body, obligation);
  switch (instance.use.kind) {
    case "Call":
    case "BoundCall":
      return { over: { kind: "Next", next: instance.use.callee }, element };
    case "DynCall":
      return {
        over: { kind: "Next", next: { trait: instance.use.trait, method: instance.use.method } },
        element,
      };
    default:
      return null;
  }
}

function builtIn(body: Body, node: For, type: NamedType): Found | null {
  const { context } = body;
  const { symbol } = type;
  if (symbol === context.primitives.List) return { over: { kind: "List" }, element: type.args[0]! };
  if (symbol === context.primitives.String) return { over: { kind: "String" }, element: context.char };
  if (symbol === context.enums.option) return { over: { kind: "Option" }, element: type.args[0]! };
  return declared(body, type, node.iterable.span);
}

/** The iteration with the method of the type that is declared `@iterates`. */
function declared(body: Body, type: NamedType, span: Span): Found | null {
  const name = body.context.impls.iterating(type.symbol);
  const found = name === null ? null : methodCall(body, type, name, span);
  if (found === null) return null;
  const result = prune(found.result);
  if (result.kind === "Named" && result.symbol === body.context.primitives.List)
    return { over: { kind: "Snapshot", snapshot: found.callee }, element: prune(result.args[0]!) };
  const element = optionPayload(result);
  return element === null ? null : { over: { kind: "Received", receive: found.callee }, element };
}
