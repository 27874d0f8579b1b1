// What a file with syntax errors may have declared in the parts that could not be read. Where a name
// seems to be missing the checker looks here first, so that one mistake does not cause a second report.
import { functionsOf } from "./function-bodies.ts";
import type { Token } from "./tokens.ts";

export interface Lost {
  /** In statements: for all that is unknown in this file. */
  readonly names: ReadonlySet<string>;
  /** In items and members of items: functions, types, fields, variants, methods, for the whole program. */
  readonly declarations: ReadonlySet<string>;
  /** Lines with what is no token: what else they hold is not known. */
  readonly garbled: ReadonlySet<number>;
  /** Whether an import may be among it. */
  readonly imports: boolean;
}

export class LostNames implements Lost {
  readonly names = new Set<string>();
  readonly declarations = new Set<string>();
  readonly garbled = new Set<number>();
  imports = false;

  statement(tokens: readonly Token[]): void {
    for (const { kind, text } of tokens) if (kind === "ident") this.names.add(text);
  }

  /** An item, or one member of it. Of a function only the name is known elsewhere. */
  declaration(tokens: readonly Token[]): void {
    if (tokens.some(({ text }, i) => text === "std" && tokens[i + 1]?.kind === "/")) this.imports = true;
    let from = 0;
    const note = (to: number): void => {
      for (const { kind, text } of tokens.slice(from, to)) if (kind === "ident") this.declarations.add(text);
    };
    for (const { name, end } of functionsOf(tokens)) {
      let head = name + 1;
      // `fun String.shout()` of other languages.
      while (tokens[head]?.kind === "." || tokens[head]?.kind === "ident") head++;
      note(head);
      from = end;
    }
    note(tokens.length);
  }

  name(name: string): void {
    this.names.add(name);
  }

  /** With the name that the lexer puts in the place of a value. */
  line(text: string): void {
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) this.names.add(name);
    this.names.add("_");
  }

  /** A text that was not even cut into tokens, or means nothing without its macro. */
  text(text: string): void {
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
      this.names.add(name);
      this.declarations.add(name);
    }
  }
}
