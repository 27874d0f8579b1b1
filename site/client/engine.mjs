// The worker that runs the programs of a page. It is started before a reader asks for it, so that the first program
// starts at once, and runs one program after the other; a program that is stopped takes its worker with it.
import { Session } from "./session.mjs";

export class Engine {
  /** A worker without a program. */
  #idle = null;
  #running = null;

  /**
   * Loads the engine when the page has nothing else to do, unless the reader saves data, and checks a program ahead:
   * what its checks know about the standard library serves those of other programs.
   */
  prepare(content) {
    if (navigator.connection?.saveData === true) return;
    const soon = globalThis.requestIdleCallback ?? ((callback) => setTimeout(callback, 200));
    soon(() => this.#take(() => {}).ask("prepare", content).catch(() => {}));
  }

  /** Runs a program. One that runs already is stopped. */
  async run(content, observe) {
    this.stop();
    const session = this.#take(observe);
    this.#idle = null;
    this.#running = session;
    try {
      const outcome = await session.ask("run", content);
      this.#idle ??= session;
      return outcome;
    } catch (error) {
      session.end();
      throw error;
    } finally {
      session.observe = () => {};
      if (this.#running === session) this.#running = null;
      if (this.#idle !== session) session.end();
    }
  }

  /** Asks the server of the running program. */
  request(content) {
    return this.#running?.ask("request", content) ?? Promise.reject(new Error("no program runs"));
  }

  /** Ends the program that runs; its `run` fails. */
  stop() {
    if (this.#running === null) return;
    this.#running.end();
    this.#running = null;
    // For the next program.
    this.#take(() => {});
  }

  #take(observe) {
    this.#idle ??= new Session("./worker.mjs");
    this.#idle.observe = observe;
    return this.#idle;
  }
}
