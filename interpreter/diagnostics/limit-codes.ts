// Diagnostics of exceeded limits (interpreter/limits).
import type { CodeEntry } from "./code-entry.ts";

export const limitCodes = {
  G1: {
    severity: "error",
    title: "limit of the compiler exceeded",
    message: (p: { limit: number; of: string }) => `gave up after ${p.limit.toLocaleString("en-US")} ${p.of}`,
    explain:
      "A short program can require exponential work: macros, constants or type aliases that double with each step, or generic functions that call the next one with two types. The compiler stops at fixed limits, far above the needs of ordinary programs: 8,000,000 bytes or 1,000,000 tokens in a file, 1,000,000 bytes in a computed constant, 2,000,000 tokens or 128 levels of macro expansion, 1,000,000 tokens in a declaration with its macros expanded, 10,000 parameters, fields or parts of a variant, 20,000 instances of generic functions, 2,000 parts in the type that an alias names, 1,000,000 characters in the name of a type, 400,000 comparisons of patterns for one `match`. Simplify the program: use a loop or a table in place of a macro, fewer types, or a last arm `_ -> …`.",
    example:
      "macro eight { ($x:expr) => { [$x, $x, $x, $x, $x, $x, $x, $x] } }\n\nfun main() {\n    print(eight!(eight!(eight!(eight!(eight!(eight!(eight!(1))))))).len())\n}\n",
    corrected: "fun main() {\n    let n = 1\n    for _ in 0..7 {\n        n *= 8\n    }\n    print(n)\n}\n",
  },
  G2: {
    severity: "warning",
    title: "comparison of patterns given up",
    message: (p: { limit: number; of: string; unknown: string }) =>
      `gave up after ${p.limit.toLocaleString("en-US")} ${p.of}: ${p.unknown}`,
    explain:
      "The compiler compares patterns to determine whether every arm of a `match` can be reached, and gave up because there are too many combinations. The program may be correct. Match on fewer values at once to let the compiler finish.",
    example:
      "enum E { A, B, C }\n\nfun main() {\n    match E.A {\n        A -> print(1),\n        _ -> print(2), // and so on, with thousands of combinations\n    }\n}\n",
    corrected:
      "enum E { A, B, C }\n\nfun main() {\n    match E.A {\n        A -> print(1),\n        _ -> print(2), // and so on, with fewer combinations\n    }\n}\n",
  },
  G3: {
    severity: "error",
    title: "limit of the host exceeded while compiling",
    message: (p: { resource: "step" | "time" | "memory" }) => `${p.resource} limit exceeded while compiling`,
    explain:
      "The host limits steps, time or memory, and reading, checking and compiling the program exceeded a limit. Make the program smaller. The usual causes are macros, constants or generic functions that double with each step.",
    example:
      "// in an engine with the limits { steps: 1 }, followed by a few thousand statements\nfun main() {\n    print(1)\n}\n",
    corrected: "// in an engine with the limits { steps: 100_000 }\nfun main() {\n    print(1)\n}\n",
  },
} as const satisfies Record<string, CodeEntry>;
