// std/http: the natives and structs of http.std for one program.
import { codeOf } from "../net/index.ts";
import { fail, foreseen, Panic, tuple, UNIT } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import {
  Client,
  ClientRequest,
  HttpResponse,
  HttpStream,
  PendingCall,
  requestFunctions,
  SharedClient,
} from "./client/index.ts";
import { Cancel } from "../sync/index.ts";
import {
  METHODS,
  asciiLower,
  asciiUpper,
  commentText,
  eventText,
  isOneLine,
  isToken,
  parseMethod,
} from "./message/index.ts";
import {
  BodyReader,
  BodyWriter,
  EventStream,
  Form,
  FormFile,
  RESPONSE_FUNCTIONS,
  Request,
  Response,
  Route,
  TEXT,
  cleanPath,
  cookieLine,
  fileFor,
  fileOfTree,
  formOf,
  guardProblem,
  readForm,
  fileResponse,
  patternProblem,
  staticFile,
} from "./routes/index.ts";
import { protocolProblem, upgrade, WebSocket, WEBSOCKET_FUNCTIONS } from "./routes/index.ts";
import type { Handler, WebSocketSource, Wrapper } from "./routes/index.ts";
import { BinaryMessage, TextMessage } from "./websocket/index.ts";
import {
  adopt,
  Server,
  listen,
  positive,
  wholeBody,
  identitiesOf,
  problemCode,
  isDraining,
  problemOf,
  serve,
  shutdown,
  shutdownWithin,
  start,
  startTls,
  Trust,
  waitForStop,
} from "./server/index.ts";
import type { ServerLimits } from "./server/index.ts";

export type { BodyWriter, FileBody } from "./routes/index.ts";
export { formOf, Request, Response, type Form } from "./routes/index.ts";
export { adopt, type Server } from "./server/index.ts";
export { HttpResponse } from "./client/index.ts";
export { decodeEscapes, HeadMemory, isToken, reasonPhrase, ResponseReader } from "./message/index.ts";
export type { ResponseHead } from "./message/index.ts";
export { chooseCoding, METHOD_COUNT, UNKNOWN as METHOD_OTHER } from "./message/index.ts";
export { reportHandlerFailure } from "./server/index.ts";

/** Returns a builder method of `Server` that sets a limit. */
function limiting(limit: (n: Int) => Partial<ServerLimits>): (server: Server, n: Int) => Server {
  return (server, n) => {
    server.limits = { ...server.limits, ...limit(n) };
    return server;
  };
}

const FORM_FUNCTIONS = {
  "Request.queries": (request: Request) => request.queries().map(({ name, value }) => tuple(name, value)),
  "Form.value": (form: Form, name: string) => form.values(name)[0] ?? null,
  "Form.values": (form: Form, name: string) => [...form.values(name)],
  "Form.names": (form: Form) => form.names(),
  "Form.file": (form: Form, name: string) => form.files(name)[0] ?? null,
  "Form.files": (form: Form, name: string) => [...form.files(name)],
  "FormFile.read": (file: FormFile, max: Int) => file.read(max),
  "FormFile.save": (file: FormFile, path: string) => file.save(path),
  // biome-ignore lint/complexity/useMaxParams: in the order of the declaration, as scripts call it
  __cookie_line: (
    name: string,
    value: string,
    path: string,
    domain: string,
    maxAge: Int | null,
    secure: boolean,
    httpOnly: boolean,
    sameSite: string,
  ) => {
    const line = cookieLine({
      name,
      value,
      path,
      domain,
      maxAge: maxAge === null ? null : Number(maxAge),
      secure,
      httpOnly,
      sameSite,
    });
    if (typeof line !== "string") throw new Panic(line.problem);
    return line;
  },
} as const;

const EVENT_FUNCTIONS = {
  "EventStream.send": (events: EventStream, text: string) => events.sink.send(eventText("", text, "")),
  "EventStream.send_event": (events: EventStream, name: string, text: string, id: string) => {
    if (!isOneLine(name)) return fail("http", "send_event: the name has a line break or a NUL");
    if (!isOneLine(id)) return fail("http", "send_event: the id has a line break or a NUL");
    return events.sink.send(eventText(name, text, id));
  },
  "EventStream.comment": (events: EventStream, text: string) => events.sink.send(commentText(text)),
  "EventStream.heartbeat_ms": (events: EventStream, ms: Int) => events.sink.heartbeat(Number(ms)),
} as const;

const ROUTING_FUNCTIONS = {
  __pattern: (pattern: string) => {
    const problem = patternProblem(pattern);
    if (problem !== null) throw new Panic(problem);
    return pattern;
  },
  __for_any: (server: Server, route: Route) => {
    server.routing.plain = false;
    route.takes = { kind: "any" };
    return route;
  },
  __for_name: (server: Server, route: Route, name: string) => {
    if (!isToken(name) || asciiUpper(name) !== name)
      throw new Panic(`route_name: ${name} is not a valid request method`);
    server.routing.plain = false;
    route.takes = { kind: "name", name };
    return route;
  },
  __for_files: (server: Server, route: Route) => {
    server.routing.plain = false;
    route.takes = { kind: "get and head" };
    return route;
  },
  __for_mount: (server: Server, route: Route, other: Server) => {
    if (other.routing.leadsTo(server.routing)) throw new Panic("mount: a server cannot be mounted in itself");
    server.routing.plain = false;
    route.takes = { kind: "any" };
    route.mounted = other.routing;
    return route;
  },
  __route_limits: (server: Server, pattern: string, bodyBytes: Int | null, handlerMs: Int | null) =>
    server.routing.limit(pattern, {
      bodyBytes: bodyBytes === null ? null : positive(bodyBytes),
      handlerMs: handlerMs === null ? null : positive(handlerMs),
    }),
  "Server.fallback": (server: Server, handler: Handler) => {
    server.routing.plain = false;
    server.routing.fallback = handler;
  },
  __wrap: (server: Server, wrapper: Wrapper, _waits: Handler) => {
    server.routing.plain = false;
    server.routing.wrap(wrapper, null);
  },
  __guard: (server: Server, prefix: string, wrapper: Wrapper, _waits: Handler) => {
    const problem = guardProblem(prefix);
    if (problem !== null) throw new Panic(problem);
    server.routing.plain = false;
    server.routing.wrap(wrapper, prefix);
  },
  "Server.with_method_semantics": (server: Server) => {
    server.routing.plain = false;
    server.routing.methodSemantics = true;
    return server;
  },
} as const;

const PROXY_FUNCTIONS = {
  "Server.trust_proxies": (server: Server, list: readonly string[]) => trusting(server, list, false),
  "Server.trust_proxies_with": (server: Server, list: readonly string[], header: string) => {
    const name = asciiLower(header);
    if (name !== "forwarded" && name !== "x-forwarded")
      throw new Panic(`trust_proxies_with: ${header} is neither "forwarded" nor "x-forwarded"`);
    return trusting(server, list, name === "forwarded");
  },
  "Server.with_proxy_protocol": (server: Server) => {
    server.expectsProxyHead = true;
    return server;
  },
} as const;

function trusting(server: Server, list: readonly string[], standard: boolean): Server {
  const trust = Trust.of(list, standard);
  if (typeof trust === "string")
    throw new Panic(`trust_proxies: ${trust} is neither an address nor a range such as 10.0.0.0/8`);
  server.trust = trust;
  return server;
}

const LIMIT_FUNCTIONS = {
  "Server.with_max_body": (server: Server, bytes: Int) => {
    const bodyBytes = positive(bytes);
    server.routing.limitAll({ bodyBytes, handlerMs: null });
    server.limits = { ...server.limits, bodyBytes, streamedBodyBytes: bodyBytes };
    return server;
  },
  "Server.with_max_header": limiting((bytes) => ({ headBytes: positive(bytes) })),
  "Server.with_idle_timeout_ms": limiting((ms) => ({ idleMs: positive(ms) })),
  "Server.with_header_timeout_ms": limiting((ms) => ({ headerMs: positive(ms) })),
  "Server.with_handler_timeout": (server: Server, ms: Int) => {
    const handlerMs = positive(ms);
    server.routing.limitAll({ bodyBytes: null, handlerMs });
    server.limits = { ...server.limits, handlerMs };
    return server;
  },
  "Server.with_stop_timeout_ms": limiting((ms) => ({ stopMs: Math.max(0, Number(ms)) })),
  "Server.with_drain_ms": limiting((ms) => ({ drainMs: Math.max(0, Number(ms)) })),
  "Server.with_socket_mode": (server: Server, mode: Int) => {
    if (!(Number(mode) >= 0 && Number(mode) <= 0o777))
      throw new Panic(`with_socket_mode: ${mode} is not between 0 and 0o777`);
    server.socketMode = Number(mode);
    return server;
  },
  "Server.with_max_connections": (server: Server, n: Int) => {
    server.mostConnections = positive(n);
    return server;
  },
} as const;

function tlsFunctions(runtime: Runtime): NativeTable["functions"] {
  return {
    "Server.start_tls": (server: Server, address: string, certificate: string, key: string) => {
      const denied = runtime.host.capabilities.read(certificate) ?? runtime.host.capabilities.read(key);
      if (denied !== null) return fail("http", `cannot start ${address}: ${denied}`, codeOf(denied));
      return runtime.scheduler.external(
        startTls(runtime, server, address, (identities) => identities.addFiles(null, certificate, key)),
      );
    },
    "Server.start_tls_text": (server: Server, address: string, certificate: string, key: string) =>
      runtime.scheduler.external(
        startTls(runtime, server, address, (identities) => identities.addTexts(null, certificate, key)),
      ),
    "Server.tls_host": (server: Server, name: string, certificate: string, key: string) => {
      const denied = runtime.host.capabilities.read(certificate) ?? runtime.host.capabilities.read(key);
      if (denied !== null) return fail("http", `tls_host ${name}: ${denied}`, codeOf(denied));
      try {
        identitiesOf(runtime, server).addFiles(name, certificate, key);
        return UNIT;
      } catch (error) {
        return fail("http", `tls_host ${name}: certificate: ${problemOf(error)}`, problemCode(error));
      }
    },
  };
}

function websocketFunctions(runtime: Runtime): NativeTable["functions"] {
  return {
    ...WEBSOCKET_FUNCTIONS,
    "Server.ws_origins": (server: Server, origins: readonly string[]) => {
      server.origins = [...origins];
      return server;
    },
    __protocols: (protocols: readonly string[]) => {
      const problem = protocolProblem(protocols);
      if (problem !== null) throw new Panic(`websocket_with: '${problem}' is not the name of a protocol`);
      return [...protocols];
    },
    __upgrade: (
      server: Server,
      request: Request,
      protocols: readonly string[],
      run: WebSocketSource["run"],
    ) => upgrade(runtime, request, { origins: server.origins, protocols }, run),
  };
}

/** The nanoseconds for each byte, on a slow machine. */
const OF_HEADERS = { "Response.header": 15, "Response.add_header": 15 };

/** Returns the natives of std/http for one program. */
export function create(runtime: Runtime): NativeTable {
  const client = new Client(runtime);
  return {
    functions: {
      ...foreseen(runtime, OF_HEADERS, RESPONSE_FUNCTIONS),
      parse_method: parseMethod,
      "Request.header": (request: Request, name: string) => request.header(name),
      "Request.param": (request: Request, name: string) => request.param(name),
      "Request.query_value": (request: Request, name: string) => request.queryValue(name),
      "Request.decoded_param": (request: Request, name: string) => request.decodedParam(name),
      "Request.query_all": (request: Request, name: string) => request.queryAll(name),
      "Request.headers_all": (request: Request, name: string) => request.headersAll(name),
      "Request.cookie": (request: Request, name: string) => request.cookie(name),
      "Request.method_name": (request: Request) => request.methodName(),
      "Request.clean_path": (request: Request) => cleanPath(request._path),
      "Request.target": (request: Request) => request.target(),
      "Request.early_hints": (request: Request, links: readonly string[]) => request.earlyHints(links),
      "Request.cancel": (request: Request) => request.cancel(() => new Cancel(runtime.scheduler)),
      "Request.form": (request: Request) => formOf(runtime, request),
      form_of: (request: Request, body: BodyReader) => {
        request.reader ??= body;
        return runtime.scheduler.external(readForm(runtime, request, body.pieces));
      },
      ...FORM_FUNCTIONS,
      __body_of: (request: Request) => request.reader ?? new BodyReader(wholeBody(request._body)),
      "BodyReader.read": (body: BodyReader, max: Int) => body.pieces.read(Number(max)),
      "BodyWriter.trailer": (out: BodyWriter, name: string, value: string) => {
        if (!out.sink.trailer(name, value))
          throw new Panic(`trailer: '${name}' has not been announced by resp.trailers`);
      },
      "BodyWriter.write": (out: BodyWriter, data: string) => out.sink.write(data),
      ...EVENT_FUNCTIONS,
      __streams: (server: Server, route: Route) => {
        server.routing.withStreams();
        route.streams = true;
        return route;
      },
      "Request.remote_addr": (request: Request) => request.remoteAddr(),
      "Request.peer_addr": (request: Request) => request.peerAddr(),
      "Request.scheme": (request: Request) => request.scheme(),
      "Request.host": (request: Request) => request.host(),
      "Response.file": (path: string) => fileResponse(runtime, path),
      "Response.file_of": (request: Request, path: string) => fileFor(runtime, request, path),
      __file_of: (server: Server, directory: string, request: Request) =>
        fileOfTree(runtime, directory, request.param("file"), request) ??
        server.routing.fallback?.(request) ??
        Response.of(404, TEXT, "Not Found"),
      __static_file: (directory: string, segment: string, path: string) =>
        staticFile(runtime, directory, segment, path),
      "Server.listen": (server: Server, address: string) =>
        runtime.scheduler.external(listen(runtime, server, address)),
      "Server.serve": (server: Server, address: string) =>
        runtime.scheduler.external(serve(runtime, server, address)),
      "Server.start": (server: Server, address: string) =>
        runtime.scheduler.external(start(runtime, server, address)),
      ...tlsFunctions(runtime),
      ...LIMIT_FUNCTIONS,
      ...PROXY_FUNCTIONS,
      ...ROUTING_FUNCTIONS,
      ...websocketFunctions(runtime),
      // Never called: tells the compiler that the next handler of a wrapper may wait.
      __later: () => Response.of(404, "", ""),
      __is_draining: (server: Server) => server._stopping || isDraining(runtime),
      "Server.wait": (server: Server) => waitForStop(runtime, server),
      "Server.shutdown": shutdown,
      "Server.shutdown_within": (server: Server, ms: Int) => shutdownWithin(runtime, server, Number(ms)),
      // biome-ignore lint/complexity/useMaxParams: in the order of the declaration, as scripts call it
      __exchange: (
        method: string,
        url: string,
        body: string,
        headers: string,
        timeout: Int,
        maxRedirects: Int,
      ) => client.exchange(method, url, body, headers, timeout, maxRedirects),
      stream: (method: string, url: string, body: string, headers: string, timeout: Int) =>
        client.stream(method, url, body, headers, timeout),
      ...requestFunctions(runtime, client),
      "HttpStream.trailers": ({ body }: HttpStream) =>
        (body?.trailers ?? []).map(({ name, value }) => tuple(name, value)),
      "HttpStream.read_chunk": (stream: HttpStream) => client.readChunk(stream),
      "HttpStream.close": (stream: HttpStream) => client.close(stream),
    },
    serves: (server: object, connection: unknown) =>
      adopt(runtime, server as Server, connection as Parameters<typeof adopt>[2]),
    structs: {
      BodyReader,
      BodyWriter,
      EventStream,
      Form,
      FormFile,
      Request,
      Response,
      Route,
      Server,
      HttpResponse,
      HttpStream,
      ClientRequest,
      Client: SharedClient,
      __Call: PendingCall,
      WebSocket,
    },
    enums: { Method: METHODS, Message: [TextMessage, BinaryMessage] },
  };
}
