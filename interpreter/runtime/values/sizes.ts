// The largest strings and arrays of the host, for natives that know the size of a result before they allocate
// it. What V8 itself refuses causes the same panics in trace.ts.
import { Panic } from "../panics/index.ts";
import type { Int } from "./wide.ts";

/** Characters, and so bytes, of the longest string: the limit of V8 on 64-bit machines. */
export const MAX_STRING = 2 ** 29 - 24;
/** Elements of the longest list: beyond this, V8 represents an array as a hash table. */
export const MAX_LIST = 2 ** 27 - 32;

/** Bytes that a list takes for each element, without the element itself. */
export const ELEMENT_BYTES = 8;

/** The least bytes of a text or list, without its elements. */
export function sizeOf(value: unknown): number {
  return typeof value === "string" ? value.length : Array.isArray(value) ? ELEMENT_BYTES * value.length : 0;
}

/** The bytes of a text, or the elements of a list: natives are charged by these. */
export function lengthOf(value: unknown): number {
  return typeof value === "string" || Array.isArray(value) ? value.length : 0;
}

/**
 * An Int as a count or index. Values beyond 2^53 become infinities, which serve as well, since nothing is
 * that large.
 */
export function asCount(value: Int): number {
  return typeof value === "number" ? value : value.valueOf();
}

/** `count` copies; none if `count` is not positive. @throws Panic `string too large` */
export function repeatText(text: string, count: Int): string {
  const copies = asCount(count);
  if (text === "" || copies <= 0) return "";
  if (text.length * copies > MAX_STRING) throw new Panic("string too large");
  return text.repeat(copies);
}
