// A place where the grammar failed, and what stands around it.
import { insteadOf, nearest } from "../../diagnostics/index.ts";
import type { Kind, Token } from "../tokens.ts";

export interface Failure {
  readonly tokens: readonly Token[];
  /** Index of the token that does not fit; the number of tokens at the end of the file. */
  readonly at: number;
  /** Index of the first token of the statement, field or item. */
  readonly start: number;
  readonly expected: ReadonlySet<Kind>;
  /** Whether the place is outside of all brackets of the file. */
  readonly atFileLevel: boolean;
}

/** Keywords that statements and items start with. */
const STARTERS = [
  "let",
  "const",
  "return",
  "defer",
  "spawn",
  "fun",
  "struct",
  "enum",
  "trait",
  "impl",
  "import",
  "macro",
  "if",
  "match",
  "while",
  "for",
  "loop",
];

export class View {
  readonly #failure: Failure;
  constructor(failure: Failure) {
    this.#failure = failure;
  }

  /** Kind of the token `offset` places from the failure. */
  kind(offset = 0): Kind | undefined {
    return this.#failure.tokens[this.#failure.at + offset]?.kind;
  }

  text(offset = 0): string {
    return this.#failure.tokens[this.#failure.at + offset]?.text ?? "";
  }

  /** Whether `Some(x)` stands between such a word and the place: a pattern without its `let`. */
  patternAfter(word: "if" | "while"): boolean {
    for (let offset = -1; this.kind(offset) !== undefined && this.kind(offset) !== "newline"; offset--)
      if (this.kind(offset) === word) return this.sees(offset + 1, ["ident", "("]);
    return false;
  }

  /** Whether these follow one another later in its line. */
  isFollowedBy(...kinds: readonly Kind[]): boolean {
    for (let offset = 1; this.kind(offset) !== undefined && this.kind(offset) !== "newline"; offset++)
      if (this.sees(offset, kinds)) return true;
    return false;
  }

  /** `f` of `f(a, b`, whose parenthesis is the innermost open bracket. */
  get callee(): string | undefined {
    const { tokens, at } = this.#failure;
    let depth = 0;
    for (let i = at - 1; i > 0; i--) {
      const { kind } = tokens[i]!;
      if (kind === ")" || kind === "]" || kind === "}") depth++;
      else if (kind === "(" || kind === "[" || kind === "{") {
        if (depth-- > 0) continue;
        const before = tokens[i - 1]!;
        return kind === "(" && before.kind === "ident" ? before.text : undefined;
      }
    }
    return undefined;
  }

  /** The tokens from `offset` on are these. */
  sees(offset: number, kinds: readonly Kind[]): boolean {
    return kinds.every((kind, i) => this.kind(offset + i) === kind);
  }

  /** The same, without space between them. */
  seesJoined(offset: number, kinds: readonly Kind[]): boolean {
    const { tokens, at } = this.#failure;
    const first = at + offset;
    return (
      this.sees(offset, kinds) &&
      kinds.every((_, i) => i === 0 || tokens[first + i - 1]!.end === tokens[first + i]!.start)
    );
  }

  expects(...kinds: readonly Kind[]): boolean {
    return kinds.some((kind) => this.#failure.expected.has(kind));
  }

  get expectsExpression(): boolean {
    return this.#failure.expected.has("int") && this.#failure.expected.has("if");
  }

  get expectsPattern(): boolean {
    return this.#failure.expected.has("int") && !this.#failure.expected.has("if");
  }

  /** A name stands before that is a pattern, of an arm or inside of another one. */
  get expectsPatternEnd(): boolean {
    return this.expects("->") || (this.expects("|") && !this.expects("+"));
  }

  get atFileLevel(): boolean {
    return this.#failure.atFileLevel;
  }

  /** Whether the statement has a token of this kind before the failure. */
  has(kind: Kind, next?: Kind): boolean {
    const { tokens, at, start } = this.#failure;
    for (let i = start; i < at; i++) {
      if (tokens[i]!.kind === kind && (next === undefined || tokens[i + 1]?.kind === next)) return true;
    }
    return false;
  }

  /** `x` of `P { x = 1, y = 2 }`, where the place is behind the first field. */
  fieldWithEquals(): string | undefined {
    const { tokens, at, start } = this.#failure;
    for (let i = at - 1; i > start; i--) {
      if (tokens[i]!.kind === "{")
        return tokens[i - 1]!.kind === "ident" &&
          tokens[i + 1]?.kind === "ident" &&
          tokens[i + 2]?.kind === "="
          ? tokens[i + 1]!.text
          : undefined;
    }
    return undefined;
  }

  /** The word before a `let` whose `=` has not come yet. */
  letWithoutValue(): "if" | "while" | undefined {
    const { tokens, at } = this.#failure;
    for (let i = at - 1; i > 0; i--) {
      const { kind } = tokens[i]!;
      const word = tokens[i - 1]!.kind;
      if (kind === "let") return word === "if" || word === "while" ? word : undefined;
      if (kind === "=" || kind === "newline" || kind === ";") return undefined;
    }
    return undefined;
  }

  /** The innermost open bracket of the statement. */
  within(opener: Kind): boolean {
    const { tokens, at, start } = this.#failure;
    let depth = 0;
    for (let i = at - 1; i >= start; i--) {
      const { kind } = tokens[i]!;
      if (kind === ")" || kind === "]" || kind === "}") depth++;
      else if (kind === "(" || kind === "[" || kind === "{") {
        if (depth === 0) return kind === opener;
        depth--;
      }
    }
    return false;
  }

  startsWith(...kinds: readonly Kind[]): boolean {
    const { tokens, start } = this.#failure;
    return kinds.every((kind, i) => tokens[start + i]?.kind === kind);
  }

  startsWithWord(word: string): boolean {
    return this.#failure.tokens[this.#failure.start]?.text === word;
  }

  /** The texts of the statement's tokens from `offset` behind its first token on. */
  words(offset: number): readonly string[] {
    const { tokens, start } = this.#failure;
    return tokens.slice(start + offset, start + offset + 12).map(({ text }) => text);
  }

  /** Whether the token before the failure stands directly before it. */
  get joined(): boolean {
    const { tokens, at } = this.#failure;
    return tokens[at - 1]?.end === tokens[at]?.start;
  }

  /** A name that is no word of another language, or a type's name there. */
  get seesName(): boolean {
    return this.kind() === "ident" && insteadOf(this.text())?.startsWith("did you mean") !== false;
  }

  /** The name of the struct, enum, trait or impl that holds the place. */
  get itemName(): string {
    const { tokens } = this.#failure;
    const word = tokens.findIndex(({ kind }) => ["struct", "enum", "trait", "impl"].includes(kind));
    return tokens.slice(word + 1).find(({ kind }) => kind === "ident")?.text ?? "P";
  }

  /** Whether the place is where a method of an impl or trait may begin. */
  get atMember(): boolean {
    return !this.atFileLevel && this.expects("fun") && this.expects("}") && !this.expectsExpression;
  }

  /** Whether the place is where a field or variant may begin. */
  get atField(): boolean {
    return (
      !this.atFileLevel &&
      this.expects("ident") &&
      this.expects("}") &&
      !this.expects("fun", "..") &&
      !this.expectsExpression
    );
  }

  /** The keyword that the first word of the statement was meant to be, when more words follow. */
  misspeltKeyword(): string | undefined {
    const { tokens, start } = this.#failure;
    if (this.atMember) return undefined;
    const first = tokens[start];
    if (first?.kind !== "ident" || first.text.length < 3 || insteadOf(first.text) !== undefined)
      return undefined;
    return ["ident", "self", "{", "!", "[", "int"].includes(tokens[start + 1]?.kind ?? "")
      ? nearest(first.text, STARTERS)
      : undefined;
  }

  /** A word of another language in the statement, up to what does not fit. */
  foreignWord(): string | undefined {
    const { tokens, at, start } = this.#failure;
    for (let i = Math.min(at, tokens.length - 1); i >= start; i--) {
      const { kind, text } = tokens[i]!;
      const plain =
        kind === "ident" &&
        tokens[i - 1]?.kind !== "." &&
        tokens[i + 1]?.kind !== ":" &&
        !["let", "const", "fun"].includes(tokens[i - 1]?.kind ?? "");
      const word = plain || text === "mut" ? insteadOf(text) : undefined;
      if (word !== undefined) return word;
    }
    return undefined;
  }
}

/** When a mistake is meant, and what to write instead. */
export type Mistake = readonly [when: (v: View) => boolean, hint: string | ((v: View) => string)];
