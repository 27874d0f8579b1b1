// When programs are checked: after each change, once it is quiet, and between messages. A check that a message
// interrupts is begun again; what it has found by then is in the store of the project.
import { watched } from "../../limits/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** After a change, the time in which further ones are awaited, in milliseconds. */
const QUIET = 10;
/** Workspaces with more scripts show the diagnostics of open documents before everything is checked. */
const FEW_SCRIPTS = 20;
/** After so many turns of the event loop, the library for the protocol has written what was answered. */
const TURNS_OF_ANSWERS = 4;

type ByPath = ReadonlyMap<string, readonly Diagnostic[]>;

export interface CheckingOptions {
  readonly workspace: Workspace;
  /** Reads what has arrived meanwhile; returns whether a message was among it. */
  readonly poll: () => boolean;
  /** Receives the diagnostics of all files, or of open documents only. */
  readonly found: (diagnostics: ByPath, isAll: boolean) => void;
  readonly checksLiterals: () => boolean;
  readonly log: (line: string) => void;
}

/** A message has arrived, which comes first. */
class Interrupted extends Error {}

export class Checking {
  readonly #options: CheckingOptions;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isChecking = false;
  #isStale = false;
  /** Whether the client has gone: what a check that is under way finds is shown to no one. */
  #isDisposed = false;
  /** Whether everything was checked once. */
  #isKnown = false;
  /** The revision at which open documents were looked at alone. */
  #lookedAt = -1;
  /** What the check of everything has found, until it is shown. */
  #checked: ByPath | null = null;
  /** Resolves requests that wait until everything has been checked. */
  #waiting: (() => void)[] = [];

  constructor(options: CheckingOptions) {
    this.#options = options;
  }

  /** Schedules a check. */
  changed(): void {
    if (this.#isDisposed) return;
    this.#isStale = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), QUIET);
  }

  dispose(): void {
    this.#isDisposed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isStale = false;
    this.#settle();
  }

  /** Waits until what is known now has been checked. */
  settled(): Promise<void> {
    if (!this.#isStale && !this.#isChecking) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #settle(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #check(): Promise<void> {
    this.#timer = null;
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      // The quiet may have passed while a request was answered: its answer must not wait for the check.
      for (let i = 0; i < TURNS_OF_ANSWERS; i++) await turn();
      if (this.#isDisposed) return;
      while (this.#isStale && this.#timer === null) {
        this.#isStale = false;
        const { revision } = this.#options.workspace;
        this.#checked = null;
        const steps = this.#steps();
        while (this.#step(steps)) {
          // Requests and further changes come first.
          await turn();
          if (this.#isDisposed) return;
          if (this.#options.workspace.revision === revision) continue;
          this.#isStale = true;
          break;
        }
        if (!this.#isStale) await this.#show(revision);
      }
    } finally {
      this.#isChecking = false;
    }
    if (!this.#isStale) this.#settle();
    else if (this.#timer === null) this.changed();
  }

  *#steps(): Generator<void, void> {
    const { workspace, found } = this.#options;
    const isFirst = !this.#isKnown && this.#lookedAt !== workspace.revision;
    if (isFirst && workspace.scripts().length > FEW_SCRIPTS) {
      found(yield* workspace.checkOpen(), false);
      this.#lookedAt = workspace.revision;
      yield;
    }
    this.#checked = yield* workspace.check();
  }

  /** Shows what was found in all files, with the problems of literals, whose checkers are loaded now. */
  async #show(revision: number): Promise<void> {
    const checked = this.#checked;
    if (checked === null) return;
    const { workspace, found, checksLiterals, log } = this.#options;
    let all = checked;
    try {
      if (checksLiterals()) all = await workspace.withLiterals(checked);
    } catch (error) {
      // A checker of a package.
      log(error instanceof Error ? error.message : String(error));
    }
    if (this.#isDisposed) return;
    if (workspace.revision !== revision) {
      this.#isStale = true;
      return;
    }
    found(all, true);
    this.#isKnown = true;
  }

  /** Does a step of a check; returns whether there is more to do. */
  #step(steps: Generator<void, void>): boolean {
    const { poll, log } = this.#options;
    try {
      const look = (): void => {
        if (poll()) throw new Interrupted();
      };
      return watched(look, () => steps.next()).done !== true;
    } catch (error) {
      // The message is handled before the timer ends.
      if (error instanceof Interrupted) this.changed();
      else log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return false;
    }
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
