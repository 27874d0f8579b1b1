// Problems of literals that are checked before they run (K); reference/checking#literals.
import type { CodeEntry } from "./code-entry.ts";

export const literalCodes = {
  K1: {
    severity: "warning",
    title: "literal that the function does not accept",
    message: (p: { problem: string }) => p.problem,
    explain:
      "The function reads its argument as a regular expression, a time format, a URL, a pattern of routes, a template, a glob or a range of versions, and this text is none. It is an error where the program would surely panic, because the function does, or because its result is unwrapped at once; otherwise a warning. `std check --no-literals` leaves these checks out.",
    example:
      'import std/regex { compile }\n\nfun main() {\n    let digits = compile("([0-9]+").unwrap()\n    print(digits.is_match("7"))\n}\n',
    corrected:
      'import std/regex { compile }\n\nfun main() {\n    let digits = compile("([0-9]+)").unwrap()\n    print(digits.is_match("7"))\n}\n',
  },
} as const satisfies Record<string, CodeEntry>;
