// Schemas of projects: what of them runs, the places of their problems, and statements that take effect when they are
// compiled.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { afterAll, expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { createEngine, fileReader } from "../index.ts";

const MANIFEST = '{ "std": { "schema": "schema.sql" } }';
const ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)";

const top = realpathSync(mkdtempSync(join(tmpdir(), "std-schema-")));
afterAll(() => rmSync(top, { recursive: true, force: true }));
let folders = 0;

/** `severity code: file: marked text: message` of each problem of a project. */
async function checked(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = join(top, String(++folders));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const engine = createEngine({ modules: standardModules, reader: fileReader, literals: true });
  const { diagnostics } = await engine.checkAsync([{ path: join(folder, "main.std") }]);
  return diagnostics.map(({ severity, code, message, primary: { source, span } }) => {
    const name = relative(folder, source.name).replaceAll(sep, "/");
    return `${severity} ${code}: ${name}: ${source.text.slice(span.start, span.end)}: ${message}`;
  });
}

function program(...statements: readonly string[]): string {
  const calls = statements.map((sql) => `    let _: List<Int> = db.query(${JSON.stringify(sql)}, [])?\n`);
  return `import std/sqlite { open }\n\nfun main() -> Result<(), Error> {\n    let db = open(":memory:")?\n${calls.join("")}    return Ok({})\n}\n`;
}

const withSchema = (sql: string, ...statements: readonly string[]): Promise<readonly string[]> =>
  checked({ "main.std": program(...statements), "package.json": MANIFEST, "schema.sql": sql });

test.each([
  ["a table", `CREATE TABLE t AS ${ENDLESS} SELECT x, 'a' AS y FROM c;`],
  [
    "a temporary table",
    `CREATE TEMP TABLE IF NOT EXISTS t AS ${ENDLESS} SELECT a.x, b.x AS y FROM c a, c b;`,
  ],
  [
    "a table of a view",
    `CREATE VIEW v AS ${ENDLESS} SELECT x, x AS y FROM c; CREATE TABLE main."t" AS SELECT * FROM v`,
  ],
])("a query without end gives %s its columns", async (_, schema) => {
  expect(await withSchema(schema, "SELECT y FROM t WHERE x > 1 AND z = 2")).toEqual([
    "error K3: main.std: z: no such column: z",
  ]);
});

test("a script that creates a table of a query without end", async () => {
  const script = `CREATE TABLE t AS ${ENDLESS} SELECT x FROM c; SELECT z FROM t`;
  const text = program().replace("    return", `    db.exec_script("${script}")?\n    return`);
  const files = { "main.std": text, "package.json": MANIFEST, "schema.sql": "" };
  expect(await checked(files)).toEqual(["error K3: main.std: z: no such column: z"]);
});

test("columns keep their names and types", async () => {
  const schema =
    'CREATE TABLE a (n INTEGER, "t t" TEXT); CREATE TABLE b AS SELECT n, "t t", n AS \'q"q\' FROM a;';
  expect(await withSchema(schema, 'SELECT n AS "n!" FROM b WHERE "t t" = \'x\' AND "q""q" = 1')).toEqual([]);
});

test.each([
  [
    "a pragma",
    "PRAGMA journal_mode = OFF;",
    "PRAGMA",
    "a schema sets no pragmas but foreign_keys and user_version",
  ],
  ["ATTACH", "ATTACH 'x' AS y;", "ATTACH", "a schema cannot ATTACH"],
  ["VACUUM INTO", "vacuum INTO 'x';", "vacuum", "a schema cannot VACUUM"],
  ["an extension", "SELECT load_extension('x');", "load_extension", "a schema loads no extensions"],
  ["a statement without end", "CREATE TABLE t (a INT;", ";", "incomplete input"],
  ["an unknown column", "CREATE TABLE t AS SELECT q AS x FROM a;", "q", "no such column: q"],
  [
    "a word behind two bytes of a letter",
    "-- é\nCREATE TABEL t (a INT);",
    "TABEL",
    'near "TABEL": syntax error',
  ],
])("a problem of a schema has its place: %s", async (_, sql, marked, message) => {
  const found = await withSchema(`CREATE TABLE a (x INT);\n${sql}`, "SELECT 1 AS one");
  const expected = `error K3: schema.sql: ${marked}: ${message}`;
  expect(found).toEqual([expected]);
});

test("what a schema may set", async () => {
  expect(await withSchema("PRAGMA foreign_keys = ON; PRAGMA user_version = 3;", "SELECT 1 AS one")).toEqual(
    [],
  );
});

test("migrations are read by their numbers, other files are not", async () => {
  const files = {
    "main.std": program('SELECT b AS "b!" FROM t'),
    "package.json": '{ "std": { "schema": "migrations" } }',
    "migrations/10_b.sql": "ALTER TABLE t ADD COLUMN b INT;",
    "migrations/9_a.sql": "CREATE TABLE t (a INT);",
    "migrations/README.md": "No SQL.",
  };
  expect(await checked(files)).toEqual([]);
  expect(await checked({ ...files, "migrations/11_c.sql": "DROP TABLE u;" })).toEqual([
    "error K3: migrations/11_c.sql: u: no such table: u",
  ]);
});

test.each([
  ["that is missing", '"nowhere.sql"', "the schema nowhere.sql cannot be read"],
  ["with an absolute path", '"/absolute.sql"', "is not the relative path of a file or folder"],
  ["that is no text", "7", "is not the relative path of a file or folder"],
])("a schema %s", async (_, named, message) => {
  const files = {
    "main.std": program("SELECT 1 AS one"),
    "package.json": `{ "std": { "schema": ${named} } }`,
  };
  expect(await checked(files)).toEqual([expect.stringContaining(message)]);
});

test("statements that take effect when they are compiled are left alone", async () => {
  const statements = [
    "PRAGMA temp_store_directory = '/nowhere'",
    "EXPLAIN PRAGMA temp_store_directory = '/nowhere'",
    "EXPLAIN QUERY PLAN PRAGMA temp_store_directory = '/nowhere'",
    "PRAGMA case_sensitive_like = 1",
    "ATTACH 'x' AS y",
    "DETACH y",
    "VACUUM",
  ];
  expect(await withSchema("", ...statements)).toEqual([]);
});
