// Connections on their way to a worker. Node's cluster sends each to a worker and closes its own copy once the worker has
// confirmed it; of a worker that is killed before, it forgets them, and their clients would wait for ever.
import type { Worker } from "node:cluster";
import type { Serializable } from "node:child_process";

interface Connection {
  close(): void;
}

interface Handed {
  readonly message: Serializable;
  readonly connection: Connection;
}

/** What Node's cluster sends with a connection. */
interface HandingOver {
  readonly cmd: "NODE_CLUSTER";
  readonly act: "newconn";
  readonly seq: number;
}

export class HandedConnections {
  readonly #byWorker = new Map<Worker, Map<number, Handed>>();

  /** From now on what the worker is sent is known. */
  watch(worker: Worker): void {
    const unconfirmed = new Map<number, Handed>();
    this.#byWorker.set(worker, unconfirmed);
    const child = worker.process;
    const send = child.send!.bind(child) as (...all: unknown[]) => boolean;
    child.send = (message: Serializable, connection?: unknown, ...more: unknown[]): boolean => {
      if (isHandingOver(message) && isConnection(connection))
        unconfirmed.set(message.seq, { message, connection });
      return send(message, connection, ...more);
    };
    child.on("internalMessage", (message: { readonly ack?: unknown }) => {
      if (typeof message.ack === "number") unconfirmed.delete(message.ack);
    });
  }

  /** The worker has ended: what it never confirmed goes to another one. */
  moveOn(worker: Worker): void {
    const lost = this.#byWorker.get(worker);
    this.#byWorker.delete(worker);
    if (lost === undefined) return;
    const others = [...this.#byWorker.keys()].filter((other) => other.isConnected());
    let next = 0;
    for (const { message, connection } of lost.values()) {
      const other = others[next++ % others.length];
      // A worker that does not listen yet gives it back to the cluster.
      if (other === undefined) connection.close();
      else other.process.send!(message, connection as never);
    }
  }
}

function isHandingOver(message: unknown): message is HandingOver & Serializable {
  const { cmd, act, seq } = message as Partial<HandingOver>;
  return cmd === "NODE_CLUSTER" && act === "newconn" && typeof seq === "number";
}

function isConnection(value: unknown): value is Connection {
  return typeof (value as Partial<Connection> | undefined)?.close === "function";
}
