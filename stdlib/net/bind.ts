// Listening sockets. In: an address text and a callback for accepted sockets; out: a bound listener.
// Used by TcpListener and by the HTTP server, which differ in what they do with a connection.
import type { Socket, Sockets } from "../../interpreter/host/index.ts";
import type { Host, Runtime } from "../../interpreter/runtime/index.ts";
import { denial, errorText } from "../error/index.ts";
import {
  ALL_INTERFACES,
  ALL_INTERFACES_IPV4,
  parseListenAddress,
  resolveHost,
  showAddress,
} from "./address.ts";

/**
 * Connections that the system holds until the platform takes them, which it does one at a time, but
 * without being asked. So this is no bound that programs could see (they may have any number waiting in
 * `accept`'s queue); it only keeps a burst from being dropped and tried again after one second, three, seven.
 */
const BACKLOG = 4_096;

export interface Listening {
  /** `host:port` with the real port, or a path. */
  readonly address: string;
  /** Stops accepting and frees the port at once. Repeating is harmless. */
  close(): void;
}

export interface Bound extends Listening {
  /** The same after what the system has connected already; resolves when the port is free. */
  closeBehindQueue(): Promise<void>;
}

/** What is about to free its port; whatever binds waits for it. */
const closing = new Set<Promise<void>>();

export interface BindOptions {
  /** Gets sockets paused: nothing is read before it is asked for. */
  readonly accepted: (socket: Socket) => void;
  /** How many may be open; absent: any number. */
  readonly open: Runtime["sockets"];
  /** This process is a worker, and the others listen on the same port. */
  readonly shared: boolean;
}

/**
 * Binds the first resolved address that can be bound.
 * @returns the listener, or the error text
 */
export async function bind(
  address: string,
  options: BindOptions,
  { capabilities, system: { sockets } }: Host,
): Promise<Bound | string> {
  const parsed = parseListenAddress(address);
  if (typeof parsed === "string") return capabilities.net ? parsed : denial(capabilities, "net")!;
  const denied = capabilities.listen(parsed.host, parsed.port);
  if (denied !== null) return denied;
  const refusal = options.open?.refusal() ?? null;
  if (refusal !== null) return refusal;
  if (closing.size > 0) await Promise.all(closing);
  const hosts =
    parsed.host === ALL_INTERFACES
      ? [ALL_INTERFACES, ALL_INTERFACES_IPV4]
      : await resolveHost(sockets, parsed.host);
  if (typeof hosts === "string") return hosts;
  let outcome: Bound | string = "invalid socket address";
  for (const host of hosts) {
    const next = await bindOne(sockets, host, parsed.port, options);
    if (typeof next !== "string") return next;
    // What the first family said is the reason, where the second is only a way out.
    outcome = host === ALL_INTERFACES_IPV4 && hosts.length === 2 ? outcome : next;
  }
  return outcome;
}

async function bindOne(
  sockets: Sockets,
  host: string,
  port: number,
  { shared, open, accepted }: BindOptions,
): Promise<Bound | string> {
  try {
    const bound = await sockets.listen({ host, port, shared, backlog: BACKLOG }, (socket) => {
      if ((open?.refusal() ?? null) === null) accepted(socket);
      else socket.destroy();
    });
    return {
      address: showAddress(bound.host, bound.port),
      close: () => bound.close(),
      closeBehindQueue() {
        const done = bound.closeBehindQueue().finally(() => closing.delete(done));
        closing.add(done);
        return done;
      },
    };
  } catch (error) {
    return errorText(error);
  }
}
