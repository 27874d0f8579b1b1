// Opens connections to one address, or to several in order within a time limit. Returns a plain socket with
// independent halves, without delay for small writes.
import type { Socket, Sockets } from "../../interpreter/host/index.ts";
import { MAX_DELAY_MS, Outstanding, type Runtime } from "../../interpreter/runtime/index.ts";
import { errorText, systemText } from "../error/index.ts";

/** The socket type of the platform, for the modules built on this one. */
export type { Socket };

/** Opens sockets, and knows which ones are not open yet. */
export interface Dialing {
  readonly sockets: Sockets;
  /** Why no socket may be opened now, or null. */
  refusal(): string | null;
  add(socket: Socket): void;
  delete(socket: Socket): void;
}

/** The connections that are being opened, so that the end of a program closes them. */
export class Opening implements Dialing {
  private readonly runtime: Runtime;
  private readonly open: Outstanding<Socket>;
  private closed = false;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
    this.open = new Outstanding(runtime, () => this.close());
    runtime.sockets?.watch(() => this.open.size);
  }

  refusal(): string | null {
    return this.runtime.sockets?.refusal() ?? null;
  }

  get sockets(): Sockets {
    return this.runtime.host.system.sockets;
  }

  add(socket: Socket): void {
    if (this.closed || this.runtime.scheduler.ended) socket.destroy();
    else this.open.add(socket);
  }

  delete(socket: Socket): void {
    this.open.delete(socket);
  }

  /** Closes all of them, and those added later. */
  close(): void {
    this.closed = true;
    for (const socket of this.open) socket.destroy();
  }
}

/** Connects to one numeric address. */
function dialOne(host: string, port: number, limitMs: number, opening: Dialing): Promise<Socket | string> {
  return dialTo(() => opening.sockets.connect(host, port), limitMs, opening);
}

/**
 *
 * Waits for a socket that is connecting.
 * @param limitMs the time limit; Infinity for no limit
 * @returns the open socket, paused, or the error text
 */
export function dialTo(open: () => Socket, limitMs: number, opening: Dialing): Promise<Socket | string> {
  const refusal = opening.refusal();
  if (refusal !== null) return Promise.resolve(refusal);
  return new Promise((resolve) => {
    let socket: Socket;
    try {
      socket = open();
    } catch (error) {
      resolve(errorText(error));
      return;
    }
    const timer =
      limitMs <= MAX_DELAY_MS
        ? setTimeout(() => setImmediate(() => settle(systemText("ETIMEDOUT"))), Math.max(0, limitMs))
        : undefined;
    let settled = false;
    function settle(outcome: Socket | string): void {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      opening.delete(socket);
      socket.off("close", closed);
      socket.off("error", failed);
      socket.off("connect", connected);
      if (typeof outcome === "string") {
        socket.on("error", ignore);
        socket.destroy();
      }
      resolve(outcome);
    }
    const closed = (): void => settle(systemText("ECANCELED"));
    const failed = (error: Error): void => settle(errorText(error));
    const connected = (): void => {
      socket.pause();
      // An error may occur before the caller has added its own listener.
      socket.on("error", ignore);
      settle(socket);
    };
    socket.on("close", closed);
    socket.on("error", failed);
    socket.on("connect", connected);
    opening.add(socket);
  });
}

/**
 *
 * Tries addresses in order. Each but the last gets at most half of the time that is left, so that a dead
 * first address does not use it up (reference/http-client#connections).
 * @returns the open socket, or the text of the last failure
 */
export async function dial(
  addresses: readonly string[],
  port: number,
  limitMs: number,
  opening: Dialing,
): Promise<Socket | string> {
  const start = performance.now();
  let outcome: Socket | string = systemText("EADDRNOTAVAIL");
  for (const [index, address] of addresses.entries()) {
    const left = limitMs - (performance.now() - start);
    const last = index === addresses.length - 1;
    outcome = await dialOne(address, port, last ? left : left / 2, opening);
    if (typeof outcome !== "string") return outcome;
  }
  return outcome;
}

function ignore(): void {}
