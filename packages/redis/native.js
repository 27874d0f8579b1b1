// The functions that src/lib.std declares without body. The protocol and reconnecting are those of @redis/client.
import { createClient } from "@redis/client";

/** Messages that wait for their reader; a subscriber that is this far behind is cut. */
const MOST_WAITING = 10_000;
const LONGEST_PAUSE_MS = 2000;

/** @returns {{ kind: string, message: string, code: string }} */
function problemOf(error) {
  const message = String(error?.message ?? error);
  // The server's errors begin with a code: WRONGTYPE Operation against …
  const code = /^([A-Z][A-Z0-9]+) /.exec(message)?.[1] ?? error?.code ?? "";
  if (error?.name === "ClientOfflineError" || error?.name === "SocketClosedUnexpectedlyError")
    return { kind: "io", message: `not connected: ${message}`, code: "connection_reset" };
  return { kind: code === "" || error?.code ? "io" : "redis", message, code };
}

/** A reply as the enum Reply of src/lib.std. */
function replyOf(value) {
  if (value === null || value === undefined) return "Nil";
  if (value instanceof Error) return { Problem: value.message };
  if (Array.isArray(value)) return { Items: value.map(replyOf) };
  if (typeof value === "number" || typeof value === "bigint") return { Number: value };
  return { Text: String(value) };
}

class Link {
  #client;
  #values;
  #timeout;

  constructor(client, values, timeout) {
    this.#client = client;
    this.#values = values;
    this.#timeout = timeout;
  }

  async #within(work) {
    let timer;
    const late = new Promise((_, reject) => {
      const error = Object.assign(new Error(`no answer within ${this.#timeout} ms`), { code: "timed_out" });
      timer = setTimeout(reject, this.#timeout, error);
    });
    try {
      return await Promise.race([work, late]);
    } catch (error) {
      const { kind, message, code } = problemOf(error);
      return this.#values.fail(kind, message, code);
    } finally {
      clearTimeout(timer);
    }
  }

  send(args) {
    return this.#within(this.#client.sendCommand(args).then(replyOf));
  }

  /** All commands are written before the first answer is read. */
  send_all(commands, atomic) {
    const all = atomic ? [["MULTI"], ...commands, ["EXEC"]] : commands;
    const answers = all.map((args) => this.#client.sendCommand(args).catch((error) => error));
    const work = Promise.all(answers).then((replies) => {
      if (!atomic) {
        const lost = replies.find((reply) => reply instanceof Error && problemOf(reply).kind === "io");
        if (lost !== undefined) throw lost;
        return replies.map(replyOf);
      }
      const result = replies.at(-1);
      if (result instanceof Error) throw result;
      return (result ?? []).map(replyOf);
    });
    return this.#within(work);
  }

  async subscribe(channel) {
    const subscriber = this.#client.duplicate();
    const feed = new Feed(subscriber, this.#values);
    subscriber.on("error", () => {});
    const opened = await this.#within(
      subscriber.connect().then(() => subscriber.subscribe(channel, (text) => feed.push(text))),
    );
    if (opened !== undefined) {
      feed.close();
      return opened;
    }
    return feed;
  }

  close() {
    if (this.#client.isOpen) this.#client.destroy();
  }
}

class Feed {
  #client;
  #values;
  #waiting = [];
  #reader = null;
  #ended = null;

  constructor(client, values) {
    this.#client = client;
    this.#values = values;
  }

  push(text) {
    if (this.#reader !== null) {
      const reader = this.#reader;
      this.#reader = null;
      reader(text);
    } else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(text);
    else this.#end(`${MOST_WAITING} messages wait for the reader`);
  }

  next() {
    if (this.#waiting.length > 0) return this.#waiting.shift();
    if (this.#ended !== null) return this.#values.fail("closed", this.#ended);
    return new Promise((resolve) => (this.#reader = resolve));
  }

  close() {
    this.#end("the subscription is closed");
  }

  #end(why) {
    if (this.#ended !== null) return;
    this.#ended = why;
    if (this.#client.isOpen) this.#client.destroy();
    const reader = this.#reader;
    this.#reader = null;
    reader?.(this.#values.fail("closed", why));
  }
}

export default {
  classes: { _Link: Link, _Feed: Feed },
  functions: (runtime, values) => ({
    async _connect(url, timeout) {
      let isConnected = false;
      let client;
      try {
        client = createClient({
          url,
          // Answers are those of the commands, not maps of the third version.
          RESP: 2,
          // A command that cannot be sent is an Err, not a wait without end.
          disableOfflineQueue: true,
          socket: {
            connectTimeout: Number(timeout),
            reconnectStrategy: (retries, cause) =>
              isConnected ? Math.min(50 * 2 ** Math.min(retries, 10), LONGEST_PAUSE_MS) : cause,
          },
        });
        client.on("error", () => {});
        runtime.atEnd(() => client.isOpen && client.destroy());
        await client.connect();
        isConnected = true;
        return new Link(client, values, Number(timeout));
      } catch (error) {
        if (client?.isOpen) client.destroy();
        const { kind, message, code } = problemOf(error);
        return values.fail(kind, `${message || "cannot connect"} (${url.replace(/\/\/[^@/]*@/, "//")})`, code);
      }
    },
  }),
};
