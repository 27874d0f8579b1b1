// std/sqlite: the natives of sqlite.std. The host runs each database on a thread; this module checks
// arguments before and reports errors after. sqlite.std decides which goroutine may use a connection when.
import { has } from "../../interpreter/own/index.ts";
import { codeOf, systemText } from "../error/index.ts";
import {
  portableCode,
  type DatabaseCell,
  type DatabaseConnection,
  type DatabaseCursor,
  type DatabaseParams,
} from "../../interpreter/host/index.ts";
import {
  asCount,
  type Err,
  fail,
  foreseen,
  fromBytes,
  intFromBigInt,
  MAX_STRING,
  toBytes,
  UNIT,
  weighed,
  type Capabilities,
  type ErrorValue,
  type Int,
  type MaybePromise,
  type NativeTable,
  type Result,
  type Runtime,
  type Unit,
  DENIED,
  LONGEST_PATH,
} from "../../interpreter/runtime/index.ts";
import { Row, Table } from "../row/index.ts";
import { checksum, migrationNumber } from "./migrations.ts";
import { parameters } from "./params.ts";
import { Blob, Integer, Named, NULL, Real, sizeOfParameters, Text, type Sql } from "./sql.ts";
import { readStatement, type StatementText } from "./statement-text.ts";

const BUSY_TIMEOUT_MS = 5000;
const MOST_TIMEOUT_MS = 2 ** 31 - 1;
/** The memory that an open database takes with its thread, of what a program may take. */
const MEMORY_OF_CONNECTION = 10_000_000;
const NO_OTHER_FILES = `${DENIED}statements may not reach other files here (--allow-fs)`;

const NESTED = "the database is used inside its own transaction: use the handle that it passes";

/** The struct `__Handle`. */
class Handle {
  readonly connection: DatabaseConnection | null;
  readonly path: string;
  readonly readOnly: boolean;
  closed = false;
  /** The goroutine that is in a transaction; null if there is none. */
  inside: object | null = null;
  /** Called when the end of the program need not close it any more. */
  forget: () => void = () => {};

  constructor(connection: DatabaseConnection | null = null, path = "", readOnly = false) {
    this.connection = connection;
    this.path = path;
    this.readOnly = readOnly;
  }
}

/** The struct `__Cursor`. */
class Cursor {
  readonly cursor: DatabaseCursor | null;
  readonly handle: Handle;
  readonly table: Table;
  read = 0;
  constructor(handle: Handle, cursor: DatabaseCursor | null = null) {
    this.handle = handle;
    this.cursor = cursor;
    this.table = new Table(cursor?.columns ?? [], "sqlite", "query: ", ` (${handle.path})`);
  }
}

/** The codes of failures that SQLite words itself (sqlite3_errstr). */
const CODES: Readonly<Record<string, string>> = {
  "database is locked": "timed_out",
  "database or disk is full": "no_space",
  "attempt to write a readonly database": "permission_denied",
  "access permission denied": "permission_denied",
  "not authorized": "permission_denied",
  interrupted: "interrupted",
};

function failed(
  operation: string,
  problem: string,
  { path }: { readonly path: string },
  code = CODES[problem] ?? codeOf(problem),
): Err<ErrorValue> {
  return fail("sqlite", `${operation}: ${problem} (${path})`, code);
}

/** The failure of an operation of the host, whose errors may have the code of one of the system. */
function refused(operation: string, error: unknown, about: { readonly path: string }): Err<ErrorValue> {
  const { message, code } = error as NodeJS.ErrnoException;
  return failed(operation, toBytes(message), about, code === undefined ? undefined : portableCode(code));
}

/** Returns the parameters of a statement, or says why it cannot be run. */
function prepared(sql: string, values: readonly Sql[], confined: boolean) {
  const statement = readStatement(sql);
  return statementProblemOf(sql, statement, confined) ?? parameters(statement, values);
}

function statementProblemOf(sql: string, statement: StatementText, confined: boolean): string | null {
  if (statement.statements === 0) return "no statement";
  if (statement.statements > 1) return "more than one statement: use `exec_script`";
  if (statement.otherFiles && confined) return NO_OTHER_FILES;
  if (toBytes(fromBytes(sql)) !== sql) return "the statement is not UTF-8";
  return statement.problem;
}

/** Returns the parameters of each row, or says why the statement cannot be run. */
function preparedAll(sql: string, rows: readonly (readonly Sql[])[], first: number, confined: boolean) {
  const all: DatabaseParams[] = [];
  const statement = readStatement(sql);
  const problem = statementProblemOf(sql, statement, confined);
  if (problem !== null) return problem;
  for (const [i, values] of rows.entries()) {
    const params = parameters(statement, values);
    if (typeof params === "string") return `row ${first + i}: ${params}`;
    all.push(params);
  }
  return all;
}

/** Says why a script cannot be run, or returns null. */
function scriptProblem(sql: string, confined: boolean): string | null {
  if (readStatement(sql).otherFiles && confined) return NO_OTHER_FILES;
  return toBytes(fromBytes(sql)) === sql ? null : "the statement is not UTF-8";
}

/** Says why a statement cannot be prepared, or returns null. */
function statementProblem(sql: string): string | null {
  const { statements, problem } = readStatement(sql);
  if (statements === 1) return problem;
  return statements === 0 ? "no statement" : "more than one statement";
}

/** Says why a database cannot be opened, or returns null. */
function pathProblem(capabilities: Capabilities, path: string, readOnly: boolean): string | null {
  if (path === "") return "an empty path";
  if (path.length > LONGEST_PATH) return systemText("ENAMETOOLONG");
  if (path.includes("\0")) return "path contains a NUL byte";
  return path === ":memory:"
    ? null
    : (capabilities.read(path) ?? (readOnly ? null : capabilities.write(path)));
}

function then<T, U>(value: MaybePromise<T>, next: (value: T) => U): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

async function wal(connection: DatabaseConnection): Promise<Unit> {
  const cursor = await connection.rows("PRAGMA journal_mode = WAL", { positional: [], named: {} });
  const [row] = await cursor.next();
  cursor.stop();
  if (row?.[0] !== "wal") throw new Error(`the journal mode of this database is ${String(row?.[0])}`);
  return UNIT;
}

const savepoint = (depth: Int): string => `s${asCount(depth)}`;

function beginning(depth: Int, readOnly: boolean): string {
  return depth !== 0 ? `SAVEPOINT ${savepoint(depth)}` : readOnly ? "BEGIN" : "BEGIN IMMEDIATE";
}

function rollingBack(depth: Int): string {
  return depth === 0 ? "ROLLBACK" : `ROLLBACK TO ${savepoint(depth)}; RELEASE ${savepoint(depth)}`;
}

/** @throws Error if a String cannot hold a value */
function rowOf(cursor: Cursor, cells: readonly DatabaseCell[]): Row {
  cursor.read++;
  for (const value of cells) {
    if (value instanceof Uint8Array && value.length > MAX_STRING)
      throw new Error(`row ${cursor.read}: a blob of ${value.length} bytes is too large`);
  }
  return new Row(cursor.table, cells, cursor.read);
}

/** Returns the value of a cell for a program. */
function cellOf(row: Row, column: Int): Sql {
  const cell = row.at(column);
  if (cell === null) return NULL;
  if (typeof cell === "string") return new Text(cell);
  if (cell instanceof Uint8Array) return new Blob(Buffer.from(cell).toString("latin1"));
  if (typeof cell === "bigint") return new Integer(intFromBigInt(cell));
  if (typeof cell === "number") return Number.isInteger(cell) ? new Integer(cell) : new Real(cell);
  return has(cell, "real") ? new Real(cell.real) : new Text(cell.text);
}

type Use = <T>(
  operation: string,
  handle: Handle,
  work: (connection: DatabaseConnection) => MaybePromise<T>,
) => MaybePromise<Result<T, ErrorValue>>;

/**
 * Returns the function that runs an operation on a connection, whether its result is immediate or a promise.
 */
function usesOf({ scheduler }: Runtime): Use {
  return (operation, handle, work) => {
    const thrown = (error: unknown): Err<ErrorValue> => refused(operation, error, handle);
    if (handle.closed || handle.connection === null)
      return failed(operation, "the database is closed", handle);
    try {
      const value = work(handle.connection);
      return value instanceof Promise ? scheduler.external(value.catch(thrown)) : value;
    } catch (error) {
      return thrown(error);
    }
  };
}

/** Whether statements must not name other files. */
function isConfined({ capabilities }: Runtime["host"]): boolean {
  return capabilities.read("/") !== null || capabilities.write("/") !== null;
}

/** Returns the function that opens a database for a program. */
function opener(
  runtime: Runtime,
): (path: string, readOnly: boolean) => MaybePromise<Result<Handle, ErrorValue>> {
  const { memory, scheduler, host } = runtime;
  const { capabilities, system } = host;
  const most = Math.max(1, Math.floor(memory / MEMORY_OF_CONNECTION));
  /** The databases that are open or being opened. */
  let connections = 0;

  async function opening(path: string, readOnly: boolean): Promise<Result<Handle, ErrorValue>> {
    connections++;
    try {
      const options = { readOnly, busyTimeout: BUSY_TIMEOUT_MS, otherFiles: !isConfined(host), memory };
      const again = (): string | null => pathProblem(capabilities, path, readOnly);
      const connection = await system.databases.open(
        path,
        options,
        capabilities.confinesFiles ? again : null,
      );
      const handle = new Handle(connection, path, readOnly);
      const forget = runtime.atEnd(() => connection.kill());
      handle.forget = () => {
        connections--;
        forget();
      };
      if (scheduler.ended) connection.kill();
      return handle;
    } catch (error) {
      connections--;
      return refused("open", error, { path });
    }
  }

  return (path, readOnly) => {
    const problem =
      pathProblem(capabilities, path, readOnly) ??
      (connections >= most ? `the memory limit allows ${most} open databases` : null);
    return problem === null ? scheduler.external(opening(path, readOnly)) : failed("open", problem, { path });
  };
}

/** For each byte of a statement and its parameters, on a slow machine: before its thread begins. */
const NANOS_PER_BYTE = 30;
const OF_STATEMENTS = {
  __run: NANOS_PER_BYTE,
  __run_all: NANOS_PER_BYTE,
  __script: NANOS_PER_BYTE,
  __check: NANOS_PER_BYTE,
  __rows: NANOS_PER_BYTE,
};

export function create(runtime: Runtime): NativeTable {
  const use = usesOf(runtime);
  /** A list is charged for its elements alone, not for the bytes in them. */
  const weigh = (rows: readonly (readonly Sql[])[]): void => {
    if (runtime.isLimited) weighed(runtime, sizeOfParameters(rows), NANOS_PER_BYTE);
  };
  const confined = (): boolean => isConfined(runtime.host);

  function run(handle: Handle, sql: string, values: readonly Sql[]): MaybePromise<Result<Int, ErrorValue>> {
    weigh([values]);
    const params = prepared(sql, values, confined());
    return typeof params === "string"
      ? failed("exec", params, handle)
      : use("exec", handle, (connection) => connection.run(sql, params));
  }

  function rows(
    handle: Handle,
    sql: string,
    values: readonly Sql[],
  ): MaybePromise<Result<Cursor, ErrorValue>> {
    weigh([values]);
    const params = prepared(sql, values, confined());
    if (typeof params === "string") return failed("query", params, handle);
    return use("query", handle, (connection) =>
      then(connection.rows(sql, params), (found) => new Cursor(handle, found)),
    );
  }

  function next(cursor: Cursor): MaybePromise<Result<Row[], ErrorValue>> {
    return use("query", cursor.handle, () =>
      then(cursor.cursor?.next() ?? [], (batch) => batch.map((cells) => rowOf(cursor, cells))),
    );
  }

  function script(operation: string, handle: Handle, sql: string): MaybePromise<Result<Unit, ErrorValue>> {
    const problem = scriptProblem(sql, confined());
    if (problem !== null) return failed(operation, problem, handle);
    return use(operation, handle, (connection) => then(connection.script(sql), () => UNIT));
  }

  return {
    functions: foreseen(runtime, OF_STATEMENTS, {
      __open: opener(runtime),
      __run: run,
      __run_all(handle: Handle, sql: string, rows: readonly (readonly Sql[])[], first: Int) {
        weigh(rows);
        const all = preparedAll(sql, rows, asCount(first), confined());
        return typeof all === "string"
          ? failed("exec_many", all, handle)
          : use("exec_many", handle, (connection) => connection.runAll(sql, all, asCount(first)));
      },
      __script: (handle: Handle, sql: string) => script("exec_script", handle, sql),
      __check(handle: Handle, sql: string) {
        const problem = statementProblem(sql);
        return problem !== null
          ? failed("prepare", problem, handle)
          : use("prepare", handle, (connection) => then(connection.check(sql), () => UNIT));
      },
      __rows: rows,
      __next_rows: next,
      __stop: (cursor: Cursor) => cursor.cursor?.stop(),
      __last_id: (handle: Handle) =>
        use("last_insert_id", handle, (connection) => then(connection.lastInsertId(), intFromBigInt)),
      __begin: (handle: Handle, depth: Int) =>
        script("transaction", handle, beginning(depth, handle.readOnly)),
      __commit: (handle: Handle, depth: Int) =>
        script("transaction", handle, depth === 0 ? "COMMIT" : `RELEASE ${savepoint(depth)}`),
      __rollback: (handle: Handle, depth: Int) => script("transaction", handle, rollingBack(depth)),
      __inside: (handle: Handle, is: boolean): void => {
        handle.inside = is ? runtime.scheduler.current : null;
      },
      __nested: (handle: Handle): Result<Unit, ErrorValue> =>
        handle.inside === null || handle.inside !== runtime.scheduler.current
          ? UNIT
          : fail("sqlite", `transaction: ${NESTED} (${handle.path})`, "nested_transaction"),
      __over: (handle: Handle) => failed("transaction", "the transaction has ended", handle),
      __migration_number: migrationNumber,
      __checksum: checksum,
      __wal: (handle: Handle) => use("set_wal", handle, wal),
      __busy_timeout(handle: Handle, millis: Int) {
        const limit = Math.min(Math.max(asCount(millis), 0), MOST_TIMEOUT_MS);
        return use("set_busy_timeout_ms", handle, (connection) =>
          then(connection.setBusyTimeout(limit), () => UNIT),
        );
      },
      async __close(handle: Handle) {
        if (handle.closed || handle.connection === null) return UNIT;
        const { connection } = handle;
        const closing = use("close", handle, () => then(connection.close(), () => UNIT));
        handle.closed = true;
        const outcome = await closing;
        handle.forget();
        connection.kill();
        return outcome;
      },
      __cell: cellOf,
    }),
    structs: { __Handle: Handle, __Cursor: Cursor },
    enums: { Sql: [NULL, Integer, Real, Text, Blob, Named] },
  };
}
