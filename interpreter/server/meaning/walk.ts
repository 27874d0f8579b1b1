// Walks over trees: every node, and the nodes around an offset.
import { spend } from "../../limits/index.ts";
import type { Span } from "../../source/index.ts";
import type { Node, Tree } from "../../syntax/index.ts";

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

export function contains({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

export function encloses(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The nodes around an offset, the innermost last; one that ends there counts. */
export function pathAt(tree: Tree, offset: number): AnyNode[] {
  return pathAround(tree, { start: offset, end: offset });
}

/** The nodes around a span, the innermost last. */
export function pathAround(tree: Tree, span: Span): AnyNode[] {
  const path: AnyNode[] = [];
  for (let node: object | undefined = tree; node !== undefined; ) {
    const inner: AnyNode[] = [...partsOf(node)].filter((part) => encloses(part.span, span));
    // Of two neighbours that meet at the offset, the one that begins there is meant.
    node = inner.find((part) => part.span.start === span.start) ?? inner.at(-1);
    if (node !== undefined) path.push(node as AnyNode);
  }
  return path;
}
