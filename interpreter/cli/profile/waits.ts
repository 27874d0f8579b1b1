// How long goroutines wait, and where: a timer looks again and again at what they do.
import type { Launched } from "../../launch/index.ts";
import { monotonicMillis } from "../../runtime/host.ts";

const EVERY_MS = 20;
/** Looking at many goroutines takes long: it may use this part of the time. */
const MOST_SHARE = 0.05;

export class Waits {
  readonly #times = new Map<string, number>();
  #launched: Launched | null = null;
  #last = 0;
  #timer: NodeJS.Timeout | undefined;

  start(launched: Launched): void {
    this.#launched = launched;
    this.#last = monotonicMillis();
    this.#later(EVERY_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#look();
    this.#launched = null;
  }

  /** The longest first. */
  get rows(): (readonly [what: string, milliseconds: number])[] {
    return [...this.#times].sort(([, a], [, b]) => b - a);
  }

  #later(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const cost = this.#look();
      this.#later(Math.max(EVERY_MS, cost / MOST_SHARE));
    }, milliseconds).unref();
  }

  #look(): number {
    const now = monotonicMillis();
    for (const line of this.#launched?.standing() ?? [])
      if (!/^(?: |running |ready )/.test(line)) this.#add(line, now - this.#last);
    this.#last = now;
    return monotonicMillis() - now;
  }

  #add(what: string, milliseconds: number): void {
    this.#times.set(what, (this.#times.get(what) ?? 0) + milliseconds);
  }
}
