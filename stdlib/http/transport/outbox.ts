// Data waiting to be sent to one socket. Takes strings in order and writes slices, one wait at a time, so
// that progress is visible and a client that does not read is noticed
// (reference/http-server#server-connections).
import type { Socket } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";

/** A slice and the head before it, so that a response whose body is one slice is one write. */
const AT_ONCE = LIMITS.writeSlice + 1_024;
/**
 * Node allocates a new buffer for every longer string that it writes, and flattens a string of several pieces
 * first.
 */
const LARGE = 16_384;

/**
 * The buffer in which large strings become bytes, shared by all connections while the system takes each write
 * immediately.
 */
let desk: Buffer | null = null;

export class Outbox {
  private readonly socket: Socket;
  private readonly released: () => void;
  private collected = "";
  private queue: (string | Uint8Array)[] = [];
  private queueStart = 0;
  private queuedBytes = 0;
  private waiting = false;

  /** @param released called after a blocked write continues: another slice, or all, has been taken */
  constructor(socket: Socket, released: () => void) {
    this.socket = socket;
    this.released = released;
  }

  /** Whether the client has to take bytes before more can be written. */
  get blocked(): boolean {
    return this.waiting;
  }

  /** The bytes that have not been handed to the socket. */
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

  /** @param bytes must not change before `size` is 0 and nothing is blocked */
  addBytes(bytes: Uint8Array): void {
    if (this.collected !== "") this.enqueue(this.collected);
    this.collected = "";
    this.enqueue(bytes);
  }

  /** Writes the data added so far, as much as the client takes. */
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

  /** Writes the next strings, as many as fit into one write. */
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
    // Otherwise the bytes belong to the socket.
    if (!this.waiting) desk = bytes;
  }

  private writeSlice(data: string | Uint8Array): void {
    if (typeof data === "string") this.socket.write(data, "latin1");
    else this.socket.write(data);
    if (this.socket.writableLength === 0) return;
    this.waiting = true;
    // The callback of an empty write runs after the write before it; a callback on each write costs a tick
    // each.
    this.socket.write("", "latin1", (error) => {
      // The connection is gone; its end is reported elsewhere.
      if (error) return;
      this.waiting = false;
      this.drain();
      this.released();
    });
  }
}
