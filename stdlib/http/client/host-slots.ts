// Limits the requests to one origin at a time; the others wait for their turn, in order.

interface Host {
  taken: number;
  readonly waiting: Set<() => void>;
}

export class HostSlots {
  readonly #most: number;
  readonly #hosts = new Map<string, Host>();
  #closed = false;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Calls `go` once a slot is free, after this call at the earliest. The returned function gives the slot,
   * or the turn, back; further calls have no effect.
   */
  take(origin: string, go: () => void): () => void {
    let host = this.#hosts.get(origin);
    if (host === undefined) this.#hosts.set(origin, (host = { taken: 0, waiting: new Set() }));
    const { waiting } = host;
    let state: "waiting" | "going" | "over" = "waiting";
    const start = (): void => {
      state = "going";
      go();
    };
    waiting.add(start);
    queueMicrotask(() => this.#next(origin, host));
    return () => {
      if (state === "over") return;
      if (state === "going") host.taken--;
      state = "over";
      waiting.delete(start);
      this.#next(origin, host);
    };
  }

  /** Ends all turns: a request that ends does not let another begin, which would be ended next. */
  close(): void {
    this.#closed = true;
  }

  #next(origin: string, host: Host): void {
    if (this.#closed) return;
    for (const start of host.waiting) {
      if (host.taken >= this.#most) return;
      host.waiting.delete(start);
      host.taken++;
      start();
    }
    // By now there may be another entry for the origin, whose slots are taken.
    if (host.taken === 0 && this.#hosts.get(origin) === host) this.#hosts.delete(origin);
  }
}
