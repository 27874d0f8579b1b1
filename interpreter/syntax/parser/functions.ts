// Reads functions and methods.
import { notes } from "../../diagnostics/index.ts";
import type { FunctionItem } from "../ast/index.ts";
import type { Kind } from "../tokens.ts";
import { buildAttributes, readAttributes, type Written } from "./attributes.ts";
import { readBody } from "./lambdas.ts";
import { readParams } from "./params.ts";
import { FAILED, type Parser } from "./parser.ts";
import { maybeGenerics, maybeResult } from "./types.ts";

/** Reads a method or a required function of a trait with its attributes. */
export function readMember(p: Parser, bodiless: boolean): FunctionItem {
  const start = p.at;
  const attributes = readAttributes(p);
  if (p.kind !== "fun") p.fail("fun");
  return readFunction(p, start, attributes, bodiless);
}

const BODY: readonly Kind[] = ["{", "="];
/** What may follow a function without body. */
const END: ReadonlySet<Kind | undefined> = new Set<Kind | undefined>([
  "newline",
  ";",
  "}",
  "fun",
  "@",
  undefined,
]);

/** Reads a function from its `fun`; `bodiless` allows one without body. */
export function readFunction(
  p: Parser,
  start: number,
  written: readonly Written[],
  bodiless: boolean,
): FunctionItem {
  const scope = p.hygiene.open();
  const attributes = buildAttributes(p, written, "function", p.at);
  p.advance();
  const name = p.take("ident");
  const generics = maybeGenerics(p);
  p.expect("(");
  const { self, params } = readParams(p, "function");
  const result = maybeResult(p);
  let body: FunctionItem["body"] = null;
  p.note(BODY);
  if (p.kind === "{" || p.kind === "=" || p.skipLineBreak("{") || p.skipLineBreak("="))
    body = readBody(p, "value");
  else {
    if (!END.has(p.kind)) throw FAILED;
    if (!bodiless) p.reportExpected("`{` or `=`", p.at, notes.functionHasBodyOr);
  }
  const built: FunctionItem = {
    kind: "FunctionItem",
    id: p.id(),
    span: p.spanFrom(start),
    attributes,
    name: p.ident(name),
    generics,
    self,
    params,
    result,
    body,
  };
  p.hygiene.close(scope);
  return built;
}
