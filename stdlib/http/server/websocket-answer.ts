// A connection that has become a WebSocket (reference/http-server#websockets). It also ends as one: with the
// closing handshake when the handler returns or the server stops.
import type { MaybePromise, Unit } from "../../../interpreter/runtime/index.ts";
import { LIMITS } from "../limits.ts";
import type { WebSocketSource } from "../routes/index.ts";
import { WebSocket } from "../routes/index.ts";
import { Peer, type Wire } from "../websocket/index.ts";
import type { Begun, Line, Outgoing } from "./outgoing.ts";

const SWITCHING = 101;

export class WebSocketAnswer implements Outgoing, Wire {
  private readonly begun: Begun;
  private readonly line: Line;
  private readonly source: WebSocketSource;
  private readonly peer: Peer;
  private over = false;

  constructor(begun: Begun, source: WebSocketSource) {
    this.begun = begun;
    this.line = begun.line;
    this.source = source;
    const { extensions, windowBits } = source.opening;
    this.peer = new Peer(begun.line.runtime, this, {
      isClient: false,
      deflates: extensions !== "",
      windowBits,
    });
  }

  get deadline(): number {
    return this.peer.deadline;
  }

  get unsent(): boolean {
    return false;
  }

  get fullOfInput(): boolean {
    return this.peer.full;
  }

  begin(): void {
    const { opening, run } = this.source;
    this.line.add(this.line.serializer.switching(this.begun.response, opening));
    this.line.writeSoon();
    try {
      const outcome: MaybePromise<Unit> = run(new WebSocket(this.peer, opening.protocol));
      if (outcome instanceof Promise)
        this.line.follow(
          outcome,
          () => this.peer.goodbye(1000, ""),
          (error) => this.threw(error),
        );
      else this.peer.goodbye(1000, "");
    } catch (error) {
      this.threw(error);
    }
  }

  private threw(error: unknown): void {
    if (this.line.failed(error)) this.peer.goodbye(1011, "");
  }

  received(text: string): void {
    this.peer.received(text);
  }

  inputEnded(): void {
    // A peer that has sent its close frame may still receive answers.
    if (this.peer.isLeft) return;
    this.peer.gone();
    this.finish();
  }

  expired(): void {
    this.peer.expired();
  }

  released(): void {
    this.peer.released();
  }

  gone(): void {
    this.over = true;
    this.peer.gone();
  }

  stop(): void {
    this.peer.dismiss(1001);
  }

  // ---- called by the peer

  get full(): boolean {
    return this.line.blocked || this.line.unwritten >= LIMITS.heldBytes;
  }

  add(head: string, payload: string): void {
    if (this.over) return;
    this.line.add(head);
    this.line.add(payload);
    if (this.line.unwritten >= LIMITS.heldBytes) this.line.writeNow();
    else this.line.writeSoon();
  }

  flow(): void {
    if (!this.over) this.line.flow();
  }

  finish(): void {
    if (this.over) return;
    this.over = true;
    this.line.finished(SWITCHING, false);
  }

  cut(): void {
    if (this.over) return;
    this.over = true;
    this.line.broken(SWITCHING);
  }

  left(): void {
    this.line.left();
  }

  hurry(ms: number): void {
    this.line.hurry(ms);
  }
}
