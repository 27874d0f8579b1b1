// A view of Ohm's parse: which rule matched which tokens. The only file that knows Ohm's nodes.
//
// It reads the concrete tree of the match directly. Ohm's own way to it (semantics: a wrapper, an
// interval and an argument list for every node) takes as long again as the match itself.
import type { MatchResult } from "ohm-js";

/** As in ohm-js 17.5, src/nodes.js. A terminal has no children, an iteration no rule name. */
interface OhmNode {
  readonly ruleName?: string;
  readonly children?: readonly OhmNode[];
  /** Relative to the start of the closest rule above. */
  readonly childOffsets?: readonly number[];
  readonly matchLength: number;
}

export class Cst {
  readonly #node: OhmNode;
  /** Index of the first token. */
  readonly at: number;
  /** How many tokens. */
  readonly length: number;

  constructor(node: OhmNode, at: number) {
    this.#node = node;
    this.at = at;
    this.length = node.matchLength;
  }

  /** The rule that matched, or "" for a single token. */
  get rule(): string {
    return this.#node.ruleName ?? "";
  }

  /** What matched the i-th part of the rule's body (or alternative). */
  part(i: number): Cst {
    return new Cst(this.#node.children![i]!, this.at + this.#node.childOffsets![i]!);
  }

  /** For a part with `?`. */
  optional(i: number): Cst | null {
    const { children, childOffsets } = this.#node.children![i]!;
    return children!.length === 0 ? null : new Cst(children![0]!, this.at + childOffsets![0]!);
  }

  /** For a part with `*`, or within one. */
  list(i: number): Cst[] {
    const { children, childOffsets } = this.#node.children![i]!;
    return children!.map((child, k) => new Cst(child, this.at + childOffsets![k]!));
  }

  count(i: number): number {
    return this.#node.children![i]!.children!.length;
  }
}

/** `offset` is the index of the first token of the matched text. */
export function cstOf(match: MatchResult, offset: number): Cst {
  return new Cst((match as unknown as { readonly _cst: OhmNode })._cst, offset);
}
