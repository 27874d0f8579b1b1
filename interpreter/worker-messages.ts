// The messages between an engine and the thread that runs its programs. Values are copied; functions and
// objects stay where they are and are sent as numbers.
import type { EngineOptions } from "./engine-options.ts";
import { className, Err, ErrorValue, thrownText } from "./runtime/host.ts";

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
  /** The packages of npm whose native code may run; null if the option `packages` is not `npmPackages()`. */
  readonly npm: readonly string[] | true | null;
  /** The functions that the host supplies: `reader`, `packages`, `readInput`, `now`, `stdout`, `stderr`. */
  readonly given: readonly string[];
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

declare const PACKED: unique symbol;
/** Plain data that structured cloning accepts. */
export type Packed = unknown & { readonly [PACKED]?: true };

interface Mark {
  readonly $: "function" | "object" | "instance" | "buffer" | "error" | "escaped";
  readonly value: unknown;
}

/** The number of a function or object; `yours`: it lives on the receiving side. */
interface Reference {
  readonly number: number;
  readonly yours: boolean;
  /** Of an object: the classes of modules that it is an instance of. */
  readonly classes: readonly string[];
}

/** A copy of an object that is not plain. */
interface Instance {
  /** The name of its class, for messages. */
  readonly name: string;
  readonly fields: object;
  /** Null if it is no `Error` of JavaScript. */
  readonly error: { readonly kind: Packed; readonly message: Packed } | null;
  /** What `JSON.stringify` makes of it; null if that is an object of its fields. */
  readonly json: { readonly text: string | undefined } | { readonly problem: string } | null;
}

/** The tables of one side: its own functions and objects, and its proxies for those of the other side. */
export interface Ends {
  /** The number of a function or object of this side, which is sent. */
  numberOf(f: object): number;
  /** The function or object of this side with this number. */
  byNumber(number: number): unknown;
  /** A proxy for the function of the other side with this number, which has arrived. */
  foreignFunction(number: number): unknown;
  /** The classes of modules that an object of this side belongs to; null if it is copied. */
  classesOf(value: object): readonly string[] | null;
  /** A proxy for the object of the other side with this number, which has arrived. */
  foreignObject(number: number, classes: readonly string[]): unknown;
  /** The number behind a proxy; null for any other value. */
  foreignNumber(value: object): { readonly number: number; readonly kind: "function" | "object" } | null;
}

/** The most elements of a list that is sent. */
const MOST_ELEMENTS = 2 ** 25;
/** Values nested deeper are refused, cyclic ones among them; more than the types of a script can nest. */
const MOST_DEPTH = 1100;

/** Converts a value to plain data. @throws RangeError for a list that is too long, or a value too deep */
export function pack(value: unknown, ends: Ends, depth = 0): Packed {
  if (typeof value === "function") return mark("function", reference(value, ends, "function", []));
  if (typeof value !== "object" || value === null) return value as Packed;
  if (depth > MOST_DEPTH) throw new RangeError("the value is nested too deeply, or contains itself");
  const part = (held: unknown): Packed => pack(held, ends, depth + 1);
  if (value instanceof Err) return mark("error", part(value.error));
  if (value instanceof ErrorValue)
    return { kind: value._kind, message: value._message, code: value._code } as unknown as Packed;
  if (Array.isArray(value)) return packedList(value, part);
  if (value instanceof Map) {
    const entries = Map.prototype.entries.call(value) as Iterable<[unknown, unknown]>;
    return new Map(Array.from(entries, ([key, held]) => [part(key), part(held)])) as Packed;
  }
  if (value instanceof Set) return new Set(Array.from(Set.prototype.values.call(value), part)) as Packed;
  if (value instanceof Uint8Array)
    return className(value) === "Buffer" ? mark("buffer", value) : (value as Packed);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) {
    const copy = packedFields(value, part);
    return (Object.hasOwn(copy, "$") ? mark("escaped", copy) : copy) as Packed;
  }
  const classes = ends.foreignNumber(value) === null ? ends.classesOf(value) : [];
  return classes === null
    ? mark("instance", packedInstance(value, part))
    : mark("object", reference(value, ends, "object", classes));
}

type PackPart = (held: unknown) => Packed;

/** By index, whatever the iterator of the list does. */
function packedList(list: readonly unknown[], part: PackPart): Packed {
  const { length } = list;
  if (length > MOST_ELEMENTS)
    throw new RangeError(`a list of ${length} elements is too long to be sent to a thread`);
  const copy: Packed[] = [];
  for (let i = 0; i < length; i++) copy.push(part(list[i]));
  return copy as Packed;
}

function packedFields(value: object, part: PackPart): object {
  return Object.fromEntries(
    Object.entries(value).map(([key, held]: [string, unknown]) => [
      key,
      // `JSON.stringify` calls it as a method.
      part(key === "toJSON" && typeof held === "function" ? (held.bind(value) as unknown) : held),
    ]),
  );
}

function packedInstance(value: object, part: PackPart): Instance {
  const { kind, message } = value as { readonly kind?: unknown; readonly message?: unknown };
  return {
    name: className(value),
    fields: packedFields(value, part),
    error: value instanceof Error ? { kind: part(kind), message: part(message) } : null,
    json: jsonOf(value),
  };
}

function jsonOf(value: object): Instance["json"] {
  const boxed = value instanceof Number || value instanceof String || value instanceof Boolean;
  if (!boxed && typeof (value as { readonly toJSON?: unknown }).toJSON !== "function") return null;
  try {
    return { text: JSON.stringify(value) as string | undefined };
  } catch (error) {
    return { problem: thrownText(error) };
  }
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
  switch (kind) {
    case "error":
      return new Err(unpack(held as Packed, ends));
    case "escaped":
      return plain(held as object, ends);
    case "buffer":
      // Structured cloning makes it a plain Uint8Array, which `JSON.stringify` writes otherwise.
      return hide(held as Uint8Array, "toJSON", () => ({
        type: "Buffer",
        data: Array.from(held as Uint8Array),
      }));
    case "instance":
      return unpackedInstance(held as Instance, ends);
  }
  const { number, yours, classes } = held as Reference;
  if (yours) return ends.byNumber(number);
  return kind === "function" ? ends.foreignFunction(number) : ends.foreignObject(number, classes);
}

function plain(value: object, ends: Ends): object {
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, unpack(held as Packed, ends)]));
}

/** Adds a property that is not enumerated. */
function hide<T extends object>(target: T, key: string, value: unknown): T {
  return Object.defineProperty(target, key, { value, configurable: true, writable: true });
}

/** An object that is converted, and described, as the original is. */
function unpackedInstance({ name, fields, error, json }: Instance, ends: Ends): object {
  const prototype = Object.create(error === null ? Object.prototype : Error.prototype) as object;
  hide(prototype, "constructor", { name });
  if (json !== null)
    hide(prototype, "toJSON", () => {
      if ("problem" in json) throw Object.assign(new Error(), { toString: () => json.problem });
      return json.text === undefined ? undefined : (JSON.parse(json.text) as unknown);
    });
  const copy = Object.create(prototype) as object;
  if (error !== null) {
    hide(copy, "message", unpack(error.message, ends));
    hide(prototype, "kind", unpack(error.kind, ends));
  }
  for (const [key, held] of Object.entries(plain(fields, ends)) as [string, unknown][])
    Object.defineProperty(copy, key, { value: held, enumerable: true, configurable: true, writable: true });
  return copy;
}

function mark(kind: Mark["$"], value: unknown): Packed {
  return { $: kind, value } as unknown as Packed;
}

function reference(
  value: object,
  ends: Ends,
  kind: "function" | "object",
  classes: readonly string[],
): Reference {
  const foreign = ends.foreignNumber(value);
  return foreign !== null && foreign.kind === kind
    ? { number: foreign.number, yours: true, classes }
    : { number: ends.numberOf(value), yours: false, classes };
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
