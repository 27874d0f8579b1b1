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
  K2: {
    severity: "warning",
    title: "value in the text of a statement",
    message: (p: { problem: string }) => p.problem,
    explain:
      "A `String` that is inserted into SQL becomes a part of the statement: a value with a quote ends the text around it, and what follows runs as SQL. Write `?` and give the value as a parameter. Names of tables and columns are inserted by `sqlite.ident(name)`, which quotes them, and lists of `?` by `sqlite.marks(n)`.",
    example:
      'import std/sqlite { open }\n\nfun main() -> Result<(), Error> {\n    let db = open(":memory:")?\n    let name = "ann"\n    let found: List<Int> = db.query("SELECT 1 WHERE \'ann\' = \'${name}\'", [])?\n    print(found)\n    return Ok({})\n}\n',
    corrected:
      'import std/sqlite { open }\n\nfun main() -> Result<(), Error> {\n    let db = open(":memory:")?\n    let name = "ann"\n    let found: List<Int> = db.query("SELECT 1 WHERE \'ann\' = ?", [name])?\n    print(found)\n    return Ok({})\n}\n',
  },
  K3: {
    severity: "error",
    title: "statement that does not fit the schema",
    message: (p: { problem: string }) => p.problem,
    explain:
      'Each literal statement for std/sqlite is prepared by SQLite itself against the schema of the project: `"std": { "schema": "schema.sql" }` in package.json names a file or a folder of migrations, `std check --schema PATH` another one. Statements that cannot run, and fields that can never be decoded, are errors; what may exist only at run time, such as temporary tables, is a warning. A column that may be NULL needs an `Option`; `AS "name!"` states that it is not, `AS "name?"` that it may be. `/* unchecked */` at the start leaves a statement out, `std check --no-literals` all.',
    example:
      'import std/sqlite { open }\n\n// With schema.sql: CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)\nfun main() -> Result<(), Error> {\n    let db = open("notes.db")?\n    let texts: List<String> = db.query("SELECT txt FROM notes", [])?\n    print(texts)\n    return Ok({})\n}\n',
    corrected:
      'import std/sqlite { open }\n\n// With schema.sql: CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)\nfun main() -> Result<(), Error> {\n    let db = open("notes.db")?\n    let texts: List<String> = db.query("SELECT text FROM notes", [])?\n    print(texts)\n    return Ok({})\n}\n',
  },
} as const satisfies Record<string, CodeEntry>;
