// The ways in which running script code ends early. They are thrown, and only the scheduler, what unwinds
// (unwinding.ts), the engine and the HTTP server (reference/errors#panics) may catch them.

/** A goroutine that waits in a deadlock, for the trace. */
export interface BlockedOperation {
  /** Such as `channel receive`. */
  readonly what: string;
  /** Position index of the call. */
  readonly site: number;
  /** Those of the calls that wait for it, innermost first. */
  readonly callers?: readonly number[];
}

/** What an assertion found, as byte strings. */
export interface Comparison {
  /** The panic's message without them. */
  readonly head: string;
  readonly got: string;
  /** Null where the message says what was expected. */
  readonly expected: string | null;
}

/** The unrecoverable failure of reference/errors#panics; `message` is a byte string. */
export class Panic extends Error {
  override readonly name = "Panic";
  /** Only of a deadlock: which goroutine waits for what. */
  readonly blocked: readonly BlockedOperation[];
  /** Position indexes of the calls that wait for what failed, innermost first; the stack has those after the last wait. */
  callers: readonly number[] = [];
  /** `callers` are known: what waits for it from now on stands in the stack. */
  traced = false;
  /** Panics of deferred calls that it made run, in order. */
  readonly later: Panic[] = [];
  /** Only of an assertion. */
  readonly compared: Comparison | null;
  constructor(
    message: string,
    blocked: readonly BlockedOperation[] = [],
    compared: Comparison | null = null,
  ) {
    super(message);
    this.blocked = blocked;
    this.compared = compared;
  }
}

/**
 * A limit is used up (stack, memory, steps, time), or no goroutine can go on: runs no deferred calls, and no
 * script catches it (reference/errors#panics).
 */
export class FatalPanic extends Panic {
  /** Panics that were unwinding where it happened. */
  readonly earlier: Panic[] = [];
}

/** The calls of a goroutine, or what they work on, nest too deeply. A host may try again with a larger stack. */
export class StackOverflow extends FatalPanic {
  constructor() {
    super("stack overflow");
  }
}

/** A limit of the host is used up, or the host ends the program: not even a server goes on. */
export class LimitPanic extends FatalPanic {}

/** `exit(n)` of std/env. */
export class Exit extends Error {
  override readonly name = "Exit";
  readonly code: number;
  /** As of a `FatalPanic`. */
  readonly earlier: Panic[] = [];
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** `main` or a test has returned an `Err` with this text, a byte string (reference/programs#exit-status). */
export class Failed extends Error {
  override readonly name = "Failed";
  readonly text: string;
  constructor(text: string) {
    super("failed");
    this.text = text;
  }
}

/** Whether what a host threw is an end that it may choose, no mistake. It may be anything, also what cannot be asked. */
export function isEnd(error: unknown): error is Panic | Exit | HostError {
  try {
    return error instanceof Panic || error instanceof Exit || error instanceof HostError;
  } catch {
    return false;
  }
}

/** What a host threw, in words: it may be anything, also what cannot be made text. */
export function thrownText(error: unknown): string {
  try {
    return String(error);
  } catch {
    return "what cannot be made text";
  }
}

/** A host module broke its declaration or threw: neither the script's fault nor the engine's. */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly #own = true;

  /** Hosts may throw anything: asking a revoked proxy for its prototype throws. */
  static override [Symbol.hasInstance](value: unknown): value is HostError {
    return typeof value === "object" && value !== null && #own in value;
  }
}
