// Identifies errors of the engine. Those of Node have codes, those of V8 only messages: engine-errors.test.ts
// provokes each and fails when an upgrade changes one.
import type { Exhausted } from "../index.ts";

const MESSAGES: readonly (readonly [part: string, exhausted: Exhausted])[] = [
  ["call stack", "stack"],
  ["string length", "string"],
  ["array length", "array"],
  ["maximum size exceeded", "map"],
  ["allocation failed", "memory"],
];

export function exhausted(error: unknown): Exhausted | null {
  if (error instanceof Error && "code" in error && error.code === "ERR_STRING_TOO_LONG") return "string";
  if (!(error instanceof RangeError)) return null;
  return MESSAGES.find(([part]) => error.message.includes(part))?.[1] ?? null;
}

export function isUninitialised(error: unknown, name: string): boolean {
  return error instanceof ReferenceError && error.message.includes(`'${name}'`);
}
