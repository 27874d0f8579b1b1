// The rules for each kind of expression, which a body uses (body/infer.ts). Blocks and branches pass the
// expected type inward, so that a mismatch or a `dyn` coercion is at the expression that is the value.
import { notes } from "../../diagnostics/index.ts";
import type { Expr, Range } from "../../syntax/index.ts";
import type { Body, Expected, Infer } from "../body/index.ts";
import { inferCall, inferMethodCall } from "./calls.ts";
import { checkBlock, inferBlock } from "./blocks.ts";
import { checkIf, inferIf } from "./if.ts";
import { checkAsJson, checkInBranch } from "./conversions.ts";
import { checkAsHandler } from "./handlers.ts";
import { misplacedLet } from "./conditions.ts";
import { checkLoop, inferFor, inferLoop, inferWhile } from "./loops.ts";
import { checkMatch, inferMatch } from "./match.ts";
import { inferTry } from "./try.ts";
import { inferLambda } from "./lambdas.ts";
import { inferIndex, inferSlice } from "./elements.ts";
import { inferInterpolation, inferList, inferMap, inferSet } from "./literals.ts";
import { fit } from "./mismatch.ts";
import { inferField } from "./fields.ts";
import { inferName, inferSelf } from "./names.ts";
import { inferBinary, inferUnary } from "./operators.ts";
import { inferSpawn } from "./spawn.ts";
import { inferStruct } from "./construct.ts";
import { checkTuple, inferTuple } from "./tuples.ts";
import { ERROR, isPrimitive, prune, type Type } from "../types/index.ts";

export const expressions: Infer = { infer, check };

function check(body: Body, node: Expr, expected: Expected): void {
  if (checkInBranch(body, node, expected)) return;
  switch (node.kind) {
    case "Paren":
      body.check(node.inner, expected);
      body.type(node, body.state.facts.types[node.inner.id]!);
      return;
    case "Block":
      body.type(node, checkBlock(body, node, expected));
      return;
    case "If":
      body.type(node, checkIf(body, node, expected));
      return;
    case "Match":
      body.type(node, checkMatch(body, node, expected));
      return;
    case "Loop":
      body.type(node, checkLoop(body, node, expected));
      return;
    case "TupleLit":
      body.type(node, checkTuple(body, node, expected));
      return;
    default:
      if (checkAsJson(body, node, expected) || checkAsHandler(body, node, expected)) return;
      fit(body, node, body.infer(node, expected.type), expected);
  }
}

function infer(body: Body, node: Expr, hint: Type | null): Type {
  const { context } = body;
  switch (node.kind) {
    case "IntLit":
    case "FloatLit":
    case "BoolLit":
    case "StringLit":
    case "CharLit":
      return context.literal(node.kind);
    case "Interpolation":
      return inferInterpolation(body, node);
    case "Name":
      return inferName(body, node, hint);
    case "SelfValue":
      return inferSelf(body, node);
    case "Paren":
      return body.infer(node.inner, hint);
    case "TupleLit":
      return inferTuple(body, node, hint);
    case "ListLit":
      return inferList(body, node, hint);
    case "MapLit":
      return inferMap(body, node, hint);
    case "SetLit":
      return inferSet(body, node, hint);
    case "StructLit":
      return inferStruct(body, node, hint);
    case "Block":
      return inferBlock(body, node, hint);
    case "If":
      return inferIf(body, node, hint);
    case "Match":
      return inferMatch(body, node, hint);
    case "Loop":
      return inferLoop(body, node, hint);
    case "While":
      return inferWhile(body, node);
    case "For":
      return inferFor(body, node);
    case "Lambda":
      return inferLambda(body, node, hint);
    case "Call":
      return inferCall(body, node, hint);
    case "MethodCall":
      return inferMethodCall(body, node, hint);
    case "FieldAccess":
      return inferField(body, node, hint);
    case "Index":
      return inferIndex(body, node);
    case "Slice":
      return inferSlice(body, node);
    case "Spawn":
      return inferSpawn(body, node);
    case "Try":
      return inferTry(body, node, hint);
    case "Unary":
      return inferUnary(body, node, hint);
    case "Binary":
      return inferBinary(body, node, hint);
    case "LetTest":
      return misplacedLet(body, node);
    case "Range":
      return strayRange(body, node);
    case "MacroCall":
      return ERROR;
    case "BrokenExpr":
      // That a built-in function is not a value has been reported.
      for (const part of node.parts)
        if (part.kind !== "Name" || context.names.builtin.get(part.name)?.kind !== "Builtin")
          body.poison(body.infer(part));
      return ERROR;
  }
}

/** Reports a range that is neither in a head nor in an index. */
function strayRange(body: Body, node: Range): Type {
  const from = prune(body.infer(node.from));
  body.infer(node.to);
  const hint = isPrimitive(from, "String") ? notes.joinStrings : notes.loopOverRange;
  body.report("T23", node.span, { problem: notes.rangeOnlyInFor }, { hint });
  return ERROR;
}
