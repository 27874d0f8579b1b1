// A view of Ohm's parse tree: the rules and the tokens they matched. Only this file depends on the structure
// of Ohm's nodes.
import type { MatchResult } from "ohm-js";
import { treeOf, type OhmNode } from "../ohm-internals.ts";

export class Cst {
  readonly #node: OhmNode;
  /** The index of the first token. */
  readonly at: number;
  /** The number of tokens. */
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

  /** The match of the i-th part of the body of the rule or alternative. */
  part(i: number): Cst {
    return new Cst(this.#node.children![i]!, this.at + this.#node.childOffsets![i]!);
  }

  /** The match of a part with `?`, or null. */
  optional(i: number): Cst | null {
    const { children, childOffsets } = this.#node.children![i]!;
    return children!.length === 0 ? null : new Cst(children![0]!, this.at + childOffsets![0]!);
  }

  /** The matches of a part with `*`, or of a part within it. */
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
  return new Cst(treeOf(match), offset);
}
