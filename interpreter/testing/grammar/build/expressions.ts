// Builds expressions: operators, operands, suffixes and lambdas. Control flow, collections and literals are
// in other files.
import { notes, wayToMake } from "../../../diagnostics/index.ts";
import type { Arg, Block, Body, Expr, MethodCall, Name, StructLit } from "../../../syntax/ast/index.ts";
import type { BinaryOp } from "../../../syntax/operators.ts";
import type { Kind, Token } from "../../../syntax/tokens.ts";
import type { Builder } from "./builder.ts";
import { buildLetTest } from "./conditions.ts";
import {
  buildBracketed,
  buildInterpolation,
  buildParen,
  buildSet,
  buildStructFields,
} from "./collections.ts";
import { buildFor, buildIf, buildLabelled, buildLoop, buildMatch, buildWhile } from "./control.ts";
import type { Cst } from "./cst.ts";
import { buildParams } from "./params.ts";
import { literalOf } from "./literals.ts";
import { group } from "./precedence.ts";
import { buildBlock } from "./statements.ts";
import { buildOptionalType, buildUsedTypeArgs, entries } from "./types.ts";

/** The hints for operators of other languages that end with `>`, by the part before the `>`. */
const HABITS: Readonly<Record<string, string>> = {
  "<": notes.differByNotEquals,
  "<T": notes.differByNotEquals,
  "|": notes.noPipeOperator,
};

/** expr, head */
export function buildExpr(b: Builder, cst: Cst): Expr {
  return buildFlat(b, cst.part(0), cst.list(1), cst.list(2), cst.list(4));
}

/** Builds operands and the operators between them; `seconds` are the second halves of `>>`. */
export function buildFlat(
  b: Builder,
  head: Cst,
  operators: readonly Cst[],
  seconds: readonly Cst[],
  others: readonly Cst[],
): Expr {
  const first = buildOperand(b, head);
  if (operators.length === 0) return first;
  let misread = false;
  for (const [i, operator] of operators.entries()) {
    const shift = b.token(operator).kind === ">>";
    if (!shift && seconds[i]!.length > 0) {
      // `ArrayList<>()`
      const made = first.kind === "Name" ? wayToMake(first.name) : undefined;
      if (made !== undefined && b.token(operator).text === "<") {
        const params = { expected: notes.expression, found: "`>`" };
        const cause = `value@${b.source.lineAt(first.span.start)}`;
        b.report("P1", b.token(seconds[i]!), params, { hint: made, cause });
        return { kind: "BrokenExpr", id: b.id(), span: first.span, parts: [] };
      }
      b.expected(notes.expression, seconds[i]!.at, HABITS[b.token(operator).kind]);
      misread = true;
    }
    if (shift && seconds[i]!.length === 0) b.expected("`>`", operator.at + 1);
  }
  const operands = [first, ...others.map((operand) => buildOperand(b, operand))];
  if (misread)
    return { kind: "BrokenExpr", id: b.id(), span: around(first, operands.at(-1)!), parts: operands };
  return group(
    operands,
    operators.map((operator) => b.token(operator)),
    {
      join: (left, operator, right) => join(b, left, operator, right),
      chained: (left, operator, right) => {
        const declared = declaredName(b, left, operator, right);
        if (declared !== undefined) {
          const cause = `value@${b.source.lineAt(left.span.start)}`;
          b.report("P3", operator, {}, { hint: notes.variablesAreDeclaredWithLet(declared), cause });
          return { kind: "BrokenExpr", id: b.id(), span: around(left, right), parts: [right] };
        }
        if (operator.kind === ".." || operator.kind === "..=") {
          b.report(
            "P1",
            operator,
            { expected: notes.endOfRange, found: `\`${operator.kind}\`` },
            { hint: notes.rangeCountsByOne },
          );
        } else {
          b.report("P3", operator, {}, { hint: notes.compareTwice });
        }
        const parts = left.kind === "Range" ? [left.from, left.to, right] : [left, right];
        return { kind: "BrokenExpr", id: b.id(), span: around(left, right), parts };
      },
    },
  );
}

/** `xs` of `List<int> xs = …`, the declaration of a variable in other languages. */
function declaredName(b: Builder, left: Expr, operator: Token, right: Expr): string | undefined {
  const isType =
    left.kind === "Binary" && left.op === "<" && left.left.kind === "Name" && left.right.kind === "Name";
  if (!isType || operator.kind !== ">" || right.kind !== "Name") return undefined;
  return /^[ \t]*=(?!=)/.test(b.source.text.slice(right.span.end, right.span.end + 20))
    ? right.name
    : undefined;
}

function join(b: Builder, left: Expr, operator: Token, right: Expr): Expr {
  const id = b.id();
  const span = around(left, right);
  if (operator.kind === ".." || operator.kind === "..=") {
    return { kind: "Range", id, span, from: left, to: right, inclusive: operator.kind === "..=" };
  }
  const op = (operator.kind === "<T" ? "<" : operator.kind) as BinaryOp;
  // The second half of a shift is a separate token.
  const opSpan = {
    start: operator.start,
    end: operator.end + (op === ">>" && operator.expansion === 0 ? 1 : 0),
  };
  return { kind: "Binary", id, span, op, opSpan, left, right };
}

function around(left: Expr, right: Expr): Expr["span"] {
  return { start: Math.min(left.span.start, right.span.start), end: Math.max(left.span.end, right.span.end) };
}

function buildOperand(b: Builder, cst: Cst): Expr {
  const prefixes = cst.list(0);
  const core = cst.part(1);
  const suffixes = cst.list(3);
  const negated = suffixes.length === 0 && prefixes.length > 0 && b.token(prefixes.at(-1)!).kind === "-";
  let value = buildPrimary(b, core, negated);
  for (const suffix of suffixes) value = buildSuffix(b, cst.at + prefixes.length, value, suffix.part(0));
  for (const prefix of prefixes.toReversed()) {
    const { kind, start } = b.token(prefix);
    if (kind !== "-" && kind !== "!" && kind !== "~") throw new Error(`not a prefix operator: ${kind}`);
    value = { kind: "Unary", id: b.id(), span: { start, end: value.span.end }, op: kind, value };
  }
  return value;
}

function buildPrimary(b: Builder, cst: Cst, negated: boolean): Expr {
  switch (cst.rule) {
    case "named":
      return buildNamed(b, cst, cst.optional(4));
    case "headNamed":
      return buildNamed(b, cst, null);
    case "headLambda":
      return buildLambda(b, cst);
    case "letTest":
      return buildLetTest(b, cst);
    default:
      return buildUnnamed(b, cst.part(0), negated);
  }
}

function buildNamed(b: Builder, cst: Cst, body: Cst | null): Expr {
  const token = b.token(cst);
  const typeArgs = buildUsedTypeArgs(b, cst.optional(2));
  const span = b.span(cst);
  if (body === null) {
    return { kind: "Name", id: b.id(), span, ...b.hygiene.meaning(token), typeArgs } satisfies Name;
  }
  const name = b.ident(cst);
  const { fileLevel } = b.hygiene.meaning(token);
  return {
    kind: "StructLit",
    id: b.id(),
    span,
    name,
    fileLevel,
    typeArgs,
    ...buildStructFields(b, body),
  } satisfies StructLit;
}

function buildSuffix(b: Builder, from: number, receiver: Expr, cst: Cst): Expr {
  const span = b.spanOf(from, cst.at + cst.length);
  switch (cst.rule) {
    case "suffix_member":
    case "headSuffix_member":
      return buildMember(b, span, receiver, cst);
    case "suffix_part":
    case "headSuffix_part":
      return { kind: "FieldAccess", id: b.id(), span, receiver, name: b.ident(cst.part(1)), typeArgs: null };
    case "suffix_call":
    case "headSuffix_call":
      return { kind: "Call", id: b.id(), span, callee: receiver, args: buildArguments(b, cst.part(1)) };
    case "suffix_index":
    case "headSuffix_index":
      return buildIndex(b, span, receiver, cst.part(1));
    default:
      return { kind: "Try", id: b.id(), span, value: receiver };
  }
}

/** index, sliceTo */
function buildIndex(b: Builder, span: Expr["span"], receiver: Expr, cst: Cst): Expr {
  if (cst.rule !== "index") {
    const last = cst.optional(1);
    return sliceOf(b, { span, receiver, from: null, operator: cst.part(0), to: last && buildExpr(b, last) });
  }
  const [inner, operator, colon] = [cst.part(0), cst.optional(1), cst.optional(2)];
  const operators = inner.list(1);
  const range = operators.findIndex((each) => RANGES.has(b.token(each).kind));
  const between = range >= 0 && operator === null && colon === null ? operators[range]! : null;
  if (between !== null) {
    const [seconds, others] = [inner.list(2), inner.list(4)];
    const from = buildFlat(
      b,
      inner.part(0),
      operators.slice(0, range),
      seconds.slice(0, range),
      others.slice(0, range),
    );
    const to = buildFlat(
      b,
      others[range]!,
      operators.slice(range + 1),
      seconds.slice(range + 1),
      others.slice(range + 1),
    );
    return sliceOf(b, { span, receiver, from, operator: between, to });
  }
  const from = buildExpr(b, inner);
  if (colon !== null) {
    // Otherwise it would be parsed as a separate statement: a map after the list.
    b.expected("`]`", colon.at, notes.partOfListOrText);
    return { kind: "BrokenExpr", id: b.id(), span, parts: [receiver] };
  }
  return operator === null
    ? { kind: "Index", id: b.id(), span, receiver, index: from }
    : sliceOf(b, { span, receiver, from, operator, to: null });
}

const RANGES: ReadonlySet<Kind> = new Set<Kind>(["..", "..="]);

interface SliceParts {
  readonly span: Expr["span"];
  readonly receiver: Expr;
  readonly from: Expr | null;
  readonly operator: Cst;
  readonly to: Expr | null;
}

/** Builds a slice. The operands of `..` are its bounds, whatever the precedence of their operators. */
function sliceOf(b: Builder, { span, receiver, from, operator, to }: SliceParts): Expr {
  const inclusive = b.token(operator).kind === "..=";
  if (inclusive && to === null) b.expected(notes.endOfSlice, operator.at + 1, notes.inclusiveSliceNeedsEnd);
  if (from?.kind === "Range" || to?.kind === "Range") {
    b.expected("`]`", from?.kind === "Range" ? operator.at : operator.at + 2);
    return { kind: "BrokenExpr", id: b.id(), span, parts: [receiver] };
  }
  return { kind: "Slice", id: b.id(), span, receiver, from, to, inclusive };
}

/**
 * Whether `Shape.Rect` is probably a variant: module aliases start with a lower-case letter, unless an import
 * renames them.
 */
function isVariant(b: Builder, owner: string, name: string): boolean {
  return /^[A-Z]/.test(owner) && /^[A-Z]/.test(name) && !new RegExp(`\\bas ${owner}\\b`).test(b.source.text);
}

function buildMember(b: Builder, span: Expr["span"], receiver: Expr, cst: Cst): Expr {
  const name = b.ident(cst.part(1));
  const typeArgs = buildUsedTypeArgs(b, cst.optional(3));
  const args = cst.optional(5);
  const body = cst.rule === "suffix_member" ? cst.optional(7) : null;
  if (body !== null) {
    const module = receiver.kind === "Name" ? receiver.name : "module";
    if (isVariant(b, module, name.name))
      b.expected("`(`", body.at, notes.variantIsBuiltInParentheses(module, name.name));
    else
      b.report(
        "P8",
        { start: receiver.span.start, end: name.span.end },
        { module, name: name.name },
        {
          hint: notes.addToImportOfAnd(module, name.name),
        },
      );
    const { fields, base } = buildStructFields(b, body);
    return {
      kind: "BrokenExpr",
      id: b.id(),
      span,
      parts: [...fields.map((field) => field.value), ...(base === null ? [] : [base])],
    };
  }
  if (args === null) return { kind: "FieldAccess", id: b.id(), span, receiver, name, typeArgs };
  b.uses.methods.add(name.name);
  return {
    kind: "MethodCall",
    id: b.id(),
    span,
    receiver,
    name,
    typeArgs,
    args: buildArguments(b, args),
  } satisfies MethodCall;
}

function buildArguments(b: Builder, cst: Cst): Arg[] {
  const args = entries(cst.optional(0)).map((arg): Arg => {
    const name = arg.optional(0);
    return {
      id: b.id(),
      span: b.span(arg),
      name: name === null ? null : b.ident(name),
      value: buildExpr(b, arg.part(3)),
    };
  });
  const seen = new Set<string>();
  for (const { name } of args) {
    if (name === null) continue;
    if (seen.has(name.name)) b.report("P4", name.span, { name: name.name, argument: true });
    seen.add(name.name);
  }
  return args;
}

/** primary */
function buildUnnamed(b: Builder, cst: Cst, negated: boolean): Expr {
  switch (cst.rule) {
    case "selfType":
      return buildSelfType(b, cst);
    case "interpolation":
      return buildInterpolation(b, cst);
    case "paren":
      return buildParen(b, cst);
    case "bracketed":
      return buildBracketed(b, cst);
    case "set":
      return buildSet(b, cst);
    case "if":
      return buildIf(b, cst);
    case "match":
      return buildMatch(b, cst);
    case "block":
      return buildBlock(b, cst);
    case "loop":
      return buildLoop(b, cst);
    case "while":
      return buildWhile(b, cst);
    case "for":
      return buildFor(b, cst);
    case "spawn":
      return { kind: "Spawn", id: b.id(), span: b.span(cst), value: buildExpr(b, cst.part(1)) };
    case "labelled":
      return buildLabelled(b, cst);
    case "lambda":
      return buildLambda(b, cst);
    default:
      return buildToken(b, cst, negated);
  }
}

function buildToken(b: Builder, cst: Cst, negated: boolean): Expr {
  const token = b.token(cst);
  const span = b.span(cst);
  switch (token.kind) {
    case "self":
      return { kind: "SelfValue", id: b.id(), span };
    case "macroCall":
      // It replaces a value that could not be read.
      if (token.value === null) return { kind: "BrokenExpr", id: b.id(), span, parts: [] };
      return { kind: "MacroCall", id: b.id(), span, ...b.macroAt(cst) };
    default:
      return literalOf(b, token, span, negated);
  }
}

/** `Self`, or `Self { … }` if a struct literal is allowed. */
function buildSelfType(b: Builder, cst: Cst): Expr {
  const body = cst.optional(2);
  const span = b.span(cst);
  if (body === null)
    return { kind: "Name", id: b.id(), span, name: "Self", typeArgs: null, fileLevel: false };
  const name = b.ident(cst);
  return {
    kind: "StructLit",
    id: b.id(),
    span,
    name,
    fileLevel: false,
    typeArgs: null,
    ...buildStructFields(b, body),
  };
}

/** lambda, headLambda */
function buildLambda(b: Builder, cst: Cst): Expr {
  const scope = b.hygiene.open();
  const { params } = buildParams(b, cst.optional(2), "lambda", buildExpr);
  const result = buildOptionalType(b, cst.optional(5));
  const body = buildBody(b, cst.part(6));
  b.hygiene.close(scope);
  return { kind: "Lambda", id: b.id(), span: b.span(cst), params, result, body };
}

/** body, headBody */
export function buildBody(b: Builder, cst: Cst): Body {
  const inner = cst.part(0);
  if (inner.rule === "block") return buildBlock(b, inner) satisfies Block;
  return { kind: "ExprBody", id: b.id(), span: b.span(cst), value: buildExpr(b, inner.part(1)) };
}
