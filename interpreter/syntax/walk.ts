// Walks over trees: every node, parents before children.
import { spend } from "../limits/index.ts";
import type { Node } from "./ast/index.ts";

/** A node of any kind; parts such as arms and parameters have no `kind`. */
export interface AnyNode extends Node {
  readonly kind?: string;
}

/** The parts of a node that are nodes or identifiers, in the order of their members. */
export function* partsOf(node: object): Iterable<AnyNode> {
  for (const value of Object.values(node)) yield* partsIn(value);
}

function* partsIn(value: unknown): Iterable<AnyNode> {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) for (const one of value) yield* partsIn(one);
  else if ("span" in value && "id" in value) yield value as AnyNode;
  else if (!("start" in value && "end" in value)) for (const one of Object.values(value)) yield* partsIn(one);
}

/** All nodes of a tree, parents before children. */
export function* nodesOf(root: object): Iterable<AnyNode> {
  const open: AnyNode[] = [...partsOf(root)].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    // A request may be cancelled here.
    spend();
    yield node;
    open.push(...[...partsOf(node)].reverse());
  }
}
