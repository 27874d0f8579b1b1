// The schema of a project in a database in memory, and what is wrong with it. Only statements that create, alter or
// drop something run; others are compiled.
import type { SchemaDatabase } from "../../interpreter/host/index.ts";
import { fromBytes, toBytes, type FoundProblem, type SchemaFile } from "../../interpreter/runtime/index.ts";
import { locate } from "./locate.ts";
import { statementsOf, type Token } from "./statement-text.ts";

type Table = ReturnType<SchemaDatabase["tables"]>[number];
export type Column = ReturnType<SchemaDatabase["columnsOf"]>[number];

/** The longest time that a schema may take. */
const MOST_MS = 2000;

export class Schema {
  readonly database: SchemaDatabase;
  readonly problems: readonly FoundProblem[];
  readonly #tables: Map<string, Table>;
  readonly #columns = new Map<string, readonly Column[]>();

  constructor(files: readonly SchemaFile[], database: SchemaDatabase) {
    this.database = database;
    this.problems = files.flatMap((file) => problemsOf(file, database));
    this.#tables = new Map(database.tables().map((table) => [table.name.toLowerCase(), table]));
  }

  table(name: string): Table | undefined {
    return this.#tables.get(name.toLowerCase());
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

function problemsOf(file: SchemaFile, database: SchemaDatabase): readonly FoundProblem[] {
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
      });
      break;
    }
    const outside = reachesOutside(tokens);
    if (outside !== null) {
      problems.push({ ...place, start: first!.start, end: first!.end, message: outside });
      continue;
    }
    const { start } = first!;
    const text = sql.slice(start, tokens.at(-1)!.end);
    const problem = database.run(first!.text, fromBytes(text));
    if (problem === null) continue;
    const found = locate(text, problem, (sql) => database.columns(fromBytes(sql)));
    problems.push({ ...place, start: start + found.start, end: start + found.end, message: problem });
  }
  return problems;
}

/** Why a statement has no place in a schema; null for others. */
function reachesOutside(tokens: readonly Token[]): string | null {
  const word = tokens[0]!.text.toUpperCase();
  if (word === "ATTACH" || word === "DETACH" || word === "VACUUM") return `a schema cannot ${word}`;
  if (word !== "PRAGMA") return null;
  const name = tokens[1]?.text.toLowerCase() ?? "";
  return name === "foreign_keys" || name === "user_version"
    ? null
    : "a schema sets no pragmas but foreign_keys and user_version";
}
