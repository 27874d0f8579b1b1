// The canonical style (reference/formatting#formatting): source text to source text that parses to the same
// tree.
import { Reporter, type Diagnostic } from "../diagnostics/index.ts";
import type { Source } from "../source/index.ts";
import { parse, tokenize, type Tree } from "../syntax/index.ts";
import { concat, layout, verbatim, type Doc } from "./doc.ts";
import { printItem } from "./items.ts";
import { Printer } from "./printer.ts";
import { sequence } from "./sequence.ts";
import { withStrayComments } from "./stray-comments.ts";

const WIDTH = 100;

export type Formatted =
  | { readonly text: string; readonly diagnostics?: never }
  | { readonly diagnostics: readonly Diagnostic[]; readonly text?: never };

/** Formats a source, or returns the diagnostics of one that does not parse. Never throws. */
export function format(source: Source): Formatted {
  const { tree, diagnostics } = parse(source, { keepMacros: true, declarations: true });
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  try {
    return { text: print(source, tree) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The depth of the tree of a chain of operators is the length of the chain.
    const deep = new Reporter();
    deep.report("P10", source, { start: 0, end: 0 }, {});
    return { diagnostics: deep.sorted() };
  }
}

function print(source: Source, tree: Tree): string {
  const printer = new Printer(source, tokenize(source));
  const entries = tree.items.map((item) => ({ span: item.span, print: () => printItem(printer, item) }));
  // Items begin and end lines, so each is laid out by itself: the documents of all take ten times the memory of the text.
  const finish = (line: Doc): Doc => verbatim(layout(line, WIDTH).slice(0, -1));
  const lines = sequence(printer.comments, entries, source.text.length, { after: "", blank: "kept", finish });
  if (lines.length === 0) return "";
  return withStrayComments(layout(concat(...lines), WIDTH), printer);
}
