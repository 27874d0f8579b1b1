// The nodes around an offset.
import type { Span } from "../../source/index.ts";
import { partsOf, type AnyNode, type Tree } from "../../syntax/index.ts";

export { nodesOf, partsOf, type AnyNode } from "../../syntax/index.ts";

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
