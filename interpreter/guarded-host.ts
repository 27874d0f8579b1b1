// Functions that the host gives to an engine. What they throw is the mistake of the host: it ends the
// program that met it, and is told with the host's own stack.
import { HostError, LimitPanic, thrownText, type Sink } from "./runtime/host.ts";

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
    const told = hostError(name, error);
    failed(told);
    return told;
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
      // It has been told.
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
    whenAhead: (told: typeof ahead) => void (ahead = told),
  });
}

/** Waits for what a host has under way, at most until it aborts. */
export async function untilAborted(underWay: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return underWay;
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  signal.addEventListener("abort", stop, { once: true });
  if (!signal.aborted) await Promise.race([underWay, aborted]);
  signal.removeEventListener("abort", stop);
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

export function guardedInput(
  read: (() => Promise<Uint8Array | null>) | undefined,
): () => Promise<Uint8Array | null> {
  if (read === undefined) return async () => null;
  return async () => {
    let bytes: unknown;
    try {
      bytes = await read();
    } catch (error) {
      throw hostError("readInput", error);
    }
    if (bytes !== null && !(bytes instanceof Uint8Array))
      throw new HostError("readInput returned what is neither a Uint8Array nor null");
    return bytes;
  };
}

function hostError(name: string, error: unknown): HostError {
  return new HostError(`${name} threw ${thrownText(error)}`, { cause: error });
}
