// Functions that the host gives to an engine. What they throw is the mistake of the host: it ends the
// program that met it, and is told with the host's own stack.
import { HostError, thrownText, type Sink } from "./runtime/host.ts";

export interface GuardedSink extends Sink {
  /** Resolves when the host has taken everything; null when it has. */
  drained(): Promise<void> | null;
}

/**
 * A sink that returns a promise gets the next bytes when that is settled. `failed` hears what it throws or rejects with
 * as well as the code that writes: output may be passed on when no caller is there to get the error.
 */
export function guardedSink(
  name: string,
  sink: ((bytes: string) => unknown) | undefined,
  failed: (error: HostError) => void,
): GuardedSink {
  let held = "";
  let busy: Promise<void> | null = null;

  const mistake = (error: unknown): HostError => {
    held = "";
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
        await pass(bytes);
      }
    } catch {
      // It has been told.
    }
    busy = null;
  };
  const write = (bytes: string): void => {
    if (busy !== null) {
      held += bytes;
      return;
    }
    const taken = pass(bytes);
    if (taken !== null) busy = passHeld(taken);
  };
  const deliver = (bytes: string): Promise<null> | null => {
    write(bytes);
    return busy === null ? null : busy.then(() => null);
  };
  return Object.assign(write, { deliver, drained: () => busy });
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
