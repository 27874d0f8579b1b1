// Limits the requests to one origin at a time; the others wait for their turn, in order.

interface Place {
  taken: number;
  readonly waiting: Set<() => void>;
}

export class Places {
  readonly #most: number;
  readonly #places = new Map<string, Place>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Calls `go` once there is a place, after this call at the earliest. The returned function gives the place,
   * or the turn, back; further calls have no effect.
   */
  take(origin: string, go: () => void): () => void {
    let place = this.#places.get(origin);
    if (place === undefined) this.#places.set(origin, (place = { taken: 0, waiting: new Set() }));
    const { waiting } = place;
    let state: "waiting" | "going" | "over" = "waiting";
    const start = (): void => {
      state = "going";
      go();
    };
    waiting.add(start);
    queueMicrotask(() => this.#next(origin, place));
    return () => {
      if (state === "going") place.taken--;
      state = "over";
      waiting.delete(start);
      this.#next(origin, place);
    };
  }

  #next(origin: string, place: Place): void {
    for (const start of place.waiting) {
      if (place.taken >= this.#most) return;
      place.waiting.delete(start);
      place.taken++;
      start();
    }
    if (place.taken === 0) this.#places.delete(origin);
  }
}
