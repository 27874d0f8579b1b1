// The signals of a program (reference/http-server#signals). While a server is up, SIGTERM and SIGINT shut all
// servers down; a second signal, or a shutdown that does not end the program in time, ends it with the status
// of the signal. Signals that the program subscribes to reach the program.
import type { Signals } from "../host/index.ts";
import { MAX_DELAY_MS } from "./clock.ts";
import { Exit } from "./panics/index.ts";
import type { Scheduler } from "./goroutines/index.ts";

/** The signals that ask a program to end, with the exit status of a program that they end. */
const STATUS_OF_SIGNAL: Readonly<Record<string, number>> = { SIGTERM: 143, SIGINT: 130 };
/** The signals that end a process without a listener. */
const DEADLY = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const;
/** Reserved by Node: SIGUSR1 starts its debugger. */
const RESERVED = ["SIGUSR1"];
/** The time in milliseconds that the program gets after the deadline of its servers. */
const AFTERWARDS_MS = 2000;

/**
 * Shuts a server down: it cuts what is unfinished at its deadline. Returns immediately, with the milliseconds
 * until then, and does not throw.
 */
export type ShutDown = () => number;

/** The signals of one running program. */
export class SignalDesk {
  readonly #source: Signals;
  /** Whether signals to this process are meant for the program. */
  readonly #meant: boolean;
  readonly #scheduler: Scheduler;
  readonly #servers = new Set<ShutDown>();
  /** The actions to take before a signal ends the process. */
  readonly #lastWords = new Set<() => void>();
  /** How many listeners the program itself has for each signal. */
  readonly #asked = new Map<string, number>();
  /** Removes the desk's own listener, by signal. */
  readonly #listening = new Map<string, () => void>();
  #patience: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(source: Signals, meant: boolean, scheduler: Scheduler) {
    this.#source = source;
    this.#meant = meant;
    this.#scheduler = scheduler;
    if (meant) source.endByDefault(RESERVED);
  }

  /**
   * Registers a server that starts to listen. The result unregisters it; call it when the server is gone
   * completely.
   */
  serving(shutDown: ShutDown): () => void {
    this.#servers.add(shutDown);
    this.#updateListeners();
    return () => {
      this.#servers.delete(shutDown);
      this.#updateListeners();
    };
  }

  /** Registers a listener of the program: `arrived` is called for each signal. @throws as `Signals.listen` */
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

  /** Whether a signal would reach the program or this desk. */
  get isListening(): boolean {
    return this.#listening.size > 0 || [...this.#asked.values()].some((count) => count > 0);
  }

  /**
   * Registers an action to take before a signal ends the process, such as ending child processes, which would
   * outlive it. The result unregisters it.
   */
  beforeDeath(end: () => void): () => void {
    this.#lastWords.add(end);
    this.#updateListeners();
    return () => {
      this.#lastWords.delete(end);
      this.#updateListeners();
    };
  }

  /** Called when the program has ended. */
  close(): void {
    this.#closed = true;
    this.#servers.clear();
    this.#lastWords.clear();
    if (this.#patience !== null) clearTimeout(this.#patience);
    this.#updateListeners();
  }

  /**
   * Listens while servers are up and, after a signal has shut them down, until the program ends.
   */
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
    // The timer ends the program, so waiting for it is not a deadlock.
    void this.#scheduler.external(new Promise(() => {}));
    const deadline = Math.max(...[...this.#servers].map((shutDown) => shutDown()));
    this.#patience = setTimeout(exit, Math.min(deadline + AFTERWARDS_MS, MAX_DELAY_MS));
    this.#updateListeners();
  }
}
