// Limits how many programs of a worker engine run together. Further programs wait in a queue, first in, first
// out.
import type { ExitReason } from "./launch/index.ts";
import { errorOfEnd } from "./program.ts";
import type { ScriptError } from "./runtime/host.ts";

/** The exit reason of programs that the host ends. */
export const INTERRUPTED: ExitReason = {
  kind: "panic",
  message: "interrupted",
  text: "panic: interrupted\n",
  limit: true,
  interrupted: true,
};

/** Thrown when a thread ends during an action, or was never started. */
export class ThreadEnded extends Error {
  readonly exitReason: ExitReason;
  readonly #during: boolean;
  /** `during`: the action was in progress when the thread ended. */
  constructor(exitReason: ExitReason, during = false) {
    super("the thread has ended");
    this.exitReason = exitReason;
    this.#during = during;
  }

  /** The error of a call by the host that was this action. */
  asScriptError(): ScriptError {
    return errorOfEnd(this.exitReason, this.#during);
  }
}

interface InQueue {
  readonly enter: () => void;
  readonly giveUp: (error: ThreadEnded) => void;
}

export class Slots {
  #free: number;
  readonly #signal: AbortSignal | undefined;
  readonly #queue = new Set<InQueue>();
  readonly #aborted = (): void => this.clear();

  constructor(most: number, signal: AbortSignal | undefined) {
    this.#free = most;
    this.#signal = signal;
  }

  /**
   * Waits for a free slot and takes it.
   * @throws ThreadEnded if the signal is aborted or `clear` is called first
   */
  async acquire(): Promise<void> {
    if (this.#signal?.aborted === true) throw new ThreadEnded(INTERRUPTED);
    if (this.#free > 0) this.#free--;
    else {
      if (this.#queue.size === 0) this.#signal?.addEventListener("abort", this.#aborted);
      await new Promise<void>((enter, giveUp) => void this.#queue.add({ enter, giveUp }));
    }
  }

  /** Passes the slot on to the program that has waited longest. */
  release(): void {
    const [first] = this.#queue;
    if (first === undefined) this.#free++;
    else {
      this.#take(first);
      first.enter();
    }
  }

  /** Rejects all programs that wait. */
  clear(): void {
    for (const each of this.#queue) {
      this.#take(each);
      each.giveUp(new ThreadEnded(INTERRUPTED));
    }
  }

  #take(one: InQueue): void {
    this.#queue.delete(one);
    if (this.#queue.size === 0) this.#signal?.removeEventListener("abort", this.#aborted);
  }
}
