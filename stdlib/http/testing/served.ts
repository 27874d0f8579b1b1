// A server for tests: a real one on a free port, or a single connection over a fake socket.
import { METHODS } from "../message/method.ts";
import type { Request } from "../routes/request.ts";
import { Response, TEXT } from "../routes/response.ts";
import { Route } from "../routes/route.ts";
import { Routing } from "../routes/routing.ts";
import { clientInfo } from "../server/client-info.ts";
import { Serializer } from "../server/serialize.ts";
import { ServerConnection } from "../server/connection.ts";
import type { ConnectionHost, ServerLimits } from "../server/connection-host.ts";
import { Server, USUAL_LIMITS, listen, shutdown } from "../server/server.ts";
import type { MaybePromise } from "../../../interpreter/runtime/index.ts";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { FakeSocket } from "./fake-socket.ts";
import { testRuntime } from "./test-runtime.ts";
import type { TestRuntime } from "./test-runtime.ts";

export type Handler = (request: Request) => MaybePromise<Response>;

/** Returns one route for each method and up to three segments, all to the same handler. */
export function routesTo(handler: Handler): Route[] {
  const patterns = ["/", "/:a", "/:a/:b", "/:a/:b/:c", "*"];
  return METHODS.flatMap((method) => patterns.map((pattern) => new Route(method, pattern, handler)));
}

/** Responds with the path and body of the request. */
export function echo(request: Request): Response {
  return Response.of(200, TEXT, `${request._path}|${request._body}`);
}

export interface Conversation {
  /** The statuses of all responses in order. */
  readonly statuses: string;
  readonly text: string;
  readonly ended: boolean;
}

/** Feeds pieces to one connection and collects its output. */
export function converse(pieces: readonly string[], handler: Handler = echo, endInput = false): Conversation {
  const routing = new Routing({ _routes: routesTo(handler) });
  const host: ConnectionHost = {
    runtime: testRuntime().runtime,
    routePrecedesBody: false,
    refusal: () => null,
    trust: null,
    hurry: () => {},
    report: () => {},
    serializer: new Serializer(),
    stopping: false,
    logging: false,
    readLimit: () => Infinity,
    writeLimit: () => Infinity,
    limits: USUAL_LIMITS,
    find: (head) => routing.find(head),
    log: () => {},
    writes: { add: (writer) => writer.writeNow() },
    handlerFailed: () => true,
    closed: () => {},
  };
  const fake = new FakeSocket();
  const connection = new ServerConnection(host, fake.socket, clientInfo(fake.socket, false, null));
  fake.on("data", (bytes: Buffer) => connection.arrived(bytes.toString("latin1")));
  for (const piece of pieces) if (piece !== "") fake.feed(piece);
  if (endInput) fake.emit("end");
  const text = fake.written.replace(/^Date: .*\r\n/gm, "");
  return { statuses: statusesOf(text), text, ended: fake.ended };
}

/** Returns the codes of all status lines in a text. */
export function statusesOf(text: string): string {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n/g)].map((match) => match[1]).join(" ");
}

export interface RunningServer extends TestRuntime {
  readonly server: Server;
  readonly port: number;
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

interface Settings {
  readonly read?: number;
  readonly write?: number;
  readonly log?: boolean;
  readonly limits?: Partial<ServerLimits>;
}

/** Starts a server on a free port. */
export async function start(routes: Route[], settings: Settings = {}): Promise<RunningServer> {
  const outputs = testRuntime();
  const server = new Server(
    settings.read ?? 30_000,
    settings.write ?? 30_000,
    settings.log ?? false,
    routes,
    "",
    false,
  );
  server.limits = { ...server.limits, ...settings.limits };
  if (routes.some((route) => route.streams)) server.routing.withStreams();
  const done = listen(outputs.runtime, server, "127.0.0.1:0");
  while (server._addr === "") await new Promise((resolve) => setTimeout(resolve, 1));
  return {
    ...outputs,
    server,
    port: Number(server._addr.split(":")[1]),
    done,
    stop: () => {
      shutdown(server);
      return done;
    },
  };
}

/** Sends bytes over a raw socket and returns everything received until the server ends. */
export function talk(port: number, bytes: string, options: { readonly end?: boolean } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = dialRaw(port);
    let text = "";
    socket.on("data", (piece: Buffer) => (text += piece.toString("latin1")));
    socket.on("end", () => socket.end());
    socket.on("close", () => resolve(text));
    socket.write(bytes, "latin1");
    if (options.end === true) socket.end();
  });
}

/** Opens a raw connection that survives resets. */
export function dialRaw(port: number): Socket {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
  socket.on("error", () => {});
  return socket;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Yields all ways in which the tests cut a message: whole, byte by byte, and once at every offset. */
export function* cuts(bytes: string): Generator<string[]> {
  yield [bytes];
  yield [...bytes];
  for (let at = 1; at < bytes.length; at++) yield [bytes.slice(0, at), bytes.slice(at)];
}
