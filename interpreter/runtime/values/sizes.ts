// How much the host's strings and arrays can hold, for natives that know the size of a result before
// they make it. What V8 itself refuses becomes the same panics in trace.ts.
import { Panic } from "../panics/index.ts";
import type { Int } from "./wide.ts";

/** Characters, and so bytes, of the longest string: what V8 takes on machines of 64 bits. */
export const MAX_STRING = 2 ** 29 - 24;
/** Elements of the longest list: past this V8 keeps an array as a hash table. */
export const MAX_LIST = 2 ** 27 - 32;

/** What a list takes for each element, whatever the element itself takes. */
export const ELEMENT_BYTES = 8;

/** An Int as a count or index: past 2^53 it is an infinity, which is as good where nothing is that large. */
export function asCount(value: Int): number {
  return typeof value === "number" ? value : value.valueOf();
}

/** `count` copies, none when it is not positive. @throws Panic `string too large`. */
export function repeatText(text: string, count: Int): string {
  const copies = asCount(count);
  if (text === "" || copies <= 0) return "";
  if (text.length * copies > MAX_STRING) throw new Panic("string too large");
  return text.repeat(copies);
}
