// The lines of an input so far, and whether more must follow. While brackets are open, each line is tokenized
// once; the whole text is tokenized again only if a single line is not sufficient.
import { Source } from "../source/index.ts";
import { closerOf, closers, tokenize, type Kind } from "../syntax/index.ts";
import { needsMore } from "./declarations.ts";

export class PendingInput {
  #text = "";
  /** The missing closing brackets; null if only the whole text determines them. */
  #open: Kind[] | null = [];

  get text(): string {
    return this.#text;
  }

  /** Adds a line; returns whether the input continues. */
  add(line: string): boolean {
    this.#text += `${line}\n`;
    if (this.#open !== null && !this.#follow(this.#open, line)) this.#open = null;
    return (this.#open !== null && this.#open.length > 0) || needsMore(this.#text);
  }

  clear(): void {
    this.#text = "";
    this.#open = [];
  }

  /** Updates `open` for a line; returns false if the line cannot be tokenized on its own. */
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
