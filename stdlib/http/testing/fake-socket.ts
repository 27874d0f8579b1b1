// A socket without a network: tests feed it bytes and read what was written.
import { EventEmitter } from "node:events";
import type { Socket } from "../../net/index.ts";

export class FakeSocket extends EventEmitter {
  written = "";
  ended = false;
  destroyed = false;
  readonly writableLength = 0;
  private paused = false;

  /** The fake with the type that the code under test expects. */
  get socket(): Socket {
    return this as unknown as Socket;
  }

  feed(bytes: string): void {
    if (!this.destroyed) this.emit("data", Buffer.from(bytes, "latin1"));
  }
  write(text: string, _encoding: string, done?: () => void): boolean {
    this.written += text;
    done?.();
    return true;
  }
  end(): void {
    this.ended = true;
  }
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit("close");
  }
  destroySoon(): void {
    this.ended = true;
    this.destroy();
  }
  pause(): void {
    this.paused = true;
  }
  resume(): void {
    this.paused = false;
  }
  isPaused(): boolean {
    return this.paused;
  }
  ref(): void {}
  unref(): void {}
}
