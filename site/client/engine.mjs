// The worker that runs the programs of a page. It is started before a reader asks for it, so that the first program
// starts at once, and runs one program after the other; a program that is stopped takes its worker with it.
import { Session } from "./session.mjs";

/** How long a program may run without a server. */
const MOST_SECONDS = 20;

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

  /**
   * Runs a program. One that runs already is stopped, and so is one without a server after some time: a reader may
   * have forgotten it.
   */
  async run(content, observe) {
    this.stop();
    let listening = false;
    const session = this.#take((message) => {
      if (message.ports !== undefined) listening = message.ports.length > 0;
      observe(message);
    });
    this.#idle = null;
    this.#running = session;
    const timer = setInterval(() => {
      if (!listening) this.stop(`stopped after ${MOST_SECONDS} seconds: only servers run longer`);
    }, MOST_SECONDS * 1000);
    try {
      const outcome = await session.ask("run", content);
      this.#idle ??= session;
      return outcome;
    } catch (error) {
      session.end();
      throw error;
    } finally {
      clearInterval(timer);
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
  stop(reason) {
    if (this.#running === null) return;
    this.#running.end(reason);
    this.#running = null;
    // For the next program.
    this.#take(() => {});
  }

  #take(observe) {
    if (this.#idle?.failed) this.#idle = null;
    this.#idle ??= new Session("./worker.mjs");
    this.#idle.observe = observe;
    return this.#idle;
  }
}
