// Deadlocks: every goroutine waits for another one.

export class DeadlockWatch {
  readonly #allWait: () => boolean;
  readonly #found: () => void;
  readonly #now = Promise.resolve();
  #checking = false;

  /** @param found called when all goroutines wait, and none can be woken any more */
  constructor(allWait: () => boolean, found: () => void) {
    this.#allWait = allWait;
    this.#found = found;
  }

  /**
   * All wait for each other: still so in the next turn of the event loop means for ever. What has just settled wakes its
   * goroutine within two microtasks, and a turn for each operation would be half of its cost.
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
