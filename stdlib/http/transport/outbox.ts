// Bytes on their way to one socket. In: texts in order; out: slices written one wait at a time, so
// that progress can be seen and a client that does not read is noticed (reference/http-server#server-connections).
import type { Socket } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";

/** A slice goes with the head before it, so that a body of a slice is one write. */
const AT_ONCE = LIMITS.writeSlice + 1_024;
/** Node takes a buffer of its own for every longer text that it writes, and one in several pieces is put together before. */
const LARGE = 16_384;

/** Where large texts become bytes: for all connections, as long as the system takes at once what is written. */
let desk: Buffer | null = null;

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
    if (body.length < LARGE && head.length < LARGE) {
      this.collected += head + body;
      return;
    }
    if (this.collected !== "") this.enqueue(this.collected);
    this.collected = "";
    if (head !== "") this.enqueue(head);
    if (body !== "") this.enqueue(body);
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
      if (typeof data === "string" && (data.length >= LARGE || this.followedByText)) {
        this.writeTexts();
        continue;
      }
      this.shift(data);
      this.writeSlice(data);
    }
  }

  private get followedByText(): boolean {
    return typeof this.queue[this.queueStart + 1] === "string";
  }

  private shift(data: string | Uint8Array): void {
    this.queue[this.queueStart] = "";
    this.queueStart += 1;
    this.queuedBytes -= data.length;
  }

  /** The texts that come next, as far as they fit into one write. */
  private writeTexts(): void {
    const bytes = desk ?? Buffer.allocUnsafeSlow(AT_ONCE);
    desk = null;
    let filled = 0;
    for (let data = this.queue[this.queueStart]; filled < AT_ONCE; data = this.queue[this.queueStart]) {
      if (typeof data !== "string") break;
      const taken = bytes.write(data, filled, AT_ONCE - filled, "latin1");
      filled += taken;
      if (taken === data.length) {
        this.shift(data);
      } else {
        this.queuedBytes -= taken;
        this.queue[this.queueStart] = data.slice(taken);
      }
    }
    this.writeSlice(bytes.subarray(0, filled));
    // Else they belong to the socket.
    if (!this.waiting) desk = bytes;
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
