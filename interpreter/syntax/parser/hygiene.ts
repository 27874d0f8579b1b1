// Macro hygiene (reference/macros#hygiene): resolves the names in macro templates while the tree is built.
//
// The tokens of a template have the mark of their expansion. Names that they bind with `let`, `const`, in
// patterns or as parameters are private: they get a name that no source can contain. Names that they bind as
// type parameters keep their spelling. All other names refer to the file level. Tokens without a mark belong
// to the program and have no special meaning. Only the checker knows which names of patterns are variants;
// it reads the names of these without the mark (`plainName`).
import type { Token } from "../tokens.ts";

export interface Meaning {
  readonly name: string;
  readonly fileLevel: boolean;
}

type Binding = "private" | "kept";

export class Hygiene {
  readonly #bindings = new Map<string, Binding[]>();
  /** The keys in order of declaration, so that closing a scope can remove them. */
  readonly #trail: string[] = [];

  open(): number {
    return this.#trail.length;
  }

  close(scope: number): void {
    while (this.#trail.length > scope) this.#bindings.get(this.#trail.pop()!)!.pop();
  }

  /** Declares a binding, private if it is in a template. */
  bind(token: Token): string {
    if (token.expansion === 0 || token.text === "_") return token.text;
    this.#declare(token, "private");
    return privateName(token);
  }

  /** Declares a binding that keeps its spelling. */
  keep(token: Token): string {
    if (token.expansion !== 0) this.#declare(token, "kept");
    return token.text;
  }

  meaning(token: Token): Meaning {
    if (token.expansion === 0) return { name: token.text, fileLevel: false };
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
  return `${token.expansion} ${token.text}`;
}

/** The name of a binding that is declared later. */
export function bindingName(token: Token): string {
  return token.expansion === 0 || token.text === "_" ? token.text : privateName(token);
}

/** The spelling of a name that may be private. */
export function plainName(name: string): string {
  const dollar = name.indexOf("$");
  return dollar < 0 ? name : name.slice(0, dollar);
}

/** `$` is not allowed in names of the language, but in names of JavaScript. */
function privateName(token: Token): string {
  return `${token.text}$${token.expansion}`;
}
