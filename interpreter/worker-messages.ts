// The messages between an engine and the thread that runs its programs. Values are copied; functions and
// objects stay where they are and are sent as numbers.
import type { EngineOptions } from "./engine-options.ts";
import type { Packed } from "./packed-values.ts";

/** The settings from which a thread creates its engine. It calls functions of the host by name. */
export interface ThreadSettings {
  /** The URL of the file that exports `standardModules`; null if the host uses none of them. */
  readonly standard: string | null;
  readonly names: readonly string[];
  readonly modules: readonly {
    readonly name: string;
    readonly declaration: string;
    readonly functions: readonly string[];
    readonly classes: readonly string[];
    /** The names of its checkers of literals. */
    readonly checkers: readonly string[];
  }[];
  readonly options: Pick<EngineOptions, "root" | "capabilities" | "limits" | "literals" | "debug">;
  /** The packages of npm whose native code may run; null if the option `packages` is not `npmPackages()`. */
  readonly npm: readonly string[] | true | null;
  /** The functions that the host supplies: `reader`, `packages`, `readInput`, `now`, `stdout`, `stderr`. */
  readonly given: readonly string[];
  /** Whether the reader of the host lists folders. */
  readonly lists: boolean;
  /** The memory that both sides share: see `sharedMemory`. */
  readonly shared: SharedArrayBuffer;
}

/**
 * The index of a counter that changes with every message to the thread, which may be waiting without its
 * event loop.
 */
export const WAKE = 0;
/** The index of a flag: 1 when programs have to end. */
export const ABORT = 1;
/** The index of the number of bytes of output that the host has not taken yet. */
export const PENDING = 2;
const FLAGS_BYTES = 16;

/**
 * The memory that a thread shares with its host. `flags`: WAKE, ABORT and PENDING. `deadline`: one number, the
 * time on the monotonic clock, in nanoseconds, at which what the thread does now has to be over. The host reads
 * it to end a thread that computes on without looking at its limits.
 */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
  readonly flags: Int32Array;
  readonly deadline: BigInt64Array;
}

export function sharedMemory(buffer = new SharedArrayBuffer(FLAGS_BYTES + 8)): SharedMemory {
  return {
    buffer,
    flags: new Int32Array(buffer, 0, FLAGS_BYTES / 4),
    deadline: new BigInt64Array(buffer, FLAGS_BYTES),
  };
}

export type Action =
  | "run"
  | "check"
  | "load"
  | "call"
  | "fetch"
  | "functions"
  | "instance"
  | "reset"
  | "reload"
  | "close"
  | "callback"
  | "abortFetch"
  | "abort";

export type ToThread =
  | {
      readonly kind: "do";
      readonly id: number;
      readonly action: Action;
      readonly program: number;
      readonly args: Packed;
    }
  /**
   * The answer of a function of the host: its value or its error; `panic`: the host threw a panic for the
   * script.
   */
  | {
      readonly kind: "answer";
      readonly id: number;
      readonly value: Packed;
      readonly error: { readonly text: string; readonly panic: boolean } | null;
    }
  | Released;

/** The other side has dropped a proxy to which a function or object was sent `times` times. */
interface Released {
  readonly kind: "released";
  readonly number: number;
  readonly times: number;
}

export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly id: number; readonly value: Packed }
  | {
      readonly kind: "failed";
      readonly id: number;
      readonly name: string;
      readonly message: string;
      readonly trace: string;
    }
  /** Calls a function of the host, which may return a promise if the answer may be `late`. */
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly name: string;
      readonly args: Packed;
      readonly late: boolean;
    }
  | { readonly kind: "output"; readonly stream: "stdout" | "stderr"; readonly bytes: string }
  /** A program has ended, or started again (`exitReason` null). */
  | { readonly kind: "ended"; readonly program: number; readonly exitReason: Packed }
  | Released;

/**
 * Numbers the functions and objects of one side, and keeps them while the other side has proxies of them. A
 * proxy may be dropped while its number is on the way again, so what was sent is counted.
 */
export class References {
  readonly #numbers = new Map<object, number>();
  readonly #sent = new Map<number, { readonly value: object; times: number }>();
  #last = 0;

  get size(): number {
    return this.#sent.size;
  }

  /** The number of `value`, which is sent once more. */
  numberOf(value: object): number {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = ++this.#last;
      this.#numbers.set(value, number);
      this.#sent.set(number, { value, times: 0 });
    }
    this.#sent.get(number)!.times++;
    return number;
  }

  byNumber(number: number): unknown {
    return this.#sent.get(number)?.value;
  }

  /** The other side has dropped a proxy to which `value` was sent `times` times. */
  release(number: number, times: number): void {
    const sent = this.#sent.get(number);
    if (sent === undefined || (sent.times -= times) > 0) return;
    this.#sent.delete(number);
    this.#numbers.delete(sent.value);
  }

  clear(): void {
    this.#numbers.clear();
    this.#sent.clear();
  }
}

/** The proxies of one side for the functions and objects of the other side. */
export class Proxies {
  readonly #known = new Map<number, { readonly proxy: WeakRef<object>; times: number }>();
  readonly #numbers = new WeakMap<object, number>();
  readonly #dropped: FinalizationRegistry<number>;

  /** `released` is called after a proxy was dropped to which a value was sent `times` times. */
  constructor(released: (number: number, times: number) => void) {
    this.#dropped = new FinalizationRegistry((number) => {
      const known = this.#known.get(number);
      // Another proxy may have taken its place, which counts on.
      if (known === undefined || known.proxy.deref() !== undefined) return;
      this.#known.delete(number);
      released(number, known.times);
    });
  }

  /** The proxy for a value that has arrived. */
  arrived<T extends object>(number: number, make: () => T): T {
    const known = this.#known.get(number);
    const living = known?.proxy.deref();
    if (living !== undefined) {
      known!.times++;
      return living as T;
    }
    const proxy = make();
    this.#numbers.set(proxy, number);
    this.#dropped.register(proxy, number);
    this.#known.set(number, { proxy: new WeakRef(proxy), times: (known?.times ?? 0) + 1 });
    return proxy;
  }

  /** The number behind a proxy; null for any other value. */
  numberOf(proxy: object): number | null {
    return this.#numbers.get(proxy) ?? null;
  }
}
