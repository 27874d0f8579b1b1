// The check of statements against a schema: what a schema may hold, and that nothing in it runs for long.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEngine, type Diagnostic } from "../../interpreter/index.ts";
import { standardModules } from "../index.ts";

const ENDLESS = "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c)";

/** `code: marked text: message` of what a check reports for a program and a schema. */
async function checked(schema: string, body: string): Promise<string[]> {
  const files = {
    "package.json": '{"std":{"schema":"schema.sql"}}',
    "schema.sql": schema,
    "main.std": `import std/sqlite { open }\n\nfun main() {\n    let db = open(":memory:").unwrap()\n${body}\n}\n`,
  };
  const folder = mkdtempSync(join(tmpdir(), "std-schema-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const engine = createEngine({ modules: standardModules, literals: true });
    const { diagnostics } = await engine.checkAsync([{ path: join(folder, "main.std") }]);
    return diagnostics.map(shown);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function shown({ code, message, primary: { source, span } }: Diagnostic): string {
  return `${code}: ${source.text.slice(span.start, span.end)}: ${message}`;
}

const reading = (query: string): string =>
  `    let rows: Result<List<(Option<Int>, Option<Int>)>, Error> = db.query("${query}", [])\n    print(rows.is_ok())`;

test("the query that a table is created from does not run, and gives the table its columns", async () => {
  const schema = `CREATE TABLE n AS ${ENDLESS} SELECT i, i FROM c;\nCREATE TABLE IF NOT EXISTS m AS SELECT i AS a, "i:1" AS b FROM n;`;
  expect(await checked(schema, reading("SELECT a, b FROM m"))).toEqual([]);
  expect(await checked(schema, reading("SELECT a, c FROM m"))).toEqual(["K3: c: no such column: c"]);
});

test("what is wrong with that query is told at its place", async () => {
  const schema = "CREATE TABLE t (a INT);\nCREATE TEMP TABLE u AS SELECT nix FROM t;";
  expect(await checked(schema, reading("SELECT 1, 2"))).toEqual(["K3: nix: no such column: nix"]);
});

test("statements in a program that do not end are not run", async () => {
  const script = `CREATE TABLE z AS ${ENDLESS} SELECT i FROM c; SELECT nix FROM z`;
  expect(await checked("CREATE TABLE t (a INT);", `    print(db.exec_script("${script}").is_ok())`)).toEqual([
    "K3: nix: no such column: nix",
  ]);
});

test.each(["PRAGMA temp_store_directory = '/nowhere'", "EXPLAIN PRAGMA temp_store_directory = '/nowhere'"])(
  "SQLite does not compile what it would run then: %s",
  async (statement) => {
    const body = `    print(db.exec("${statement}", []).is_ok())\n    print(db.exec_script("${statement}").is_ok())`;
    expect(await checked("CREATE TABLE t (a INT);", body)).toEqual([]);
  },
);

test.each([
  ["ATTACH 'x' AS y", "ATTACH: a schema cannot ATTACH"],
  ["VACUUM", "VACUUM: a schema cannot VACUUM"],
  ["PRAGMA temp_store_directory = 'x'", "PRAGMA: a schema sets no pragmas but foreign_keys and user_version"],
  ["CREATE TABLE t (a INT", ": incomplete input"],
])("a schema with %s", async (statement, problem) => {
  expect(await checked(statement, reading("SELECT 1, 2"))).toEqual([`K3: ${problem}`]);
});
