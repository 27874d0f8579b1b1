// ASCII case and white space in byte strings. The host's functions know more letters and spaces than the
// language, so they are used only for strings without bytes from 128 on.

import { isAscii } from "../../interpreter/runtime/index.ts";

/** Whether a byte is white space: 9 to 13 or 32. */
export function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

function firstOther(text: string): number {
  let start = 0;
  while (start < text.length && isSpace(text.charCodeAt(start))) start++;
  return start;
}

function afterLastOther(text: string, start: number): number {
  let end = text.length;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

export function trim(text: string): string {
  const start = firstOther(text);
  return text.slice(start, afterLastOther(text, start));
}

export function trimStart(text: string): string {
  return text.slice(firstOther(text));
}

export function trimEnd(text: string): string {
  return text.slice(0, afterLastOther(text, 0));
}

export function isBlank(text: string): boolean {
  return firstOther(text) === text.length;
}

const ASCII_RUNS = /[\0-\x7f]+/g;

export function toUpper(text: string): string {
  if (isAscii(text)) return text.toUpperCase();
  return text.replace(ASCII_RUNS, (run) => run.toUpperCase());
}

export function toLower(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.replace(ASCII_RUNS, (run) => run.toLowerCase());
}

/** Returns the bytes from the last to the first, including those of multi-byte characters. */
export function reverse(text: string): string {
  return Buffer.from(text, "latin1").reverse().toString("latin1");
}
