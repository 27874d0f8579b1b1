// The members that all nodes of the tree share.
import type { Span } from "../../source/index.ts";

export interface Node {
  readonly id: number;
  readonly span: Span;
}

/** A name with its span, if the name is not an expression. */
export interface Ident {
  readonly name: string;
  readonly span: Span;
}
