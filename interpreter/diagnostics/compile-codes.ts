// Diagnostics that only whole-program compilation can find.
import type { CodeEntry } from "./code-entry.ts";

export const compileCodes = {
  T29: {
    severity: "error",
    title: "types grow without limit",
    message: (p: { name: string }) => `\`${p.name}\` calls itself with ever larger types`,
    explain:
      "A generic function is compiled once for each set of actual types. Each recursive call has type arguments one level deeper than the call before, so the number of instances would be infinite. Keep the type arguments of the recursive call the same.",
    example:
      "struct Box<T> { v: T }\nfun grow<T>(x: T, n: Int) {\n    if n > 0 {\n        grow(Box { v: x }, n - 1)\n    }\n}\nfun main() {\n    grow(1, 3)\n}\n",
    corrected:
      "struct Box<T> { v: T }\nfun grow<T>(x: Box<T>, n: Int) {\n    if n > 0 {\n        grow(Box { v: x.v }, n - 1)\n    }\n}\nfun main() {\n    grow(Box { v: 1 }, 3)\n}\n",
  },
} as const satisfies Record<string, CodeEntry>;
