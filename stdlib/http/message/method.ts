// The enum `Method` of http.std: its variants by index, and conversion between verbs and variants.
import type { EnumValue } from "../../../interpreter/runtime/index.ts";
import { asciiUpper } from "./headers.ts";

const VERBS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "UNKNOWN"] as const;

/** The variants in order of declaration. */
export const METHODS: readonly EnumValue[] = VERBS.map((_, tag) => Object.freeze({ tag }));

export const GET = VERBS.indexOf("GET");
export const HEAD = VERBS.indexOf("HEAD");
export const OPTIONS = VERBS.indexOf("OPTIONS");
/** The index of `Unknown`, which no route matches. */
export const UNKNOWN = VERBS.length - 1;
export const METHOD_COUNT = VERBS.length;

/** Returns the index of the verb in `text` from `start` to `end`; verbs that `Method` lacks are `Unknown`. */
export function methodIndex(text: string, start: number, end: number): number {
  for (let index = 0; index < UNKNOWN; index++) {
    const verb = VERBS[index]!;
    if (verb.length === end - start && text.startsWith(verb, start)) return index;
  }
  return UNKNOWN;
}

/** Returns the name of a method in the access log. */
export function verbOf(index: number): string {
  return VERBS[index] ?? "UNKNOWN";
}

/** Returns the variant that `text` names, in any case. */
export function parseMethod(text: string): EnumValue {
  return METHODS[methodIndex(asciiUpper(text), 0, text.length)]!;
}
