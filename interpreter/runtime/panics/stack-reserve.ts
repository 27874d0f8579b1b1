// Reserves of stack. JavaScript ends a call with a RangeError when the stack is full, between any two
// statements. Code that must not be interrupted there asks for a reserve first: functions of the host, changes
// of state that goroutines share, and functions with deferred calls, which must be able to run them later.
//
// The cheapest question is a function of the engine that needs much stack itself. V8 compares the stack with
// the registers of a regular expression before it matches, but does not touch them: 15 ns for any size.
// Compiling such a pattern takes some milliseconds, so the first questions make nested calls instead.

/** Nested calls take at least 160 bytes each, optimized or not; stack-reserve.test.ts checks it. */
const CALLS_PER_KB = 7;
/** Questions that cost about as much as compiling a pattern. */
const FEW = 1000;
/** The stack that compiling a pattern may take, in KB. */
const COMPILING = 400;
/** V8 interprets a pattern at first, but compiles it for a long subject; it does not match in any case. */
const SUBJECT = "-".repeat(1024);
/** The lookaheads in each other in a pattern; each takes two registers of 8 bytes. */
const NESTED = 512;
const LOOKAHEADS_PER_KB = 64;

/** Makes nested calls with many arguments, which are on the stack. @throws RangeError */
// biome-ignore lint/complexity/useMaxParams: arguments take stack
function descend(
  calls: number,
  a = 0,
  b = 0,
  c = 0,
  d = 0,
  e = 0,
  f = 0,
  g = 0,
  h = 0,
  i = 0,
  j = 0,
): number {
  return calls > 0
    ? descend(calls - 1, a, b, c, d, e, f, g, h, i, j) + 1
    : a + b + c + d + e + f + g + h + i + j;
}

export class StackReserve {
  readonly #kilobytes: number;
  #asked = 0;
  #pattern: RegExp | null = null;

  constructor(kilobytes: number) {
    this.#kilobytes = kilobytes;
  }

  /** @throws RangeError if less stack is left, as the call of a function does when nothing is left */
  keep(): void {
    if (this.#pattern !== null) this.#pattern.test(SUBJECT);
    else this.#descend();
  }

  /** Whether as much stack is left. */
  get isLeft(): boolean {
    try {
      this.keep();
      return true;
    } catch {
      return false;
    }
  }

  #descend(): void {
    descend(this.#kilobytes * CALLS_PER_KB);
    if (++this.#asked % FEW === 0) this.#compile();
  }

  /** Without WebAssembly V8 compiles no patterns, either: it interprets them, which takes no stack. */
  #compile(): void {
    if (!("WebAssembly" in globalThis)) return;
    try {
      descend((this.#kilobytes + COMPILING) * CALLS_PER_KB);
      const group = "(?=".repeat(NESTED) + ")".repeat(NESTED);
      const pattern = new RegExp(`x${group.repeat((this.#kilobytes * LOOKAHEADS_PER_KB) / NESTED)}`, "y");
      pattern.test(SUBJECT);
      this.#pattern = pattern;
    } catch {
      // Asked again later, where more stack may be left.
    }
  }
}

/**
 * For functions of the host, and for changes of state that goroutines share: parking, waking, natives with
 * resources. V8 needs some of it to compile a function at its first call.
 */
export const nativeReserve = new StackReserve(64);
/** For functions with deferred calls: enough for those to call functions of the host. */
export const deferringReserve = new StackReserve(160);
/** The same, for functions that deferred calls call. */
export const innerReserve = new StackReserve(96);
