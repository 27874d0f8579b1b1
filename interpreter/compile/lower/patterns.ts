// Patterns, to tests and bindings; and `match` (reference/patterns#patterns).
import type { LocalSymbol, Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import {
  isOption,
  isResult,
  needsOkBox,
  needsSomeBox,
  type Arm,
  type Expr,
  type Local,
  type Pattern,
} from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { branchValue, lowerStmt } from "./statements.ts";
import { reachedExpr, TracedStmts } from "./reached.ts";

export function lowerMatch(body: LoweringBody, node: ast.Match, type: Type): Expr {
  const subject = body.expr(node.subject);
  const arms = node.arms.map((arm): Arm => {
    const pattern = lowerPattern(body, arm.pattern);
    const guard = arm.guard === null ? null : body.expr(arm.guard);
    return { pattern, guard, body: branchValue(body, armBody(body, arm.body), type) };
  });
  return { kind: "Match", subject, arms, type };
}

function armBody(body: LoweringBody, node: ast.Stmt): Expr {
  if (node.kind === "ExprStmt") return reachedExpr(body, node.value);
  const stmts = new TracedStmts(body);
  stmts.add(node, lowerStmt(body, node));
  return { kind: "Block", stmts: stmts.all, value: null, type: body.unit };
}

export function lowerPattern(body: LoweringBody, node: ast.Pattern): Pattern {
  return pattern(body, node, new Map());
}

/** `bound`: the variables of earlier alternatives, by name. */
function pattern(body: LoweringBody, node: ast.Pattern, bound: Map<string, Local>): Pattern {
  switch (node.kind) {
    case "WildcardPattern":
      return { kind: "Any" };
    case "ParenPattern":
      return pattern(body, node.inner, bound);
    case "ListPattern":
      return {
        kind: "List",
        before: node.before.map((part) => pattern(body, part, bound)),
        rest: node.rest === null ? null : pattern(body, node.rest.pattern, bound),
        after: node.after.map((part) => pattern(body, part, bound)),
      };
    case "BrokenPattern":
      throw new Error("a program with errors is not compiled");
    case "LiteralPattern": {
      const value = body.expr(node.value);
      if (value.kind !== "Const") throw new Error("a literal pattern without constant");
      return { kind: "Literal", value };
    }
    case "RangePattern":
      return { kind: "Range", low: node.low.value, high: node.high.value, inclusive: node.inclusive };
    case "NamePattern":
      return named(body, node, bound);
    case "CtorPattern":
      return constructor(body, node, (at) => pattern(body, node.args[at]!, bound));
    case "StructPattern":
      return struct(body, node, bound);
    case "TuplePattern":
      return tuple(body, node, bound);
    case "OrPattern": {
      const names = new Map(bound);
      return {
        kind: "Alternatives",
        alternatives: node.alternatives.map((alternative) => pattern(body, alternative, names)),
      };
    }
  }
}

function named(body: LoweringBody, node: ast.NamePattern, bound: Map<string, Local>): Pattern {
  const use = body.facts.uses[node.id];
  if (use?.kind === "VariantPattern") return constructor(body, node, () => ({ kind: "Any" }));
  const symbol: LocalSymbol | undefined = use?.kind === "Binding" ? use.local : body.facts.locals[node.id];
  if (symbol === undefined) return { kind: "Any" };
  const known = bound.get(node.name);
  if (known !== undefined) {
    body.alias(symbol, known);
    return { kind: "Bind", local: known };
  }
  const local = body.declare(symbol);
  bound.set(node.name, local);
  return { kind: "Bind", local };
}

function constructor(body: LoweringBody, node: ast.Pattern, part: (at: number) => Pattern): Pattern {
  const use = body.use(node);
  if (use.kind !== "VariantPattern") throw new Error("a constructor pattern without variant");
  const type = body.typeOf(node);
  const parts = use.order.map((at): Pattern => (at < 0 ? { kind: "Any" } : part(at)));
  if (isOption(type)) {
    if (use.variant.name === "None") return { kind: "None" };
    return { kind: "Some", inner: parts[0]!, boxed: needsSomeBox(type.args[0]!) };
  }
  if (isResult(type)) {
    const boxed = use.variant.name === "Ok" && needsOkBox(type.args[0]!);
    return { kind: use.variant.name as "Ok" | "Err", inner: parts[0]!, boxed };
  }
  return { kind: "Variant", enum: body.program.enum(type), index: use.variant.index, payload: parts };
}

function tuple(body: LoweringBody, node: ast.TuplePattern, bound: Map<string, Local>): Pattern {
  const info = body.program.struct(body.typeOf(node));
  return {
    kind: "Struct",
    struct: info,
    fields: node.parts.map((part, at) => ({
      name: info.fields[at]!.name,
      pattern: pattern(body, part, bound),
    })),
  };
}

function struct(body: LoweringBody, node: ast.StructPattern, bound: Map<string, Local>): Pattern {
  const use = body.use(node);
  const part = (at: number) => pattern(body, node.fields[at]!.pattern, bound);
  if (use.kind === "VariantPattern") return constructor(body, node, part);
  if (use.kind !== "StructPattern") throw new Error("a struct pattern without struct");
  const fields = use.fields.map((field, at) => ({ name: use.struct.fields[field]!.name, pattern: part(at) }));
  return { kind: "Struct", struct: body.program.struct(body.typeOf(node)), fields };
}
