// The messages between an engine and the thread that runs its programs. Values are copied; functions and
// objects stay where they are and are sent as numbers.
import type { EngineOptions } from "./engine-options.ts";
import { Err, ErrorValue } from "./runtime/host.ts";

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
  }[];
  readonly options: Pick<EngineOptions, "root" | "capabilities" | "limits" | "debug">;
  /** The functions that the host supplies: `reader`, `packages`, `readInput`, `now`, `stdout`, `stderr`. */
  readonly given: readonly string[];
  /** Three Int32 values, at WAKE, ABORT and PENDING. */
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
  /** Calls a function of the host; `id` null: no answer is needed. */
  | { readonly kind: "ask"; readonly id: number | null; readonly name: string; readonly args: Packed }
  | { readonly kind: "output"; readonly stream: "stdout" | "stderr"; readonly bytes: string }
  /** A program has ended, or started again (`exitReason` null). */
  | { readonly kind: "ended"; readonly program: number; readonly exitReason: Packed }
  | Released;

declare const PACKED: unique symbol;
/** Plain data that structured cloning accepts. */
export type Packed = unknown & { readonly [PACKED]?: true };

interface Mark {
  readonly $: "function" | "object" | "error" | "escaped";
  readonly value: unknown;
}

/** The tables of one side: its own functions and objects, and its proxies for those of the other side. */
export interface Ends {
  /** The number of a function or object of this side, which is sent. */
  numberOf(f: object): number;
  /** The function or object of this side with this number. */
  byNumber(number: number): unknown;
  /** A proxy for the function of the other side with this number, which has arrived. */
  foreignFunction(number: number): unknown;
  /** A proxy for the object of the other side with this number, which has arrived. */
  foreignObject(number: number): unknown;
  /** The number behind a proxy; null for any other value. */
  foreignNumber(value: object): { readonly number: number; readonly kind: "function" | "object" } | null;
}

/** The most elements of a list that is sent. */
const MOST_ELEMENTS = 2 ** 25;

/** Converts a value to plain data. @throws RangeError for a list that is too long */
export function pack(value: unknown, ends: Ends): Packed {
  if (typeof value === "function") return mark("function", reference(value, ends, "function"));
  if (typeof value !== "object" || value === null) return value as Packed;
  if (value instanceof Err) return mark("error", pack(value.error, ends));
  if (value instanceof ErrorValue) return { kind: value._kind, message: value._message } as unknown as Packed;
  if (Array.isArray(value)) {
    if (value.length > MOST_ELEMENTS)
      throw new RangeError(`a list of ${value.length} elements is too long to be sent to a thread`);
    return Array.from(value, (item) => pack(item, ends)) as Packed;
  }
  if (value instanceof Map)
    return new Map([...value].map(([key, held]) => [pack(key, ends), pack(held, ends)])) as Packed;
  if (value instanceof Set) return new Set([...value].map((item) => pack(item, ends))) as Packed;
  if (value instanceof Uint8Array) return value as Packed;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype)
    return mark("object", reference(value, ends, "object"));
  const copy = Object.fromEntries(Object.entries(value).map(([key, held]) => [key, pack(held, ends)]));
  return (Object.hasOwn(copy, "$") ? mark("escaped", copy) : copy) as Packed;
}

export function unpack(value: Packed, ends: Ends): unknown {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((item: Packed) => unpack(item, ends));
  if (value instanceof Map)
    return new Map(
      [...value].map(([key, held]) => [unpack(key as Packed, ends), unpack(held as Packed, ends)]),
    );
  if (value instanceof Set) return new Set([...value].map((item) => unpack(item as Packed, ends)));
  if (!Object.hasOwn(value, "$")) return plain(value, ends);
  const { $: kind, value: held } = value as unknown as Mark;
  if (kind === "error") return new Err(unpack(held as Packed, ends));
  if (kind === "escaped") return plain(held as object, ends);
  const { number, yours } = held as { readonly number: number; readonly yours: boolean };
  if (yours) return ends.byNumber(number);
  return kind === "function" ? ends.foreignFunction(number) : ends.foreignObject(number);
}

function plain(value: object, ends: Ends): unknown {
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, unpack(held as Packed, ends)]));
}

function mark(kind: Mark["$"], value: unknown): Packed {
  return { $: kind, value } as unknown as Packed;
}

/** `yours`: the value lives on the receiving side. */
function reference(
  value: object,
  ends: Ends,
  kind: "function" | "object",
): { readonly number: number; readonly yours: boolean } {
  const foreign = ends.foreignNumber(value);
  return foreign !== null && foreign.kind === kind
    ? { number: foreign.number, yours: true }
    : { number: ends.numberOf(value), yours: false };
}

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
