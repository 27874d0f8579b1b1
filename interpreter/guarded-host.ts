// Wrappers for functions of the host. What they throw is a failure of the host: it ends the program that
// called them, and is reported with the host's own stack.
import { turnOfEventLoop } from "./event-loop.ts";
import {
  describe,
  HostError,
  LimitPanic,
  MAX_DELAY_MS,
  nativeReserve,
  thrownText,
  type Sink,
} from "./runtime/host.ts";

export interface GuardedSink extends Sink {
  /** Resolves when the host has taken everything; null if it has. */
  drained(): Promise<void> | null;
}

/** The bytes pending for a sink from which on a program waits wherever it can wait. */
const MUCH_HELD = 1_000_000;
/**
 * The bytes pending for a sink that end a program. It got here because it could not wait, as in a loop that
 * only prints.
 */
const MOST_HELD = 64_000_000;
/** The overhead of a pending piece, in bytes. */
const PER_PIECE = 32;

/**
 * Wraps a sink. If the sink returns a promise, the next bytes follow when that is settled. `failed` receives
 * what the sink throws or rejects with, and the panic if too much is pending. The writer gets the same error,
 * but output may be passed on when there is no writer to catch it.
 */
export function guardedSink(
  name: string,
  sink: ((bytes: string) => unknown) | undefined,
  failed: (error: Error) => void,
): GuardedSink {
  let held = "";
  let cost = 0;
  let ahead: (taken: Promise<void>) => void = () => {};
  let busy: Promise<void> | null = null;

  const mistake = (error: unknown): HostError => {
    held = "";
    cost = 0;
    const failure = hostError(name, error);
    failed(failure);
    return failure;
  };
  const pass = (bytes: string): Promise<void> | null => {
    let taken: Promise<unknown>;
    try {
      const answer = sink?.(bytes);
      // Reading `then` may throw, too.
      if (!isThenable(answer)) return null;
      taken = Promise.resolve(answer);
    } catch (error) {
      throw mistake(error);
    }
    return taken.then(
      () => {},
      (error) => void mistake(error),
    );
  };
  const passHeld = async (first: Promise<void>): Promise<void> => {
    await first;
    try {
      while (held !== "") {
        const bytes = held;
        held = "";
        cost = 0;
        await pass(bytes);
      }
    } catch {
      // Reported already.
    }
    busy = null;
  };
  const write = (bytes: string): void => {
    if (busy !== null) {
      const before = cost;
      cost += bytes.length + PER_PIECE;
      if (cost > MOST_HELD) {
        const exceeded = new LimitPanic(`output limit exceeded: ${MOST_HELD / 1e6} MB wait for ${name}`);
        failed(exceeded);
        throw exceeded;
      }
      held += bytes;
      if (before <= MUCH_HELD && cost > MUCH_HELD) ahead(busy);
      return;
    }
    nativeReserve.keep();
    const taken = pass(bytes);
    if (taken !== null) busy = passHeld(taken);
  };
  const deliver = (bytes: string): Promise<null> | null => {
    write(bytes);
    return busy === null ? null : busy.then(() => null);
  };
  return Object.assign(write, {
    deliver,
    drained: () => busy,
    whenAhead: (listener: typeof ahead) => void (ahead = listener),
  });
}

/** Waits for `underWay`, for at most `millis` or until `signal` is aborted. False: the time is over. */
export async function untilAborted(
  underWay: Promise<void>,
  signal: AbortSignal | undefined,
  millis = Infinity,
): Promise<boolean> {
  const { promise: stopped, resolve } = Promise.withResolvers<boolean>();
  const abort = (): void => resolve(true);
  signal?.addEventListener("abort", abort, { once: true });
  const timer = millis < MAX_DELAY_MS ? setTimeout(() => resolve(false), millis) : undefined;
  try {
    return signal?.aborted === true || (await Promise.race([underWay.then(() => true), stopped]));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

/** A promise whose rejection is not reported as unhandled, even if nothing awaits it. */
export function handled<T>(promise: PromiseLike<T>): Promise<T> {
  const own = Promise.resolve(promise);
  own.catch(() => {});
  return own;
}

export function guardedInput(
  read: (() => Promise<Uint8Array | null>) | undefined,
): () => Promise<Uint8Array | null> {
  if (read === undefined) return async () => null;
  return async () => {
    // A host that answers immediately, again and again, would starve the event loop, which ends programs.
    const turn = turnOfEventLoop();
    if (turn !== null) await turn;
    let bytes: unknown;
    try {
      bytes = await read();
      // A proxy of a Uint8Array passes `instanceof`, but has no bytes: reading its length throws.
      if (bytes === null || (bytes instanceof Uint8Array && bytes.byteLength >= 0)) return bytes;
    } catch (error) {
      throw hostError("readInput", error);
    }
    throw new HostError(`readInput returned ${describe(bytes)}, which is neither a Uint8Array nor null`);
  };
}

export function guardedClock(now: (() => number) | undefined): () => number {
  if (now === undefined) return Date.now;
  return () => {
    nativeReserve.keep();
    let millis: unknown;
    try {
      millis = now();
      if (isThenable(millis)) void handled(millis);
    } catch (error) {
      throw hostError("now", error);
    }
    if (typeof millis === "number" && Number.isFinite(millis)) return millis;
    throw new HostError(`now returned ${describe(millis)}, which is not a number of milliseconds`);
  };
}

function hostError(name: string, error: unknown): HostError {
  // It was made in the thread of the host.
  if (error instanceof HostError) return error;
  return new HostError(`${name} threw ${thrownText(error)}`, { cause: error });
}
