// The schema of a project in a database in memory, and what is wrong with it. Only statements that create, alter or
// drop something run; others, and the queries that tables are created from, are compiled.
import type { CheckedColumn, SchemaDatabase } from "../../interpreter/host/index.ts";
import { fromBytes, toBytes, type FoundProblem, type SchemaFile } from "../../interpreter/runtime/index.ts";
import { repair } from "./literal-hints.ts";
import { locate, plainName } from "./locate.ts";
import { statementsOf, type Token } from "./statement-text.ts";

type Table = ReturnType<SchemaDatabase["tables"]>[number];
export type Column = ReturnType<SchemaDatabase["columnsOf"]>[number];

/** The longest time that a schema may take. */
const MOST_MS = 2000;

export class Schema {
  readonly database: SchemaDatabase;
  readonly problems: readonly FoundProblem[];
  #tables: ReadonlyMap<string, Table> = new Map();
  readonly #columns = new Map<string, readonly Column[]>();

  constructor(files: readonly SchemaFile[], database: SchemaDatabase) {
    this.database = database;
    this.problems = files.flatMap((file) => problemsOf(file, this));
    this.refresh();
  }

  /** Reads the tables, after a statement of the schema. */
  refresh(): void {
    this.#tables = new Map(this.database.tables().map((table) => [table.name.toLowerCase(), table]));
    this.#columns.clear();
  }

  table(name: string): Table | undefined {
    return this.#tables.get(name.toLowerCase());
  }

  tableNames(): readonly string[] {
    return [...this.#tables.values()].map(({ name }) => name);
  }

  functions(): ReturnType<SchemaDatabase["functions"]> {
    return this.database.functions();
  }

  columnsOf(table: string): readonly Column[] {
    let columns = this.#columns.get(table);
    if (columns === undefined) this.#columns.set(table, (columns = this.database.columnsOf(table)));
    return columns;
  }

  /** Whether the column cannot be NULL in its table. */
  isRequired({ isRequired, key, type }: Column, table: string): boolean {
    if (isRequired) return true;
    const keys = this.columnsOf(table).filter((column) => column.key > 0);
    return key > 0 && keys.length === 1 && type.toUpperCase() === "INTEGER";
  }
}

const known = new WeakMap<readonly SchemaFile[], Schema | null>();

/** The schema in these files, which is read once. */
export function schemaOf(files: readonly SchemaFile[], open: () => SchemaDatabase | null): Schema | null {
  let schema = known.get(files);
  if (schema === undefined) {
    const database = open();
    schema = database === null ? null : new Schema(files, database);
    known.set(files, schema);
  }
  return schema;
}

function problemsOf(file: SchemaFile, schema: Schema): readonly FoundProblem[] {
  const { database } = schema;
  const sql = toBytes(file.text);
  const end = performance.now() + MOST_MS;
  const problems: FoundProblem[] = [];
  for (const tokens of statementsOf(sql)) {
    const [first] = tokens;
    const place = { file, code: "K3", severity: "error" } as const;
    if (performance.now() > end) {
      problems.push({
        ...place,
        start: first!.start,
        end: first!.end,
        message: "the schema takes more than 2 s",
        hint: "write fewer migrations, or a schema without data",
      });
      break;
    }
    const outside = reachesOutside(tokens);
    if (outside !== null) {
      const { token, message } = outside;
      const hint = "leave it to the program: a schema only declares";
      problems.push({ ...place, start: token.start, end: token.end, message, hint });
      continue;
    }
    const { start } = first!;
    const text = sql.slice(start, tokens.at(-1)!.end);
    const problem = define(tokens, sql, database);
    if (problem === null) continue;
    schema.refresh();
    const at = locate(text, problem, (sql) => database.columns(fromBytes(sql)));
    const compile = (sql: string): string | null => {
      const found = database.columns(fromBytes(sql));
      return "problem" in found ? found.problem : null;
    };
    const found = repair({ sql: text, problem, place: at, schema, compile });
    const range = { ...at, ...found };
    problems.push({
      ...place,
      start: start + range.start,
      end: start + range.end,
      message: problem,
      hint: found.hint,
    });
  }
  return problems;
}

/** Runs or compiles a statement of `sql`; returns what is wrong with it. */
export function define(tokens: readonly Token[], sql: string, database: SchemaDatabase): string | null {
  const [first] = tokens;
  const end = tokens.at(-1)!.end;
  const query = queryOf(tokens);
  if (query === null) return database.run(first!.text, fromBytes(sql.slice(first!.start, end)));
  // The query does not run: it may not end, and a schema has no rows.
  const columns = database.columns(fromBytes(sql.slice(query.end, end)));
  if ("problem" in columns) return columns.problem;
  const head = fromBytes(sql.slice(first!.start, query.start));
  return database.run(first!.text, `${head} (${definitions(columns)})`);
}

/** The `AS` before the query that a table is created from; null for other statements. */
function queryOf(tokens: readonly Token[]): Token | null {
  const words = tokens.slice(0, 10).map(({ text }) => text.toUpperCase());
  if (words[0] !== "CREATE" || !words.slice(1, 3).includes("TABLE")) return null;
  const at = words.indexOf("AS");
  return at < 0 || words.slice(0, at).includes("(") ? null : tokens[at]!;
}

/** The columns of a table that SQLite creates from a query: names once each, types by affinity. */
function definitions(columns: readonly CheckedColumn[]): string {
  const names = new Set<string>();
  return columns
    .map(({ name, type }) => {
      let own = name;
      for (let n = 1; names.has(own.toLowerCase()); n++) own = `${name}:${n}`;
      names.add(own.toLowerCase());
      return `"${own.replaceAll('"', '""')}" ${affinity(type)}`;
    })
    .join(", ");
}

/** @see https://www.sqlite.org/datatype3.html section 3.1 */
function affinity(type: string | null): string {
  if (type === null || type === "" || /BLOB/i.test(type)) return "";
  if (/INT/i.test(type)) return "INT";
  if (/CHAR|CLOB|TEXT/i.test(type)) return "TEXT";
  return /REAL|FLOA|DOUB/i.test(type) ? "REAL" : "NUM";
}

/** Why a statement has no place in a schema; null for others. */
function reachesOutside(
  tokens: readonly Token[],
): { readonly token: Token; readonly message: string } | null {
  const token = tokens[0]!;
  const word = token.text.toUpperCase();
  if (word === "ATTACH" || word === "DETACH" || word === "VACUUM")
    return { token, message: `a schema cannot ${word}` };
  const loading = tokens.find(
    ({ text }, i) => plainName(text) === "load_extension" && tokens[i + 1]?.text === "(",
  );
  if (loading !== undefined) return { token: loading, message: "a schema loads no extensions" };
  if (!tokens.slice(0, 4).some(({ text }) => /^PRAGMA$/i.test(text)) || !/^(?:PRAGMA|EXPLAIN)$/.test(word))
    return null;
  const name = tokens[1]?.text.toLowerCase() ?? "";
  return name === "foreign_keys" || name === "user_version"
    ? null
    : { token, message: "a schema sets no pragmas but foreign_keys and user_version" };
}
