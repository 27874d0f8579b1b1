// Reads types and type parameters.
import { insteadOf, notes } from "../../diagnostics/index.ts";
import type { GenericParam, NamedType, TypeNode } from "../ast/index.ts";
import type { Kind } from "../tokens.ts";
import { commaList } from "./lists.ts";
import { FAILED, type Parser } from "./parser.ts";
import { isWrongTuple } from "./tuples.ts";

const TYPE: readonly Kind[] = ["ident", "Self", "dyn", "fun", "("];
const CLOSING: readonly Kind[] = [">", ">>"];

export function readType(p: Parser): TypeNode {
  const start = p.at;
  const inner = plainType(p);
  if (!p.eat("?")) return inner;
  return { kind: "OptionType", id: p.id(), span: p.spanFrom(start), inner };
}

/** `: type`, if a colon follows. */
export function maybeAnnotation(p: Parser): TypeNode | null {
  return p.eat(":") ? readType(p) : null;
}

const CLOSED: ReadonlySet<Kind | undefined> = new Set<Kind | undefined>(["{", "=", "?", "<T"]);

/** `-> type`, if an arrow follows. */
export function maybeResult(p: Parser): TypeNode | null {
  // The result type of other languages, `fun f(): Int {`, is read as one.
  const type = p.kind === ":" && CLOSED.has(p.kindAt(p.at + 2)) ? p.tokens[p.at + 1]! : null;
  if (type?.kind === "ident" && insteadOf(type.text) === undefined) {
    p.reportExpected("`->`, `{` or `=`", p.at, notes.resultAfterArrow);
    p.advance();
    return readType(p);
  }
  if (!p.eat("->") && !(p.skipLineBreak("->") && p.eat("->"))) return null;
  return readType(p);
}

function plainType(p: Parser): TypeNode {
  const start = p.at;
  switch (p.kind) {
    case "ident":
    case "Self":
      return readTypeName(p);
    case "dyn": {
      p.advance();
      const trait = readTypeName(p);
      return { kind: "DynType", id: p.id(), span: p.spanFrom(start), trait };
    }
    case "fun": {
      p.advance();
      p.expect("(");
      const { entries: params } = commaList(p, ")", readType);
      p.expect("->");
      const result = readType(p);
      return { kind: "FunType", id: p.id(), span: p.spanFrom(start), params, result };
    }
    case "(":
      return readParenType(p);
    default:
      return p.fail(TYPE);
  }
}

/** `()`, a tuple, or a type in parentheses, which have no further meaning. */
export function readParenType(p: Parser): TypeNode {
  const start = p.at;
  p.expect("(");
  const { entries: parts, comma } = commaList(p, ")", readType);
  const span = p.spanFrom(start);
  if (parts.length === 0) return { kind: "UnitType", id: p.id(), span };
  if (isWrongTuple(p, { count: parts.length, comma }, span, "type"))
    return { kind: "BrokenType", id: p.id(), span };
  return parts.length === 1 ? parts[0]! : { kind: "TupleType", id: p.id(), span, parts };
}

const NAME: readonly Kind[] = ["ident", "Self"];

/** Most types have no arguments: they share a list. */
const NO_ARGS: readonly TypeNode[] = [];

export function readTypeName(p: Parser): NamedType {
  const start = p.at;
  if (p.kind !== "ident" && p.kind !== "Self") p.fail(NAME);
  p.advance();
  let name = start;
  if (p.eat(".")) {
    name = p.take("ident");
    const [module, own] = [p.tokens[start]!.text, p.tokens[name]!.text];
    const hint = notes.addToImportOfAndWrite(module, own);
    p.report("P8", p.spanFrom(start), { module, name: own }, { hint });
  }
  const args = p.eat("<T") ? readTypeArgs(p) : NO_ARGS;
  const token = p.tokens[name]!;
  return {
    kind: "NamedType",
    id: p.id(),
    span: p.spanFrom(start),
    name: { name: token.text, span: { start: token.start, end: token.end } },
    args,
    fileLevel: token.expansion !== 0 && p.hygiene.meaning(token).fileLevel,
  };
}

/** Type arguments after their `<`. */
function readTypeArgs(p: Parser): TypeNode[] {
  p.skipNewline();
  const args = [readType(p)];
  while (p.comma()) {
    if (p.kind === ">" || p.kind === ">>") break;
    p.note(CLOSING);
    args.push(readType(p));
  }
  closeAngle(p);
  return args;
}

function closeAngle(p: Parser): void {
  if (p.kind !== ">" && p.kind !== ">>") p.fail(CLOSING);
  p.advance();
}

const AFTER_TYPE_ARGS: ReadonlySet<Kind | undefined> = new Set<Kind | undefined>([
  "(",
  ".",
  "{",
  "=",
  ",",
  ")",
  "]",
  "}",
  ";",
  "newline",
  undefined,
]);
const AFTER_TYPE_ARGS_NOTED = [...AFTER_TYPE_ARGS].filter((kind) => kind !== undefined);

/**
 * Type arguments of a value: `<` is an operator unless the list is complete and a token follows that cannot
 * start an operand. Parentheses alone enclose a value, `f(a < (b), c > (d))`, unless nothing else could follow:
 * `f<(Int)>(1)`.
 */
export function maybeTypeArgs(p: Parser): TypeNode[] | null {
  if (!p.is("<T")) return null;
  return p.attempt("angles", () => {
    p.advance();
    if (isGrouped(p)) throw FAILED;
    const args = readTypeArgs(p);
    if (!AFTER_TYPE_ARGS.has(p.kind)) p.fail(AFTER_TYPE_ARGS_NOTED);
    return args;
  });
}

function isGrouped(p: Parser): boolean {
  const start = p.at;
  if (p.kind === "newline") p.advance();
  let grouped = false;
  if (p.kind === "(") {
    const closer = closerOfTypes(p, p.at);
    const next = p.kindAt(closer + 1);
    const ends =
      next === "?" ||
      next === ">" ||
      (next === "," && p.kindAt(closer + 2) === ">") ||
      (next === "newline" && p.kindAt(closer + 2) === "," && p.kindAt(closer + 3) === ">");
    grouped = !ends && hasOnePart(p, p.at, closer);
  }
  p.moveTo(start);
  return grouped;
}

/** The index of the parenthesis that closes the one at `opener`. */
function closerOfTypes(p: Parser, opener: number): number {
  let open = 0;
  for (let i = opener; i < p.end; i++) {
    if (p.kindAt(i) === "(") open++;
    else if (p.kindAt(i) === ")" && --open === 0) return i;
  }
  return p.end;
}

/** Whether the parentheses enclose exactly one type. */
function hasOnePart(p: Parser, opener: number, closer: number): boolean {
  p.moveTo(opener + 1);
  const single = p.attempt("angles", () => {
    readType(p);
    if (p.at !== closer) throw FAILED;
    return true;
  });
  return single === true;
}

export function maybeGenerics(p: Parser): GenericParam[] {
  if (p.kind !== "<T" && p.kind !== "<") {
    p.note(OPENING);
    return [];
  }
  p.advance();
  p.skipNewline();
  const names: { at: number; end: number; bounds: NamedType[] }[] = [];
  do {
    if (names.length > 0 && p.sees(">", ">>")) break;
    const at = p.take("ident");
    p.hygiene.keep(p.tokens[at]!);
    const bounds: NamedType[] = [];
    if (p.eat(":")) {
      bounds.push(readTypeName(p));
      while (p.eat("+")) {
        p.skipNewline();
        bounds.push(readTypeName(p));
      }
    }
    names.push({ at, end: p.at, bounds });
  } while (p.comma());
  closeAngle(p);
  return names.map(({ at, end, bounds }) => ({
    id: p.id(),
    span: { start: p.tokens[at]!.start, end: p.tokens[end - 1]!.end },
    name: p.ident(at),
    bounds,
  }));
}

const OPENING: readonly Kind[] = ["<T", "<"];
