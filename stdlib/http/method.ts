// The enum Method of http.std: its variants by index, and verbs to variants and back.
import type { EnumValue } from "../../interpreter/runtime/index.ts";
import { asciiUpper } from "./headers.ts";

const VERBS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "UNKNOWN"] as const;

/** The variants in order of declaration. */
export const METHODS: readonly EnumValue[] = VERBS.map((_, tag) => Object.freeze({ tag }));

/** Index of `Unknown`, which no route matches. */
export const UNKNOWN = VERBS.length - 1;

/** The index of a verb as it stands on the wire; what is not modelled is `Unknown`. */
export function methodIndex(verb: string): number {
  switch (verb) {
    case "GET": return 0;
    case "POST": return 1;
    case "PUT": return 2;
    case "DELETE": return 3;
    case "PATCH": return 4;
    case "HEAD": return 5;
    case "OPTIONS": return 6;
    default: return UNKNOWN;
  }
}

/** The name of a method in the access log. */
export function verbOf(index: number): string {
  return VERBS[index] ?? "UNKNOWN";
}

/** The variant that a text names, in any case. */
export function parseMethod(text: string): EnumValue {
  return METHODS[methodIndex(asciiUpper(text))]!;
}
