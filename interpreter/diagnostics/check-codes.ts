// Diagnostics of the checker: names (R), derives (D), types (T) and warnings (W); language 5.9, beyond 14.
import type { CodeEntry } from "./code-entry.ts";

export const checkCodes = {
  T26: {
    severity: "error",
    title: "closure parameters need type annotations",
    message: (_: object) => "closure parameters need type annotations",
    explain:
      "There is no shorthand closure `{ a, b -> … }`: write `fun(a: Int, b: Int) -> Int { … }`. Types of parameters may be left out only where the expected function type is known.",
    example: "fun main() {\n    let f = { a, b -> a + b }\n}\n",
  },
} as const satisfies Record<string, CodeEntry>;
