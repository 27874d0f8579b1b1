// Functions that the host gives to an engine. What they throw is the mistake of the host: it ends the
// program that met it, and is told with the host's own stack.
import { HostError, type Sink } from "./runtime/host.ts";

/** `failed` hears of it as well as who writes: the output may be passed on when nobody is there to be told. */
export function guardedSink(name: string, sink: Sink | undefined, failed: (error: HostError) => void): Sink {
  if (sink === undefined) return () => {};
  return (bytes) => {
    try {
      sink(bytes);
    } catch (error) {
      const mistake = hostError(name, error);
      failed(mistake);
      throw mistake;
    }
  };
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
  return new HostError(`${name} threw ${String(error)}`, { cause: error });
}
