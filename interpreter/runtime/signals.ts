// What signals mean to a program (reference/http-server#signals). While a server is up, SIGTERM and SIGINT shut all of
// them down; the second one, or one that does not end the program in time, ends it by its status. What the program
// has asked for itself it gets itself.
import type { Signals } from "../host/index.ts";
import { Exit } from "./panics/index.ts";
import type { Scheduler } from "./goroutines/index.ts";

/** Signals that ask a program to end, and the status of one that they end. */
const STATUS_OF_SIGNAL: Readonly<Record<string, number>> = { SIGTERM: 143, SIGINT: 130 };
/** By these a program ends from outside when no listener is there. */
const DEADLY = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** For Node they mean something else: the first one starts its debugger. */
const RESERVED = ["SIGUSR1"];
/** How long servers may take, and the program behind them. */
const PATIENCE_MS = 10_000;

/** Shuts a server down as `shutdown_within(millis)` does; returns at once and does not throw. */
export type ShutDown = (millis: number) => void;

/** For one running program. */
export class SignalDesk {
  readonly #source: Signals;
  /** Whether signals to this process are meant for the program. */
  readonly #meant: boolean;
  readonly #scheduler: Scheduler;
  readonly #servers = new Set<ShutDown>();
  /** What is to be done before a signal ends the process. */
  readonly #lastWords = new Set<() => void>();
  /** How many in the program listen to each signal themselves. */
  readonly #asked = new Map<string, number>();
  /** What takes back each listener of this desk's own. */
  readonly #listening = new Map<string, () => void>();
  #patience: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(source: Signals, meant: boolean, scheduler: Scheduler) {
    this.#source = source;
    this.#meant = meant;
    this.#scheduler = scheduler;
    if (meant) source.endByDefault(RESERVED);
  }

  /** For a server that begins to listen. The result takes it out; call it when nothing of the server is left. */
  serving(shutDown: ShutDown): () => void {
    this.#servers.add(shutDown);
    this.#updateListeners();
    return () => {
      this.#servers.delete(shutDown);
      this.#updateListeners();
    };
  }

  /** The program asks for a signal: `arrived` is called for each. @throws as `Signals.listen` */
  subscribe(name: string, arrived: () => void): () => void {
    const stop = this.#source.listen(name, arrived);
    let asks = true;
    this.#asked.set(name, (this.#asked.get(name) ?? 0) + 1);
    this.#updateListeners();
    return () => {
      if (!asks) return;
      asks = false;
      this.#asked.set(name, this.#asked.get(name)! - 1);
      this.#updateListeners();
      stop();
    };
  }

  get hasServers(): boolean {
    return this.#servers.size > 0;
  }

  /** A signal would reach the program or this desk. */
  get isListening(): boolean {
    return this.#listening.size > 0 || [...this.#asked.values()].some((count) => count > 0);
  }

  /** What others would go on with, as children do, is ended by `end` before a signal ends the process. The result takes it back. */
  beforeDeath(end: () => void): () => void {
    this.#lastWords.add(end);
    this.#updateListeners();
    return () => {
      this.#lastWords.delete(end);
      this.#updateListeners();
    };
  }

  /** The program has ended. */
  close(): void {
    this.#closed = true;
    this.#servers.clear();
    this.#lastWords.clear();
    if (this.#patience !== null) clearTimeout(this.#patience);
    this.#updateListeners();
  }

  /** Listens while servers are up, and once they have been shut down by a signal, until the program ends. */
  #updateListeners(): void {
    const serves = this.#servers.size > 0 || this.#patience !== null;
    for (const name of DEADLY) {
      const stop = this.#listening.get(name);
      const wanted = (serves && name in STATUS_OF_SIGNAL) || this.#lastWords.size > 0;
      const listens = wanted && this.#meant && !this.#closed && (this.#asked.get(name) ?? 0) === 0;
      if (listens === (stop !== undefined)) continue;
      stop?.();
      this.#listening.delete(name);
      if (listens)
        this.#listening.set(
          name,
          this.#source.listen(name, () => this.#got(name)),
        );
    }
  }

  #got(name: string): void {
    const status = STATUS_OF_SIGNAL[name];
    if (status !== undefined && (this.#servers.size > 0 || this.#patience !== null))
      return this.#arrived(status);
    for (const end of this.#lastWords) end();
    this.close();
    this.#source.raise(name);
  }

  #arrived(status: number): void {
    const exit = (): void => this.#scheduler.fail(new Exit(status));
    if (this.#patience !== null) return exit();
    // Set before those of the servers: what they cut then does not count as an end in time.
    this.#patience = setTimeout(exit, PATIENCE_MS);
    // What the end of that time will wake is not stuck.
    void this.#scheduler.external(new Promise(() => {}));
    this.#updateListeners();
    for (const shutDown of [...this.#servers]) shutDown(PATIENCE_MS);
  }
}
