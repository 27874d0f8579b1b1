// A worker with the engine or the language service, and promises of its answers.
export class Session {
  #worker;
  #next = 0;
  #waiting = new Map();
  /** Called with `{ out }`, `{ ports }`, `{ goroutines }` and `{ answer }` while a program runs. */
  observe = () => {};
  /** Whether the worker could not be loaded, or has ended with an error. */
  failed = false;

  /** @param file `worker.mjs` or `language-worker.mjs` */
  constructor(file) {
    this.#worker = new Worker(new URL(file, import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      if (waiting === undefined) return this.observe(data);
      this.#waiting.delete(data.id);
      if ("error" in data) waiting.reject(new Error(data.error));
      else waiting.resolve(data.value);
    };
    this.#worker.onerror = (event) => {
      this.failed = true;
      // A worker whose files cannot be loaded reports no message.
      this.#fail(new Error(event.message || "the engine could not be loaded: try again when you are online"));
    };
  }

  ask(kind, content = {}) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, kind, ...content });
    });
  }

  /** Ends the worker, and with it a program that runs. */
  end(reason = "stopped") {
    this.#worker.terminate();
    this.#fail(new Error(reason));
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
