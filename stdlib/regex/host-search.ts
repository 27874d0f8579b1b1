// Searches with the host's regular expressions, for patterns that host-pattern.ts and texts that
// host-choice.ts admits.
import type { HostPattern } from "./host-pattern.ts";
import type { Span } from "./program.ts";

/** The bytes of the longest match whose groups are searched at one go. */
const LONG = 4096;

/** A replacement: literal parts, and numbers of groups. */
type Pieces = readonly (string | number)[];

export class HostSearch {
  readonly #pattern: HostPattern;
  #groups: RegExp | null = null;
  #plain: RegExp | null = null;
  #all: RegExp | null = null;
  #allGroups: RegExp | null = null;
  #sticky: RegExp | null = null;
  #stickyTexts: RegExp | null = null;
  #lastReplacement: string | null = null;
  #written = "";
  #writesGroups = false;

  constructor(pattern: HostPattern) {
    this.#pattern = pattern;
  }

  get pattern(): HostPattern {
    return this.#pattern;
  }

  get hasGroups(): boolean {
    return this.#pattern.hasGroups;
  }

  isMatch(text: string): boolean {
    return (this.#plain ??= new RegExp(this.#pattern.plainSource)).test(text);
  }

  find(text: string): string | null {
    return (this.#plain ??= new RegExp(this.#pattern.plainSource)).exec(text)?.[0] ?? null;
  }

  findAll(text: string): string[] {
    return text.match((this.#all ??= new RegExp(this.#pattern.plainSource, "g"))) ?? [];
  }

  captures(text: string): string[] {
    const found = (this.#groups ??= new RegExp(this.#pattern.source)).exec(text);
    if (found === null) return [];
    const groups: string[] = found.slice();
    fillIn(groups);
    return groups;
  }

  /** Returns the first match that starts at or after `from`, or null. */
  spanFrom(text: string, from: number): Span | null {
    const all = (this.#all ??= new RegExp(this.#pattern.plainSource, "g"));
    all.lastIndex = from;
    const found = all.exec(text);
    return found === null ? null : { start: found.index, end: found.index + found[0].length };
  }

  /** Returns the first match that starts at or after `from`, with the texts of its groups. */
  foundFrom(text: string, from: number): { readonly start: number; readonly groups: string[] } | null {
    const all = (this.#allGroups ??= new RegExp(this.#pattern.source, "g"));
    all.lastIndex = from;
    const found = all.exec(text);
    if (found === null) return null;
    const groups: string[] = found.slice();
    fillIn(groups);
    return { start: found.index, groups };
  }

  split(text: string): string[] {
    return text.split((this.#plain ??= new RegExp(this.#pattern.plainSource)));
  }

  /** The replacement is usually that of the previous call; otherwise `parse` parses it. */
  replaceAll(text: string, replacement: string, parse: () => Pieces): string {
    if (replacement !== this.#lastReplacement) {
      const pieces = parse();
      this.#written = pieces.map(writtenPiece).join("");
      this.#writesGroups = pieces.some((piece) => typeof piece === "number" && piece > 0);
      this.#lastReplacement = replacement;
    }
    const written = this.#written;
    if (this.#writesGroups)
      return text.replace((this.#allGroups ??= new RegExp(this.#pattern.source, "g")), written);
    return text.replace((this.#all ??= new RegExp(this.#pattern.plainSource, "g")), written);
  }

  /** Returns the texts of the groups of a match whose span is known, or null if that takes too long. */
  groupTextsAt(text: string, { start, end }: Span): string[] | null {
    if (!this.#admitsAt(start, end)) return null;
    const sticky = (this.#stickyTexts ??= new RegExp(this.#pattern.source, "y"));
    sticky.lastIndex = start;
    const groups: string[] | undefined = sticky.exec(text)?.slice();
    if (groups === undefined) return null;
    fillIn(groups);
    return groups;
  }

  #admitsAt(start: number, end: number): boolean {
    const { isDecided, hasGroups } = this.#pattern;
    return isDecided && hasGroups && end - start <= LONG;
  }

  /** Returns the offsets of the groups of a match whose start is known, or null if that takes too long. */
  groupsAt(text: string, start: number, end: number): number[] | null {
    if (!this.#admitsAt(start, end)) return null;
    const { source } = this.#pattern;
    const sticky = (this.#sticky ??= new RegExp(source, "dy"));
    sticky.lastIndex = start;
    const places = sticky.exec(text)?.indices;
    return places === undefined ? null : places.flatMap((place) => place ?? [-1, -1]);
  }
}

/** Replaces groups that took no part by "". */
function fillIn(groups: (string | undefined)[]): void {
  for (let i = 0; i < groups.length; i++) if (groups[i] === undefined) groups[i] = "";
}

/** Returns a piece in the form that the host's `replace` expects. */
function writtenPiece(piece: string | number): string {
  if (typeof piece === "string") return piece.replaceAll("$", "$$$$");
  if (piece < 0) return "";
  return piece === 0 ? "$&" : `$${String(piece).padStart(2, "0")}`;
}
