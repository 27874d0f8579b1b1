// Bytes on their way to one socket. In: texts in order; out: slices written one wait at a time, so
// that progress can be seen and a client that does not read is noticed (reference/http-server#server-connections).
import type { Socket } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";

/** A slice goes with the head before it, so that a body of a slice is one write. */
const AT_ONCE = LIMITS.writeSlice + 1_024;

export class Outbox {
  private readonly socket: Socket;
  private readonly released: () => void;
  private collected = "";
  private queue: (string | Uint8Array)[] = [];
  private queueStart = 0;
  private queuedBytes = 0;
  private waiting = false;

  /** @param released called after a blocked write went on: a slice more, or all, has been taken */
  constructor(socket: Socket, released: () => void) {
    this.socket = socket;
    this.released = released;
  }

  /** True while the client has to take bytes before more can be written. */
  get blocked(): boolean {
    return this.waiting;
  }

  /** Bytes that have not been handed to the socket. */
  get size(): number {
    return this.collected.length + this.queuedBytes;
  }

  add(head: string, body: string): void {
    if (body.length <= LIMITS.writeSlice) {
      this.collected += head + body;
      return;
    }
    this.enqueue(this.collected + head);
    this.collected = "";
    this.enqueue(body);
  }

  /** @param bytes are not to be changed before `size` is 0 and nothing is blocked */
  addBytes(bytes: Uint8Array): void {
    if (this.collected !== "") this.enqueue(this.collected);
    this.collected = "";
    this.enqueue(bytes);
  }

  /** Writes what was added, as far as the client takes it. */
  flush(): void {
    if (this.collected !== "") {
      if (this.queue.length === 0 && !this.waiting && this.collected.length <= AT_ONCE) {
        const text = this.collected;
        this.collected = "";
        this.writeSlice(text);
        return;
      }
      this.enqueue(this.collected);
      this.collected = "";
    }
    this.drain();
  }

  private enqueue(data: string | Uint8Array): void {
    this.queue.push(data);
    this.queuedBytes += data.length;
  }

  private drain(): void {
    while (!this.waiting) {
      const data = this.queue[this.queueStart];
      if (data === undefined) {
        this.queue = [];
        this.queueStart = 0;
        return;
      }
      if (typeof data !== "string" || data.length <= AT_ONCE) {
        this.queue[this.queueStart] = "";
        this.queueStart += 1;
        this.queuedBytes -= data.length;
        this.writeSlice(data);
      } else {
        this.queuedBytes -= LIMITS.writeSlice;
        this.queue[this.queueStart] = data.slice(LIMITS.writeSlice);
        this.writeSlice(data.slice(0, LIMITS.writeSlice));
      }
    }
  }

  private writeSlice(data: string | Uint8Array): void {
    if (typeof data === "string") this.socket.write(data, "latin1");
    else this.socket.write(data);
    if (this.socket.writableLength === 0) return;
    this.waiting = true;
    // An empty write calls back after what is before it; asking on every write would cost a tick each.
    this.socket.write("", "latin1", (error) => {
      // The connection is gone; its end is reported elsewhere.
      if (error) return;
      this.waiting = false;
      this.drain();
      this.released();
    });
  }
}
