// The lines of an input so far, and whether more must follow. Looks at each line once while brackets
// are open; the whole text is looked at again only where a line alone does not tell.
import { Source } from "../source/index.ts";
import { closerOf, closers, tokenize, type Kind } from "../syntax/index.ts";
import { needsMore } from "./declarations.ts";

export class PendingInput {
  #text = "";
  /** The closing brackets that are still to come; null when only the whole text tells. */
  #open: Kind[] | null = [];

  get text(): string {
    return this.#text;
  }

  /** True when the input goes on. */
  add(line: string): boolean {
    this.#text += `${line}\n`;
    if (this.#open !== null && !this.#follow(this.#open, line)) this.#open = null;
    return (this.#open !== null && this.#open.length > 0) || needsMore(this.#text);
  }

  clear(): void {
    this.#text = "";
    this.#open = [];
  }

  /** False for a line that cannot be understood alone. */
  #follow(open: Kind[], line: string): boolean {
    const { tokens, diagnostics } = tokenize(new Source("", line));
    if (diagnostics.length > 0 || /"""|\/\*|\*\//.test(line)) return false;
    for (const { kind } of tokens) {
      const closer = closerOf[kind];
      if (closer !== undefined) open.push(closer);
      else if (kind === open.at(-1)) open.pop();
      else if (closers.has(kind)) return false;
    }
    return true;
  }
}
