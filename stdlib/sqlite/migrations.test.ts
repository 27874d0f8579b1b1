// Processes that start at the same time apply each migration once.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { STD } from "../../interpreter/testing/command.ts";

const folder = mkdtempSync(join(tmpdir(), "std-migrations-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = `
import std/error { Error }
import std/sqlite { migrate, open }

fun main() -> Result<(), Error> {
    let db = open("app.db")?
    db.set_wal()?
    print(migrate(db, "m")?)
    let rows: List<Int> = db.query("SELECT n FROM t ORDER BY n", [])?
    print(rows.len())
    Ok({})
}
`;

test("processes that migrate one database at the same time wait for each other", async () => {
  mkdirSync(join(folder, "m"));
  writeFileSync(join(folder, "main.std"), PROGRAM);
  writeFileSync(join(folder, "m/001_table.sql"), "CREATE TABLE t (n INTEGER);");
  // A migration that takes a while, and fails if it is applied twice.
  const numbers = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20000)";
  writeFileSync(join(folder, "m/002_rows.sql"), `${numbers} INSERT INTO t SELECT n FROM c;`);
  writeFileSync(join(folder, "m/003_index.sql"), "CREATE UNIQUE INDEX i ON t (n);");
  const outputs = await Promise.all(
    [1, 2, 3].map(() =>
      promisify(execFile)(process.execPath, [STD, "run", "main.std"], { cwd: folder, encoding: "utf8" }),
    ),
  );
  const results = outputs.map(({ stdout }) => stdout.trim().split("\n").map(Number));
  expect(results.reduce((sum, [applied]) => sum + applied!, 0)).toBe(3);
  expect(results.map(([, rows]) => rows)).toEqual([20_000, 20_000, 20_000]);
}, 60_000);
