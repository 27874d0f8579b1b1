// Programs with one mistake at an edge each: one diagnostic, at its place, with a hint whose text makes the program
// right. `«…»` is the place. And programs that are right but unusual: no diagnostic.
import { describe, expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { createEngine, memoryReader, type Diagnostic } from "../index.ts";

const SCHEMA = `
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT);
CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL, author INTEGER REFERENCES users, stars INTEGER NOT NULL DEFAULT 0);
CREATE VIEW named AS SELECT notes.id, name FROM notes LEFT JOIN users ON users.id = author;
`;

async function check(text: string): Promise<readonly Diagnostic[]> {
  const files = {
    "/p/package.json": '{ "std": { "schema": "schema.sql" } }',
    "/p/schema.sql": SCHEMA,
    "/p/main.std": text,
  };
  const engine = createEngine({ modules: standardModules, reader: memoryReader(files), literals: true });
  return (await engine.checkAsync([{ path: "/p/main.std" }])).diagnostics;
}

const main = (imports: string, body: string): string => `${imports}\n\nfun main() {\n    ${body}\n}\n`;

/** The programs around the literals of a kind. */
const around: Readonly<Record<string, (text: string) => string>> = {
  regex: (text) => main("import std/regex { compile }", `print(compile(${text}).is_ok())`),
  time: (text) => main("import std/time { format_timestamp }", `print(format_timestamp(0, ${text}))`),
  url: (text) => main("import std/url", `print(url.parse(${text}).is_ok())`),
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
type Mistake = readonly [kind: string, text: string, right: string, code?: string];

const mistakes: readonly Mistake[] = [
  ["regex", '"ab«)»"', "\\\\)"],
  ["regex", '"(ab«"»', ')"'],
  ["regex", '"[ab«"»', ']"'],
  ["regex", '"«*»a"', "\\\\*"],
  ["regex", '"«+»a"', "\\\\+"],
  ["regex", '"«\\\\k»a"', "\\\\\\\\k"],
  ["regex", '"é«\\\\y»"', "\\\\\\\\y"],
  ["regex", '"""a\n«)»\n"""', "\\)"],
  ["regex", '"a" + "b«)»"', "\\\\)"],
  ["regex", '"[«z-a»]"', "a-z"],
  ["regex", '"(a)«\\\\1»"', "(a)"],
  ["regex", '"a«(?=»b)"', "(?:"],
  ["time", '"%Y-«%Q»"', "%%Q"],
  ["time", '"100«%»"', "%%"],
  ["time", '"%Y«%i»"', "%%i"],
  ["url", '"«example.com/a»"', "https://example.com/a"],
  ["url", '"«//example.com»"', "https://example.com"],
  ["glob", '"a/«{»b,c"', "\\\\{"],
  ["glob", '"a/«[»b"', "\\\\["],
  ["version", '"«1.2»"', "1.2.0"],
  ["version", '"«v1»"', "1.0.0"],
  ["range", '"«~>1.a»"', "~1.2"],
  ["template", '"<p>«{{ if x }}»</p>"', "{{ if x }}{{ end }}"],
  ["template", '"<p>«{{» x</p>"', "{{ x }}"],
  ["template", '"<p>«{{ end }}»</p>"', ""],
  ["server", '"/«*all»/x"', ":all"],
  ["server", '"/a/:id/b/«:id»"', ":other"],
  ["api", 'get("/a/«:key»", fun(id: Int) = id)', ":id", "A2"],
  ["api", 'get(«"/a"», fun(@from(path) id: Int) = id)', '"/a/:id"', "A2"],
  [
    "body",
    'get(«"/a"», fun(@from(body) note: Note) = note.text)',
    '"/a", fun() = Note { text: "" }.text)\n    api.post("/a"',
    "A2",
  ],
  [
    "body",
    'get(«"/a"», fun(note: Note) = note.text)',
    '"/a", fun() = Note { text: "" }.text)\n    api.post("/a"',
    "A2",
  ],
  ["sql", '"SELECT «idd» FROM notes", []', "id", "K3"],
  ["sql", '"SELECT id «FORM» notes", []', "FROM", "K3"],
  ["sql", '"SELECT id FROM notes WHERE «strs» > 1", []', "stars", "K3"],
  ["sql", '"SELECT id FROM notes; «SELECT id FROM users»", []', "", "K3"],
  ["sql", '"SELECT id FROM notes WHERE id = «?»", []', "1", "K3"],
  ["sql", '"SELECT id FROM notes WHERE id = ? AND stars = «?»", [1]', "2", "K3"],
  ["sql", '"SELECT «author» FROM notes", []', 'author AS \\"author!\\"', "K3"],
  ["text", '"SELECT «mail» FROM users", []', 'mail AS \\"mail!\\"', "K3"],
  [
    "text",
    '"SELECT «name» FROM notes LEFT JOIN users ON users.id = author", []',
    'name AS \\"name!\\"',
    "K3",
  ],
  ["text", "\"SELECT name FROM users WHERE name = '${«who»}'\", []", '"ann"', "K2"],
  ["sql", '"SELECT id FROM «note»", []', "notes", "K3"],
  ["pair", '"«SELECT id» FROM users", []', "SELECT id, name", "K3"],
  ["row", '"«SELECT id, author» FROM notes", []', "SELECT id, text, author", "K3"],
  ["row", '"SELECT id, text, «authr» FROM notes", []', "author", "K3"],
  ["exec", '"INSERT INTO «notes» (author) VALUES (1)", []', "notes (text, stars) VALUES ('', 1); --", "K3"],
  ["exec", '"INSERT INTO notes («txt») VALUES (?)", ["a"]', "text", "K3"],
  ["exec", '"UPDATE notes SET «txt» = 1", []', "text", "K3"],
  ["exec", '"DELETE FROM notes WHERE «ide» = 1", []', "id", "K3"],
  ["many", '"INSERT INTO users («nam») VALUES (?)", [["a"]]', "name", "K3"],
  ["script", '"DELETE FROM users; DELETE FROM notes WHERE «strs» = 1"', "stars", "K3"],
];

function split(text: string): { readonly before: string; readonly marked: string; readonly after: string } {
  const [before = "", rest = ""] = text.split("«");
  const [marked = "", after = ""] = rest.split("»");
  return { before, marked, after };
}

const shown = ({ code, message, hint, primary: { span } }: Diagnostic): string =>
  `${code} at ${span.start}: ${message}; ${hint ?? "no hint"}`;

describe("a mistake at an edge", () => {
  test.each(mistakes)("%s: %s", async (...mistake) => {
    const [kind, text, right, code = "K1"] = mistake as unknown as Mistake;
    const { before, marked, after } = split(around[kind]!(text));
    const found = (await check(`${before}${marked}${after}`)).map(shown);
    expect(found).toEqual([expect.stringMatching(`^${code} at ${before.length}: (?!.*no hint$)`)]);
    expect((await check(`${before}${right}${after}`)).map(shown)).toEqual([]);
  });
});

const unusual: readonly (readonly [kind: string, text: string])[] = [
  ["regex", '""'],
  ["regex", '"[]a]"'],
  ["regex", '"[^]a]"'],

  ["regex", '"\\\\x{1F600}|\\u{1F600}"'],
  ["regex", '"(?x) a  # comment ("'],
  ["regex", '"(?P<year>\\\\d{4})"'],
  ["regex", '"\\\\p{Greek}{0}"'],
  ["regex", '"[a-z&&[^aeiou]]"'],
  ["regex", '"""\n(?x)\n( a )\n"""'],
  ["time", '""'],
  ["time", '"%%"'],
  ["time", '"%-d.%_m.%0e"'],
  ["time", '"é%Y😀"'],
  ["url", '"mailto:ann@example.com"'],
  ["url", '"http://[::1]:80/"'],
  ["url", '"file:///tmp/a b"'],
  ["url", '"data:,x"'],
  ["glob", '""'],
  ["glob", '"[]a]"'],
  ["glob", '"[!a-c]/**"'],
  ["glob", '"\\\\{a"'],
  ["glob", '"{a,{b,c}}"'],
  ["version", '"1.2.3-rc.1+build.5"'],
  ["range", '"*"'],
  ["range", '">=1.2 <2 || ^3"'],
  ["template", '""'],
  ["template", '"{{ x }}"'],
  ["template", '"<a href=\\"/{{ x }}\\">"'],
  ["template", '"{{ if x }}{{ else }}{{ end }}"'],
  ["server", '"/"'],
  ["server", '"/a/*"'],
  ["server", '"/:a/:b/*rest"'],
  ["server", '"/é/:id"'],
  ["api", 'get("/*rest", fun(rest: String) = rest)'],
  ["api", 'get("/:id", fun(id: Option<Int>) = id)'],
  ["api", 'get("/", fun(id: List<Int>) = id)'],
  ["api", 'delete("/:id", fun(id: Int) {\n        print(id)\n    })'],
  ["body", 'delete("/a", fun(note: Note) = note.text)'],
  ["body", 'post("/:text", fun(text: String, note: Note) = text + note.text)'],
  ["sql", '"select ID from NOTES", []'],
  ["sql", '"SELECT [id] FROM \\"notes\\" -- all", []'],
  ["sql", '"SELECT id FROM notes;", []'],
  ["sql", '"VALUES (1)", []'],
  ["sql", '"SELECT count(*) FROM notes", []'],
  ["sql", '"SELECT rowid FROM notes", []'],
  ["sql", '"WITH a AS (SELECT id FROM notes) SELECT id FROM a", []'],
  ["sql", '"SELECT id FROM named", []'],
  ["sql", '"SELECT author FROM notes WHERE author IS NOT NULL", []'],
  ["sql", "\"SELECT id FROM notes WHERE text = '?'\", []"],
  ["sql", '"SELECT id FROM notes WHERE id = ?1 OR author = ?1", [1]'],
  ["sql", '"/* unchecked */ SELECT x FROM y", []'],
  ["sql", '"SELECT max(id) FROM notes GROUP BY author HAVING count(*) > 1", []'],
  ["sql", "\"INSERT INTO users (name) VALUES ('a') RETURNING id\", []"],
  ["sql", '"PRAGMA user_version", []'],
  ["exec", '"INSERT INTO notes (id, text) VALUES (NULL, ?)", ["a"]'],
  ["exec", '"INSERT OR IGNORE INTO notes (author) VALUES (1)", []'],
  ["exec", "\"INSERT INTO users VALUES (1, 'a', NULL)\", []"],
  ["exec", '"CREATE TABLE other (a)", []'],
  ["script", '"CREATE TABLE x (a INT); INSERT INTO x VALUES (1); BEGIN; COMMIT"'],
  ["script", '""'],
  ["many", '"INSERT INTO users (name) VALUES (?)", []'],
  ["row", '"SELECT * FROM notes", []'],
  ["row", '"SELECT author, TEXT, Id FROM notes", []'],
];

describe("what is right but unusual", () => {
  test.each(unusual)("%s: %s", async (kind, text) => {
    expect((await check(around[kind]!(text))).map(shown)).toEqual([]);
  });
});
