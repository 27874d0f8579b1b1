// The comments of a file in order. Each must be printed exactly once.
import type { Comment } from "../syntax/index.ts";
import type { Source } from "../source/index.ts";

export class Comments {
  readonly #source: Source;
  readonly #comments: readonly Comment[];
  #next = 0;
  /** Comments within code that is printed without them (stray-comments.ts). */
  readonly stray: Comment[] = [];

  constructor(source: Source, comments: readonly Comment[]) {
    this.#source = source;
    this.#comments = comments;
  }

  /** Takes the remaining comments that start before an offset. */
  takeBefore(offset: number): Comment[] {
    const start = this.#next;
    while (this.#next < this.#comments.length && this.#comments[this.#next]!.start < offset) this.#next++;
    return this.#comments.slice(start, this.#next);
  }

  /** Takes the comments that follow on the line where code ends, unless more code follows on that line. */
  takeTrailing(end: number, limit: number, next: number | undefined): Comment[] {
    const taken: Comment[] = [];
    let last = end;
    for (;;) {
      const comment = this.#comments[this.#next];
      if (comment === undefined || comment.start >= limit || comment.start < end) return taken;
      if (this.#source.lineAt(comment.start) !== this.#source.lineAt(last)) return taken;
      if (next !== undefined && this.#source.lineAt(next) === this.#source.lineAt(comment.end)) return taken;
      taken.push(comment);
      last = comment.end;
      this.#next++;
    }
  }

  /** Whether the next comment is a doc comment. */
  isDoc(): boolean {
    const comment = this.#comments[this.#next];
    return comment !== undefined && this.#source.text.startsWith("///", comment.start);
  }

  between(start: number, end: number): boolean {
    let next = this.#next;
    while (next < this.#comments.length && this.#comments[next]!.end <= start) next++;
    return next < this.#comments.length && this.#comments[next]!.start < end;
  }

  /** Sets the comments before an offset in the middle of code aside. */
  strayBefore(offset: number): void {
    this.stray.push(...this.takeBefore(offset));
  }

  /** Whether only white space precedes it on its line. */
  isOwnLine({ start }: Comment): boolean {
    const { lineStarts, text } = this.#source;
    return text.slice(lineStarts[this.#source.lineAt(start) - 1]!, start).trim() === "";
  }

  /** The text of a comment without white space at the ends of lines. */
  textOf({ start, end }: Comment): string {
    const lines = this.#source.text.slice(start, end).split(/\r\n?|\n/);
    return lines.map((line) => line.trimEnd()).join("\n");
  }

  /** Whether it ends with its line: a `//` comment, or a first line that starts with `#!`. */
  isLineComment({ start }: Comment): boolean {
    return this.#source.text.startsWith("//", start) || this.#source.text.startsWith("#!", start);
  }

  lineAt(offset: number): number {
    return this.#source.lineAt(offset);
  }
}
