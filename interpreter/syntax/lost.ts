// The names that the unparsed parts of a file with syntax errors may declare. The checker looks for an
// unknown name here first, so that a syntax error does not cause a second error.
import { BLOCK_WORDS } from "../diagnostics/index.ts";
import { functionsOf } from "./function-bodies.ts";
import type { Token } from "./tokens.ts";

export interface Lost {
  /** Names in statements: they explain unknown names in this file. */
  readonly names: ReadonlySet<string>;
  /**
   * Names in items and their members, such as functions, types, fields and methods: they apply to the whole
   * program.
   */
  readonly declarations: ReadonlySet<string>;
  /** Lines with invalid tokens, whose other contents are unknown. */
  readonly unreadable: ReadonlySet<number>;
  /** Whether an import may be among the unparsed parts. */
  readonly imports: boolean;
}

export class LostNames implements Lost {
  readonly names = new Set<string>();
  readonly declarations = new Set<string>();
  readonly unreadable = new Set<number>();
  imports = false;

  statement(tokens: readonly Token[]): void {
    for (const { kind, text } of tokens) if (kind === "ident") this.names.add(text);
  }

  /** Adds the names of an item or a member of one; of a function, only its own name. */
  declaration(tokens: readonly Token[]): void {
    if (tokens.some(({ text }, i) => text === "std" && tokens[i + 1]?.kind === "/")) this.imports = true;
    let from = 0;
    const note = (to: number): void => {
      for (const { kind, text } of tokens.slice(from, to)) if (kind === "ident") this.declarations.add(text);
    };
    for (const { name, end } of functionsOf(tokens)) {
      let head = name + 1;
      // `fun String.shout()`, as in other languages.
      while (tokens[head]?.kind === "." || tokens[head]?.kind === "ident") head++;
      note(head);
      from = end;
    }
    note(tokens.length);
  }

  name(name: string): void {
    this.names.add(name);
  }

  /** Adds the words of blocks without braces. */
  blockWords(): void {
    for (const word of BLOCK_WORDS) this.names.add(word);
  }

  /** Adds the names of a line, and the name that the lexer puts in place of a value. */
  line(text: string): void {
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) this.names.add(name);
    this.names.add("_");
  }

  /** Adds the names of a text that was not tokenized, or whose meaning depends on an unknown macro. */
  text(text: string): void {
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
      this.names.add(name);
      this.declarations.add(name);
    }
  }
}
