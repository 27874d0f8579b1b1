// Server-sent events (reference/http-server#events): a stream whose head is sent as soon as its function
// waits. It sends a comment at intervals to show proxies and clients that it is alive, and ends when the
// server stops.
import type { ErrorValue, MaybePromise, Result, Unit } from "../../../interpreter/runtime/index.ts";
import { Err, UNIT } from "../../../interpreter/runtime/index.ts";
import { commentText } from "../message/index.ts";
import type { EventSink } from "../routes/index.ts";
import { EventStream } from "../routes/index.ts";
import type { Begun } from "./outgoing.ts";
import { StreamAnswer } from "./stream-answer.ts";

type EventSource = {
  readonly write: (events: EventStream) => MaybePromise<Result<Unit, ErrorValue>>;
  readonly heartbeatMs: number;
};

const HEARTBEAT = commentText("");

export class EventAnswer extends StreamAnswer implements EventSink {
  private readonly source: EventSource;
  private heartbeatMs: number;
  private nextBeat = Infinity;

  constructor(begun: Begun, source: EventSource) {
    super(begun);
    this.source = source;
    this.heartbeatMs = source.heartbeatMs;
  }

  override get deadline(): number {
    return this.nextBeat;
  }

  protected override run(): MaybePromise<Result<Unit, ErrorValue>> {
    return this.source.write(new EventStream(this));
  }

  protected override waits(): void {
    if (this.closed !== null) return;
    this.sendHead();
    this.line.writeSoon();
    this.beatLater();
  }

  send(event: string): MaybePromise<Result<Unit, ErrorValue>> {
    const outcome = this.write(event);
    this.beatLater();
    if (outcome instanceof Promise) return outcome.then((result) => (result instanceof Err ? result : UNIT));
    return outcome instanceof Err ? outcome : UNIT;
  }

  heartbeat(ms: number): void {
    this.heartbeatMs = ms > 0 ? ms : Infinity;
    this.beatLater();
  }

  private beatLater(): void {
    this.nextBeat = this.closed === null ? performance.now() + this.heartbeatMs : Infinity;
    this.line.hurry(this.heartbeatMs);
  }

  /** A client that takes nothing is detected by the write time-out. */
  override expired(): void {
    if (!this.line.blocked) void this.write(HEARTBEAT);
    this.beatLater();
  }

  /** The event that is being sent is completed. */
  override stop(): void {
    if (this.closed !== null) return;
    this.sendHead();
    this.nextBeat = Infinity;
    this.end();
  }
}
