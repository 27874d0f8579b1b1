// The reading side of a connection: what the client has sent before its turn, and whether it may send more.
import type { Socket } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import { CollectedText } from "../message/index.ts";

export class Input {
  private readonly socket: Socket;
  private readonly held = new CollectedText();
  /** The client has ended its side. */
  ended = false;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  /** Keeps what comes before its turn. */
  hold(text: string): void {
    if (text !== "") this.held.add(text);
  }

  /** What is kept may hold another request. */
  get holdsMore(): boolean {
    return this.held.length > 0;
  }

  /** So much is kept that nothing more is to be read. */
  get full(): boolean {
    return this.held.length >= LIMITS.heldBytes;
  }

  /** Takes what is kept. */
  take(): string {
    return this.held.take();
  }

  /** Lets the system hand over more, or not. */
  flow(wanted: boolean): void {
    if (!wanted) this.socket.pause();
    else if (this.socket.isPaused()) this.socket.resume();
  }
}
