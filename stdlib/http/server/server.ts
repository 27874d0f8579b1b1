// The struct Server and its operations: listening, in the foreground or the background, with TLS or without,
// and stopping. A `Service` does the work.
import { get } from "../../../interpreter/own/index.ts";
import type { Int, MaybePromise, Runtime } from "../../../interpreter/runtime/index.ts";
import { fail, UNIT } from "../../../interpreter/runtime/index.ts";
import type { ErrorValue, Unit } from "../../../interpreter/runtime/index.ts";
import type { Bound, Socket } from "../../net/index.ts";
import { bind, bindInherited, bindUnix, codeOf } from "../../net/index.ts";
import type { Result } from "../../../interpreter/runtime/index.ts";
import { LIMITS } from "../limits.ts";
import type { Route } from "../routes/index.ts";
import { Routing } from "../routes/index.ts";
import { markUnix } from "./client-info.ts";
import type { ServerLimits } from "./connection-host.ts";
import { Identities, problemCode, problemOf } from "./identities.ts";
import { Service } from "./service.ts";
import type { Trust } from "./trust.ts";

/** The default limits of a server. */
export const USUAL_LIMITS: ServerLimits = {
  bodyBytes: LIMITS.requestBodyBytes,
  streamedBodyBytes: Infinity,
  headBytes: LIMITS.requestHeadBytes,
  idleMs: null,
  headerMs: null,
  handlerMs: Infinity,
  stopMs: LIMITS.stopMs,
  drainMs: 0,
};

const UNIX_PREFIX = "unix:";
/** The permissions of Unix sockets: for owner and group. */
const SOCKET_MODE = 0o660;

/** The struct Server. */
export class Server {
  _read_timeout_ms: Int;
  _write_timeout_ms: Int;
  _access_log: boolean;
  _routes: Route[];
  _addr: string;
  _stopping: boolean;
  readonly routing = new Routing(this);
  limits: ServerLimits = USUAL_LIMITS;
  /** The origins from which browsers may open WebSockets; null for any. */
  origins: readonly string[] | null = null;
  /** The proxies whose word about the client counts; null for none. */
  trust: Trust | null = null;
  /** Whether trusted peers send the head of the PROXY protocol first. */
  expectsProxyHead = false;
  /** The permissions of the file of a Unix socket. */
  socketMode = SOCKET_MODE;
  /** The most connections at a time. */
  mostConnections = Infinity;
  /** The certificates of `start_tls` and `tls_host`; null for a server without TLS. */
  identities: Identities | null = null;
  /** Null before the first `listen`. */
  service: Service | null = null;

  // biome-ignore lint/complexity/useMaxParams: in the order of the declaration, as scripts call it
  constructor(
    readTimeout: Int,
    writeTimeout: Int,
    accessLog: boolean,
    routes: Route[],
    address: string,
    stopping: boolean,
  ) {
    this._read_timeout_ms = readTimeout;
    this._write_timeout_ms = writeTimeout;
    this._access_log = accessLog;
    this._routes = routes;
    this._addr = address;
    this._stopping = stopping;
  }
}

/**
 * Binds and serves until the server is stopped. A failure to bind is reported on standard output and by the
 * exit status.
 */
export async function listen(runtime: Runtime, server: Server, address: string): Promise<void> {
  const problem = await serveUntilStopped(runtime, server, address);
  if (problem === null) return;
  runtime.stdout.write(`http: ${problem}\n`);
  runtime.failAtEnd();
}

/** Binds and serves like `listen`, but returns the failure. */
export async function serve(
  runtime: Runtime,
  server: Server,
  address: string,
): Promise<Result<Unit, ErrorValue>> {
  const problem = await serveUntilStopped(runtime, server, address);
  return problem === null ? UNIT : fail("http", problem, codeOf(problem));
}

/**
 * Binds and serves in the background. Resolves with the bound address as soon as connections are accepted.
 */
export async function start(
  runtime: Runtime,
  server: Server,
  address: string,
): Promise<Result<string, ErrorValue>> {
  if (server._stopping) return stoppedBefore(address);
  return begin(runtime, server, address, await bindFor(runtime, server, address));
}

function stoppedBefore(address: string): Result<string, ErrorValue> {
  return fail("http", `cannot start ${address}: the server has been stopped`);
}

/** Serves a bound listener in the background. */
function begin(
  runtime: Runtime,
  server: Server,
  address: string,
  bound: Bound | string,
): Result<string, ErrorValue> {
  if (typeof bound === "string") return fail("http", bound, codeOf(bound));
  // While it serves, a goroutine that waits for a channel is not stuck.
  void runtime.scheduler.external(server.service!.serve(bound));
  return server._stopping ? stoppedBefore(address) : bound.address;
}

/** Returns a server's certificates, creating them on first use. */
export function identitiesOf(runtime: Runtime, server: Server): Identities {
  const { content, sockets } = runtime.host.system;
  return (server.identities ??= new Identities({
    content,
    sockets,
    report: (line) => runtime.stderr.write(line),
  }));
}

/** Starts like `start`, over TLS. `add` adds the certificate for all names. */
export async function startTls(
  runtime: Runtime,
  server: Server,
  address: string,
  add: (identities: Identities) => void,
): Promise<Result<string, ErrorValue>> {
  if (server._stopping) return stoppedBefore(address);
  const identities = identitiesOf(runtime, server);
  try {
    add(identities);
  } catch (error) {
    const problem = problemOf(error);
    return fail("http", `cannot start ${address}: certificate: ${problem}`, problemCode(error));
  }
  return begin(runtime, server, address, await bindFor(runtime, server, address, identities));
}

async function serveUntilStopped(runtime: Runtime, server: Server, address: string): Promise<string | null> {
  if (server._stopping) return null;
  const bound = await bindFor(runtime, server, address);
  if (typeof bound === "string") return bound;
  await server.service!.serve(bound);
  return null;
}

/** Binds the address; returns the error text if that fails. With identities, it uses TLS. */
async function bindFor(
  runtime: Runtime,
  server: Server,
  address: string,
  identities: Identities | null = null,
): Promise<Bound | string> {
  server.service ??= new Service(runtime, server);
  const { service } = server;
  const { host } = runtime;
  const accepted = (socket: Socket, isUnix: boolean): void => {
    if (isUnix) markUnix(socket);
    service.arrived(socket, identities);
  };
  const options = { open: runtime.sockets, shared: (get(host, "workerId") ?? 0) > 0 };
  const isUnix = address.startsWith(UNIX_PREFIX);
  const by = { ...options, accepted: (socket: Socket) => accepted(socket, isUnix) };
  const [kind, name = ""] = address.split(":", 2);
  const bound = isUnix
    ? await bindUnix(address.slice(UNIX_PREFIX.length), server.socketMode, by, host)
    : kind === "systemd" && !/^\d*$/.test(name || "x")
      ? await bindInherited(address.slice("systemd:".length), { ...options, accepted }, host)
      : await bind(address, by, host);
  return typeof bound === "string" ? `cannot bind ${address}: listen: ${bound}` : bound;
}

/** Serves a connection made by the host, as if it had been accepted. */
export function adopt(runtime: Runtime, server: Server, socket: Socket): void {
  server.service ??= new Service(runtime, server);
  server.service.adopt(socket);
}

/** Converts a limit: 0 or less means no limit. */
export function positive(n: Int): number {
  const value = Number(n);
  return value > 0 ? value : Infinity;
}

/** Waits until a server that serves has been stopped. */
export function waitForStop(runtime: Runtime, server: Server): MaybePromise<void> {
  const { service } = server;
  if (service?.isServing === true) return runtime.scheduler.external(service.untilStopped());
}

/** Stops all listeners of a server; returns immediately. */
export function shutdown(server: Server): void {
  server._stopping = true;
  server.service?.stop();
}

/** Stops like `shutdown`, and cuts what is unfinished after `limitMs`. Returns whether nothing was cut. */
export function shutdownWithin(runtime: Runtime, server: Server, limitMs: number): MaybePromise<boolean> {
  shutdown(server);
  const drained = server.service?.drainedWithin(limitMs) ?? true;
  return drained instanceof Promise ? runtime.scheduler.external(drained) : drained;
}
