// SQLite databases. Each runs in parallel with the program, so that a long statement does not block other
// goroutines.

/** A parameter of a statement; strings are byte strings that hold UTF-8, blobs byte strings. */
export type DatabaseInput = null | bigint | number | string | { readonly blob: string };

/**
 * A cell of a result: an integer as an exact number or a bigint, an integral real in an object, text as a
 * byte string.
 */
export type DatabaseCell = null | number | bigint | { readonly real: number } | string | Uint8Array;

export interface DatabaseParams {
  /** Values for `?`, in order. */
  readonly positional: readonly DatabaseInput[];
  /** Values by name as the statement spells it, such as `:id`. */
  readonly named: Readonly<Record<string, DatabaseInput>>;
}

export interface DatabaseOptions {
  readonly readOnly: boolean;
  /** The milliseconds that a statement waits for a lock. */
  readonly busyTimeout: number;
  /** Whether statements may reach other files: `ATTACH`, `VACUUM INTO`. */
  readonly otherFiles: boolean;
  /** The most bytes of a value, and of a database without a file; Infinity for what SQLite can hold. */
  readonly memory: number;
}

/** The rows of a result in order, in batches as large as are available quickly. */
export interface DatabaseCursor {
  readonly columns: readonly string[];
  /** The next rows; an empty list is the end. */
  next(): Soon<readonly (readonly DatabaseCell[])[]>;
  /** Discards the rest. */
  stop(): void;
}

/**
 * The result of a statement: its value if it takes microseconds, which saves a turn of the event loop,
 * otherwise a promise.
 */
export type Soon<T> = T | Promise<T>;

/**
 * A connection. Requests are executed in order. Failures are thrown or rejected as errors with SQLite's own
 * message.
 */
export interface DatabaseConnection {
  /** The number of changed rows. */
  run(sql: string, params: DatabaseParams): Soon<number>;
  /**
   * Executes a statement once for each of `all`, until one fails: its error begins with `row N: `, counted from
   * `first`. The number of changed rows.
   */
  runAll(sql: string, all: readonly DatabaseParams[], first: number): Soon<number>;
  lastInsertId(): Soon<bigint>;
  /** Executes any number of statements. */
  script(sql: string): Soon<void>;
  /** Compiles a statement. Fails if it could not be executed. */
  check(sql: string): Soon<void>;
  rows(sql: string, params: DatabaseParams): Soon<DatabaseCursor>;
  setBusyTimeout(millis: number): Soon<void>;
  close(): Promise<void>;
  /** Terminates the connection immediately, whatever it does. */
  kill(): void;
}

/** A column of the result of a statement; `table` and `column` are null for an expression. */
export interface CheckedColumn {
  readonly name: string;
  readonly table: string | null;
  readonly column: string | null;
  /** The declared type of the column; null for an expression. */
  readonly type: string | null;
}

/** A database in memory with the schema of a project, for checks of statements, which are compiled and not run. */
export interface SchemaDatabase {
  /**
   * Runs a statement of a schema if it creates, alters or drops something, and compiles any other: there are no
   * rows. `word` is its first word. Returns what is wrong.
   */
  run(word: string, sql: string): string | null;
  /** The columns of the result of a statement, or what is wrong with it. */
  columns(sql: string): readonly CheckedColumn[] | { readonly problem: string };
  /** Undoes what `work` runs. */
  undone<T>(work: () => T): T;
  tables(): readonly { readonly name: string; readonly isView: boolean; readonly isStrict: boolean }[];
  columnsOf(table: string): readonly {
    readonly name: string;
    readonly type: string;
    /** Declared NOT NULL. */
    readonly isRequired: boolean;
    readonly hasDefault: boolean;
    /** Its number in the primary key, from 1; 0 for none. */
    readonly key: number;
    readonly isGenerated: boolean;
  }[];
  /** The functions of SQLite, once for each number of arguments; -1 is any number. */
  functions(): readonly { readonly name: string; readonly count: number }[];
}

export interface Databases {
  /** Makes a database for checks; null if this runtime has no SQLite that describes columns. */
  forChecks(): SchemaDatabase | null;
  /**
   * Opens a database; creates the file unless `readOnly`. The path is a byte string; `:memory:` is a database
   * without a file. `mayOpen` is asked immediately before the file is opened, when no code of the program can
   * replace it, and says why it must not be. A failure has the `code` of the system's error, if there is one.
   */
  open(
    path: string,
    options: DatabaseOptions,
    mayOpen?: (() => string | null) | null,
  ): Promise<DatabaseConnection>;
}
