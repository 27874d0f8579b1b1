// Strongly connected components of a graph (Tarjan's algorithm with an explicit stack, since paths may be
// long). Most components are single nodes.

/** `next` returns the successors of a node; those outside `nodes` are ignored. */
export function components<T>(nodes: Iterable<T>, next: (node: T) => Iterable<T>): T[][] {
  const found: T[][] = [];
  const known = new Set(nodes);
  const order = new Map<T, number>();
  const lowest = new Map<T, number>();
  const open: T[] = [];
  const isOpen = new Set<T>();
  for (const start of known) {
    if (order.has(start)) continue;
    const path: { node: T; rest: T[] }[] = [];
    const enter = (node: T): void => {
      order.set(node, order.size);
      lowest.set(node, order.get(node)!);
      open.push(node);
      isOpen.add(node);
      path.push({ node, rest: [...next(node)] });
    };
    enter(start);
    while (path.length > 0) {
      const { node, rest } = path.at(-1)!;
      const after = rest.pop();
      if (after !== undefined) {
        if (!known.has(after)) continue;
        if (!order.has(after)) enter(after);
        else if (isOpen.has(after)) lowest.set(node, Math.min(lowest.get(node)!, order.get(after)!));
        continue;
      }
      path.pop();
      const above = path.at(-1)?.node;
      if (above !== undefined) lowest.set(above, Math.min(lowest.get(above)!, lowest.get(node)!));
      if (lowest.get(node) !== order.get(node)) continue;
      const group = open.splice(open.lastIndexOf(node));
      for (const member of group) isOpen.delete(member);
      found.push(group);
    }
  }
  return found;
}
