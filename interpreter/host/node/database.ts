// SQLite by node:sqlite, whose calls are synchronous: each database has its own thread (database-worker.ts).
import { has } from "../../own/index.ts";
import { statSync } from "node:fs";
import type { MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type {
  DatabaseConnection,
  DatabaseCursor,
  DatabaseOptions,
  DatabaseParams,
  Databases,
  Soon,
} from "../index.ts";
import type { DatabaseReply, DatabaseRequest, DatabaseRows, DatabaseStart } from "./database-worker.ts";
import { NOT_OPENED, openingErrorOf } from "./database-opening.ts";
import { schemaDatabase } from "./schema-database.ts";
import { untilSettled } from "./outstanding-work.ts";
import { ANSWERED, ASK, ASKED, ATTENTIVE, OPENING, SIGNALS } from "./database-signals.ts";

/** The code of the thread, for a program without files beside it. */
let workerCode: string | null = null;

/** Called by a program that is one file. */
export function setDatabaseWorker(code: string): void {
  workerCode = code;
}

function workerFile(): URL {
  const here = import.meta.url;
  return new URL(`./database-worker${here.slice(here.lastIndexOf("."))}`, here);
}

/** The longest time that the event loop may block for a statement. */
const MOMENT_MS = 0.3;
/** The longest time that opening a file may block the event loop; usually it takes much less than 1 ms. */
const OPENING_MS = 1000;
/** Limits the statements in a row that are not waited for to 2 to the power of this: 64. */
const MOST_MISSES = 6;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (problem: Error) => void;
}

/** The first version whose `node:sqlite` has all that the thread uses. */
const NEEDED = [22, 16] as const;

/** Why this runtime has no databases; null if it has. */
export function missingDatabases(version: string, hasModule: boolean): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isOld = major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1]);
  if (isOld) return `it needs Node.js ${NEEDED.join(".")} or newer, this is ${version}`;
  return hasModule ? null : "this runtime has no node:sqlite";
}

export const databases: Databases = {
  forChecks: schemaDatabase,
  async open(path, options, mayOpen = null) {
    const { isBuiltin } = process.getBuiltinModule("node:module");
    const missing = missingDatabases(process.versions.node, isBuiltin("node:sqlite"));
    if (missing !== null) throw new Error(missing);
    const connection = new Connection(path, options, mayOpen);
    await connection.opened;
    return connection;
  },
};

class Connection implements DatabaseConnection {
  readonly opened: Promise<unknown>;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #receive: typeof receiveMessageOnPort;
  readonly #signals = new Int32Array(new SharedArrayBuffer(SIGNALS * Int32Array.BYTES_PER_ELEMENT));
  readonly #waiting = new Map<number, Waiting>();
  readonly #patience = new Patience();
  #asked = 0;
  /** Why the thread has ended. */
  #ended: Error | null = null;

  readonly #path: string;
  readonly #readOnly: boolean;
  readonly #mayOpen: (() => string | null) | null;

  constructor(path: string, options: DatabaseOptions, mayOpen: (() => string | null) | null) {
    this.#path = path;
    this.#readOnly = options.readOnly;
    this.#mayOpen = mayOpen;
    const threads = process.getBuiltinModule("node:worker_threads");
    const { port1, port2 } = new threads.MessageChannel();
    this.#port = port1;
    this.#receive = threads.receiveMessageOnPort;
    this.#worker = new threads.Worker(workerCode ?? workerFile(), {
      eval: workerCode !== null,
      workerData: {
        path,
        options,
        asks: mayOpen !== null,
        port: port2,
        signals: this.#signals,
      } satisfies DatabaseStart,
      transferList: [port2],
      execArgv: ["--no-warnings"],
    });
    this.opened = this.#promised(0);
    this.#port.on("message", (reply: DatabaseReply) => this.#answered(reply));
    this.#worker.on("error", (error: unknown) =>
      this.#failed(error instanceof Error ? error : new Error("failed")),
    );
    this.#worker.on("exit", () => this.#failed(new Error("database is closed")));
    this.opened.catch(() => this.kill());
  }

  run(sql: string, params: DatabaseParams): Soon<number> {
    return this.#ask({ kind: "run", sql, params }) as Soon<number>;
  }

  runAll(sql: string, all: readonly DatabaseParams[], first: number): Soon<number> {
    return this.#ask({ kind: "runAll", sql, all, first }) as Soon<number>;
  }

  lastInsertId(): Soon<bigint> {
    return this.#ask({ kind: "lastId" }) as Soon<bigint>;
  }

  script(sql: string): Soon<void> {
    return this.#ask({ kind: "script", sql }) as Soon<void>;
  }

  check(sql: string): Soon<void> {
    return this.#ask({ kind: "check", sql }) as Soon<void>;
  }

  rows(sql: string, params: DatabaseParams): Soon<DatabaseCursor> {
    const cursor = (first: unknown): Cursor =>
      new Cursor(first as DatabaseRows, (request) => this.#promise(request) as Promise<DatabaseRows>);
    const first = this.#ask({ kind: "rows", sql, params });
    return first instanceof Promise ? first.then(cursor) : cursor(first);
  }

  setBusyTimeout(millis: number): Soon<void> {
    return this.#ask({ kind: "timeout", millis }) as Soon<void>;
  }

  async close(): Promise<void> {
    await this.#promise({ kind: "close" });
  }

  kill(): void {
    void untilSettled(this.#worker.terminate());
  }

  #post(request: DatabaseRequest): number {
    const id = ++this.#asked;
    this.#port.postMessage({ id, request });
    Atomics.add(this.#signals, ASKED, 1);
    Atomics.notify(this.#signals, ASKED);
    return id;
  }

  #promise(request: DatabaseRequest): Promise<unknown> {
    return this.#promised(this.#post(request));
  }

  /** The thread keeps the process alive only while a goroutine waits for it. */
  #promised(id: number): Promise<unknown> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.ref();
      this.#port.ref();
    });
  }

  #ask(request: DatabaseRequest): Soon<unknown> {
    const id = this.#post(request);
    const attentive = Atomics.load(this.#signals, ATTENTIVE) === 1;
    const reply = attentive && this.#patience.left() ? this.#awaited(id) : undefined;
    if (reply === undefined) return this.#promised(id);
    if (has(reply, "problem")) throw failure(reply.problem, reply.code);
    return reply.value;
  }

  /** The reply, if it arrives within `MOMENT_MS`. */
  #awaited(id: number): DatabaseReply | undefined {
    const end = performance.now() + MOMENT_MS;
    for (;;) {
      const answered = Atomics.load(this.#signals, ANSWERED);
      const received = this.#receive(this.#port) as { readonly message: DatabaseReply } | undefined;
      if (received === undefined) {
        const left = end - performance.now();
        if (left <= 0) break;
        Atomics.wait(this.#signals, ANSWERED, answered, left);
      } else if (received.message.id === id) {
        this.#patience.gained();
        return received.message;
      } else {
        this.#answered(received.message);
      }
    }
    this.#patience.lost();
    return undefined;
  }

  /**
   * Lets the database's thread open its file, and waits: nothing can replace the file between the check and
   * the use of its name.
   */
  #open(): void {
    const problem = this.#mayOpen?.() ?? (isOpenable(this.#path) ? null : NOT_OPENED);
    if (problem === null) {
      Atomics.store(this.#signals, OPENING, 1);
      Atomics.notify(this.#signals, OPENING);
      const end = performance.now() + OPENING_MS;
      for (let state = 1; state === 1; state = Atomics.load(this.#signals, OPENING)) {
        const left = end - performance.now();
        if (left <= 0) return this.#failed(new Error(`${NOT_OPENED}: it takes too long`));
        Atomics.wait(this.#signals, OPENING, 1, left);
      }
    } else this.#failed(failure(problem, openingErrorOf(problem, this.#path, this.#readOnly)));
  }

  #answered(reply: DatabaseReply): void {
    if (reply.id === ASK) return this.#open();
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#rest();
    if (has(reply, "problem")) waiting?.reject(failure(reply.problem, reply.code));
    else waiting?.resolve(reply.value);
  }

  /**
   * Delivers the last replies, which may arrive after the end of the thread is known, then fails the rest.
   */
  #failed(error: Error): void {
    for (let left = this.#receive(this.#port); left !== undefined; left = this.#receive(this.#port))
      this.#answered(left.message as DatabaseReply);
    this.#ended ??= error;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#rest();
    for (const { reject } of waiting) reject(error);
  }

  #rest(): void {
    this.#worker.unref();
    this.#port.unref();
  }
}

/** An error with the symbolic name of the system's, if there is one. */
function failure(problem: string, code: string | undefined): Error {
  return Object.assign(new Error(problem), code !== undefined && { code });
}

/** Whether opening a path does not wait, as for the other end of a pipe. */
function isOpenable(path: string): boolean {
  try {
    return statSync(Buffer.from(path, "latin1")).isFile();
  } catch {
    // SQLite creates the file, or says why it cannot.
    return true;
  }
}

/** Decides whether to block for a reply: after slow statements, the next ones return promises immediately. */
class Patience {
  #misses = 0;
  #skip = 0;

  left(): boolean {
    if (this.#skip === 0) return true;
    this.#skip--;
    return false;
  }

  gained(): void {
    this.#misses = 0;
  }

  lost(): void {
    this.#misses = Math.min(this.#misses + 1, MOST_MISSES);
    this.#skip = 2 ** this.#misses;
  }
}

/** Prefetches the next rows while the current ones are read. */
class Cursor implements DatabaseCursor {
  readonly columns: readonly string[];
  readonly #ask: (request: DatabaseRequest) => Promise<DatabaseRows>;
  #id: number | null;
  #ahead: Soon<DatabaseRows> | null;

  constructor(first: DatabaseRows, ask: (request: DatabaseRequest) => Promise<DatabaseRows>) {
    this.columns = first.columns;
    this.#ask = ask;
    this.#id = first.cursor;
    this.#ahead = first;
  }

  next(): Soon<DatabaseRows["rows"]> {
    if (this.#ahead === null) return [];
    return this.#ahead instanceof Promise
      ? this.#ahead.then((batch) => this.#take(batch))
      : this.#take(this.#ahead);
  }

  #take({ rows, cursor }: DatabaseRows): Soon<DatabaseRows["rows"]> {
    this.#id = cursor;
    const ahead = cursor === null ? null : this.#ask({ kind: "more", cursor });
    this.#ahead = ahead;
    // The next call reports its failure.
    ahead?.catch(() => undefined);
    // An empty batch is not the end: the last one may be empty, or the search slow.
    return rows.length === 0 && ahead !== null ? this.next() : rows;
  }

  stop(): void {
    if (this.#id !== null) this.#ask({ kind: "stop", cursor: this.#id }).catch(() => undefined);
    this.#id = null;
    this.#ahead = null;
  }
}
