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
  /**
   * The same after what the system has connected already: closing resets all that waits in its queue.
   * Resolves when the port is free.
   */
  closeBehindQueue(): Promise<void>;
}

/** A queue that never gets empty is left as it is. */
const LONGEST_QUEUE_MS = 250;

/** What is about to free its port; whatever binds waits for it. */
const closing = new Set<Promise<void>>();

export interface BindOptions {
  /** Accepted sockets come paused when true: nothing is read before it is asked for. */
  readonly paused: boolean;
  readonly accepted: (socket: Socket) => void;
  /** How many may be open; absent: any number. */
  readonly open: Runtime["sockets"];
  /** Other processes of the program may listen on the same port. */
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
  { paused, shared, open, accepted }: BindOptions,
): Promise<Bound | string> {
  let count = 0;
  try {
    const bound = await sockets.listen({ host, port, paused, shared, backlog: BACKLOG }, (socket) => {
      count += 1;
      if ((open?.refusal() ?? null) === null) accepted(socket);
      else socket.destroy();
    });
    const close = (): void => bound.close();
    return {
      address: showAddress(bound.host, bound.port),
      close,
      // Of a shared port other processes have the queue.
      closeBehindQueue: async () => (shared ? close() : closeBehind(() => count, close)),
    };
  } catch (error) {
    return errorText(error);
  }
}

/** Closes once a turn of the event loop has brought no further connection: it takes one in each. */
function closeBehind(accepted: () => number, close: () => void): Promise<void> {
  const end = performance.now() + LONGEST_QUEUE_MS;
  const empty = async (): Promise<void> => {
    for (let before = -1; accepted() > before && performance.now() < end; ) {
      before = accepted();
      // The first comes before the system has been asked again.
      await turn();
      await turn();
    }
    close();
  };
  const done = empty().finally(() => closing.delete(done));
  closing.add(done);
  return done;
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
