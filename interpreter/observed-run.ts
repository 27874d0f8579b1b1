// Looks again and again at what the goroutines of a program do while it runs, for hosts that show it. What a program
// has printed before it computes without a pause arrives then, too.
import type { Launched } from "./launch/index.ts";
import { callInProgram, monotonicMillis, type GoroutineState } from "./runtime/host.ts";

/** What a goroutine does, and where. */
export interface Goroutine {
  /**
   * `running`, `ready` to continue, `waiting` for the host, or the operation that it waits in, such as
   * `channel receive` or `sleep`.
   */
  readonly doing: string;
  /** The function of the program in which it does that. */
  readonly function: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export type GoroutineObserver = (goroutines: readonly Goroutine[]) => void;

const EVERY_MS = 100;
/** Looking at many goroutines takes long: it may use this part of the time. */
const MOST_SHARE = 0.05;

/** One run that is observed. */
export class ObservedRun {
  readonly #observer: GoroutineObserver;
  #launched: Launched | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next = 0;

  constructor(observer: GoroutineObserver) {
    this.#observer = observer;
  }

  start(launched: Launched): void {
    this.#launched = launched;
    this.#next = monotonicMillis() + EVERY_MS;
    this.#later();
  }

  /** Called by a program that computes, at its steps: timers wait until it gives way. */
  poll(): void {
    if (this.#launched !== null && monotonicMillis() >= this.#next) this.#look();
  }

  /** The program has ended: it has no goroutines. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#launched !== null) this.#observer([]);
    this.#launched = null;
  }

  #later(): void {
    this.#timer = setTimeout(
      () => {
        this.poll();
        if (this.#launched !== null) this.#later();
      },
      Math.max(1, this.#next - monotonicMillis()),
    );
  }

  #look(): void {
    const begun = monotonicMillis();
    this.#launched!.passOutputOn();
    this.#observer(this.#launched!.goroutines().map(shown));
    const now = monotonicMillis();
    this.#next = now + Math.max(EVERY_MS, (now - begun) / MOST_SHARE);
  }
}

function shown({ doing, calls }: GoroutineState): Goroutine {
  const { function: name, file, line } = callInProgram(calls)!;
  return { doing, function: name, file, line };
}
