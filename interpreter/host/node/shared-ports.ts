// The ports of a worker (`std run --workers`). Its parent owns them: it accepts connections and sends each to
// one of its workers over the IPC channel of Node, with the messages below. The parent keeps a connection
// open until the worker answers `took`; if the worker answers `refused` or ends, the parent sends the
// connection to another worker.
import type { Socket } from "node:net";
import { release, socketOf, type Connection } from "./internals.ts";

export type SharedAddress =
  | { readonly host: string; readonly port: number; readonly backlog: number }
  | { readonly path: string; readonly mode: number | null; readonly replaces: boolean }
  /** A socket that the parent has inherited. */
  | { readonly descriptor: number };

/** The numbers identify the listening sockets of a worker, which assigns them. */
export type FromWorker =
  /** `nth` counts the requests of a worker for any free port: equal counts share a port. */
  | { readonly listen: number; readonly at: SharedAddress; readonly nth: number }
  | { readonly close: number }
  | { readonly took: number }
  | { readonly refused: number };

export type ToWorker =
  | { readonly listening: number; readonly host: string; readonly port: number }
  | { readonly failed: number; readonly code: string | undefined }
  /** The worker gets no more connections; if it was the last worker, the port is free. */
  | { readonly closed: number }
  /** Carries a connection to that listening socket. */
  | { readonly connection: number };

export interface SharedListening {
  readonly host: string;
  readonly port: number;
  /** Resolves when the parent has confirmed. */
  close(): Promise<void>;
}

interface Listener {
  readonly accepted: (socket: Socket) => void;
  open: boolean;
  listening(host: string, port: number): void;
  failed(code: string | undefined): void;
  closed(): void;
}

const listeners = new Map<number, Listener>();
/** The number of requests for any free port, by host. */
const asked = new Map<string, number>();
let next = 1;

function send(message: FromWorker): void {
  process.send!(message, undefined, undefined, ignore);
}

/** A failure means that the parent is gone, which ends this process. */
function ignore(): void {}

function received(message: ToWorker, sent: unknown): void {
  if ("connection" in message) return arrived(message.connection, sent as Connection);
  if ("listening" in message) return listeners.get(message.listening)?.listening(message.host, message.port);
  // Other modules of this process have their own messages.
  if (!("failed" in message || "closed" in message)) return;
  const number = "failed" in message ? message.failed : message.closed;
  const listener = listeners.get(number);
  listeners.delete(number);
  if (listeners.size === 0) process.channel?.unref();
  if ("failed" in message) listener?.failed(message.code);
  else listener?.closed();
}

function arrived(number: number, connection: Connection): void {
  const listener = listeners.get(number);
  if (listener?.open !== true) {
    send({ refused: number });
    release(connection);
    return;
  }
  send({ took: number });
  listener.accepted(socketOf(connection));
}

/** Accepted sockets are paused. @throws Error with the code of the system */
export async function listenShared(
  at: SharedAddress,
  accepted: (socket: Socket) => void,
): Promise<SharedListening> {
  if (next === 1) process.on("message", received as (message: unknown) => void);
  const number = next++;
  let nth = 0;
  let isClosing = false;
  if ("port" in at && at.port === 0) asked.set(at.host, (nth = (asked.get(at.host) ?? 0) + 1));
  let closed = (): void => {};
  const closing = new Promise<void>((resolve) => (closed = resolve));
  const bound = await new Promise<{ readonly host: string; readonly port: number }>((resolve, reject) => {
    listeners.set(number, {
      accepted,
      open: true,
      listening: (host, port) => resolve({ host, port }),
      failed: (code) => reject(Object.assign(new Error(code), { code })),
      closed,
    });
    // Keeps the process alive while it listens.
    process.channel?.ref();
    send({ listen: number, at, nth });
  });
  return {
    ...bound,
    close() {
      const listener = listeners.get(number);
      if (listener?.open === true && !isClosing) {
        isClosing = true;
        // What the parent has accepted from a socket of the service manager is served: nothing else would answer it.
        listener.open = "descriptor" in at;
        send({ close: number });
      }
      return closing;
    },
  };
}
