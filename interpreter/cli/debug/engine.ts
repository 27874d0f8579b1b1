// Requests to the inspector of Node for the thread of the program.
import { Session } from "node:inspector";
import type { Session as PromisedSession } from "node:inspector/promises";

export type Post = PromisedSession["post"];

const WAKE_MS = 5;

/**
 * An answer may arrive as an interrupt of JavaScript, after the last pass over the queue of promises: what waits
 * for it would only go on with the next event of this thread. An immediate callback is such an event.
 *
 * Answers and events may also be held back until this thread runs JavaScript again. Therefore it does so every few
 * milliseconds while it expects some.
 */
export class DebuggedEngine {
  readonly #session = new Session();
  readonly post: Post = ((method: string, params?: object) =>
    new Promise((resolve, reject) => {
      this.expect(1);
      this.#session.post(method, params, (error: Error | null, result?: object) => {
        setImmediate(() => {
          this.expect(-1);
          if (error === null) resolve(result as never);
          else reject(error);
        });
      });
    })) as Post;
  #expected = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    this.#session.connectToMainThread();
  }

  /** Adds to the number of those who expect answers or events. */
  expect(more: 1 | -1): void {
    this.#expected += more;
    if (this.#expected === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else this.#timer ??= setInterval(() => {}, WAKE_MS);
  }

  on<Params>(event: string, receive: (params: Params) => void): void {
    this.#session.on(event, ({ params }: { params: Params }) => void setImmediate(receive, params));
  }
}
