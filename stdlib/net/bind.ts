// Listening sockets. Takes an address and a callback for accepted sockets; returns a bound listener. Used by
// TcpListener and by the HTTP server, which use connections differently.
import type { Socket, Sockets } from "../../interpreter/host/index.ts";
import type { Host, Runtime } from "../../interpreter/runtime/index.ts";
import { LONGEST_PATH } from "../../interpreter/runtime/index.ts";
import { denial, errorText, systemText } from "../error/index.ts";
import {
  ALL_INTERFACES,
  ALL_INTERFACES_IPV4,
  parseListenAddress,
  resolveHost,
  showAddress,
} from "./address.ts";

/**
 * The connections that the system holds until the platform takes them, which it does continuously, one at a
 * time. So programs cannot observe this limit (any number may wait in the queue of `accept`). It only keeps a
 * burst from being dropped and retried after one second, three, seven.
 */
const BACKLOG = 4_096;

export interface Listening {
  /** `host:port` with the actual port, or a path. */
  readonly address: string;
  /** Stops accepting and frees the port immediately. Further calls have no effect. */
  close(): void;
}

export interface Bound extends Listening {
  /** Whether the service manager holds the socket, too, and gives it to the next process. */
  readonly isInherited?: true;
  /** Closes after the connections that the system has already made; resolves when the port is free. */
  closeBehindQueue(): Promise<void>;
}

/** The closes that are about to free a port; `bind` waits for them. */
const closing = new Set<Promise<void>>();

export interface BindOptions {
  /** Called with paused sockets: nothing is read until the user reads. */
  readonly accepted: (socket: Socket) => void;
  /** Limits the open sockets; absent for no limit. */
  readonly open: Runtime["sockets"];
  /** Whether this process is a worker, and the others listen on the same port. */
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
    // The error of the first family is reported, because the second is only a fallback.
    outcome = host === ALL_INTERFACES_IPV4 && hosts.length === 2 ? outcome : next;
  }
  return outcome;
}

/** Why a program may not use a Unix socket, or null. It is a file as well as a socket. */
export function unixProblem(capabilities: Host["capabilities"], path: string): string | null {
  return (
    denial(capabilities, "net") ??
    (path === "" || path.length > LONGEST_PATH || path.includes("\0")
      ? systemText("EINVAL")
      : capabilities.write(path))
  );
}

/**
 * Binds the path of a Unix socket. One that no process listens on is replaced.
 * @returns the listener, or the error text
 */
export async function bindUnix(
  path: string,
  mode: number,
  { accepted, open, shared }: BindOptions,
  { capabilities, system: { sockets } }: Host,
): Promise<Bound | string> {
  const problem = unixProblem(capabilities, path) ?? open?.refusal() ?? null;
  if (problem !== null) return problem;
  if (closing.size > 0) await Promise.all(closing);
  try {
    const bound = await sockets.listenUnix({ path, shared, mode, replaces: true }, (socket) =>
      (open?.refusal() ?? null) === null ? accepted(socket) : void socket.destroy(),
    );
    return tracked(`unix:${path}`, bound);
  } catch (error) {
    return errorText(error);
  }
}

/**
 * Takes the listening sockets that the process has inherited: all, or those of a name.
 * @returns the listener for all of them, or the error text
 */
export async function bindInherited(
  name: string,
  {
    accepted,
    open,
    shared,
  }: Omit<BindOptions, "accepted"> & {
    readonly accepted: (socket: Socket, isUnix: boolean) => void;
  },
  { capabilities, system: { sockets } }: Host,
): Promise<Bound | string> {
  const problem = denial(capabilities, "net") ?? open?.refusal() ?? null;
  if (problem !== null) return problem;
  try {
    const bound = await sockets.listenInherited({ name, shared }, (socket, isUnix) =>
      (open?.refusal() ?? null) === null ? accepted(socket, isUnix) : void socket.destroy(),
    );
    if (bound === null)
      return `no sockets${name === "" ? "" : ` named ${name}`} were passed to this process (LISTEN_FDS)`;
    const denied = bound.addresses
      .map((each) => refusedAddress(capabilities, each))
      .find((each) => each !== null);
    if (denied !== undefined) {
      bound.close();
      return denied;
    }
    return { ...tracked(bound.addresses[0]!, bound), isInherited: true };
  } catch (error) {
    return errorText(error);
  }
}

/** Why a program may not listen at an address, or null. */
function refusedAddress(capabilities: Host["capabilities"], address: string): string | null {
  if (address.startsWith("unix:")) return capabilities.write(address.slice(5));
  const parsed = parseListenAddress(address);
  return typeof parsed === "string" ? null : capabilities.listen(parsed.host, parsed.port);
}

/** A later `bind` waits for the close. */
function tracked(address: string, bound: Pick<Bound, "close" | "closeBehindQueue">): Bound {
  return {
    address,
    close: () => bound.close(),
    closeBehindQueue() {
      const done = bound.closeBehindQueue().finally(() => closing.delete(done));
      closing.add(done);
      return done;
    },
  };
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
    return tracked(showAddress(bound.host, bound.port), bound);
  } catch (error) {
    return errorText(error);
  }
}
