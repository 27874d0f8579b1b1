// Goroutines as generators, with one queue of those that are ready. A goroutine runs until it waits or ends.
// Time is simulated: it stops while a goroutine is ready, and jumps to the next sleeper if none is, unless a
// goroutine waits for the outside world (a file, standard input).
import type { Module } from "../../check/index.ts";
import { asPanic, FatalPanic, type Panic, Ring } from "../../runtime/host.ts";

/** An evaluation, which may wait any number of times before it returns its value. */
export type Steps<T> = Generator<Parked, T, unknown>;

interface Goroutine {
  readonly steps: Steps<unknown>;
  readonly isMain: boolean;
}

type Arrival = { readonly value: unknown } | { readonly error: unknown };

/** The object that a waiting goroutine yields; `wake` or `fail` is called once, before or after that. */
export class Parked {
  readonly #scheduler: FifoScheduler;
  goroutine: Goroutine | null = null;
  arrival: Arrival | null = null;

  constructor(scheduler: FifoScheduler) {
    this.#scheduler = scheduler;
  }

  wake(value: unknown): void {
    this.#arrive({ value });
  }

  fail(error: unknown): void {
    this.#arrive({ error });
  }

  #arrive(arrival: Arrival): void {
    if (this.goroutine === null) this.arrival = arrival;
    else this.#scheduler.enqueue(this.goroutine, arrival);
  }
}

/** The number of loop iterations and calls between two turns of a goroutine that never waits. */
const TURN = 500;

export class FifoScheduler {
  readonly #ready = new Ring<{ readonly goroutine: Goroutine; readonly arrival: Arrival }>();
  readonly #sleepers: { readonly until: number; readonly parked: Parked }[] = [];
  readonly #started = Date.now();
  /** Milliseconds of simulated waiting. */
  #skipped = 0;
  #steps = 0;
  #turn = 0;
  #mainEnded = false;
  /** The panics that have started, in order, and those of them that have run all deferred calls. */
  #unwinding: Panic[] = [];
  readonly #unwound = new Set<Panic>();
  #external = 0;
  #externalSettled: () => void = () => {};
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The time of the program, in milliseconds since 1970. */
  now(): number {
    return this.#started + this.#skipped;
  }

  spawn(steps: Steps<unknown>): void {
    this.enqueue({ steps, isMain: false }, { value: undefined });
  }

  enqueue(goroutine: Goroutine, arrival: Arrival): void {
    this.#ready.push({ goroutine, arrival });
  }

  /**
   * Called for each loop iteration and each call: gives way to other goroutines regularly. Standard modules
   * rely on no other goroutine running while their own code does not wait.
   */
  *step(module: Module): Steps<void> {
    if (++this.#steps > this.#limit) throw new GaveUp(`more than ${this.#limit} steps`);
    if (module.standard || ++this.#turn < TURN) return;
    this.#turn = 0;
    this.#skipped++;
    this.#wakeSleepers();
    if (this.#ready.size > 0) yield* this.yieldNow();
  }

  *yieldNow(): Steps<void> {
    const parked = new Parked(this);
    parked.wake(undefined);
    yield parked;
  }

  *sleep(millis: number): Steps<void> {
    const parked = new Parked(this);
    const until = this.#skipped + millis;
    const at = this.#sleepers.findLastIndex((other) => other.until <= until) + 1;
    this.#sleepers.splice(at, 0, { until, parked });
    yield parked;
  }

  /** Waits for the outside world. */
  *external(promise: Promise<unknown>): Steps<unknown> {
    const parked = new Parked(this);
    const settled = (arrive: () => void) => {
      this.#external--;
      arrive();
      this.#externalSettled();
    };
    this.#external++;
    promise.then(
      (value) => settled(() => parked.wake(value)),
      (error: unknown) => settled(() => parked.fail(error)),
    );
    return yield parked;
  }

  // ---- panics (reference/errors#panics)

  /** Records that a panic starts to run deferred calls; other goroutines continue meanwhile. */
  panicBegins(panic: Panic): void {
    if (!this.#unwinding.includes(panic)) this.#unwinding.push(panic);
  }

  panicCaught(panic: Panic): void {
    this.#unwinding = this.#unwinding.filter((other) => other !== panic);
    this.#unwound.delete(panic);
  }

  /** Whether the program has ended: the first panic has unwound, or `main` has ended without a panic. */
  #isOver(): boolean {
    const first = this.#unwinding[0];
    if (first === undefined) return this.#mainEnded;
    if (this.#unwound.has(first)) throw first;
    return false;
  }

  /** Resolves when `main` returns. @throws the signal that ends the program otherwise */
  async run(main: Steps<unknown>): Promise<void> {
    this.enqueue({ steps: main, isMain: true }, { value: undefined });
    while (!this.#isOver()) {
      if (this.#ready.size > 0) {
        const next = this.#ready.shift();
        this.#resume(next.goroutine, next.arrival);
      } else if (this.#external > 0) await this.#untilSomethingHappens();
      else if (this.#sleepers.length > 0) {
        this.#skipped = this.#sleepers[0]!.until;
        this.#wakeSleepers();
      } else throw new FatalPanic("all goroutines are blocked: deadlock");
    }
  }

  #resume(goroutine: Goroutine, arrival: Arrival): void {
    const result = this.#go(goroutine.steps, arrival);
    if (result === null) return;
    if (result.done === true) {
      if (goroutine.isMain) this.#mainEnded = true;
      return;
    }
    const parked = result.value;
    parked.goroutine = goroutine;
    if (parked.arrival !== null) this.enqueue(goroutine, parked.arrival);
  }

  /** Runs a goroutine until it waits or ends; returns null if it ends with a panic. */
  #go(steps: Steps<unknown>, arrival: Arrival): IteratorResult<Parked> | null {
    try {
      return (
        "error" in arrival ? steps.throw(arrival.error) : steps.next(arrival.value)
      ) as IteratorResult<Parked>;
    } catch (error) {
      const panic = asPanic(error);
      if (panic === null || panic instanceof FatalPanic) throw error;
      this.panicBegins(panic);
      this.#unwound.add(panic);
      return null;
    }
  }

  #wakeSleepers(): void {
    while (this.#sleepers.length > 0 && this.#sleepers[0]!.until <= this.#skipped)
      this.#sleepers.shift()!.parked.wake(undefined);
  }

  /** Waits for the outside world, in real time. */
  async #untilSomethingHappens(): Promise<void> {
    const started = Date.now();
    const next = this.#sleepers[0];
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#externalSettled = resolve;
      if (next !== undefined) timer = setTimeout(resolve, Math.min(next.until - this.#skipped, 0x7fffffff));
    });
    clearTimeout(timer);
    this.#externalSettled = () => {};
    this.#skipped += Date.now() - started;
    this.#wakeSleepers();
  }
}

/** Thrown if the evaluator cannot continue with a program, which may be correct. */
export class GaveUp extends Error {
  override readonly name = "GaveUp";
}
