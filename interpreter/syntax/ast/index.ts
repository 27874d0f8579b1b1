// The tree: its node types.
//
// Every node has a kind, a span and an id that is unique and dense within its tree (0 to
// `Tree.nodeCount - 1`), so that later phases can store their results in tables by id. Nodes are plain data:
// a tree can be serialized, as the prepared standard library and the compile cache do. Code of a macro
// expansion has the span of the call.
import type { Item } from "./items.ts";

export type * from "./expressions.ts";
export type * from "./items.ts";
export type * from "./node.ts";
export type * from "./patterns.ts";
export type * from "./statements.ts";
export type * from "./types.ts";

export interface Tree {
  readonly items: readonly Item[];
  readonly nodeCount: number;
}
