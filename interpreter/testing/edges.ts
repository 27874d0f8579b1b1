// Programs around a literal, for tests of what is wrong with it.
import { expect } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { createEngine, memoryReader, type Diagnostic } from "../index.ts";

const SCHEMA = `
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT);
CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL, author INTEGER REFERENCES users, stars INTEGER NOT NULL DEFAULT 0);
CREATE VIEW named AS SELECT notes.id, name FROM notes LEFT JOIN users ON users.id = author;
`;

export async function checkEdge(text: string, schema = SCHEMA): Promise<readonly Diagnostic[]> {
  const files = {
    "/p/package.json": '{ "std": { "schema": "schema.sql" } }',
    "/p/schema.sql": schema,
    "/p/main.std": text,
  };
  const engine = createEngine({ modules: standardModules, reader: memoryReader(files), literals: true });
  return (await engine.checkAsync([{ path: "/p/main.std" }])).diagnostics;
}

const main = (imports: string, body: string): string => `${imports}\n\nfun main() {\n    ${body}\n}\n`;

/** The programs around the literals of a kind. */
export const around: Readonly<Record<string, (text: string) => string>> = {
  regex: (text) => main("import std/regex { compile }", `print(compile(${text}).is_ok())`),
  time: (text) => main("import std/time { format_timestamp }", `print(format_timestamp(0, ${text}))`),
  url: (text) => main("import std/url", `print(url.parse(${text}).is_ok())`),
  reference: (text) => main("import std/url", `print(url.parse("http://a").unwrap().join(${text}).is_ok())`),
  glob: (text) => main("import std/text { glob }", `print(glob(${text}).is_ok())`),
  version: (text) => main("import std/semver", `print(semver.parse(${text}).is_ok())`),
  range: (text) => main("import std/semver", `print(semver.range(${text}).is_ok())`),
  template: (text) => main("import std/html { template }", `print(template(${text}).is_ok())`),
  server: (text) =>
    main(
      "import std/http { Response, Server }",
      `let app = Server.new()\n    app.get(${text}, fun(_) = Response.text(""))`,
    ),
  api: (text) => main("import std/api { Api }", `let api = Api.new("Test", "1")\n    api.${text}`),
  body: (text) =>
    `import std/api { Api }\n\n@derive(FromJson)\nstruct Note {\n    text: String,\n}\n\nfun main() {\n    let api = Api.new("Test", "1")\n    api.${text}\n}\n`,
  sql: (text) => statements(`print(db.query<Int>(${text}).is_ok())`),
  text: (text) => statements(`print(db.query<String>(${text}).is_ok())`),
  pair: (text) => statements(`print(db.query<(Int, String)>(${text}).is_ok())`),
  exec: (text) => statements(`print(db.exec(${text}).is_ok())`),
  script: (text) => statements(`print(db.exec_script(${text}).is_ok())`),
  many: (text) => statements(`print(db.exec_many(${text}).is_ok())`),
  row: (text) =>
    `import std/sqlite { open, FromRow }\n\n@derive(FromRow)\nstruct Note {\n    id: Int,\n    text: String,\n    author: Option<Int>,\n}\n\nfun main() {\n    let db = open(":memory:").unwrap()\n    print(db.query<Note>(${text}).is_ok())\n}\n`,
};

function statements(body: string): string {
  return main(
    "import std/sqlite { open }",
    `let db = open(":memory:").unwrap()\n    let who = "ann"\n    ${body}\n    print(who)`,
  );
}

/** The kind, the literal with its mistake, what is right at its place, and the code if it is not K1. */
export type Mistake = readonly [kind: string, text: string, right: string, code?: string];

function split(text: string): { readonly before: string; readonly marked: string; readonly after: string } {
  const [before = "", rest = ""] = text.split("«");
  const [marked = "", after = ""] = rest.split("»");
  return { before, marked, after };
}

export const shown = ({ code, message, hint, primary: { span } }: Diagnostic): string =>
  `${code} at ${span.start}: ${message}; ${hint ?? "no hint"}`;

/** The diagnostics of a program at its marked range, each with the diagnostics that remain after its edit. */
export async function mended(
  kind: string,
  marked: string,
): Promise<readonly { readonly hint: string; readonly rest: readonly string[] }[]> {
  const { before, marked: inner, after } = split(around[kind]!(marked));
  const text = `${before}${inner}${after}`;
  const found = await checkEdge(text);
  return Promise.all(
    found.map(async ({ hint = "no hint", fixes = [], primary: { span } }) => {
      expect(span.start).toBe(before.length);
      const edit = fixes[0]?.edits[0];
      if (edit === undefined) return { hint, rest: ["no edit"] };
      const right = `${text.slice(0, edit.span.start)}${edit.text}${text.slice(edit.span.end)}`;
      return { hint, rest: (await checkEdge(right)).map(shown) };
    }),
  );
}

/** One diagnostic at the marked place, with a hint; none once what is right stands there. */
export async function expectMended([kind, text, right, code = "K1"]: Mistake): Promise<void> {
  const { before, marked, after } = split(around[kind]!(text));
  const found = (await checkEdge(`${before}${marked}${after}`)).map(shown);
  expect(found).toEqual([expect.stringMatching(`^${code} at ${before.length}: (?!.*no hint$)`)]);
  expect((await checkEdge(`${before}${right}${after}`)).map(shown)).toEqual([]);
}
