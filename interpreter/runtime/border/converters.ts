// Converts values between scripts and their host by the table of docs/embedding.md#modules-of-your-own. Every
// type has a form on each side; values are checked on their way to the script, and copied in both directions
// unless they are opaque.
import {
  AnyValue,
  Dyn,
  Err,
  ok,
  okPayload,
  payload,
  some,
  UNIT,
  fromBytes,
  ScriptMap,
  ScriptSet,
  type NativeKey,
} from "../values/index.ts";
import { machine } from "../../host/index.ts";
import { HostError, Panic, thrownText } from "../panics/index.ts";
import type { Shape, ShownType } from "../session.ts";
import { isByteSink, isByteSource } from "./host-streams.ts";
import { bytesOf, checked, describe, misfit, scalarConverter, type Converter } from "./scalars.ts";

/** Converts functions; the other conversions do not depend on a program. */
export interface FunctionBorder {
  toHost(f: (...args: unknown[]) => unknown, params: readonly Converter[], result: Converter): unknown;
  toScript(f: (...args: unknown[]) => unknown, params: readonly Converter[], result: Converter): unknown;
}

/** Converts streams. */
export interface StreamBorder {
  reader(shape: Shape & { kind: "reader" }): Converter;
  writer(shape: Shape & { kind: "writer" }): Converter;
}

/**
 * Values nested deeper are refused, cyclic ones among them. A level of a value is up to three of these, such as
 * a variant with a list of structs. Conversions recurse without callbacks, so that 1,000 levels need half of
 * the stack of a host.
 */
const MOST_DEPTH = 3000;
const TOO_DEEP = "a value that is nested too deeply, or contains itself";
/** Messages of errors within values name locations up to this length. */
const LONG_MESSAGE = 300;

/**
 * The converters of one program. `text`: values of the host are text, bigints and one-character strings
 * instead of byte strings, `Wide` and code points.
 */
export class Converters {
  readonly #text: boolean;
  readonly #functions: FunctionBorder;
  readonly #streams: StreamBorder;
  readonly #reserve: (bytes: number) => void;
  readonly #known = new Map<ShownType, Converter>();
  #depth = 0;
  readonly #handedOut = new WeakMap<object, string>();

  /** `reserve` counts the bytes of a value that is about to be copied. */
  constructor(
    text: boolean,
    functions: FunctionBorder,
    streams: StreamBorder,
    reserve: (bytes: number) => void,
  ) {
    this.#text = text;
    this.#reserve = reserve;
    this.#functions = functions;
    this.#streams = streams;
  }

  of(type: ShownType): Converter {
    let converter = this.#known.get(type);
    if (converter === undefined) {
      // Types may be recursive.
      const late: { toHost: Converter["toHost"]; toScript: Converter["toScript"] } = {
        toHost: (value) => this.of(type).toHost(value),
        toScript: (value) => this.of(type).toScript(value),
      };
      this.#known.set(type, late);
      converter = this.#make(type, type.shape());
      this.#known.set(type, converter);
      late.toHost = converter.toHost;
      late.toScript = converter.toScript;
    }
    return converter;
  }

  #make(type: ShownType, shape: Shape): Converter {
    const name = fromBytes(type.text);
    switch (shape.kind) {
      case "int":
      case "float":
      case "bool":
      case "char":
      case "string":
      case "unit":
      case "error":
        return scalarConverter(shape.kind, this.#text);
      case "any":
        return this.#opaque((value) => value instanceof AnyValue, name);
      case "dyn":
        return this.#opaque((value) => value instanceof Dyn, name);
      case "reader":
        return guarded(
          this.#streams.reader(shape),
          isByteSource,
          `a ${name}: a ReadableStream, an AsyncIterable of Uint8Array or string, or one such piece; none crosses to a thread`,
        );
      case "writer":
        return guarded(
          this.#streams.writer(shape),
          isByteSink,
          `a ${name}: a WritableStream, or an object with \`write\`; none crosses to a thread`,
        );
      case "list":
        return this.#list(shape, name);
      case "tuple":
        return this.#tuple(shape, name);
      case "option":
        return this.#option(shape);
      case "result":
        return this.#result(shape);
      case "map":
        return this.#map(shape, name);
      case "set":
        return this.#set(shape, name);
      case "json":
        return {
          toHost: (value) => JSON.parse(fromBytes(shape.stringify(value))) as unknown,
          toScript: (value) => jsonOf(value, shape.parse, this.#reserve),
        };
      case "fun":
        return this.#function(shape);
      case "struct":
        return shape.given === undefined
          ? this.#struct(shape, name)
          : checked((value) => value instanceof shape.given!, `a ${name} of its class`);
      case "enum":
        return this.#enum(shape, name);
      case "collection":
        throw new Error("a shape of sessions does not cross");
    }
  }

  #list(shape: { readonly element: ShownType }, name: string): Converter {
    const element = this.of(shape.element);
    return this.#nested({
      toHost(value) {
        const list: unknown[] = [];
        for (const each of value as unknown[]) list.push(element.toHost(each));
        return list;
      },
      toScript(value) {
        if (!Array.isArray(value)) throw misfit(value, `a ${name}`);
        // By index, whatever its iterator does. A hole is undefined, which no type accepts.
        const list: unknown[] = [];
        const { length } = value;
        for (let i = 0; i < length; i++) list.push(element.toScript(value[i]));
        return list;
      },
    });
  }

  #tuple(shape: Shape & { kind: "tuple" }, name: string): Converter {
    const parts = shape.parts.map((part) => this.of(part.type));
    return this.#nested({
      toHost(value) {
        const held: unknown[] = [];
        for (const [i, part] of parts.entries())
          held.push(part.toHost((value as Record<string, unknown>)[shape.parts[i]!.property]));
        return held;
      },
      toScript(value) {
        if (!Array.isArray(value) || value.length !== parts.length) throw misfit(value, `a tuple ${name}`);
        const held: unknown[] = [];
        for (const [i, part] of parts.entries()) held.push(part.toScript(value[i]));
        return shape.make!(held);
      },
    });
  }

  #option(shape: Shape & { kind: "option" }): Converter {
    const text = this.#text;
    const inner = this.of(shape.some);
    return {
      toHost: (value) => (value === null ? null : some(inner.toHost(payload(value)))),
      toScript(value) {
        if (value === null) return null;
        if (value === undefined && !text) throw misfit(value, "an Option (None is null)");
        return value === undefined ? null : some(inner.toScript(payload(value)));
      },
    };
  }

  #result(shape: Shape & { kind: "result" }): Converter {
    const [success, failure] = [this.of(shape.ok), this.of(shape.error)];
    return {
      toHost: (value) =>
        value instanceof Err ? new Err(failure.toHost(value.error)) : ok(success.toHost(okPayload(value))),
      // A function with the result `()` may return nothing for success.
      toScript: (value) => {
        if (value instanceof Err) return new Err(failure.toScript(value.error));
        return ok(
          success.toScript(value === undefined && shape.ok.shape().kind === "unit" ? UNIT : okPayload(value)),
        );
      },
    };
  }

  #function(shape: Shape & { kind: "fun" }): Converter {
    const params = shape.params.map((param) => this.of(param));
    const result = this.of(shape.result);
    return {
      toHost: (value) => this.#functions.toHost(value as () => unknown, params, result),
      toScript: (value) => {
        if (typeof value !== "function") throw misfit(value, "a function");
        return this.#functions.toScript(value as () => unknown, params, result);
      },
    };
  }

  /**
   * An opaque value: the host can only pass it back, to the same program and as the same type, since other
   * programs have other code for it.
   */
  #opaque(test: (value: unknown) => boolean, name: string): Converter {
    // Without conversions, values do not pass here on their way to the host.
    if (!this.#text) return checked(test, `a ${name}`);
    const handedOut = this.#handedOut;
    return {
      toHost(value) {
        handedOut.set(value as object, name);
        return value;
      },
      toScript(value) {
        if (!test(value) || handedOut.get(value as object) !== name)
          throw misfit(value, `a ${name} of this program`);
        return value;
      },
    };
  }

  #struct(shape: Shape & { kind: "struct" }, name: string): Converter {
    const fields = shape.fields.map((field) => ({
      name: fromBytes(field.name),
      property: field.property,
      type: this.of(field.type),
    }));
    const known = new Set(fields.map((field) => field.name));
    return this.#nested({
      toHost(value) {
        const entries: [string, unknown][] = [];
        for (const field of fields)
          entries.push([field.name, field.type.toHost((value as Record<string, unknown>)[field.property])]);
        return noPromise(Object.fromEntries(entries), name);
      },
      toScript(value) {
        if (typeof value !== "object" || value === null || Array.isArray(value))
          throw misfit(value, `a ${name}`);
        const given = value as Record<string, unknown>;
        const unknown = Object.keys(given).find((key) => !known.has(key));
        if (unknown !== undefined)
          throw new HostError(
            `${describe(value)} is not a ${name}: it has no field ${JSON.stringify(unknown)}`,
          );
        const values: unknown[] = [];
        for (const field of fields)
          try {
            values.push(
              field.type.toScript(Object.hasOwn(given, field.name) ? given[field.name] : undefined),
            );
          } catch (error) {
            throw within(`field ${field.name} of ${name}`, error);
          }
        return shape.make!(values);
      },
    });
  }

  /**
   * A unit variant is its name; other variants are an object of the name and the payload: `{ Circle: 1.5 }`.
   */
  #enum(shape: Shape & { kind: "enum" }, name: string): Converter {
    const variants = shape.variants.map((variant) => ({
      name: fromBytes(variant.name),
      names: variant.names?.map(fromBytes) ?? null,
      parts: variant.parts.map((part) => this.of(part)),
    }));
    return this.#nested({
      toHost(value) {
        const variant = variants[(value as { tag: number }).tag]!;
        if (variant.parts.length === 0) return variant.name;
        const parts: unknown[] = [];
        for (const [i, part] of variant.parts.entries())
          parts.push(part.toHost((value as Record<string, unknown>)[`p${i}`]));
        const held =
          variant.names !== null
            ? Object.fromEntries(parts.map((part, i) => [variant.names![i]!, part]))
            : parts.length === 1
              ? parts[0]
              : parts;
        return noPromise({ [variant.name]: held }, name);
      },
      toScript(value) {
        const own = typeof value === "object" && value !== null ? Object.keys(value) : [];
        const called = typeof value === "string" ? value : own.length === 1 ? own[0]! : null;
        const index = variants.findIndex((each) => each.name === called);
        const variant = variants[index];
        if (variant === undefined || (typeof value === "string") !== (variant.parts.length === 0))
          throw misfit(value, `a ${name}`);
        const held =
          typeof value === "string"
            ? []
            : payloadOf((value as Record<string, unknown>)[variant.name], variant, name);
        const parts: unknown[] = [];
        for (const [i, part] of variant.parts.entries())
          try {
            parts.push(part.toScript(held[i]));
          } catch (error) {
            throw within(`${name}.${variant.name}`, error);
          }
        return shape.make!(index, parts);
      },
    });
  }

  #map(shape: { readonly key: ShownType; readonly value: ShownType }, name: string): Converter {
    const [key, held] = [this.of(shape.key), this.of(shape.value)];
    const native = isNativeKey(shape.key.shape());
    return this.#nested({
      toHost: (value) => {
        const map = value as { keys(): unknown[]; values(): unknown[] };
        const values = map.values();
        const copy = new Map<unknown, unknown>();
        for (const [i, each] of map.keys().entries()) copy.set(key.toHost(each), held.toHost(values[i]));
        return copy;
      },
      toScript(value) {
        if (!(value instanceof Map)) throw misfit(value, `a ${name} (a Map)`);
        if (!native)
          throw new HostError(`a ${name} cannot be made by the host: its keys are compared by the script`);
        const map = new ScriptMap<NativeKey, unknown>();
        for (const [each, one] of Map.prototype.entries.call(value))
          map.set(key.toScript(each) as NativeKey, held.toScript(one));
        return map;
      },
    });
  }

  #set(shape: { readonly element: ShownType }, name: string): Converter {
    const element = this.of(shape.element);
    const native = isNativeKey(shape.element.shape());
    return this.#nested({
      toHost: (value) =>
        new Set(
          (native ? (value as ScriptSet<NativeKey>).values() : (value as { keys(): unknown[] }).keys()).map(
            element.toHost,
          ),
        ),
      toScript(value) {
        if (!(value instanceof Set)) throw misfit(value, `a ${name} (a Set)`);
        if (!native)
          throw new HostError(
            `a ${name} cannot be made by the host: its elements are compared by the script`,
          );
        const set = new ScriptSet<NativeKey>();
        for (const each of Set.prototype.values.call(value)) set.add(element.toScript(each) as NativeKey);
        return set;
      },
    });
  }

  #nested(converter: Converter): Converter {
    const deeper =
      (convert: (value: unknown) => unknown, refused: () => Error) =>
      (value: unknown): unknown => {
        if (++this.#depth > MOST_DEPTH) {
          this.#depth = 0;
          throw refused();
        }
        try {
          return convert(value);
        } catch (error) {
          // The stack of a host may end before the levels do.
          throw exhaustsStack(error) ? refused() : error;
        } finally {
          if (this.#depth > 0) this.#depth--;
        }
      };
    return {
      toHost: deeper(converter.toHost, tooDeepForHost),
      toScript: deeper(converter.toScript, tooDeep),
    };
  }
}

/** The panic of a script whose value is nested too deeply for its host. */
export function tooDeepForHost(): Panic {
  return new Panic(`the host received ${TOO_DEEP}`);
}

/** The errors that name no location: it would repeat itself. */
const tooDeepErrors = new WeakSet<Error>();

/** The error for a value that the limit of depth, or the stack, does not suffice for. */
export function tooDeep(): HostError {
  const error = new HostError(TOO_DEEP);
  tooDeepErrors.add(error);
  return error;
}

/** Whether a conversion has used up the stack. */
export function exhaustsStack(error: unknown): boolean {
  return machine().javascript.exhausted(error) === "stack";
}

/** A converter that tests values of the host first. */
function guarded(
  { toHost, toScript }: Converter,
  test: (value: unknown) => boolean,
  wanted: string,
): Converter {
  return {
    toHost,
    toScript(value) {
      if (!test(value)) throw misfit(value, wanted);
      return toScript(value);
    },
  };
}

/**
 * Resolving a promise with an object that has a function `then` would call it.
 * @throws HostError for such an object
 */
function noPromise(value: Record<string, unknown>, name: string): Record<string, unknown> {
  if (typeof value["then"] === "function")
    throw new HostError(
      `a ${name} with a function \`then\` cannot cross the border: it would be taken for a promise`,
    );
  return value;
}

function jsonOf(
  value: unknown,
  parse: (text: string, deepest: number) => unknown,
  reserve: (bytes: number) => void,
): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    if (exhaustsStack(error)) throw error;
    throw new HostError(`${describe(value)} is not JSON: ${thrownText(error)}`);
  }
  reserve(text?.length ?? 0);
  const parsed = text === undefined ? null : parse(bytesOf(text), MOST_DEPTH);
  if (text === undefined) throw misfit(value, "a JsonValue");
  // The text is valid: only its depth can be wrong.
  if (parsed instanceof Err) throw tooDeep();
  return okPayload(parsed);
}

function payloadOf(
  held: unknown,
  { names, parts }: { readonly names: readonly string[] | null; readonly parts: readonly unknown[] },
  name: string,
): readonly unknown[] {
  if (names === null) {
    if (parts.length === 1) return [held];
    if (Array.isArray(held) && held.length === parts.length) return held;
  } else if (
    typeof held === "object" &&
    held !== null &&
    Object.keys(held).every((key) => names.includes(key))
  ) {
    return names.map((each) => (held as Record<string, unknown>)[each]);
  }
  throw misfit(held, `the payload of a ${name}`);
}

function isNativeKey({ kind }: Shape): boolean {
  return kind === "int" || kind === "string" || kind === "char" || kind === "bool";
}

/** The error with its location within the value. */
function within(place: string, error: unknown): unknown {
  return error instanceof HostError && !tooDeepErrors.has(error) && error.message.length < LONG_MESSAGE
    ? new HostError(`${error.message} (${place})`, { cause: error.cause })
    : error;
}
