// The writing side of a connection: the data that waits for the client, and the time limit for it. It is
// independent of the state of the connection: while the client is behind, nothing is read, and only the
// deadline of the write applies.
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
  /** While the client is behind: the wait for it, and when to check it. */
  private stalled: { readonly wait: WriteWait; readonly deadline: number } | null = null;
  /** Whether the added data will be written in this turn. */
  private soon = false;

  /** @param released called when the client has taken a part of the waiting data, or all of it */
  constructor(host: Pick<ConnectionHost, "writes" | "writeLimit">, socket: Socket, released: () => void) {
    this.host = host;
    this.socket = socket;
    this.outbox = new Outbox(socket, () => {
      this.stalled = null;
      released();
    });
  }

  /** The time at which to call `isLate`, or null while the client keeps up. */
  get deadline(): number | null {
    return this.stalled === null ? null : this.stalled.deadline;
  }

  /** Whether the client has to take bytes before more can be written. */
  get blocked(): boolean {
    return this.outbox.blocked;
  }

  /** The bytes that wait to be written. */
  get size(): number {
    return this.outbox.size;
  }

  add(head: string, body: string): void {
    this.outbox.add(head, body);
  }

  addBytes(bytes: Uint8Array): void {
    this.outbox.addBytes(bytes);
  }

  /** Writes the added data, as much as the client takes. */
  flush(): void {
    this.outbox.flush();
  }

  /** Makes `writer` write at the end of this turn at the latest. */
  flushSoon(writer: Writer): void {
    if (this.soon) return;
    this.soon = true;
    this.host.writes.add(writer);
  }

  /** Called when the turn of `flushSoon` has come. */
  flushIsDue(): void {
    this.soon = false;
  }

  /** Starts the wait for a client that is behind. Data added meanwhile does not extend it. */
  stall(): void {
    if (this.stalled !== null) return;
    const wait = new WriteWait();
    this.stalled = { wait, deadline: wait.begin(performance.now(), this.host.writeLimit()) };
  }

  /** Called when the deadline has passed; returns whether the client has used up its time. */
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

  /** Ends all waiting. */
  close(): void {
    this.stalled = null;
  }
}
