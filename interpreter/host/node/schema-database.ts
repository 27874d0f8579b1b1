// A database in memory for the check of statements: it has a schema and no rows, and no statement of a program runs
// in it. SQLite is loaded for the first one.
import type { CheckedColumn, SchemaDatabase } from "../index.ts";

type Sqlite = typeof import("node:sqlite");

/** Whether a statement may be a part of a schema that is run: it reads and writes nothing outside the database. */
const RUNS = /^(?:CREATE|ALTER|DROP)$/i;

/** Null if this runtime has no SQLite that describes columns. */
export function schemaDatabase(): SchemaDatabase | null {
  const { isBuiltin } = process.getBuiltinModule("node:module");
  if (!isBuiltin("node:sqlite")) return null;
  const { DatabaseSync, constants } = process.getBuiltinModule("node:sqlite");
  if (!("columns" in Object.getPrototypeOf(new DatabaseSync(":memory:").prepare("SELECT 1")))) return null;
  const database = new DatabaseSync(":memory:");
  confine(database, constants);
  return {
    run(word, sql) {
      if (!RUNS.test(word)) return attempt(() => void database.prepare(sql));
      return attempt(() => database.exec(sql));
    },
    columns(sql) {
      try {
        return database.prepare(sql).columns().map(plainColumn);
      } catch (error) {
        return { problem: (error as Error).message };
      }
    },
    undone(work) {
      database.exec("SAVEPOINT checked");
      try {
        return work();
      } finally {
        database.exec("ROLLBACK TO checked; RELEASE checked");
      }
    },
    tables: () =>
      database
        .prepare("SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view')")
        .all()
        .map(({ name, type, sql }) => ({
          name: String(name),
          isView: type === "view",
          isStrict: /\)[^)]*\bSTRICT\b[^)]*$/i.test(String(sql ?? "")),
        })),
    columnsOf: (table) =>
      database
        .prepare(
          'SELECT name, type, "notnull" AS required, dflt_value, pk, hidden FROM pragma_table_xinfo(?)',
        )
        .all(table)
        .map((row) => ({
          name: String(row["name"]),
          type: String(row["type"]),
          isRequired: row["required"] === 1,
          hasDefault: row["dflt_value"] !== null,
          key: Number(row["pk"]),
          isGenerated: Number(row["hidden"]) >= 2,
        })),
    functions: () =>
      database
        .prepare("SELECT name, narg FROM pragma_function_list")
        .all()
        .map(({ name, narg }) => ({ name: String(name), count: Number(narg) })),
  };
}

/** Nothing leaves the database: files cannot be attached. */
function confine(database: InstanceType<Sqlite["DatabaseSync"]>, constants: Sqlite["constants"]): void {
  const { SQLITE_ATTACH, SQLITE_DETACH, SQLITE_DENY, SQLITE_OK } = constants;
  // Node 22 and 24.0 have no authorizer; there, only what RUNS allows runs.
  if (!("setAuthorizer" in database)) return;
  const denied = new Set<number>([SQLITE_ATTACH, SQLITE_DETACH]);
  database.setAuthorizer((action) => (denied.has(action) ? SQLITE_DENY : SQLITE_OK));
}

function attempt(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function plainColumn({
  name,
  table,
  column,
  type,
}: {
  name: string;
  table: string | null;
  column: string | null;
  type: string | null;
}): CheckedColumn {
  return { name, table, column, type };
}
