// Reads the fields of struct literals.
import { notes } from "../../diagnostics/index.ts";
import type { Expr, StructLit } from "../ast/index.ts";
import type { Kind } from "../tokens.ts";
import type { Parser } from "./parser.ts";

type Fields = Pick<StructLit, "fields" | "base">;

const OTHER: readonly Kind[] = ["ident", "}", ".."];
const AFTER_NAME: readonly Kind[] = [":", ",", "}", "newline", ".."];

/** The braces of a struct literal; null if the `{` here starts a block or a set. */
export function maybeStructBody(p: Parser): Fields | null {
  const start = p.at;
  p.advance();
  p.separators();
  const first = p.kind;
  let second: Kind | undefined;
  if (first === "ident") {
    p.advance();
    second = p.kind;
    if (!AFTER_NAME.includes(second!)) p.note(AFTER_NAME);
  } else p.note(OTHER);
  p.moveTo(start);
  if (first === "}" || first === ".." || (first === "ident" && (second === ":" || second === "}")))
    return readStructBody(p);
  if (first !== "ident" || second === undefined || !AFTER_NAME.includes(second)) return null;
  // `x { a, b + 1 }` is a name and a set.
  return p.attempt("fields", () => readStructBody(p));
}

const SEPARATED: readonly Kind[] = [",", "newline"];

function readStructBody(p: Parser): Fields {
  p.advance();
  p.separators();
  const seen = new Set<string>();
  const fields: StructLit["fields"][number][] = [];
  const starts: number[] = [];
  const field = (): void => {
    const at = p.take("ident");
    const name = p.ident(at);
    if (seen.has(name.name)) p.report("P4", name.span, { name: name.name });
    seen.add(name.name);
    const shorthand = !p.eat(":");
    if (!shorthand) p.skipNewline();
    starts.push(at);
    fields.push({ name, value: shorthand ? shorthandValue(p, at) : p.expr(), shorthand });
  };
  const others = (): void => {
    while (SEPARATED.includes(p.kind!)) {
      const separator = p.at;
      p.advance();
      p.separators();
      if (p.kind === "ident") field();
      else {
        p.note("ident");
        // A last comma, also on the next line.
        const comma = p.kindAt(separator) === "newline" ? separator + 1 : separator;
        if (p.kindAt(separator) === "," || p.kindAt(comma) === ",") p.moveTo(comma + 1);
        else p.moveTo(separator);
        return;
      }
    }
    p.note(SEPARATED);
  };
  if (p.kind === "ident") {
    field();
    others();
  } else p.note("ident");
  let base: Expr | null = null;
  if (p.eat("..")) {
    base = p.expr();
    const before = fields.length;
    others();
    if (fields.length > before) p.reportExpected("`}`", starts[before]!, notes.spreadStandsLast);
  }
  p.separators();
  p.expect("}");
  return base === null ? withBaseBelow(p, fields) : { fields, base };
}

function shorthandValue(p: Parser, at: number): Expr {
  const { name, fileLevel } = p.hygiene.meaning(p.tokens[at]!);
  return { kind: "Name", id: p.id(), span: p.spanOf(at), name, fileLevel, typeArgs: null };
}

/**
 * If only a line break separates `..p` from the fields, it is read as the end of a range; this corrects it.
 */
function withBaseBelow(p: Parser, fields: StructLit["fields"]): Fields {
  const last = fields.at(-1);
  if (last?.value.kind !== "Range" || last.value.inclusive) return { fields, base: null };
  const { from, to } = last.value;
  if (!/[\n\r]\s*\.\.$/.test(p.file.source.text.slice(from.span.end, to.span.start).trimEnd()))
    return { fields, base: null };
  return { fields: [...fields.slice(0, -1), { ...last, value: from }], base: to };
}
