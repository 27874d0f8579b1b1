// Reads what follows an operand: members, calls, indexes, `?`.
import { notes } from "../../diagnostics/index.ts";
import type { Arg, Expr } from "../ast/index.ts";
import type { Kind } from "../tokens.ts";
import { grouped, readOperand, readOthers, type Flat } from "./expressions.ts";
import { commaListOf } from "./lists.ts";
import type { Mode, Parser } from "./parser.ts";
import { maybeStructBody } from "./struct-literals.ts";
import { maybeTypeArgs } from "./types.ts";

/** Reads one suffix of the operand that starts at `from`; null if the `[` here starts a list instead. */
export function readSuffix(p: Parser, from: number, receiver: Expr, mode: Mode): Expr | null {
  switch (p.kind) {
    case ".":
      p.advance();
      return readMember(p, from, receiver, mode);
    case "(": {
      p.advance();
      const id = p.id();
      const { args, broken } = readArguments(p);
      const span = p.spanFrom(from);
      return broken
        ? { kind: "BrokenExpr", id, span, parts: partsOf(receiver, args) }
        : { kind: "Call", id, span, callee: receiver, args };
    }
    case "[":
      return maybeIndex(p, from, receiver);
    default:
      p.advance();
      return { kind: "Try", id: p.id(), span: p.spanFrom(from), value: receiver };
  }
}

const MEMBER: readonly Kind[] = ["ident", "int"];

function readMember(p: Parser, from: number, receiver: Expr, mode: Mode): Expr {
  const at = p.at;
  if (p.kind === "int") {
    p.advance();
    const span = p.spanFrom(from);
    return { kind: "FieldAccess", id: p.id(), span, receiver, name: p.ident(at), typeArgs: null };
  }
  if (p.kind !== "ident") p.fail(MEMBER);
  p.advance();
  const name = p.ident(at);
  const typeArgs = maybeTypeArgs(p);
  const { args, broken } = p.eat("(") ? readArguments(p) : { args: null, broken: false };
  const brace = p.at;
  if (mode === "value" && p.is("{")) {
    const fields = maybeStructBody(p);
    if (fields !== null) {
      reportQualified(p, receiver, name, brace);
      const values = fields.fields.map((field) => field.value);
      const parts = fields.base === null ? values : [...values, fields.base];
      return { kind: "BrokenExpr", id: p.id(), span: p.spanFrom(from), parts };
    }
  }
  const id = p.id();
  const span = p.spanFrom(from);
  if (args === null) return { kind: "FieldAccess", id, span, receiver, name, typeArgs };
  p.file.uses.methods.add(name.name);
  if (broken) return { kind: "BrokenExpr", id, span, parts: partsOf(receiver, args) };
  return { kind: "MethodCall", id, span, receiver, name, typeArgs, args };
}

/** Reports `module.Type { … }` and `Shape.Rect { … }`. */
function reportQualified(p: Parser, receiver: Expr, name: Arg["name"] & {}, brace: number): void {
  const module = receiver.kind === "Name" ? receiver.name : "module";
  if (isVariant(p, module, name.name)) {
    p.reportExpected("`(`", brace + 1, notes.variantIsBuiltInParentheses(module, name.name));
    return;
  }
  const span = { start: receiver.span.start, end: name.span.end };
  p.report("P8", span, { module, name: name.name }, { hint: notes.addToImportOfAnd(module, name.name) });
}

/**
 * Whether `Shape.Rect` is probably a variant: module aliases start with a lower-case letter, unless an import
 * renames them.
 */
function isVariant(p: Parser, owner: string, name: string): boolean {
  return (
    /^[A-Z]/.test(owner) && /^[A-Z]/.test(name) && !new RegExp(`\\bas ${owner}\\b`).test(p.file.source.text)
  );
}

/** What is left of a call with a mistake. A type or variant is no value without its call. */
function partsOf(receiver: Expr, args: readonly Arg[]): Expr[] {
  const values = args.map(({ value }) => value);
  return receiver.kind === "Name" && /^[A-Z]/.test(receiver.name) ? values : [receiver, ...values];
}

/** Arguments after `(`. */
function readArguments(p: Parser): { readonly args: Arg[]; readonly broken: boolean } {
  const { entries, broken } = commaListOf(p, ")", readArgument);
  if (entries.some(({ name }) => name !== null)) {
    const seen = new Set<string>();
    for (const { name } of entries) {
      if (name === null) continue;
      if (seen.has(name.name)) p.report("P4", name.span, { name: name.name, argument: true });
      seen.add(name.name);
    }
  }
  return { args: entries, broken };
}

function readArgument(p: Parser): Arg {
  const start = p.at;
  const id = p.id();
  let name: Arg["name"] = null;
  if (p.kind === "ident" && p.kindAt(start + 1) === ":") {
    name = p.ident(start);
    p.moveTo(start + 2);
    p.skipNewline();
  } else if (p.kind === "ident") p.noteAt(start + 1, ":");
  const value = p.expr();
  return { id, span: p.spanFrom(start), name, value };
}

/** An index or slice, unless the brackets enclose a list, which is a statement of its own. */
function maybeIndex(p: Parser, from: number, receiver: Expr): Expr | null {
  // Only a list has commas; those of type arguments are not told apart here.
  if (!hasComma(p)) return readIndex(p, from, receiver);
  return p.attempt("index", () => readIndex(p, from, receiver));
}

/** Whether a comma, or nothing, is between the brackets, outside inner brackets. */
function hasComma(p: Parser): boolean {
  let open = 0;
  for (let i = p.at; i < p.end; i++) {
    switch (p.kindAt(i)) {
      case "(":
      case "[":
      case "{":
      case "stringStart":
        open++;
        break;
      case ")":
      case "]":
      case "}":
      case "stringEnd":
        if (--open === 0) return i === p.at + 1;
        break;
      case ",":
        if (open === 1) return true;
        break;
      default:
    }
  }
  return false;
}

const RANGES: readonly Kind[] = ["..", "..="];

function readIndex(p: Parser, from: number, receiver: Expr): Expr {
  p.advance();
  p.note(RANGES);
  if (p.kind === ".." || p.kind === "..=") {
    const operator = p.at;
    p.advance();
    const to = p.is("]") ? null : p.expr();
    p.expect("]");
    return sliceOf(p, { span: p.spanFrom(from), receiver, from: null, operator, to });
  }
  const flat: Flat = { operands: [readOperand(p, "value")], operators: [], seconds: [] };
  readOthers(p, flat, "value", true);
  let operator = -1;
  if (p.sees("..", "..=")) {
    operator = p.at;
    p.advance();
  }
  if (p.onNextLine(":")) {
    const colon = p.at - 1;
    p.skipNewline();
    p.expr();
    p.expect("]");
    // Otherwise it would be read as a separate statement: a map after the list.
    p.reportExpected("`]`", colon, notes.partOfListOrText);
    return { kind: "BrokenExpr", id: p.id(), span: p.spanFrom(from), parts: [receiver] };
  }
  p.expect("]");
  const span = p.spanFrom(from);
  if (operator >= 0) return sliceOf(p, { span, receiver, from: grouped(p, flat), operator, to: null });
  const range = flat.operators.findIndex((at) => p.kindAt(at) === ".." || p.kindAt(at) === "..=");
  if (range < 0) return { kind: "Index", id: p.id(), span, receiver, index: grouped(p, flat) };
  const [first, second] = split(flat, range);
  const bounds = { from: grouped(p, first), to: grouped(p, second) };
  return sliceOf(p, { span, receiver, operator: flat.operators[range]!, ...bounds });
}

/** The operands before and after an operator. */
function split({ operands, operators, seconds }: Flat, at: number): readonly [Flat, Flat] {
  const part = (from: number, to: number): Flat => ({
    operands: operands.slice(from, to + 1),
    operators: operators.slice(from, to),
    seconds: seconds.slice(from, to),
  });
  return [part(0, at), part(at + 1, operators.length)];
}

interface SliceParts {
  readonly span: Expr["span"];
  readonly receiver: Expr;
  readonly from: Expr | null;
  readonly operator: number;
  readonly to: Expr | null;
}

/** Builds a slice. The operands of `..` are its bounds, whatever the precedence of their operators. */
function sliceOf(p: Parser, { span, receiver, from, operator, to }: SliceParts): Expr {
  const inclusive = p.kindAt(operator) === "..=";
  if (inclusive && to === null)
    p.reportExpected(notes.endOfSlice, operator + 1, notes.inclusiveSliceNeedsEnd);
  if (from?.kind === "Range" || to?.kind === "Range") {
    p.reportExpected("`]`", from?.kind === "Range" ? operator : operator + 2);
    return { kind: "BrokenExpr", id: p.id(), span, parts: [receiver] };
  }
  return { kind: "Slice", id: p.id(), span, receiver, from, to, inclusive };
}
