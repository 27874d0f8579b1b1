// Errors of operations of std/api (A); reference/api.
import type { CodeEntry } from "./code-entry.ts";

export const apiCodes = {
  A1: {
    severity: "error",
    title: "function that cannot handle an operation",
    message: (p: { problem: string }) => p.problem,
    explain:
      "The parameters of a handler are read from the request: values of the path and the query, `Request`, structs that derive `FromRequest`, one body that derives `FromJson`, and what a scheme of authentication gives. Its result is sent: a type with `ToJson`, a `Response`, an `Option` or a `Result` of these, whose error has `ToProblem`.",
    example:
      'import std/api { Api }\n\nstruct Note { text: String }\n\nfun note(id: Int) -> Note = Note { text: "note ${id}" }\n\nfun main() {\n    let api = Api.new("Notes", "1.0")\n    api.get("/notes/:id", note)\n}\n',
    corrected:
      'import std/api { Api }\n\n@derive(ToJson)\nstruct Note { text: String }\n\nfun note(id: Int) -> Note = Note { text: "note ${id}" }\n\nfun main() {\n    let api = Api.new("Notes", "1.0")\n    api.get("/notes/:id", note)\n}\n',
  },
  A2: {
    severity: "error",
    title: "pattern that does not fit the inputs",
    message: (p: { problem: string }) => p.problem,
    explain:
      "Every `:name` of a pattern is read by an input of that name, and every input `@from(path)` has its `:name` in the pattern. GET and HEAD requests have no body: a parameter whose type is read from JSON is the body, unless a scheme of authentication gives it. Write `@from(context)` before a parameter whose scheme is added elsewhere.",
    example:
      'import std/api { Api }\n\nfun note(id: Int) -> Int = id\n\nfun main() {\n    let api = Api.new("Notes", "1.0")\n    api.get("/notes/:key", note)\n}\n',
    corrected:
      'import std/api { Api }\n\nfun note(id: Int) -> Int = id\n\nfun main() {\n    let api = Api.new("Notes", "1.0")\n    api.get("/notes/:id", note)\n}\n',
  },
  A3: {
    severity: "error",
    title: "operation that is never reached",
    message: (p: { method: string; pattern: string; earlier: string }) =>
      p.pattern === p.earlier
        ? `\`${p.method} ${p.pattern}\` is registered twice`
        : `\`${p.method} ${p.pattern}\` is never reached: \`${p.earlier}\` matches all its paths`,
    explain:
      "The first registered operation whose method and pattern match a request answers it. One whose paths an earlier one of the same method matches never runs. Register the more special one first, or remove one of the two.",
    example:
      'import std/api { Api }\n\nfun one(id: Int) -> Int = id\n\nfun last() -> Int = 9\n\nfun main() {\n    let api = Api.new("Notes", "1.0")\n    api.get("/notes/:id", one)\n    api.get("/notes/last", last)\n}\n',
    corrected:
      'import std/api { Api }\n\nfun one(id: Int) -> Int = id\n\nfun last() -> Int = 9\n\nfun main() {\n    let api = Api.new("Notes", "1.0")\n    api.get("/notes/last", last)\n    api.get("/notes/:id", one)\n}\n',
  },
} as const satisfies Record<string, CodeEntry>;
