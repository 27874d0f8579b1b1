// Assertions of a test program: the parts of a condition are evaluated one by one, in their order, so that a
// failure can show the value of each. `a && b` is two assertions, and `a || b` shows the parts of both.
import { type FunctionSymbol, isOfModule, standardModules, std, type Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { isPrimitive, isUnit, type Expr, type Stmt } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { anyText } from "./structural-text.ts";

/** The functions of std/test that are explained: the value that they want, and their panic. */
const EXPLAINED: Readonly<Record<string, { readonly wanted: boolean; readonly message: string }>> = {
  assert: { wanted: true, message: "assertion failed" },
  assert_true: { wanted: true, message: "assertion failed: expected true" },
  assert_false: { wanted: false, message: "assertion failed: expected false" },
};

/** The most parts that an assertion shows, and the deepest nesting in which they are looked for. */
const MOST_PARTS = 12;
const DEEPEST = 20;

interface Part {
  readonly text: string;
  readonly value: Expr;
}

/** The assertion as statements that show its parts; null for other calls. */
export function explainedAssertion(
  body: LoweringBody,
  fn: FunctionSymbol,
  node: ast.Call | ast.MethodCall,
  at: number,
): Expr | null {
  if (!body.program.explains || body.module.standard || !isOfModule(fn, standardModules.test)) return null;
  const form = Object.hasOwn(EXPLAINED, fn.name) ? EXPLAINED[fn.name]! : null;
  if (form === null || node.args.length !== 1) return null;
  const assertion = new Assertion(body, form.message, at);
  return {
    kind: "Block",
    stmts: assertion.require(node.args[0]!.value, form.wanted, []),
    value: null,
    type: body.unit,
  };
}

class Assertion {
  readonly #body: LoweringBody;
  readonly #message: string;
  readonly #at: number;

  constructor(body: LoweringBody, message: string, at: number) {
    this.#body = body;
    this.#message = message;
    this.#at = at;
  }

  /** Statements that fail unless the condition has the wanted value; `outer` are parts evaluated before. */
  require(node: ast.Expr, wanted: boolean, outer: readonly Part[]): Stmt[] {
    if (node.kind === "Paren") return this.require(node.inner, wanted, outer);
    if (node.kind === "Unary" && node.op === "!") return this.require(node.value, !wanted, outer);
    if (node.kind === "Binary" && node.op === (wanted ? "&&" : "||"))
      return [...this.require(node.left, wanted, outer), ...this.require(node.right, wanted, outer)];
    if (node.kind === "Binary" && node.op === (wanted ? "||" : "&&")) {
      const left = this.#evaluated(node.left);
      const right = this.require(node.right, wanted, [...outer, ...left.parts]);
      return [...left.stmts, ...this.#unless(left.value, wanted, right)];
    }
    const { stmts, parts, value } = this.#evaluated(node);
    return [...stmts, ...this.#unless(value, wanted, [this.#refute([...outer, ...parts])])];
  }

  #unless(value: Expr, wanted: boolean, stmts: readonly Stmt[]): Stmt[] {
    if (value.type.kind === "Never") return [{ kind: "Do", value }];
    const condition: Expr = wanted
      ? { kind: "Op", op: "Bool.not", args: [value], type: value.type, at: this.#at }
      : value;
    const type = this.#body.unit;
    const then: Expr = { kind: "Block", stmts, value: null, type };
    return [{ kind: "Do", value: { kind: "If", condition, then, otherwise: null, type } }];
  }

  /** Evaluates the parts of an expression in order; `value` is the expression itself, not yet evaluated. */
  #evaluated(root: ast.Expr): { readonly stmts: Stmt[]; readonly parts: Part[]; readonly value: Expr } {
    const body = this.#body;
    const stmts: Stmt[] = [];
    const parts: Part[] = [];
    const held: ast.Expr[] = [];
    const visit = (given: ast.Expr, depth: number): void => {
      let node = given;
      while (node.kind === "Paren") node = node.inner;
      if (isLiteral(node) || held.length >= MOST_PARTS) return;
      if (depth < DEEPEST) for (const part of partsOf(body, node)) visit(part, depth + 1);
      // An operand that could not be held is evaluated after all others.
      if (node.kind === "Lambda" || held.length >= MOST_PARTS) return;
      const value = body.expr(node);
      const isValue = value.type.kind !== "Never" && value.type.kind !== "Fun" && !isUnit(value.type);
      if (value.type.kind === "Never" || value.kind === "FunctionValue") return;
      const { stmt, read } = body.hold(node, value);
      held.push(node);
      stmts.push(stmt);
      const text = this.#textOf(node);
      if (isValue && !parts.some((part) => part.text === text)) parts.push({ text, value: read });
    };
    let node = root;
    while (node.kind === "Paren") node = node.inner;
    for (const part of partsOf(body, node)) visit(part, 0);
    const value = body.expr(node);
    body.release(held);
    return { stmts, parts, value };
  }

  #refute(parts: readonly Part[]): Stmt {
    const { program } = this.#body;
    const refuted = program.standard(std.test.__refuted);
    const [text, list] = [refuted.params[0]!, refuted.params[2]!].map(({ type }) =>
      program.types.actual(type, null),
    ) as [Type, Type];
    const names = parts.map((part) => [part.text, isPrimitive(part.value.type, "String")]);
    const constant = (value: string): Expr => ({ kind: "Const", of: "String", value, type: text });
    const values = parts.map(({ value }) => anyText(program, value, text, this.#at));
    const instance = program.instance(refuted, [], null);
    return {
      kind: "Do",
      value: {
        kind: "Call",
        instance,
        args: [
          constant(this.#message),
          // An ASCII text, as strings of programs are bytes.
          constant(JSON.stringify(names).replace(/[^ -~]/g, escaped)),
          { kind: "List", elements: values, type: list },
        ],
        type: instance.result,
        at: this.#at,
      },
    };
  }

  /** The source of an expression on one line. */
  #textOf({ span }: ast.Expr): string {
    return this.#body.module.source.text.slice(span.start, span.end).replace(/\s+/g, " ");
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function isLiteral(node: ast.Expr): boolean {
  switch (node.kind) {
    case "IntLit":
    case "FloatLit":
    case "BoolLit":
    case "StringLit":
    case "CharLit":
      return true;
    case "Unary":
      return node.op !== "!" && isLiteral(node.value);
    default:
      return false;
  }
}

/** The parts of an expression that are evaluated whenever it is, in order. */
function partsOf(body: LoweringBody, node: ast.Expr): readonly ast.Expr[] {
  switch (node.kind) {
    case "Binary":
      return node.op === "&&" || node.op === "||" ? [node.left] : [node.left, node.right];
    case "Unary":
    case "Try":
      return [node.value];
    case "Index":
      return [node.receiver, node.index];
    case "FieldAccess":
      return body.use(node).kind === "Field" && !isPath(node.receiver) ? [node.receiver] : [];
    case "Call":
      return body.use(node).kind === "ValueCall" ? [] : node.args.map(({ value }) => value);
    case "MethodCall": {
      const use = body.use(node);
      const hasSelf =
        use.kind === "DynCall" ||
        (use.kind === "Call" && use.callee.function.hasSelf) ||
        (use.kind === "BoundCall" && use.callee.method.hasSelf);
      const args = node.args.map(({ value }) => value);
      return hasSelf ? [node.receiver, ...args] : args;
    }
    default:
      return [];
  }
}

/** `a`, `self.a.b`: reading it shows nothing that its last field does not show. */
function isPath(node: ast.Expr): boolean {
  return node.kind === "FieldAccess"
    ? isPath(node.receiver)
    : node.kind === "Name" || node.kind === "SelfValue";
}
