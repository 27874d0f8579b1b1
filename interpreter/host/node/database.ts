// SQLite by node:sqlite, whose calls do not return before they are done: each database has a thread of its own
// (database-worker.ts).
import type { Worker } from "node:worker_threads";
import type {
  DatabaseConnection,
  DatabaseCursor,
  DatabaseOptions,
  DatabaseParams,
  Databases,
} from "../index.ts";
import type { DatabaseReply, DatabaseRequest, DatabaseRows, DatabaseStart } from "./database-worker.ts";

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (problem: Error) => void;
}

export const databases: Databases = {
  async open(path, options) {
    const connection = new Connection(path, options);
    await connection.opened;
    return connection;
  },
};

class Connection implements DatabaseConnection {
  readonly opened: Promise<unknown>;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(path: string, options: DatabaseOptions) {
    const here = import.meta.url;
    const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
    this.#worker = new Thread(new URL(`./database-worker${here.slice(here.lastIndexOf("."))}`, here), {
      workerData: { path, options } satisfies DatabaseStart,
      execArgv: ["--no-warnings"],
    });
    this.opened = new Promise((resolve, reject) => this.#waiting.set(0, { resolve, reject }));
    this.#worker.on("message", (reply: DatabaseReply) => this.#answered(reply));
    this.#worker.on("error", (error: unknown) =>
      this.#failed(error instanceof Error ? error : new Error("failed")),
    );
    this.#worker.on("exit", () => this.#failed(new Error("database is closed")));
    this.opened.catch(() => this.kill());
  }

  async run(sql: string, params: DatabaseParams): Promise<number> {
    return (await this.#ask({ kind: "run", sql, params })) as number;
  }

  async lastInsertId(): Promise<bigint> {
    return (await this.#ask({ kind: "lastId" })) as bigint;
  }

  async script(sql: string): Promise<void> {
    await this.#ask({ kind: "script", sql });
  }

  async check(sql: string): Promise<void> {
    await this.#ask({ kind: "check", sql });
  }

  async rows(sql: string, params: DatabaseParams): Promise<DatabaseCursor> {
    const first = (await this.#ask({ kind: "rows", sql, params })) as DatabaseRows;
    return new Cursor(first, (request) => this.#ask(request) as Promise<DatabaseRows>);
  }

  async setBusyTimeout(millis: number): Promise<void> {
    await this.#ask({ kind: "timeout", millis });
  }

  async close(): Promise<void> {
    await this.#ask({ kind: "close" });
  }

  kill(): void {
    void this.#worker.terminate();
  }

  /** The thread keeps the process alive only while a goroutine waits for it. */
  #ask(request: DatabaseRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ id, request });
    });
  }

  #answered(reply: DatabaseReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ("problem" in reply) waiting?.reject(new Error(reply.problem));
    else waiting?.resolve(reply.value);
  }

  #failed(error: Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}

/** Asks for the next rows while the ones before are read. */
class Cursor implements DatabaseCursor {
  readonly columns: readonly string[];
  readonly #ask: (request: DatabaseRequest) => Promise<DatabaseRows>;
  #id: number | null;
  #ahead: Promise<DatabaseRows> | null;

  constructor(first: DatabaseRows, ask: (request: DatabaseRequest) => Promise<DatabaseRows>) {
    this.columns = first.columns;
    this.#ask = ask;
    this.#id = first.cursor;
    this.#ahead = Promise.resolve(first);
  }

  async next(): Promise<DatabaseRows["rows"]> {
    if (this.#ahead === null) return [];
    const { rows, cursor } = await this.#ahead;
    this.#id = cursor;
    this.#ahead = cursor === null ? null : this.#ask({ kind: "more", cursor });
    // The next call reports its failure.
    this.#ahead?.catch(() => undefined);
    // Rows may be none without an end: a last batch that is empty, or a slow search.
    return rows.length === 0 && this.#ahead !== null ? this.next() : rows;
  }

  stop(): void {
    if (this.#id !== null) this.#ask({ kind: "stop", cursor: this.#id }).catch(() => undefined);
    this.#id = null;
    this.#ahead = null;
  }
}
