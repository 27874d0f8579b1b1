// The ways in which running script code ends early. They are thrown; only the scheduler, unwinding.ts, the
// engine and the HTTP server (reference/errors#panics) may catch them.

/** A goroutine that waits in a deadlock, for the trace. */
export interface BlockedOperation {
  /** The operation, such as `channel receive`. */
  readonly what: string;
  /** The site of the call. */
  readonly site: number;
  /** The sites of the calls that wait for it, innermost first. */
  readonly callers?: readonly number[];
}

/** The values that an assertion compared, as byte strings. */
export interface Comparison {
  /** The panic's message without the values. */
  readonly head: string;
  readonly got: string;
  /** Null if the message says what was expected. */
  readonly expected: string | null;
  /** The source and the value of each part of a condition, in the order of their evaluation. */
  readonly parts?: readonly (readonly [text: string, value: string])[];
}

/**
 * The unrecoverable failure of reference/errors#panics. `message` is a byte string; a panic that a native of
 * a host throws has text.
 */
export class Panic extends Error {
  override readonly name = "Panic";
  /** Only in a deadlock: the goroutines that wait, and for what. */
  readonly blocked: readonly BlockedOperation[];
  /**
   * Position indexes of the calls that wait for the failed one, innermost first; the stack has the calls
   * after the last wait.
   */
  callers: readonly number[] = [];
  /** Whether `callers` are complete: further calls that wait are on the stack. */
  traced = false;
  /** Panics of the deferred calls that this panic ran, in order. */
  readonly later: Panic[] = [];
  /** Only for an assertion. */
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
 * A limit of the host is exceeded (memory, steps, time, depth), or no goroutine can continue. Runs no
 * deferred calls, and no script catches it (reference/errors#panics).
 */
export class FatalPanic extends Panic {
  /** Panics that were unwinding when it occurred. */
  readonly earlier: Panic[] = [];
}

/**
 * The calls of a goroutine, or the data they work on, nest too deeply. A host may try again with a larger
 * stack.
 */
export class StackOverflow extends Panic {
  constructor() {
    super("stack overflow");
  }
}

/** A limit of the host is exceeded, or the host ends the program: even a server ends. */
export class LimitPanic extends FatalPanic {}

/** The host has ended the program by its signal. */
export class Interrupted extends LimitPanic {
  constructor() {
    super("interrupted");
  }
}

/** A goroutine has been cut from outside. It unwinds, and no script catches it. */
export class Interruption extends Panic {}

/** `exit(n)` of std/env. */
export class Exit extends Error {
  override readonly name = "Exit";
  readonly code: number;
  /** As in `FatalPanic`. */
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

/** Whether what the host threw ends the program deliberately. Never throws, whatever the host threw. */
export function isEnd(error: unknown): error is Panic | Exit | HostError {
  try {
    return error instanceof Panic || error instanceof Exit || error instanceof HostError;
  } catch {
    return false;
  }
}

/** What the host threw as text, or a placeholder if converting it throws. */
export function thrownText(error: unknown): string {
  try {
    return String(error);
  } catch {
    return "a value that cannot be converted to text";
  }
}

/**
 * A host module violated its declaration or threw: the fault is neither the script's nor the engine's.
 * `cause` is what it threw.
 */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly #own = true;

  /** A host may throw any value, and `instanceof` on a revoked proxy throws. */
  static override [Symbol.hasInstance](value: unknown): value is HostError {
    return typeof value === "object" && value !== null && #own in value;
  }
}
