// Listening sockets that the service manager has opened (sd_listen_fds(3)): LISTEN_PID names the process that they are for,
// LISTEN_FDS how many there are from descriptor 3 on, LISTEN_FDNAMES their names. Workers get them through their parent.
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { InheritedListening, ListenInheritedOptions } from "../index.ts";

const FIRST = 3;
/** Those that the program has taken. */
const taken = new Set<number>();

/** The descriptors of a name, or all for `""`. */
function descriptors(name: string, forProcess: number): number[] {
  const { LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES } = process.env;
  const count =
    /^\d{1,4}$/.test(LISTEN_FDS ?? "") && Number(LISTEN_PID) === forProcess ? Number(LISTEN_FDS) : 0;
  const names = (LISTEN_FDNAMES ?? "").split(":");
  return Array.from({ length: count }, (_, i) => i)
    .filter((i) => name === "" || names[i] === name)
    .map((i) => FIRST + i)
    .filter((descriptor) => !taken.has(descriptor));
}

/** Listens on one of them. @throws Error of the system */
export function listenOn(server: Server, descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ fd: descriptor }, () => {
      server.removeAllListeners("error").on("error", () => {});
      resolve();
    });
  });
}

/** `host:port`, or `unix:PATH`. */
export function shownAddress(address: string | AddressInfo | null): string {
  if (address === null || typeof address === "string") return `unix:${address ?? ""}`;
  return address.family === "IPv6"
    ? `[${address.address}]:${address.port}`
    : `${address.address}:${address.port}`;
}

/** The service manager keeps its own descriptor: connections that are not accepted wait for the next process. */
export async function listenInherited(
  { name, shared }: ListenInheritedOptions,
  accepted: (socket: Socket, isUnix: boolean) => void,
): Promise<InheritedListening | null> {
  const found = descriptors(name, shared ? process.ppid : process.pid);
  if (found.length === 0) return null;
  for (const descriptor of found) taken.add(descriptor);
  const all = await Promise.all(
    found.map((descriptor) => (shared ? sharedOne(descriptor, accepted) : ownOne(descriptor, accepted))),
  );
  return {
    addresses: all.map(({ address }) => address),
    close: () => all.forEach((each) => void each.close()),
    closeBehindQueue: async () => {
      await Promise.all(all.map((each) => each.close()));
    },
  };
}

interface One {
  readonly address: string;
  close(): Promise<void>;
}

async function ownOne(descriptor: number, accepted: (socket: Socket, isUnix: boolean) => void): Promise<One> {
  const options = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true };
  const server = createServer(options, (socket) => accepted(socket, isUnix));
  await listenOn(server, descriptor);
  const address = shownAddress(server.address());
  const isUnix = address.startsWith("unix:");
  return {
    address,
    close() {
      server.close();
      return Promise.resolve();
    },
  };
}

async function sharedOne(
  descriptor: number,
  accepted: (socket: Socket, isUnix: boolean) => void,
): Promise<One> {
  const { listenShared } = await import("./shared-ports.ts");
  let isUnix = false;
  const bound = await listenShared({ descriptor }, (socket) =>
    accepted(isUnix ? socket : socket.setNoDelay(true), isUnix),
  );
  const address =
    bound.port === 0
      ? bound.host
      : shownAddress({ ...bound, address: bound.host, family: bound.host.includes(":") ? "IPv6" : "IPv4" });
  isUnix = address.startsWith("unix:");
  return { address, close: () => bound.close() };
}
