// Reads imports.
import { notes } from "../../diagnostics/index.ts";
import { fromByteString } from "../../source/index.ts";
import type { Import, Selector } from "../ast/index.ts";
import type { Kind } from "../tokens.ts";
import type { Parser } from "./parser.ts";

const PATH: readonly Kind[] = ["ident", "string"];

export function readImport(p: Parser): Import {
  const start = p.at;
  p.advance();
  const from = p.at;
  const standard = p.kind === "ident";
  if (!standard && p.kind !== "string") p.fail(PATH);
  p.advance();
  const words = [p.tokens[from]!.text];
  if (standard) {
    do {
      p.expect("/");
      words.push(p.tokens[p.take("ident")]!.text);
    } while (p.is("/"));
    if (words[0] !== "std") p.reportExpected(notes.stdOrPathInQuotes, from, notes.localImportByPath);
  }
  const pathSpan = p.spanFrom(from);
  const alias = p.eat("as") ? p.ident(p.take("ident")) : null;
  const selectors = p.eat("{") ? readSelectors(p) : null;
  return {
    kind: "Import",
    id: p.id(),
    span: p.spanFrom(start),
    path: standard ? words.join("/") : fromByteString(words[0]!),
    standard,
    pathSpan,
    alias,
    selectors,
  };
}

/** The names after `{`. */
function readSelectors(p: Parser): Selector[] {
  const selectors: Selector[] = [];
  p.separators();
  while (!p.is("}")) {
    const start = p.at;
    const name = p.take("ident");
    const alias = p.eat("as") ? p.ident(p.take("ident")) : null;
    selectors.push({ id: p.id(), span: p.spanFrom(start), name: p.ident(name), alias });
    const comma = p.comma();
    p.separators();
    if (comma) continue;
    p.expect("}");
    return selectors;
  }
  p.advance();
  return selectors;
}
