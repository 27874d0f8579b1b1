// Values as the messages between an engine and the thread that runs its programs contain them. Values are
// copied; functions and objects stay where they are and are sent as numbers.
import { has } from "./own/index.ts";
import { className, Err, ErrorValue, thrownText, tooDeep } from "./runtime/host.ts";

declare const PACKED: unique symbol;
/** Plain data that structured cloning accepts. */
export type Packed = unknown & { readonly [PACKED]?: true };

interface Mark {
  readonly $: "function" | "object" | "instance" | "buffer" | "error" | "escaped" | "whole" | "part";
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
interface PackedInstance {
  /** The name of its class, for messages. */
  readonly name: string;
  readonly fields: Packed;
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
/** Values nested deeper are refused, cyclic ones among them; more than those that cross between scripts and hosts. */
const MOST_DEPTH = 3100;
/** The levels that are sent as one part: structured cloning recurses, and so does unpacking. */
const LEVELS_OF_PART = 500;

/** Converts a value to plain data. @throws RangeError for a list that is too long, HostError for a value too deep */
export function pack(value: unknown, ends: Ends): Packed {
  return new Packer(ends).whole(value);
}

/** Copies without recursion: a copy is made empty, and filled when the one that contains it is full. */
class Packer {
  readonly #ends: Ends;
  /** What is sent on its own; each part after the one that contains it. */
  readonly #parts: Packed[] = [];
  readonly #tasks: { readonly fill: () => void; readonly depth: number }[] = [];
  #depth = 0;

  constructor(ends: Ends) {
    this.#ends = ends;
  }

  whole(value: unknown): Packed {
    const first = this.#value(value);
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      this.#depth = task.depth;
      task.fill();
    }
    return this.#parts.length === 0 ? first : mark("whole", [first, ...this.#parts]);
  }

  #value(value: unknown): Packed {
    if (typeof value === "function") return mark("function", reference(value, this.#ends, "function", []));
    if (typeof value !== "object" || value === null) return value as Packed;
    if (this.#depth > MOST_DEPTH) throw tooDeep();
    const copy = this.#object(value);
    if (this.#depth === 0 || this.#depth % LEVELS_OF_PART > 0) return copy;
    return mark("part", this.#parts.push(copy));
  }

  /** Fills `copy` later. */
  #later(copy: object, fill: () => void): Packed {
    this.#tasks.push({ fill, depth: this.#depth + 1 });
    return copy as Packed;
  }

  #object(value: object): Packed {
    if (value instanceof Err) {
      const held: { $: Mark["$"]; value: unknown } = { $: "error", value: null };
      return this.#later(held, () => void (held.value = this.#value(value.error)));
    }
    if (value instanceof ErrorValue)
      return { kind: value._kind, message: value._message, code: value._code } as unknown as Packed;
    if (Array.isArray(value)) return this.#list(value);
    if (value instanceof Map) {
      const copy = new Map<Packed, Packed>();
      return this.#later(copy, () => {
        for (const [key, held] of Map.prototype.entries.call(value) as Iterable<[unknown, unknown]>)
          copy.set(this.#value(key), this.#value(held));
      });
    }
    if (value instanceof Set) {
      const copy = new Set<Packed>();
      return this.#later(copy, () => {
        for (const held of Set.prototype.values.call(value)) copy.add(this.#value(held));
      });
    }
    if (value instanceof Uint8Array)
      return className(value) === "Buffer" ? mark("buffer", value) : (value as Packed);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === null || prototype === Object.prototype) {
      const copy = this.#fields(value);
      return (Object.hasOwn(value, "$") ? mark("escaped", copy) : copy) as Packed;
    }
    const classes = this.#ends.foreignNumber(value) === null ? this.#ends.classesOf(value) : [];
    return classes === null
      ? mark("instance", this.#instance(value))
      : mark("object", reference(value, this.#ends, "object", classes));
  }

  /** By index, whatever the iterator of the list does. */
  #list(list: readonly unknown[]): Packed {
    const { length } = list;
    if (length > MOST_ELEMENTS)
      throw new RangeError(`a list of ${length} elements is too long to be sent to a thread`);
    const copy: Packed[] = [];
    return this.#later(copy, () => {
      for (let i = 0; i < length; i++) copy.push(this.#value(list[i]));
    });
  }

  /** The copy has no prototype: fields may have any name. */
  #fields(value: object): Packed {
    const copy = Object.create(null) as Record<string, Packed>;
    return this.#later(copy, () => {
      // `JSON.stringify` calls it as a method.
      for (const [key, held] of Object.entries(value) as [string, unknown][])
        copy[key] = this.#value(
          key === "toJSON" && typeof held === "function" ? (held.bind(value) as unknown) : held,
        );
    });
  }

  #instance(value: object): PackedInstance {
    const { kind, message } = value as { readonly kind?: unknown; readonly message?: unknown };
    return {
      name: className(value),
      fields: this.#fields(value),
      error: value instanceof Error ? { kind: this.#value(kind), message: this.#value(message) } : null,
      json: jsonOf(value),
    };
  }
}

function jsonOf(value: object): PackedInstance["json"] {
  const boxed = value instanceof Number || value instanceof String || value instanceof Boolean;
  if (!boxed && typeof (value as { readonly toJSON?: unknown }).toJSON !== "function") return null;
  try {
    return { text: JSON.stringify(value) as string | undefined };
  } catch (error) {
    return { problem: thrownText(error) };
  }
}

export function unpack(value: Packed, ends: Ends): unknown {
  return new Unpacker(ends).value(value);
}

class Unpacker {
  readonly #ends: Ends;
  readonly #parts: unknown[] = [];

  constructor(ends: Ends) {
    this.#ends = ends;
  }

  value(value: Packed): unknown {
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
    if (Array.isArray(value)) return value.map((item: Packed) => this.value(item));
    if (value instanceof Map)
      return new Map(
        [...value].map(([key, held]) => [this.value(key as Packed), this.value(held as Packed)]),
      );
    if (value instanceof Set) return new Set([...value].map((item) => this.value(item as Packed)));
    return Object.hasOwn(value, "$") ? this.#marked(value as unknown as Mark) : this.#plain(value);
  }

  #marked({ $: kind, value: held }: Mark): unknown {
    switch (kind) {
      case "whole":
        for (const [index, part] of [...(held as readonly Packed[]).entries()].reverse())
          this.#parts[index] = this.value(part);
        return this.#parts[0];
      case "part":
        return this.#parts[held as number];
      case "error":
        return new Err(this.value(held as Packed));
      case "escaped":
        return this.#plain(held as object);
      case "buffer":
        // Structured cloning makes it a plain Uint8Array, which `JSON.stringify` writes otherwise.
        return hide(held as Uint8Array, "toJSON", () => ({
          type: "Buffer",
          data: Array.from(held as Uint8Array),
        }));
      case "instance":
        return this.#instance(held as PackedInstance);
    }
    const { number, yours, classes } = held as Reference;
    if (yours) return this.#ends.byNumber(number);
    return kind === "function"
      ? this.#ends.foreignFunction(number)
      : this.#ends.foreignObject(number, classes);
  }

  #plain(value: object): object {
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, this.value(held as Packed)]));
  }

  /** An object that is converted, and described, as the original is. */
  #instance({ name, fields, error, json }: PackedInstance): object {
    const prototype = Object.create(error === null ? Object.prototype : Error.prototype) as object;
    hide(prototype, "constructor", { name });
    if (json !== null)
      hide(prototype, "toJSON", () => {
        if (has(json, "problem")) throw Object.assign(new Error(), { toString: () => json.problem });
        return json.text === undefined ? undefined : (JSON.parse(json.text) as unknown);
      });
    const copy = Object.create(prototype) as object;
    if (error !== null) {
      hide(copy, "message", this.value(error.message));
      hide(prototype, "kind", this.value(error.kind));
    }
    for (const [key, held] of Object.entries(this.#plain(fields)) as [string, unknown][])
      Object.defineProperty(copy, key, { value: held, enumerable: true, configurable: true, writable: true });
    return copy;
  }
}

/** Adds a property that is not enumerated. */
function hide<T extends object>(target: T, key: string, value: unknown): T {
  return Object.defineProperty(target, key, { value, configurable: true, writable: true });
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
