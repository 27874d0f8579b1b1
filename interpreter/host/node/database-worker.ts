// A thread with one SQLite database (database.ts), which executes requests in order.
import { isUtf8 } from "node:buffer";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import type { DatabaseCell, DatabaseInput, DatabaseOptions, DatabaseParams } from "../index.ts";
import { openingErrorOf } from "./database-opening.ts";
import { checkedReturning, mayReturn, questionsOver, type CheckedRows } from "./database-texts.ts";
import { ANSWERED, ASK, ASKED, ATTENTIVE, OPENING } from "./database-signals.ts";

export interface DatabaseStart {
  readonly path: string;
  readonly options: DatabaseOptions;
  /** Whether the program is asked before the file is opened. */
  readonly asks: boolean;
  readonly port: MessagePort;
  readonly signals: Int32Array;
}

interface Message {
  readonly id: number;
  readonly request: DatabaseRequest;
}

export type DatabaseRequest =
  | { readonly kind: "run"; readonly sql: string; readonly params: DatabaseParams }
  | {
      readonly kind: "runAll";
      readonly sql: string;
      readonly all: readonly DatabaseParams[];
      readonly first: number;
    }
  | { readonly kind: "lastId" }
  | { readonly kind: "script"; readonly sql: string }
  | { readonly kind: "check"; readonly sql: string }
  | { readonly kind: "rows"; readonly sql: string; readonly params: DatabaseParams }
  | { readonly kind: "more"; readonly cursor: number }
  | { readonly kind: "stop"; readonly cursor: number }
  | { readonly kind: "timeout"; readonly millis: number }
  | { readonly kind: "close" };

export interface DatabaseRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly DatabaseCell[])[];
  /** Null if these were the last rows. */
  readonly cursor: number | null;
}

export type DatabaseReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly problem: string; readonly code?: string | undefined };

/** The limits of one batch: large enough for messages not to matter, small enough for memory. */
const [MOST_ROWS, MOST_BYTES, MOST_MILLIS] = [1000, 1 << 18, 20];
/** The number of prepared statements that are cached. */
const KEPT = 100;
/** The time that the thread waits for the next request before it returns to its event loop. */
const ATTENTIVE_MS = 2;

/** What Node puts in the place of bytes that are not UTF-8. */
const REPLACED = "\u{FFFD}";
const IS_ILL_FORMED = "__std_is_ill_formed";

interface Cursor {
  readonly sql: string;
  readonly params: DatabaseParams;
  readonly statement: StatementSync;
  readonly rows: Iterator<unknown>;
  readonly columns: readonly string[];
  /** How many columns before these say whether texts are not UTF-8. */
  readonly checks: number;
  /** Whether its texts have been found to be UTF-8. */
  checked: boolean;
  /** The failure that ended the rows; the rows before it are delivered first. */
  failure: unknown;
}

const toBytes = (text: string): string =>
  /^[\x00-\x7f]*$/.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
const fromBytes = (bytes: string): string =>
  /^[\x00-\x7f]*$/.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");

const [SQLITE_OK, SQLITE_DENY] = [0, 1];
const [SQLITE_PRAGMA, SQLITE_ATTACH] = [19, 24];
/** They set folders of all databases of the process. */
const OF_ALL = ["temp_store_directory", "data_store_directory"];

/** They determine how much memory a database may take. */
const OF_MEMORY = ["cache_size", "default_cache_size", "max_page_count", "mmap_size", "page_size", "temp_store", "threads"]; // biome-ignore format: one line
const PAGE_BYTES = 4096;
/** The least length of values to which SQLite can be limited without failing itself. */
const LEAST_LENGTH = 100_000;

/** Decides about an action of a statement, on what it names and the value that it sets. */
type Authorizer = (action: number, name: string | null, value: string | null) => number;

/** The authorizer for these options; null if everything is allowed. */
function authorizerOf({ otherFiles, memory }: DatabaseOptions): Authorizer | null {
  if (otherFiles && memory === Infinity) return null;
  return (action, name, value) => {
    const pragma = action === SQLITE_PRAGMA ? (name?.toLowerCase() ?? "") : "";
    const reaches = action === SQLITE_ATTACH || OF_ALL.includes(pragma);
    const grows = memory < Infinity && value !== null && OF_MEMORY.includes(pragma);
    return (reaches && !otherFiles) || grows ? SQLITE_DENY : SQLITE_OK;
  };
}

/** Newer parts of Node's class. */
interface Newer {
  setAuthorizer?(may: Authorizer | null): void;
  readonly limits?: { length: number };
}

/** Whether this version of Node can limit values and refuse pragmas; else statements could take any memory. */
function limitsMemory(): boolean {
  const trial = new DatabaseSync(":memory:");
  const { limits, setAuthorizer } = trial as Newer;
  trial.close();
  return limits !== undefined && setAuthorizer !== undefined;
}

class Session {
  readonly #database: DatabaseSync;
  readonly #kept = new Map<string, StatementSync>();
  readonly #cursors = new Map<number, Cursor>();
  /** The statements with a RETURNING clause that have checks of their texts, by those without. */
  readonly #returning = new Map<string, CheckedRows>();
  #made = 0;
  #knowsIllFormed = false;
  /** The total number of changed rows; null if anything but `#run` may have changed some since. */
  #total: bigint | null = null;

  /** `opened` is called as soon as the file is open, before waiting for locks. */
  constructor({ path, options }: Pick<DatabaseStart, "path" | "options">, opened: () => void) {
    const { readOnly, busyTimeout, memory } = options;
    if (memory < Infinity && !limitsMemory())
      throw new Error("this version of Node cannot limit the memory of databases");
    // A path, never a URI, whose parameters could change the mode.
    const file = path === ":memory:" || path.startsWith("/") ? path : `./${path}`;
    this.#database = new DatabaseSync(file === ":memory:" ? file : Buffer.from(file, "latin1"), {
      readOnly,
      timeout: busyTimeout,
    });
    const newer: Newer = this.#database;
    opened();
    if (memory < Infinity) {
      const limits = newer.limits!;
      limits.length = Math.min(limits.length, Math.max(LEAST_LENGTH, Math.floor(memory)));
      if (file === ":memory:")
        this.#database.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(memory / PAGE_BYTES))}`);
    }
    const authorizer = authorizerOf(options);
    // Without this method of newer Nodes, the check of the statement's text has to do.
    if (authorizer !== null) newer.setAuthorizer?.(authorizer);
    try {
      // Reads the header of the file. A locked database is no error yet.
      this.#database.exec("PRAGMA schema_version");
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== 5) throw error;
    }
  }

  answer(request: DatabaseRequest): unknown {
    switch (request.kind) {
      case "run":
        return this.#run(request.sql, request.params);
      case "runAll":
        return this.#runAll(request.sql, request.all, request.first);
      case "lastId":
        return this.#with(
          "SELECT last_insert_rowid()",
          (statement) => (statement.get() as unknown as readonly bigint[])[0],
        );
      case "script":
        this.#total = null;
        return this.#database.exec(fromBytes(request.sql));
      case "check":
        return this.#with(request.sql, () => undefined);
      case "rows":
        return this.#open(request.sql, request.params);
      case "more":
        return this.#more(request.cursor);
      case "stop":
        return this.#stop(request.cursor);
      case "timeout":
        return this.#database.exec(`PRAGMA busy_timeout = ${request.millis}`);
      case "close":
        return this.#close();
    }
  }

  #take(sql: string): StatementSync {
    const kept = this.#kept.get(sql);
    if (kept !== undefined) {
      this.#kept.delete(sql);
      return kept;
    }
    const statement = this.#database.prepare(fromBytes(sql));
    statement.setReadBigInts(true);
    (statement as unknown as { setReturnArrays(on: boolean): void }).setReturnArrays(true);
    return statement;
  }

  #keep(sql: string, statement: StatementSync): void {
    this.#kept.set(sql, statement);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
  }

  #with<T>(sql: string, use: (statement: StatementSync) => T): T {
    const statement = this.#take(sql);
    const result = use(statement);
    this.#keep(sql, statement);
    return result;
  }

  #run(sql: string, params: DatabaseParams): number {
    return this.#counted(sql, (statement) => Number(statement.run(...bound(params)).changes));
  }

  #runAll(sql: string, all: readonly DatabaseParams[], first: number): number {
    return this.#counted(sql, (statement) => {
      let changes = 0;
      for (const [i, params] of all.entries()) {
        try {
          changes += Number(statement.run(...bound(params)).changes);
        } catch (error) {
          throw new Error(`row ${first + i}: ${problemOf(error)}`);
        }
      }
      return changes;
    });
  }

  /** Returns the number of rows that `run` changes and reports. */
  #counted(sql: string, run: (statement: StatementSync) => number): number {
    const before = this.#total ?? this.#totalChanges();
    // A failing statement may have changed rows.
    this.#total = null;
    const changes = this.#with(sql, run);
    this.#total = this.#totalChanges();
    // For a statement that changes nothing, SQLite reports the number of the one before.
    return this.#total === before ? 0 : changes;
  }

  #totalChanges(): bigint {
    return this.#with(
      "SELECT total_changes()",
      (statement) => (statement.get() as unknown as readonly bigint[])[0]!,
    );
  }

  #open(sql: string, params: DatabaseParams): DatabaseRows {
    this.#total = null;
    const { sql: checked, checks } = mayReturn(sql) ? this.#checkedReturning(sql) : { sql, checks: 0 };
    const statement = this.#take(checked);
    const columns = statement
      .columns()
      .slice(checks)
      .map(({ name }) => toBytes(name));
    const rows = statement.iterate(...bound(params))[Symbol.iterator]();
    return this.#batch(
      { sql: checked, params, statement, rows, columns, checks, checked: checks > 0, failure: null },
      null,
    );
  }

  /** Adds checks of its texts to a statement with a RETURNING clause; another one stays. */
  #checkedReturning(sql: string): CheckedRows {
    const known = this.#returning.get(sql);
    if (known !== undefined) return known;
    const columns = this.#with(sql, (statement) => statement.columns().map(({ name }) => name));
    const unchecked = { sql, checks: 0, namesAll: true };
    const found = checkedReturning(fromBytes(sql), columns, IS_ILL_FORMED);
    if (found === null) return unchecked;
    const checked = { ...found, sql: toBytes(found.sql) };
    try {
      this.#declareIllFormed();
      this.#with(checked.sql, () => undefined);
    } catch {
      return unchecked;
    }
    // The columns behind `*` change with their table.
    if (!checked.namesAll) {
      if (this.#returning.size >= KEPT) this.#returning.clear();
      this.#returning.set(sql, checked);
    }
    return checked;
  }

  #more(id: number): DatabaseRows {
    const cursor = this.#cursors.get(id);
    this.#total = null;
    return cursor === undefined ? { columns: [], rows: [], cursor: null } : this.#batch(cursor, id);
  }

  #batch(cursor: Cursor, known: number | null): DatabaseRows {
    const { columns, checks } = cursor;
    const rows: DatabaseCell[][] = [];
    let size = 0;
    const start = performance.now();
    try {
      if (cursor.failure !== null) throw cursor.failure;
      for (;;) {
        // Node returns nothing if a value is too large for a string.
        const step = cursor.rows.next() as IteratorResult<unknown> | undefined;
        if (step === undefined) throw new Error("a text is too large");
        if (step.done === true) {
          if (known !== null) this.#cursors.delete(known);
          this.#keep(cursor.sql, cursor.statement);
          return { columns, rows, cursor: null };
        }
        const values = (step.value as unknown[]).slice(checks);
        if (checks > 0) this.#refuseIllFormed(cursor, (step.value as unknown[]).slice(0, checks));
        else if (
          !cursor.checked &&
          values.some((value) => typeof value === "string" && value.includes(REPLACED))
        )
          this.#checkTexts(cursor);
        const row = values.map(cell);
        for (const each of row)
          size += typeof each === "string" || each instanceof Uint8Array ? each.length : 8;
        rows.push(row);
        if (rows.length >= MOST_ROWS || size >= MOST_BYTES || performance.now() - start > MOST_MILLIS) break;
      }
    } catch (error) {
      if (rows.length === 0) {
        if (known !== null) this.#cursors.delete(known);
        throw error;
      }
      cursor.failure = error;
    }
    const id = known ?? ++this.#made;
    this.#cursors.set(id, cursor);
    return { columns, rows, cursor: id };
  }

  /**
   * Node replaces bytes that are not UTF-8. After a text that may have such, a query over the statement looks at the
   * bytes of all its texts. Texts of EXPLAIN and of a PRAGMA that sets a value stay as Node gives them.
   * @throws Error with the column of one that is not UTF-8
   */
  #checkTexts(cursor: Cursor): void {
    cursor.checked = true;
    let found: readonly unknown[];
    try {
      this.#declareIllFormed();
      const statement = this.#database.prepare(
        questionsOver(fromBytes(cursor.sql), cursor.columns.length, IS_ILL_FORMED),
      );
      (statement as unknown as { setReturnArrays(on: boolean): void }).setReturnArrays(true);
      found = statement.get(...bound(cursor.params)) as unknown as readonly unknown[];
    } catch {
      return;
    }
    this.#refuseIllFormed(cursor, found);
  }

  /** @throws Error with the column of the first answer that is 1 */
  #refuseIllFormed({ columns }: Cursor, answers: readonly unknown[]): void {
    const at = answers.findIndex((answer) => Number(answer) === 1);
    if (at < 0) return;
    // In other encodings, bytes of texts are no UTF-8.
    const encoding = this.#database.prepare("PRAGMA encoding").get() as { encoding?: string };
    if (encoding.encoding === "UTF-8") throw new Error(`text that is not UTF-8 in column ${columns[at]}`);
  }

  /** A function that a query uses cannot be declared again. */
  #declareIllFormed(): void {
    if (this.#knowsIllFormed) return;
    this.#knowsIllFormed = true;
    this.#database.function(IS_ILL_FORMED, { deterministic: true, directOnly: true }, (bytes) =>
      bytes instanceof Uint8Array && !isUtf8(bytes) ? 1 : 0,
    );
  }

  #stop(id: number): void {
    const cursor = this.#cursors.get(id);
    this.#cursors.delete(id);
    cursor?.rows.return?.();
    if (cursor !== undefined) this.#keep(cursor.sql, cursor.statement);
  }

  #close(): void {
    for (const id of [...this.#cursors.keys()]) this.#stop(id);
    this.#kept.clear();
    this.#database.close();
  }
}

function bound({ positional, named }: DatabaseParams): SQLInputValue[] {
  const names = Object.entries(named);
  const values = positional.map(input) as unknown as SQLInputValue[];
  if (names.length === 0) return values;
  return [
    Object.fromEntries(names.map(([name, value]) => [name, input(value)])) as unknown as SQLInputValue,
    ...values,
  ];
}

function input(value: DatabaseInput): SQLInputValue {
  if (typeof value === "string") return fromBytes(value);
  return typeof value === "object" && value !== null ? Buffer.from(value.blob, "latin1") : value;
}

function cell(value: unknown): DatabaseCell {
  if (typeof value === "bigint")
    return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
  if (typeof value === "number") return Number.isInteger(value) ? { real: value } : value;
  return typeof value === "string" ? toBytes(value) : (value as Uint8Array | null);
}

/** SQLite's message, without Node's additions. */
function problemOf(error: unknown): string {
  return error instanceof Error ? error.message : "failed";
}

const { port, signals, ...start } = workerData as DatabaseStart;
let session: Session | null = null;
let closed = false;

/** Lets the thread of the program continue. */
function openedNow(): void {
  Atomics.store(signals, OPENING, 2);
  Atomics.notify(signals, OPENING);
}

function reply(message: DatabaseReply): void {
  port.postMessage(message);
  Atomics.add(signals, ANSWERED, 1);
  Atomics.notify(signals, ANSWERED);
}

function refuse(id: number, error: unknown): void {
  const problem = problemOf(error);
  const { path, options } = start;
  reply({ id, problem, code: openingErrorOf(problem, path, options.readOnly) });
}

function answer({ id, request }: Message): void {
  try {
    reply({ id, value: session?.answer(request) ?? null });
  } catch (error) {
    refuse(id, error);
  }
  closed = request.kind === "close";
}

/**
 * Waits for the next request. Programs often make many small requests in a row, which take half the time
 * without the event loop.
 */
function attend(): void {
  Atomics.store(signals, ATTENTIVE, 1);
  while (!closed) {
    const asked = Atomics.load(signals, ASKED);
    const received = receiveMessageOnPort(port) as { readonly message: Message } | undefined;
    if (received !== undefined) answer(received.message);
    else if (Atomics.wait(signals, ASKED, asked, ATTENTIVE_MS) === "timed-out") break;
  }
  Atomics.store(signals, ATTENTIVE, 0);
  if (closed) port.close();
}

try {
  if (start.asks) {
    reply({ id: ASK, value: null });
    Atomics.wait(signals, OPENING, 0);
  }
  try {
    session = new Session(start, openedNow);
  } finally {
    openedNow();
  }
  reply({ id: 0, value: null });
} catch (error) {
  refuse(0, error);
}

port.on("message", (message: Message) => {
  answer(message);
  attend();
});
