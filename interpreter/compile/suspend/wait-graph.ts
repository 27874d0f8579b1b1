// The graph that decides what may wait: an edge says "if the first may wait, so may the second".
// Nodes stand for bodies of functions and lambdas and for the function values that variables,
// parameters, fields, results and containers may hold (a value waits when a call of it may).

export class WaitGraph {
  /** Successors of each node. */
  readonly #edges: number[][] = [];
  readonly #waiting: boolean[] = [];
  readonly #byKey = new Map<unknown, number>();

  /** The node for an object or text that identifies it. */
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
    if (from !== to) this.#edges[from]!.push(to);
  }

  /** Marks a node and all that follows from it. */
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
