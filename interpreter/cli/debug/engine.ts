// Requests to the inspector of Node for the thread of the program.
import { Session } from "node:inspector";
import type { Session as PromisedSession } from "node:inspector/promises";

export type Post = PromisedSession["post"];

/**
 * An answer may arrive as an interrupt of JavaScript, after the last pass over the queue of promises: what waits
 * for it would only go on with the next event of this thread. An immediate callback is such an event.
 */
export class DebuggedEngine {
  readonly #session = new Session();
  readonly post: Post = ((method: string, params?: object) =>
    new Promise((resolve, reject) => {
      this.#session.post(method, params, (error: Error | null, result?: object) => {
        setImmediate(() => (error === null ? resolve(result as never) : reject(error)));
      });
    })) as Post;

  constructor() {
    this.#session.connectToMainThread();
  }

  on<Params>(event: string, receive: (params: Params) => void): void {
    this.#session.on(event, ({ params }: { params: Params }) => void setImmediate(receive, params));
  }
}
