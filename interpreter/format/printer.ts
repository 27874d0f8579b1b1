// What printing any part of a tree needs: the source, its comments, and how sequences are laid out.
import type { Source, Span } from "../source/index.ts";
import type { Comment, Token, Tokenized } from "../syntax/index.ts";
import { Comments } from "./comments.ts";
import { concat, group, hard, ifBroken, indent, isBroken, join, line, soft, verbatim, type Doc } from "./doc.ts";

export interface Entry {
  readonly span: Span;
  print(): Doc;
}

export interface SequenceStyle {
  /** Printed behind each entry. */
  readonly after: string;
  /** Blank lines between entries: as the author has them, only before comments, or exactly one. */
  readonly blank: "kept" | "comments" | "one";
}

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

  /** Entries on lines of their own up to `end`, with their comments; no break before or after. */
  sequence(entries: readonly Entry[], end: number, style: SequenceStyle): Doc[] {
    const { comments } = this;
    const outside = comments.takeStray();
    const lines: Doc[] = [];
    let lastLine: number | undefined;
    const add = (doc: Doc, first: number, last: number, comment: boolean): void => {
      if (lastLine !== undefined) {
        const blank =
          style.blank === "one" ? !comment || first > lastLine + 1 : first > lastLine + 1 && (comment || style.blank === "kept");
        lines.push(blank && !(style.blank === "one" && afterComment) ? concat("", hard, hard) : hard);
      }
      lines.push(doc);
      lastLine = last;
      afterComment = comment;
    };
    let afterComment = false;
    const addComments = (list: readonly Comment[]): void => {
      for (const comment of list) {
        add(verbatim(comments.textOf(comment)), comments.lineAt(comment.start), comments.lineAt(comment.end), true);
      }
    };
    for (const [i, entry] of entries.entries()) {
      const before = comments.takeBefore(entry.span.start);
      const firstLine = comments.lineAt(entry.span.start);
      const isPrefix = (comment: Comment): boolean => !comments.isLineComment(comment) && comments.lineAt(comment.end) === firstLine;
      addComments(before.filter((comment) => !isPrefix(comment)));
      const prefix = before.filter(isPrefix).map((comment) => concat(verbatim(comments.textOf(comment)), " "));
      const next = entries[i + 1]?.span.start;
      const printed = concat(...prefix, entry.print());
      comments.strayBefore(entry.span.end);
      const stray = comments.takeStray();
      const trailing = comments.takeTrailing(entry.span.end, next ?? end, next);
      // One comment from inside may stand behind; more than that go before.
      const moves = stray.length === 1 && trailing.length === 0 && !comments.isOwnLine(stray[0]!);
      const behind = [...stray.splice(moves ? 0 : stray.length), ...trailing];
      for (const comment of stray) {
        add(verbatim(comments.textOf(comment)), firstLine, firstLine, true);
      }
      const suffix = behind.map((comment) => concat(" ", verbatim(comments.textOf(comment))));
      const last = Math.max(behind.at(-1)?.end ?? 0, entry.span.end);
      add(concat(printed, style.after, ...suffix), firstLine, comments.lineAt(last), false);
    }
    addComments(comments.takeBefore(end));
    comments.returnStray(outside);
    return lines;
  }

  /** `open` … `close` with entries on lines of their own; `{}` when there is nothing inside. */
  braced(open: string, entries: readonly Entry[], end: number, style: SequenceStyle): Doc {
    const lines = this.sequence(entries, end, style);
    if (lines.length === 0) return `${open}}`;
    return concat(open, indent(hard, ...lines), hard, "}");
  }

  /** A bracketed list: on one line if it fits and has no comments, else one entry per line. */
  list(open: string, entries: readonly Entry[], close: string, span: Span, pad = false, spread = false): Doc {
    if (this.inline) return concat(open, pad && entries.length > 0 ? " " : "", join(", ", entries.map((entry) => entry.print())), pad && entries.length > 0 ? " " : "", close);
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
    const lines = this.sequence(entries, span.end - 1, { after: ",", blank: "comments" });
    if (lines.length === 0) return open + close;
    return concat(open, indent(hard, ...lines), hard, close);
  }
}
