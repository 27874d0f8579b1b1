// Values to JSON text (stdlib-a 3.2 and 3.5), compact or one member a line.
import { floatText, intText, Panic } from "../../interpreter/runtime/index.ts";
import { sequenceLength } from "./utf8.ts";
import { ArrayValue, BoolValue, NumberValue, ObjectValue, StringValue } from "./value.ts";
import type { JsonValue } from "./value.ts";

/** Without white space. @throws Panic when the text would be too large */
export function stringifyJson(value: JsonValue): string {
  return bounded(() => compact(value));
}

/** `indent` spaces for each level. @throws Panic when the text would be too large */
export function stringifyPretty(value: JsonValue, indent: number): string {
  return bounded(() => pretty(value, Math.max(indent, 0), 0));
}

function bounded(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (error instanceof RangeError && /string length|count value/i.test(error.message)) throw new Panic("string too large");
    throw error;
  }
}

function compact(value: JsonValue): string {
  if (value instanceof StringValue) return quoteText(value.p0);
  if (value instanceof NumberValue) return numberText(value);
  if (value instanceof ObjectValue) return compactObject(value);
  if (value instanceof ArrayValue) return compactArray(value.p0);
  return scalarText(value);
}

function compactArray(items: readonly JsonValue[]): string {
  if (items.length === 0) return "[]";
  let text = "[" + compact(items[0]!);
  for (let i = 1; i < items.length; i++) text += "," + compact(items[i]!);
  return text + "]";
}

function compactObject(object: ObjectValue): string {
  if (object.size === 0) return "{}";
  let text = "{";
  const shape = object.shape;
  if (shape !== null) {
    const labels = shape.labels(quoteText);
    const values = object.shapedValues;
    for (let i = 0; i < values.length; i++) text += (i === 0 ? labels[i]! : "," + labels[i]!) + compact(values[i]!);
  } else {
    for (const [key, value] of object.p0.pairs()) text += (text === "{" ? "" : ",") + quoteText(key) + ":" + compact(value);
  }
  return text + "}";
}

/** `depth` containers are open around `value`. */
function pretty(value: JsonValue, indent: number, depth: number): string {
  const isArray = value instanceof ArrayValue;
  if (!isArray && !(value instanceof ObjectValue)) return compact(value);
  const parts = isArray ? value.p0 : value.values();
  if (parts.length === 0) return isArray ? "[]" : "{}";
  const keys = isArray ? null : value.keys();
  const line = "\n" + " ".repeat(indent * (depth + 1));
  const lines = parts.map((part, i) => {
    const label = keys === null ? "" : `${quoteText(keys[i]!)}: `;
    return line + label + pretty(part, indent, depth + 1);
  });
  const last = "\n" + " ".repeat(indent * depth);
  return (isArray ? "[" : "{") + lines.join(",") + last + (isArray ? "]" : "}");
}

function scalarText(value: JsonValue): string {
  if (value instanceof BoolValue) return value.p0 ? "true" : "false";
  return "null";
}

function numberText(value: NumberValue): string {
  if (value.exact !== null) return intText(value.exact);
  return Number.isFinite(value.p0) ? floatText(value.p0) : "null";
}

const NOT_PLAIN = /["\\\x00-\x1f\x80-\xff]/;

/**
 * A string literal. The host escapes as 3.5 wants, the bytes of well-formed UTF-8 being plain units to
 * it; bytes that are not part of any become `\uFFFD`.
 */
export function quoteText(text: string): string {
  if (!NOT_PLAIN.test(text)) return `"${text}"`;
  const bad = firstIllFormed(text, 0);
  return bad < 0 ? JSON.stringify(text) : `"${repaired(text, bad)}"`;
}

/** The place of the first byte from `from` on that is not part of a well-formed sequence, or -1. */
function firstIllFormed(text: string, from: number): number {
  let i = from;
  while (i < text.length) {
    const length = text.charCodeAt(i) < 0x80 ? 1 : sequenceLength(text, i);
    if (length === 0) return i;
    i += length;
  }
  return -1;
}

function repaired(text: string, firstBad: number): string {
  const pieces: string[] = [];
  let start = 0;
  for (let bad = firstBad; bad >= 0; bad = firstIllFormed(text, start)) {
    pieces.push(JSON.stringify(text.slice(start, bad)).slice(1, -1));
    start = bad + 1;
  }
  pieces.push(JSON.stringify(text.slice(start)).slice(1, -1));
  return pieces.join("\\uFFFD");
}
