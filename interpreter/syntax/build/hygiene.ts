// Names written by macro templates (reference/macros#hygiene), resolved while the tree is built.
//
// A template's tokens carry the mark of their expansion. What they bind by `let`, `const`, `for` or
// as parameters is private: it gets a name that no source can hold. What they bind in `match`
// patterns and as type parameters keeps its spelling. Every other name of theirs means the file
// level. Tokens without mark are the program's own and mean what they say.
import type { Token } from "../tokens.ts";

export interface Meaning {
  readonly name: string;
  readonly fileLevel: boolean;
}

type Binding = "private" | "kept";

export class Hygiene {
  readonly #bindings = new Map<string, Binding[]>();
  /** Keys in order of declaration, so that scopes can be undone. */
  readonly #trail: string[] = [];

  open(): number {
    return this.#trail.length;
  }

  close(scope: number): void {
    while (this.#trail.length > scope) this.#bindings.get(this.#trail.pop()!)!.pop();
  }

  /** A binding that is private when a template wrote it. */
  bind(token: Token): string {
    if (token.mark === 0 || token.text === "_") return token.text;
    this.#declare(token, "private");
    return privateName(token);
  }

  /** A binding that keeps its spelling. */
  keep(token: Token): string {
    if (token.mark !== 0) this.#declare(token, "kept");
    return token.text;
  }

  meaning(token: Token): Meaning {
    if (token.mark === 0) return { name: token.text, fileLevel: false };
    switch (this.#bindings.get(keyOf(token))?.at(-1)) {
      case "private":
        return { name: privateName(token), fileLevel: false };
      case "kept":
        return { name: token.text, fileLevel: false };
      case undefined:
        return { name: token.text, fileLevel: token.kind === "ident" };
    }
  }

  #declare(token: Token, binding: Binding): void {
    const key = keyOf(token);
    const bindings = this.#bindings.get(key);
    if (bindings === undefined) this.#bindings.set(key, [binding]);
    else bindings.push(binding);
    this.#trail.push(key);
  }
}

function keyOf(token: Token): string {
  return `${token.mark} ${token.text}`;
}

/** `$` is no letter of names, but may stand in a JavaScript name. */
function privateName(token: Token): string {
  return `${token.text}$${token.mark}`;
}
