// The graph that decides what may wait. An edge means "if the first may wait, so may the second". Nodes
// represent bodies of functions and lambdas, and the function values that variables, parameters, fields,
// results and containers may hold (a value waits if calling it may wait).

export class WaitGraph {
  /** The successors of each node. */
  readonly #edges: number[][] = [];
  readonly #waiting: boolean[] = [];
  readonly #byKey = new Map<unknown, number>();

  /** The node for the object or string that identifies it. */
  node(key: unknown): number {
    let node = this.#byKey.get(key);
    if (node === undefined) this.#byKey.set(key, (node = this.fresh()));
    return node;
  }

  fresh(): number {
    this.#waiting.push(false);
    return this.#edges.push([]) - 1;
  }

  edge(from: number, to: number): void {
    this.#edges[from]!.push(to);
  }

  /** The nodes on cycles (Tarjan's algorithm, with an explicit stack). */
  onCycles(): ReadonlySet<number> {
    const found = new Set<number>();
    const count = this.#edges.length;
    // The order of discovery from 1; 0: not discovered.
    const order = new Int32Array(count);
    const lowest = new Int32Array(count);
    const isOpen = new Uint8Array(count);
    const nextEdge = new Int32Array(count);
    const open: number[] = [];
    const path: number[] = [];
    let met = 0;
    const enter = (node: number): void => {
      order[node] = lowest[node] = ++met;
      isOpen[node] = 1;
      open.push(node);
      path.push(node);
    };
    for (let start = 0; start < count; start++) {
      if (order[start] !== 0) continue;
      enter(start);
      while (path.length > 0) {
        const node = path.at(-1)!;
        const after = this.#edges[node]![nextEdge[node]!++];
        if (after !== undefined) {
          if (after === node) found.add(node);
          else if (order[after] === 0) enter(after);
          else if (isOpen[after] === 1) lowest[node] = Math.min(lowest[node]!, order[after]!);
          continue;
        }
        path.pop();
        const above = path.at(-1);
        if (above !== undefined) lowest[above] = Math.min(lowest[above]!, lowest[node]!);
        if (lowest[node] !== order[node]) continue;
        const group = open.splice(open.lastIndexOf(node));
        for (const member of group) {
          isOpen[member] = 0;
          if (group.length > 1) found.add(member);
        }
      }
    }
    return found;
  }

  /** These nodes and all that are reachable from them. */
  from(starts: Iterable<number>): ReadonlySet<number> {
    const found = new Set(starts);
    // The iteration includes nodes added meanwhile.
    for (const node of found) for (const next of this.#edges[node]!) found.add(next);
    return found;
  }

  /** Marks a node and all that are reachable from it. */
  markWaiting(start: number): void {
    if (this.#waiting[start]) return;
    this.#waiting[start] = true;
    const todo = [start];
    for (;;) {
      const node = todo.pop();
      if (node === undefined) return;
      for (const next of this.#edges[node]!) {
        if (this.#waiting[next]) continue;
        this.#waiting[next] = true;
        todo.push(next);
      }
    }
  }

  waits(node: number): boolean {
    return this.#waiting[node]!;
  }
}
