// The reading side of a connection: data that arrived before its turn, and flow control.
import type { Socket } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import { CollectedText } from "../message/index.ts";

export class Input {
  private readonly socket: Socket;
  private readonly held = new CollectedText();
  /** Whether the client has ended its side. */
  ended = false;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  /** Keeps data that arrived before its turn. */
  hold(text: string): void {
    if (text !== "") this.held.add(text);
  }

  /** Whether data is held, which may contain another request. */
  get holdsMore(): boolean {
    return this.held.length > 0;
  }

  /** Whether so much is held that nothing more should be read. */
  get full(): boolean {
    return this.held.length >= LIMITS.heldBytes;
  }

  /** Takes the held data. */
  take(): string {
    return this.held.take();
  }

  /** Resumes or pauses reading. */
  flow(wanted: boolean): void {
    if (!wanted) this.socket.pause();
    else if (this.socket.isPaused()) this.socket.resume();
  }
}
