// The shared state of printing a tree: the source and its comments, and the layout of sequences.
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
  verbatim,
  type Doc,
} from "./doc.ts";
import { sequence, type SequenceItem, type SequenceStyle } from "./sequence.ts";

interface ListStyle {
  /** Whether the brackets have spaces inside if the list is on one line. */
  readonly isPadded?: boolean;
  /** Whether each entry is on its own line in any case. */
  readonly isSpread?: boolean;
}

/** Prints the tree of one file; functions in other files print each kind of node. */
export class Printer {
  readonly source: Source;
  readonly tokens: readonly Token[];
  readonly comments: Comments;
  /** Whether everything must be on one line, as within a string. */
  inline = false;
  /** The number of forms printed so far that stay broken once they do not fit: struct literals with fields, short ifs. */
  staysBroken = 0;

  constructor(source: Source, { tokens, comments }: Tokenized) {
    this.source = source;
    this.tokens = tokens;
    this.comments = new Comments(source, comments);
  }

  textOf({ start, end }: Span): string {
    return this.source.text.slice(start, end);
  }

  /** The tokens of a range of the source, without the white space and comments between them. */
  tokensOf({ start, end }: Span): string {
    let text = "";
    for (let i = this.#tokenFrom(start); i < this.tokens.length && this.tokens[i]!.start < end; i++) {
      if (this.tokens[i]!.kind !== "newline") text += this.textOf(this.tokens[i]!);
    }
    return text;
  }

  /** The pieces of text of a string with embedded expressions, with its quotes and brackets. */
  pieces({ start, end }: Span): string[] {
    const found: string[] = [];
    let depth = 0;
    for (let i = this.#tokenFrom(start); i < this.tokens.length && this.tokens[i]!.start < end; i++) {
      const { kind } = this.tokens[i]!;
      if (kind === "stringStart") depth++;
      if (depth === 1 && (kind === "stringStart" || kind === "stringMiddle" || kind === "stringEnd"))
        found.push(this.textOf(this.tokens[i]!));
      if (kind === "stringEnd") depth--;
    }
    return found;
  }

  spansLines({ start, end }: Span): boolean {
    return this.source.lineAt(start) !== this.source.lineAt(end - 1);
  }

  /** `{` … `}` with each entry on its own line, or `{}` if there is none; `end` is the offset of the `}`. */
  braced(entries: readonly SequenceItem[], end: number, style: SequenceStyle): Doc {
    return this.#spread("{", entries, "}", end, style);
  }

  /** A bracketed list: on one line if it fits and has no comments, else one entry per line. */
  list(
    open: string,
    entries: readonly SequenceItem[],
    close: string,
    span: Span,
    { isPadded = false, isSpread = false }: ListStyle = {},
  ): Doc {
    if (this.inline) {
      const edge = isPadded && entries.length > 0 ? " " : "";
      const docs = entries.map((entry) => entry.print());
      return concat(open, edge, join(", ", docs), edge, close);
    }
    const opened = this.#codeBefore(entries[0]?.span.start ?? span.end - 1);
    if (!this.comments.between(opened, span.end - 1)) {
      if (entries.length === 0) return open + close;
      const docs = entries.map((entry) => entry.print());
      const edge = isPadded ? line : soft;
      const inner = concat(indent(edge, join(concat(",", line), docs)), ifBroken(","), edge);
      return isSpread || docs.some(isBroken)
        ? concat(open, indent(hard, join(concat(",", hard), docs)), ",", hard, close)
        : group(open, inner, close);
    }
    return this.#spread(open, entries, close, span.end - 1, { after: ",", blank: "comments" });
  }

  /** Each entry on its own line; a comment after the opening bracket stays there. */
  #spread(
    open: string,
    entries: readonly SequenceItem[],
    close: string,
    end: number,
    style: SequenceStyle,
  ): Doc {
    const first = entries[0]?.span.start ?? end;
    const opened = this.#codeBefore(first);
    // The comments before the bracket do not belong to the sequence.
    this.comments.strayBefore(opened);
    // A doc comment belongs to the next item.
    const behind = this.comments.isDoc() ? [] : this.comments.takeTrailing(opened, first, first);
    const head = concat(
      open,
      ...behind.map((comment) => concat(" ", verbatim(this.comments.textOf(comment)))),
    );
    const lines = sequence(this.comments, entries, end, style);
    if (lines.length === 0) return behind.length === 0 ? concat(head, close) : concat(head, hard, close);
    return concat(head, indent(hard, ...lines), hard, close);
  }

  /** The end of the last token before an offset. */
  #codeBefore(offset: number): number {
    return this.tokenBefore(offset)?.end ?? 0;
  }

  tokenBefore(offset: number): Token | undefined {
    let index = this.#tokenFrom(offset) - 1;
    while (this.tokens[index]?.kind === "newline") index--;
    return this.tokens[index];
  }

  /** The start of the first token at or after an offset. */
  codeAfter(offset: number): number {
    let index = this.#tokenFrom(offset);
    while (this.tokens[index]?.kind === "newline") index++;
    return this.tokens[index]?.start ?? offset;
  }

  /** The index of the first token that starts at or after an offset. */
  #tokenFrom(offset: number): number {
    let low = 0;
    let high = this.tokens.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tokens[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
