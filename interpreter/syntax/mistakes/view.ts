// The token at which the grammar failed, and the tokens around it.
import { insteadOf, nearest } from "../../diagnostics/index.ts";
import { isLiteralWithoutColon } from "../statement-bounds.ts";
import type { Kind, Token } from "../tokens.ts";

export interface Failure {
  readonly tokens: readonly Token[];
  /** Index of the token that does not fit; the number of tokens at the end of the file. */
  readonly at: number;
  /** Index of the first token of the statement, field or item. */
  readonly start: number;
  readonly expected: ReadonlySet<Kind>;
  /** Whether the token is outside all brackets of the file. */
  readonly atFileLevel: boolean;
}

/** Keywords at the start of statements and items. */
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

  /** The kind of the token `offset` tokens after the failure. */
  kind(offset = 0): Kind | undefined {
    return this.#failure.tokens[this.#failure.at + offset]?.kind;
  }

  text(offset = 0): string {
    return this.#failure.tokens[this.#failure.at + offset]?.text ?? "";
  }

  /** The type that begins `offset` tokens after the failure, as it is written; `Int` if there is none. */
  typeAt(offset: number): string {
    let text = "";
    for (let depth = 0, i = offset; ; i++) {
      const kind = this.kind(i);
      if (kind === undefined || kind === "newline" || kind === "=" || kind === ";") break;
      if (depth === 0 && (kind === "," || kind === "}" || kind === ")")) break;
      if (kind === "<" || kind === "(") depth++;
      else if (kind === ">" || kind === ")") depth--;
      text += kind === "," ? ", " : kind === "->" ? " -> " : this.text(i);
    }
    return text === "" ? "Int" : text;
  }

  /** Whether `Some(x)` follows such a word on this line before the failure: a pattern without its `let`. */
  patternAfter(word: "if" | "while"): boolean {
    for (let offset = -1; this.kind(offset) !== undefined && this.kind(offset) !== "newline"; offset--)
      if (this.kind(offset) === word) return this.sees(offset + 1, ["ident", "("]);
    return false;
  }

  /** Whether these kinds follow one another later on this line. */
  isFollowedBy(...kinds: readonly Kind[]): boolean {
    for (let offset = 1; this.kind(offset) !== undefined && this.kind(offset) !== "newline"; offset++)
      if (this.sees(offset, kinds)) return true;
    return false;
  }

  /** `f` of `f(a, b`, if its parenthesis is the innermost open bracket. */
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

  /** Whether the tokens from `offset` on are of these kinds. */
  sees(offset: number, kinds: readonly Kind[]): boolean {
    return kinds.every((kind, i) => this.kind(offset + i) === kind);
  }

  /** Whether they are, without space between them. */
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

  /** Whether a complete pattern precedes, that of an arm or a part of one. */
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

  /** `x` of `P { x = 1, y = 2 }`, if the failure is after the first field. */
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

  /** `x` of `P { x 1, y: 2 }`, which is parsed as a block up to its comma. */
  fieldWithoutColon(): string | undefined {
    const { tokens, at } = this.#failure;
    if (!isLiteralWithoutColon(tokens, at)) return undefined;
    return tokens[at - 2]!.text;
  }

  /** The word before a `let` that has no `=` before the failure. */
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

  /** Whether the innermost open bracket of the statement is this one. */
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

  /** The texts of at most 12 tokens of the statement, from the one `offset` tokens after its first. */
  words(offset: number): readonly string[] {
    const { tokens, start } = this.#failure;
    return tokens.slice(start + offset, start + offset + 12).map(({ text }) => text);
  }

  /** Whether no space separates the failure from the token before it. */
  get joined(): boolean {
    const { tokens, at } = this.#failure;
    return tokens[at - 1]?.end === tokens[at]?.start;
  }

  /**
   * Whether the failure is at a name that is not a keyword of another language; names of its types are
   * allowed.
   */
  get seesName(): boolean {
    return this.kind() === "ident" && insteadOf(this.text())?.startsWith("did you mean") !== false;
  }

  /** The name of the struct, enum, trait or impl that contains the failure. */
  get itemName(): string {
    const { tokens } = this.#failure;
    const word = tokens.findIndex(({ kind }) => ["struct", "enum", "trait", "impl"].includes(kind));
    return tokens.slice(word + 1).find(({ kind }) => kind === "ident")?.text ?? "P";
  }

  /** Whether a method of an impl or trait may start here. */
  get atMember(): boolean {
    return !this.atFileLevel && this.expects("fun") && this.expects("}") && !this.expectsExpression;
  }

  /** Whether a field or variant may start here. */
  get atField(): boolean {
    return (
      !this.atFileLevel &&
      this.expects("ident") &&
      this.expects("}") &&
      !this.expects("fun", "..") &&
      !this.expectsExpression
    );
  }

  /** Whether the fields of a struct pattern may end here. */
  get expectsPatternRest(): boolean {
    return this.expects("}") && !this.expectsExpression && !this.expects("fun", "let");
  }

  /** Whether the type of a field precedes. */
  get atFieldEnd(): boolean {
    return (
      this.startsWith("ident", ":") &&
      this.expects("}") &&
      this.expects(",") &&
      this.expects("newline") &&
      !this.expects("fun", "->", "+", ")")
    );
  }

  /** The keyword that the first word of the statement probably means, if more words follow. */
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

  /** The hint for the last word of another language in the statement, up to the failure. */
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

/** The condition for a mistake, and its hint. */
export type Mistake = readonly [when: (v: View) => boolean, hint: string | ((v: View) => string)];
