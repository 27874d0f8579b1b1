// Prints entries on separate lines (items, statements, members, arms, elements) with their comments.
import { own } from "../own/index.ts";
import type { Comment } from "../syntax/index.ts";
import type { Span } from "../source/index.ts";
import type { Comments } from "./comments.ts";
import { concat, hard, verbatim, type Doc } from "./doc.ts";

export interface SequenceItem {
  readonly span: Span;
  print(): Doc;
}

export interface SequenceStyle {
  /** The text after each entry. */
  readonly after: string;
  /** Blank lines between entries: where the author has them, only before comments, or exactly one. */
  readonly blank: "kept" | "comments" | "one";
  /** Replaces the document of each line, default: as it is. */
  readonly finish?: (line: Doc) => Doc;
}

type Line = "entry" | "leading comment" | "last comment";

/** Prints the entries and all comments between them up to `end`, without a line break before or after. */
export function sequence(
  comments: Comments,
  entries: readonly SequenceItem[],
  end: number,
  style: SequenceStyle,
): Doc[] {
  const lines = new Lines(comments, style);
  for (const [i, entry] of entries.entries()) {
    const { start } = entry.span;
    const before = comments.takeBefore(start);
    const isPrefix = (comment: Comment): boolean =>
      !comments.isLineComment(comment) && comments.lineAt(comment.end) === comments.lineAt(start);
    for (const comment of before) if (!isPrefix(comment)) lines.addComment(comment, "leading comment");
    const prefixes = before.filter(isPrefix);
    const prefix = prefixes.map((comment) => concat(verbatim(comments.textOf(comment)), " "));
    const place = prefixes[0]?.start ?? start;

    const printed = entry.print();
    comments.strayBefore(entry.span.end);
    const next = entries[i + 1]?.span.start;
    const behind = comments.takeTrailing(entry.span.end, next ?? end, next);
    const suffix = behind.map((comment) => concat(" ", verbatim(comments.textOf(comment))));
    const last = Math.max(behind.at(-1)?.end ?? 0, entry.span.end);
    lines.add(concat(...prefix, printed, style.after, ...suffix), "entry", place, last);
  }
  for (const comment of comments.takeBefore(end)) lines.addComment(comment, "last comment");
  return lines.docs;
}

class Lines {
  readonly docs: Doc[] = [];
  readonly #comments: Comments;
  readonly #blank: SequenceStyle["blank"];
  readonly #finish: (line: Doc) => Doc;
  #last: Line | undefined;
  #lastNumber = 0;

  constructor(comments: Comments, style: SequenceStyle) {
    const { blank, finish = (line: Doc) => line } = own(style);
    this.#comments = comments;
    this.#blank = blank;
    this.#finish = finish;
  }

  /** `start` and `end` are the offsets in the source that determine blank lines. */
  add(doc: Doc, line: Line, start: number, end: number): void {
    const first = this.#comments.lineAt(start);
    if (this.#last !== undefined) {
      this.docs.push(
        this.#isBlank(this.#last, line, first > this.#lastNumber + 1) ? concat(hard, hard) : hard,
      );
    }
    this.docs.push(this.#finish(doc));
    this.#last = line;
    this.#lastNumber = this.#comments.lineAt(end);
  }

  addComment(comment: Comment, line: Line): void {
    this.add(verbatim(this.#comments.textOf(comment)), line, comment.start, comment.end);
  }

  #isBlank(last: Line, next: Line, author: boolean): boolean {
    switch (this.#blank) {
      case "kept":
        return author;
      case "comments":
        return author && next !== "entry";
      case "one":
        return author || (last === "entry" && next !== "last comment");
    }
  }
}
