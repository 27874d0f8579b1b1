// Detects deadlocks: every goroutine waits for another one.

export class DeadlockWatch {
  readonly #allWait: () => boolean;
  readonly #found: () => void;
  readonly #now = Promise.resolve();
  #checking = false;

  /** @param found called when all goroutines wait and none can be woken any more */
  constructor(allWait: () => boolean, found: () => void) {
    this.#allWait = allWait;
    this.#found = found;
  }

  /**
   * Checks again after two microtasks, in which a promise that has just settled wakes its goroutine, and then
   * in the next turn of the event loop: if all still wait, it is a deadlock. Scheduling that turn for every
   * operation would double its cost.
   */
  suspect(): void {
    if (this.#checking || !this.#allWait()) return;
    this.#checking = true;
    void this.#now.then(() => {}).then(this.#lookAgain);
  }

  readonly #lookAgain = (): void => {
    this.#checking = false;
    if (!this.#allWait()) return;
    this.#checking = true;
    setImmediate(() => {
      this.#checking = false;
      if (this.#allWait()) this.#found();
    });
  };
}
