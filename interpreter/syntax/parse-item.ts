// One item: match, build, or report why not and go on behind the error.
import type { MatchResult } from "ohm-js";
import type { Item } from "./ast.ts";
import type { Builder } from "./build/builder.ts";
import { cstOf } from "./build/cst.ts";
import { buildItem } from "./build/items.ts";
import { grammar } from "./grammar.ts";
import type { ItemRange } from "./items.ts";
import { reportFailure } from "./syntax-error.ts";
import { characterOf } from "./tokens.ts";

export class ItemParser {
  readonly #builder: Builder;
  readonly #characters: string;

  constructor(builder: Builder) {
    this.#builder = builder;
    this.#characters = builder.tokens.map((token) => characterOf[token.kind]).join("");
  }

  parse(range: ItemRange): Item[] {
    const { source, tokens, diagnostics } = this.#builder;
    try {
      const match = grammar.match(this.#characters.slice(range.start, range.end), "item");
      if (match.succeeded()) return [buildItem(this.#builder, cstOf(match, range.start))];
      reportFailure(this.#builder, range, match);
      return [];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      diagnostics.report("P10", source, tokens[range.start]!, {});
      return [];
    }
  }
}
