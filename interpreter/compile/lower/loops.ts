// Loops, by the kind of value they iterate over (reference/expressions#for).
import { has } from "../../own/index.ts";
import type { Iteration, Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { isOption, needsSomeBox, type Expr, type Instance, type Local } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { stepsOf } from "./conditions.ts";
import { lowerPattern } from "./patterns.ts";
import { discarded, lowerBlock } from "./statements.ts";

export function lowerWhile(body: LoweringBody, node: ast.Loop | ast.While, type: Type): Expr {
  const steps = node.kind === "While" ? stepsOf(body, node.condition) : null;
  const condition = node.kind === "While" && steps === null ? body.expr(node.condition) : null;
  return {
    kind: "While",
    label: labelOf(node),
    condition,
    steps,
    body: loopBody(body, node.body),
    type,
    at: node.span.start,
  };
}

function labelOf({ label }: ast.Loop | ast.While | ast.For): string | null {
  return label?.name ?? null;
}

function loopBody(body: LoweringBody, block: ast.Block): Expr {
  return discarded(body, lowerBlock(body, block, body.unit));
}

export function lowerFor(body: LoweringBody, node: ast.For, type: Type): Expr {
  const at = node.span.start;
  if (node.iterable.kind === "Range" || unwrapped(node.iterable).kind === "Range") {
    const range = unwrapped(node.iterable) as ast.Range;
    const from = body.expr(range.from);
    const to = body.expr(range.to);
    const pattern = lowerPattern(body, node.pattern);
    return {
      kind: "ForRange",
      label: labelOf(node),
      pattern,
      from,
      to,
      inclusive: range.inclusive,
      body: loopBody(body, node.body),
      type,
      at,
    };
  }
  const use = body.use(node);
  if (use.kind !== "Iterate") throw new Error("a loop over nothing known");
  const value = body.expr(node.iterable);
  return use.over.kind === "Next" || use.over.kind === "Received"
    ? overNext(body, node, use.over, value, type)
    : overList(body, node, snapshot(body, node, use.over, value), type);
}

function unwrapped(node: ast.Expr): ast.Expr {
  let inner = node;
  while (inner.kind === "Paren") inner = inner.inner;
  return inner;
}

/** The list whose elements the loop visits. */
function snapshot(body: LoweringBody, node: ast.For, over: Iteration, value: Expr): Expr {
  const at = node.iterable.span.start;
  switch (over.kind) {
    case "List":
      return value;
    case "Snapshot": {
      const instance = body.instanceOf(over.snapshot);
      return { kind: "Call", instance, args: [value], type: instance.result, at };
    }
    case "Option":
      return { kind: "Op", op: "Option.list", args: [value], type: value.type, at };
    case "String":
      return { kind: "Op", op: "String.chars", args: [value], type: value.type, at };
    default:
      throw new Error(`no list of a ${over.kind}`);
  }
}

function overList(body: LoweringBody, node: ast.For, list: Expr, type: Type): Expr {
  const pattern = lowerPattern(body, node.pattern);
  const element = body.typeOf(node.pattern);
  return {
    kind: "ForList",
    label: labelOf(node),
    pattern,
    list,
    element,
    body: loopBody(body, node.body),
    type,
    at: node.span.start,
  };
}

function overNext(
  body: LoweringBody,
  node: ast.For,
  over: Iteration & { kind: "Next" | "Received" },
  value: Expr,
  type: Type,
): Expr {
  const iterator = body.temporary(value.type);
  const next = nextCall(body, over, iterator, node.iterable.span.start);
  const element = body.typeOf(node.pattern);
  const boxed = isOption(next.type) ? needsSomeBox(next.type.args[0]!) : needsSomeBox(element);
  const pattern = lowerPattern(body, node.pattern);
  return {
    kind: "ForNext",
    label: labelOf(node),
    pattern,
    value,
    iterator,
    next,
    boxed,
    element,
    body: loopBody(body, node.body),
    type,
    at: node.span.start,
  };
}

function nextCall(
  body: LoweringBody,
  over: Iteration & { kind: "Next" | "Received" },
  iterator: Local,
  at: number,
): Expr {
  const receiver: Expr = { kind: "Local", local: iterator, type: iterator.type };
  const call = (instance: Instance): Expr => ({
    kind: "Call",
    instance,
    args: [receiver],
    type: instance.result,
    at,
  });
  if (over.kind === "Received") return call(body.instanceOf(over.receive));
  const { next } = over;
  if (has(next, "function")) return call(body.instanceOf(next));
  const trait = next.trait.trait;
  if (iterator.type.kind !== "Dyn") {
    return call(
      body.program.method(trait, "next", iterator.type) ?? body.program.structuralNext(iterator.type),
    );
  }
  const type = body.actual(next.method.result);
  return {
    kind: "CallDyn",
    receiver,
    trait: body.program.traitKey(trait),
    method: "next",
    args: [],
    type,
    at,
  };
}
