// Reads items.
import { notes } from "../../diagnostics/index.ts";
import type { Expr, FunctionItem, ImplItem, Item, NamedType } from "../ast/index.ts";
import { tupleName } from "../tuple-names.ts";
import type { Kind } from "../tokens.ts";
import { buildAttributes, readAttributes } from "./attributes.ts";
import { reportMisplacedLets } from "./conditions.ts";
import { readFunction, readMember } from "./functions.ts";
import { readImport } from "./imports.ts";
import type { Parser } from "./parser.ts";
import { recoverMember } from "./recovery.ts";
import { readEnum, readStruct } from "./type-items.ts";
import { maybeAnnotation, maybeGenerics, readParenType, readType, readTypeName } from "./types.ts";

const AFTER_ATTRIBUTES: readonly Kind[] = [
  "const",
  "let",
  "fun",
  "struct",
  "enum",
  "trait",
  "impl",
  "aliasWord",
];
const ITEM: readonly Kind[] = ["import", ...AFTER_ATTRIBUTES, "macroItem", "macroCall"];

export function readItem(p: Parser): Item {
  const scope = p.hygiene.open();
  const item = readPlainItem(p);
  p.hygiene.close(scope);
  reportMisplacedLets(p);
  return item;
}

function readPlainItem(p: Parser): Item {
  const start = p.at;
  const attributes = readAttributes(p);
  const other = (): void => void buildAttributes(p, attributes, "other", p.at);
  switch (p.kind) {
    case "import":
    case "macroItem":
    case "macroCall":
      if (p.at > start) return p.fail(AFTER_ATTRIBUTES);
      return p.kind === "import" ? readImport(p) : readMacro(p);
    case "const":
    case "let":
      other();
      return readVariable(p, start);
    case "fun":
      return readFunction(p, start, attributes, p.file.declarations);
    case "struct":
      return readStruct(p, start, attributes);
    case "enum":
      return readEnum(p, start, attributes);
    case "trait":
      other();
      return readTrait(p, start);
    case "impl":
      other();
      return readImpl(p, start);
    case "aliasWord": {
      other();
      p.advance();
      const name = p.take("ident");
      const generics = maybeGenerics(p);
      p.expect("=");
      const type = readType(p);
      const span = p.spanFrom(start);
      return { kind: "AliasItem", id: p.id(), span, name: p.ident(name), generics, type };
    }
    default:
      return p.fail(p.at > start ? AFTER_ATTRIBUTES : ITEM);
  }
}

function readMacro(p: Parser): Item {
  const at = p.at;
  const kind = p.kind === "macroItem" ? "MacroItem" : "MacroCall";
  const macro = p.file.macros[Number(p.token.value)]!;
  p.advance();
  return { kind, id: p.id(), span: p.spanOf(at), ...macro };
}

/** A constant, or a variable of the file, which may lack a value here. */
function readVariable(p: Parser, start: number): Item {
  const constant = p.kind === "const";
  p.advance();
  const at = p.take("ident");
  const type = maybeAnnotation(p);
  let value: Expr | null = null;
  if (constant) p.expect("=");
  if (constant || p.eat("=")) value = p.expr();
  const span = p.spanFrom(start);
  const name = p.ident(at);
  return constant
    ? { kind: "ConstItem", id: p.id(), span, name, type, value: value! }
    : { kind: "GlobalItem", id: p.id(), span, name, type, value };
}

/** Functions up to `}`. */
function readMembers(p: Parser, bodiless: boolean): FunctionItem[] {
  const brace = p.at;
  p.expect("{");
  p.separators();
  const members: FunctionItem[] = [];
  while (!p.is("}")) {
    const member = recoverMember(p, brace, "declaration", (q) => readMember(q, bodiless));
    if (member !== null) members.push(member);
    p.separators();
  }
  p.advance();
  return members;
}

function readTrait(p: Parser, start: number): Item {
  p.advance();
  const name = p.take("ident");
  const generics = maybeGenerics(p);
  const members = readMembers(p, true);
  return { kind: "TraitItem", id: p.id(), span: p.spanFrom(start), name: p.ident(name), generics, members };
}

function readImpl(p: Parser, start: number): ImplItem {
  p.advance();
  const generics = maybeGenerics(p);
  const at = p.at;
  let target = readImplType(p);
  let trait: NamedType | null = null;
  if (p.eat("for")) {
    if (p.kindAt(at) === "(") p.reportExpected("a trait", at);
    trait = target;
    target = readImplType(p);
  }
  const methods = readMembers(p, p.file.declarations);
  return { kind: "ImplItem", id: p.id(), span: p.spanFrom(start), generics, trait, target, methods };
}

const IMPL_TYPE: readonly Kind[] = ["ident", "Self", "("];

/** A type name, or for a tuple the name of its declaration. */
function readImplType(p: Parser): NamedType {
  if (p.kind === "ident" || p.kind === "Self") return readTypeName(p);
  if (p.kind !== "(") p.fail(IMPL_TYPE);
  const at = p.at;
  const type = readParenType(p);
  if (type.kind === "NamedType") return type;
  if (type.kind !== "TupleType" && type.kind !== "BrokenType") p.reportExpected(notes.nameOfType, at);
  const args = type.kind === "TupleType" ? type.parts : [];
  const name = type.kind === "TupleType" ? tupleName(args.length) : "Unit";
  return {
    kind: "NamedType",
    id: p.id(),
    span: type.span,
    name: { name, span: type.span },
    args,
    fileLevel: true,
  };
}
