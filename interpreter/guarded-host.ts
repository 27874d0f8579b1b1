// Functions that the host gives to an engine. What they throw is the mistake of the host: it ends the
// program that met it, and is reported with the host's own stack.
import { turnOfEventLoop } from "./event-loop.ts";
import { describe, HostError, LimitPanic, MAX_DELAY_MS, thrownText, type Sink } from "./runtime/host.ts";

export interface GuardedSink extends Sink {
  /** Resolves when the host has taken everything; null when it has. */
  drained(): Promise<void> | null;
}

/** With so many bytes waiting for a sink, a program waits where it can. */
const MUCH_HELD = 1_000_000;
/** And ends with so many: where it cannot wait, as in a loop that computes, it has gone on. */
const MOST_HELD = 64_000_000;
/** What a piece costs beyond its bytes. */
const PER_PIECE = 32;

/**
 * A sink that returns a promise gets the next bytes when that is settled. `failed` hears what it throws or rejects with,
 * and that too much waits for it, as well as the code that writes: output may be passed on when no caller is there to get the error.
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
    let taken: unknown;
    try {
      taken = sink?.(bytes);
    } catch (error) {
      throw mistake(error);
    }
    if (!isThenable(taken)) return null;
    return Promise.resolve(taken).then(
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
      // It has been reported.
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

/** Waits for what a host has under way, at most until it aborts, or for so long. False: it is late. */
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

export function guardedInput(
  read: (() => Promise<Uint8Array | null>) | undefined,
): () => Promise<Uint8Array | null> {
  if (read === undefined) return async () => null;
  return async () => {
    // A host that answers at once would keep the event loop from what ends the program.
    const turn = turnOfEventLoop();
    if (turn !== null) await turn;
    let bytes: unknown;
    try {
      bytes = await read();
      // A proxy of one passes for it, but has none of its bytes.
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
    let millis: unknown;
    try {
      millis = now();
    } catch (error) {
      throw hostError("now", error);
    }
    if (typeof millis === "number" && Number.isFinite(millis)) return millis;
    throw new HostError(`now returned ${describe(millis)}, which is no number of milliseconds`);
  };
}

function hostError(name: string, error: unknown): HostError {
  // One that came from the thread of the host.
  if (error instanceof HostError) return error;
  return new HostError(`${name} threw ${thrownText(error)}`, { cause: error });
}
