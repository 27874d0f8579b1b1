// Reads structs and enums.
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { EnumItem, FieldDecl, PayloadDecl, StructItem, VariantDecl } from "../ast/index.ts";
import type { Kind } from "../tokens.ts";
import { buildAttributes, readAttributes, type Written } from "./attributes.ts";
import { fieldEnd } from "./control.ts";
import { commaList } from "./lists.ts";
import type { Parser } from "./parser.ts";
import { recoverMember } from "./recovery.ts";
import { maybeGenerics, readType } from "./types.ts";

export function readStruct(p: Parser, start: number, written: readonly Written[]): StructItem {
  const attributes = buildAttributes(p, written, "struct", p.at);
  p.advance();
  const name = p.take("ident");
  const generics = maybeGenerics(p);
  const fields = readFields(p, readField);
  const span = p.spanFrom(start);
  p.limitParameters(fields, span, notes.fields);
  reportDuplicates(
    p,
    fields.map((field) => field.name),
  );
  return { kind: "StructItem", id: p.id(), span, attributes, name: p.ident(name), generics, fields };
}

/** Fields or variants in braces. */
function readFields<T>(p: Parser, read: (p: Parser) => T): T[] {
  const brace = p.at;
  p.expect("{");
  p.separators();
  const fields: T[] = [];
  while (!p.is("}")) {
    const field = recoverMember(p, brace, "declaration", (q) => {
      const one = read(q);
      fieldEnd(q);
      return one;
    });
    if (field !== null) fields.push(field);
  }
  p.advance();
  return fields;
}

const FIELD_NAME: readonly Kind[] = ["ident", "int"];

function readField(p: Parser): FieldDecl {
  const start = p.at;
  const written = readAttributes(p);
  const at = p.at;
  if (p.kind !== "ident" && p.kind !== "int") p.fail(FIELD_NAME);
  // Only the tuple declarations in std/core have numbers.
  if (p.kind === "int" && !p.file.declarations)
    p.reportExpected("a name", at, notes.valuesOfTupleHaveNumbers);
  p.advance();
  p.expect(":");
  const type = readType(p);
  const value = p.eat("=") ? p.expr() : null;
  const attributes = buildAttributes(p, written, "field", at);
  return { id: p.id(), span: p.spanFrom(start), attributes, name: p.ident(at), type, default: value };
}

export function readEnum(p: Parser, start: number, written: readonly Written[]): EnumItem {
  const attributes = buildAttributes(p, written, "enum", p.at);
  p.advance();
  const name = p.take("ident");
  const generics = maybeGenerics(p);
  const variants = readFields(p, readVariant);
  const span = p.spanFrom(start);
  return { kind: "EnumItem", id: p.id(), span, attributes, name: p.ident(name), generics, variants };
}

function readVariant(p: Parser): VariantDecl {
  const start = p.at;
  const written = readAttributes(p);
  const at = p.take("ident");
  const attributes = buildAttributes(p, written, "variant", at);
  const list = p.at;
  const parts = p.eat("(") ? commaList(p, ")", readPayload).entries : [];
  const span = p.spanFrom(start);
  const payload = namedThroughout(p, parts);
  p.limitParameters(payload, span, notes.partsOfVariant);
  if (p.at > list && payload.length === 0)
    p.reportExpected("a type", list + 1, notes.noParenthesesWithoutPayload);
  reportDuplicates(
    p,
    payload.flatMap((part) => part.name ?? []),
  );
  return { id: p.id(), span, attributes, name: p.ident(at), payload };
}

function readPayload(p: Parser): PayloadDecl {
  const written = readAttributes(p);
  const at = p.at;
  const named = p.kind === "ident" && p.kindAt(at + 1) === ":";
  const attributes = buildAttributes(p, written, named ? "field" : "other", at);
  if (named) p.moveTo(at + 2);
  else if (p.kind === "ident") p.noteAt(at + 1, ":");
  return { attributes, name: named ? p.ident(at) : null, type: readType(p) };
}

/** Reports a payload in which only some parts have names: the others lack a name or a type. */
function namedThroughout(p: Parser, payload: VariantDecl["payload"]): VariantDecl["payload"] {
  const odd = payload.find(({ name }) => name === null);
  if (odd === undefined || payload.every(({ name }) => name === null)) return payload;
  const isName = odd.type.kind === "NamedType" && /^[a-z]/.test(odd.type.name.name);
  p.report(
    "P1",
    odd.type.span,
    {
      expected: isName ? notes.andType : notes.nameAnd,
      found: notes.typeAlone(p.file.source.text.slice(odd.type.span.start, odd.type.span.end)),
    },
    { hint: notes.payloadNamesAllOrNone },
  );
  return payload.map((part, i) => {
    const { name, type } = part;
    if (name !== null) return part;
    const own = type.kind === "NamedType" ? type.name : { name: `_${i}`, span: type.span };
    return { ...part, name: own, type: { kind: "BrokenType", id: p.id(), span: type.span } };
  });
}

function reportDuplicates(p: Parser, names: readonly { readonly name: string; readonly span: Span }[]): void {
  const first = new Map<string, (typeof names)[number]>();
  for (const name of names) {
    const earlier = first.get(name.name);
    if (earlier === undefined) first.set(name.name, name);
    else {
      const related = [{ source: p.file.source, span: earlier.span, text: notes.variantFirstDeclaredHere }];
      p.report("P4", name.span, { name: name.name }, { related });
    }
  }
}
