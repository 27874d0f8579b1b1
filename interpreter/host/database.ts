// SQLite databases of the machine. Each runs beside the program, so that a long statement does not stop the other goroutines.

/** What goes into a statement; texts and blobs are byte strings, of which texts are UTF-8. */
export type DatabaseInput = null | bigint | number | string | { readonly blob: string };

/** What comes out: whole numbers as far as they are exact or as bigint, reals that are whole in an object, texts as byte strings. */
export type DatabaseCell = null | number | bigint | { readonly real: number } | string | Uint8Array;

export interface DatabaseParams {
  /** For each `?` in order. */
  readonly positional: readonly DatabaseInput[];
  /** By the name as the statement has it, such as `:id`. */
  readonly named: Readonly<Record<string, DatabaseInput>>;
}

export interface DatabaseOptions {
  readonly readOnly: boolean;
  /** Milliseconds that a statement waits for a lock of others. */
  readonly busyTimeout: number;
  /** Whether statements may reach other files: `ATTACH`, `VACUUM INTO`. */
  readonly otherFiles: boolean;
}

/** Rows in order; of the next ones so many as come quickly. */
export interface DatabaseCursor {
  readonly columns: readonly string[];
  /** An empty list is the end. */
  next(): Soon<readonly (readonly DatabaseCell[])[]>;
  /** The rest is not wanted. */
  stop(): void;
}

/** What a statement of microseconds gives is there at once, so that it costs no turn of the event loop; what takes longer is promised. */
export type Soon<T> = T | Promise<T>;

/** Failures, thrown or promised, are errors whose message is SQLite's own. What is asked for is done in order. */
export interface DatabaseConnection {
  /** How many rows it changed. */
  run(sql: string, params: DatabaseParams): Soon<number>;
  lastInsertId(): Soon<bigint>;
  /** Any number of statements. */
  script(sql: string): Soon<void>;
  /** Fails for what could not be run. */
  check(sql: string): Soon<void>;
  rows(sql: string, params: DatabaseParams): Soon<DatabaseCursor>;
  setBusyTimeout(millis: number): Soon<void>;
  close(): Promise<void>;
  /** Ends it at once, whatever it does. */
  kill(): void;
}

export interface Databases {
  /** Makes the file unless `readOnly`. The path is a byte string; `:memory:` is a database without a file. */
  open(path: string, options: DatabaseOptions): Promise<DatabaseConnection>;
}
