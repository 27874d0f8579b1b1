// Stack traces of V8, whatever a host has assigned to `Error.prepareStackTrace` and `Error.stackTraceLimit`,
// and also if it has frozen `Error`.

type Hook = "stackTraceLimit" | "prepareStackTrace";

/** The frames that V8 records for an error while a program runs: the default of Node. */
const FRAMES = 10;

/** Sets a property of `Error`; returns what restores it. */
function set(name: Hook, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(Error, name);
  if (!Reflect.defineProperty(Error, name, { value, writable: true, configurable: true, enumerable: true }))
    return () => {};
  return () => {
    if (before === undefined) Reflect.deleteProperty(Error, name);
    else Reflect.defineProperty(Error, name, before);
  };
}

/** The stack as V8 writes it: formatted at the first read, by the hook that is set then. */
export function stackOf(error: Error): string {
  const restore = set("prepareStackTrace", undefined);
  try {
    const stack: unknown = error.stack;
    if (Array.isArray(stack)) return stack.map((call) => `\n    at ${String(call)}`).join("");
    return typeof stack === "string" ? stack : "";
  } catch {
    return "";
  } finally {
    restore();
  }
}

/** The stack of the caller, `most` frames of it. */
export function currentStack(most: number): string {
  const restore = set("stackTraceLimit", most);
  try {
    return stackOf(new Error());
  } finally {
    restore();
  }
}

/** Whether the stack has at least `most` calls. */
export function hasCalls(most: number): boolean {
  const restoreLimit = set("stackTraceLimit", most);
  const restoreFormat = set("prepareStackTrace", (_error: Error, calls: readonly unknown[]) => calls.length);
  try {
    const { stack } = new Error() as { stack?: unknown };
    return (Array.isArray(stack) ? stack.length : Number(stack)) >= most;
  } finally {
    restoreFormat();
    restoreLimit();
  }
}

/**
 * Makes V8 record stacks while a program runs, without the cost of a descriptor: this is called for each
 * turn, and each call by the host. Returns the host's own limit, for `stopRecording`.
 */
export function startRecording(): unknown {
  const { stackTraceLimit } = Error;
  if (stackTraceLimit === FRAMES) return FRAMES;
  Reflect.set(Error, "stackTraceLimit", FRAMES);
  return stackTraceLimit;
}

/** Restores the limit, unless the host has set another one meanwhile. */
export function stopRecording(limit: unknown): void {
  if (limit !== FRAMES && Error.stackTraceLimit === FRAMES) Reflect.set(Error, "stackTraceLimit", limit);
}
