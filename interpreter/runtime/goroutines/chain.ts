// The two ends of a chain of frames (waiting.ts): what a goroutine waits for, and where it started.
import type { Scheduler } from "./scheduler.ts";
import { Unwinding } from "./unwinding.ts";
import { Frame, Waiting } from "./waiting.ts";

/** What the ends of chains ask of the scheduler. */
export interface ChainScheduler extends Scheduler {
  /** The goroutine that waits at `leaf` resumes with `value` when its turn comes. */
  ready(leaf: Leaf, value: unknown): void;
  /** Called once by each goroutine, before its result or failure is reported. */
  goroutineEnded(): void;
  /** A goroutine that reports to no caller has failed. */
  goroutineFailed(error: unknown): void;
}

/** What a goroutine waits for: the inner end of its chain of frames. */
export class Leaf extends Waiting {
  readonly scheduler: ChainScheduler;
  /** The number of frames in the chain. */
  depth = 0;

  constructor(scheduler: ChainScheduler) {
    super();
    this.scheduler = scheduler;
  }
}

/** Replaces the value when the awaited operation has failed. */
export class Failure {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** Replaces the caller when the value arrives before a frame waits for it. */
export class Arrived extends Frame {
  readonly scheduler: Scheduler;
  readonly value: unknown;

  constructor(scheduler: Scheduler, value: unknown) {
    super(0);
    this.scheduler = scheduler;
    this.value = value;
  }

  override run(): undefined {}

  override site(): number {
    return -1;
  }
}

/** The start of a goroutine. */
export class Goroutine extends Frame {
  readonly scheduler: ChainScheduler;
  #body: (() => unknown) | null;

  /** Without a body the goroutine has begun already: it waits for what `again` got. */
  constructor(scheduler: ChainScheduler, body: (() => unknown) | null) {
    super(0);
    this.scheduler = scheduler;
    this.#body = body;
  }

  override run(value: unknown): unknown {
    const body = this.#body;
    if (body === null) this.end(value);
    else {
      this.#body = null;
      const result = body();
      if (result instanceof Promise) return this.scheduler.again(this, result);
      this.end(result);
    }
    return undefined;
  }

  end(_result: unknown): void {
    this.scheduler.goroutineEnded();
  }

  override site(): number {
    return -1;
  }

  override fail(error: unknown): void {
    this.scheduler.goroutineEnded();
    this.scheduler.goroutineFailed(error);
  }
}

/** A goroutine that reports its end. */
export class Task extends Goroutine {
  readonly #ended: TaskEnd;

  constructor(scheduler: ChainScheduler, body: (() => unknown) | null, ended: TaskEnd) {
    super(scheduler, body);
    this.#ended = ended;
  }

  override end(result: unknown): void {
    this.scheduler.goroutineEnded();
    this.#ended.done(result);
  }

  override fail(error: unknown): void {
    this.scheduler.goroutineEnded();
    this.#ended.failed(error);
  }
}

export interface TaskEnd {
  done(result: unknown): void;
  failed(error: unknown): void;
}

export function chainLength(frame: Frame | null): number {
  let length = 0;
  for (let each = frame; each !== null; each = each.caller) length++;
  return length;
}

/** The start of the goroutine that waits at a leaf; null if no frame waits for it yet. */
export function goroutineAt({ caller }: { readonly caller: Frame | null }): Frame | null {
  let start = caller;
  while (start !== null && start.caller !== null) start = start.caller;
  return start;
}

/** A goroutine that does not run at the moment, by the frame that will resume. */
export interface Living {
  readonly what: string;
  readonly site?: number;
  /** The JavaScript stack when it began to wait, if known. */
  readonly stack?: string;
  readonly frame: Frame | null;
}

/** Whether `frame` belongs to a goroutine that the program has spawned. */
export function isSpawned(frame: Frame | null): boolean {
  const start = goroutineAt({ caller: frame });
  return start instanceof Goroutine && !(start instanceof Task);
}

/**
 * Whether a panic that unwinds at `frame` will end its goroutine, rather than be caught or reported with
 * another.
 */
export function endsGoroutine(frame: Frame): boolean {
  let each = frame;
  while (each.caller !== null) {
    each = each.caller;
    if (each.catches || each instanceof Unwinding) return false;
  }
  return each instanceof Goroutine;
}
