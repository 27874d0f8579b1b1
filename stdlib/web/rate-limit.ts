// How many requests a client may make: so many at once, and then one after the other as time passes (the generic
// cell rate algorithm). One number for each client; those whose time has passed are forgotten.

const MANY = 10_000;
const MOST = 200_000;

export class RateLimit {
  /** Milliseconds that one request is worth. */
  private readonly each: number;
  private readonly span: number;
  /** Until when each client has used up its requests. */
  private readonly used = new Map<string, number>();
  private nextSweep = MANY;

  constructor(n: number, perMs: number) {
    this.span = Math.max(1, perMs);
    this.each = this.span / Math.max(1, n);
  }

  /** 0 when the client may go on, else the milliseconds until it may. */
  take(key: string, now: number): number {
    const until = Math.max(this.used.get(key) ?? 0, now);
    const wait = until + this.each - now - this.span;
    // Less than a microsecond is an error of rounding.
    if (wait > 1e-3) return Math.max(1, Math.ceil(wait));
    this.used.delete(key);
    this.used.set(key, until + this.each);
    if (this.used.size >= this.nextSweep) this.sweep(now);
    return 0;
  }

  private sweep(now: number): void {
    for (const [key, until] of this.used) if (until <= now) this.used.delete(key);
    // Those who asked least recently come first.
    for (const key of this.used.keys()) {
      if (this.used.size <= MOST) break;
      this.used.delete(key);
    }
    this.nextSweep = Math.min(MOST + MANY, Math.max(MANY, this.used.size * 2));
  }
}
