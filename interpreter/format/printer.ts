// What printing any part of a tree needs: the source, its comments, and how sequences are laid out.
import type { Source, Span } from "../source/index.ts";
import type { Token, Tokenized } from "../syntax/index.ts";
import { Comments } from "./comments.ts";
import {
  concat,
  group,
  hard,
  ifBroken,
  indent,
  isBroken,
  join,
  line,
  soft,
  type Doc,
} from "./doc.ts";
import { sequence, type Entry, type SequenceStyle } from "./sequence.ts";

export class Printer {
  readonly source: Source;
  readonly tokens: readonly Token[];
  readonly comments: Comments;
  /** Within a string everything stands on one line. */
  inline = false;

  constructor(source: Source, { tokens, comments }: Tokenized) {
    this.source = source;
    this.tokens = tokens;
    this.comments = new Comments(source, comments);
  }

  textOf({ start, end }: Span): string {
    return this.source.text.slice(start, end);
  }

  spansLines({ start, end }: Span): boolean {
    return this.source.lineAt(start) !== this.source.lineAt(end - 1);
  }

  /** `open` … `close` with entries on lines of their own; `{}` when there is nothing inside. */
  braced(open: string, entries: readonly Entry[], end: number, style: SequenceStyle): Doc {
    const lines = sequence(this.comments, entries, end, style);
    if (lines.length === 0) return `${open}}`;
    return concat(open, indent(hard, ...lines), hard, "}");
  }

  /** A bracketed list: on one line if it fits and has no comments, else one entry per line. */
  list(open: string, entries: readonly Entry[], close: string, span: Span, pad = false, spread = false): Doc {
    if (this.inline) {
      const edge = pad && entries.length > 0 ? " " : "";
      const docs = entries.map((entry) => entry.print());
      return concat(open, edge, join(", ", docs), edge, close);
    }
    const start = entries[0]?.span.start ?? span.end - 1;
    if (!this.comments.between(span.start, span.end - 1)) {
      if (entries.length === 0) return open + close;
      const docs = entries.map((entry) => entry.print());
      const edge = pad ? line : soft;
      const inner = concat(indent(edge, join(concat(",", line), docs)), ifBroken(","), edge);
      return spread || docs.some(isBroken)
        ? concat(open, indent(hard, join(concat(",", hard), docs)), ",", hard, close)
        : group(open, inner, close);
    }
    // The comments before the bracket are not the list's.
    this.comments.strayBefore(Math.min(start, span.start));
    const lines = sequence(this.comments, entries, span.end - 1, { after: ",", blank: "comments" });
    if (lines.length === 0) return open + close;
    return concat(open, indent(hard, ...lines), hard, close);
  }
}
