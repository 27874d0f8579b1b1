// The writing side of a connection: what waits for the client, and how long it may. It stands beside what the
// connection is at: while the client is behind, nothing is read, and no deadline but that of the write counts.
import type { SendQueues } from "../../../interpreter/host/index.ts";
import type { Socket } from "../../net/index.ts";
import type { Writer } from "../transport/index.ts";
import { Outbox, Patience, WriteWait } from "../transport/index.ts";
import type { ConnectionHost } from "./connection-host.ts";

export class Output {
  private readonly host: Pick<ConnectionHost, "writes" | "writeLimit">;
  private readonly socket: Socket;
  private readonly outbox: Outbox;
  private readonly patience = new Patience();
  /** While the client is behind: the wait for it, and when to look at it. */
  private stalled: { readonly wait: WriteWait; readonly deadline: number } | null = null;
  /** What was added will be written in this turn. */
  private soon = false;

  /** @param released the client has taken a part of what waited, or all of it */
  constructor(host: Pick<ConnectionHost, "writes" | "writeLimit">, socket: Socket, released: () => void) {
    this.host = host;
    this.socket = socket;
    this.outbox = new Outbox(socket, () => {
      this.stalled = null;
      released();
    });
  }

  /** When to call `isLate`, or null while the client keeps up. */
  get deadline(): number | null {
    return this.stalled === null ? null : this.stalled.deadline;
  }

  /** The client has to take bytes before more can be written. */
  get blocked(): boolean {
    return this.outbox.blocked;
  }

  /** Bytes that wait to be written. */
  get size(): number {
    return this.outbox.size;
  }

  add(head: string, body: string): void {
    this.outbox.add(head, body);
  }

  addBytes(bytes: Uint8Array): void {
    this.outbox.addBytes(bytes);
  }

  /** Hands over what was added, as far as the client takes it. */
  flush(): void {
    this.outbox.flush();
  }

  /** Lets `writer` write at the end of this turn at the latest. */
  flushSoon(writer: Writer): void {
    if (this.soon) return;
    this.soon = true;
    this.host.writes.add(writer);
  }

  /** The turn of `flushSoon` has come. */
  flushIsDue(): void {
    this.soon = false;
  }

  /** Begins the wait for a client that is behind. What is added meanwhile gives it no more time. */
  stall(): void {
    if (this.stalled !== null) return;
    const wait = new WriteWait();
    this.stalled = { wait, deadline: wait.begin(performance.now(), this.host.writeLimit()) };
  }

  /** The deadline has passed: true when the client has had its time. */
  isLate(queues: SendQueues): boolean {
    if (this.stalled === null) return false;
    const { wait } = this.stalled;
    const now = performance.now();
    const unsent = queues.of(this.socket);
    const deadline = wait.look(now, unsent);
    if (deadline === null) return true;
    if (this.patience.isOver(now, this.outbox.size, unsent ?? 0, this.host.writeLimit())) return true;
    this.stalled = { wait, deadline };
    return false;
  }

  /** Nothing is waited for any more. */
  close(): void {
    this.stalled = null;
  }
}
