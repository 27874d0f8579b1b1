// Requests over pairs of streams, by the client of node:http, which is loaded on first use.
import type {
  ClientRequest,
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestOptions,
  ServerResponse,
} from "node:http";
import type { Duplex, Readable } from "node:stream";
import { memoryPair } from "./memory-pair.ts";
import type { DirectHttp } from "../index.ts";
import { bodyOf, fieldsWithoutBody, LOST_BODY, type FoundBody } from "./read-bodies.ts";

export const directHttp: DirectHttp = {
  fetch(request, accept) {
    const url = new URL(request.url);
    const headers: Record<string, string> = Object.fromEntries(request.headers);
    headers["host"] ??= url.host;
    // The server would wait for a body that does not follow.
    if (request.body === null) for (const name of OF_BODY) delete headers[name];
    const options = { method: request.method, path: url.pathname + url.search, headers };
    const { Readable: Streams } = process.getBuiltinModule("node:stream");
    const body =
      request.body === null ? null : Streams.fromWeb(request.body as Parameters<typeof Streams.fromWeb>[0]);
    return new Promise<Response>((resolve, reject) => {
      const { signal } = request;
      if (signal.aborted) return reject(aborted());
      const sent = send(options, body, accept, (answer) => resolve(responseOf(answer)), reject);
      const abort = (): void => void sent.destroy(aborted());
      signal.addEventListener("abort", abort, { once: true });
      sent.on("close", () => {
        signal.removeEventListener("abort", abort);
        // What is left of it is no longer needed.
        body?.destroy();
      });
    });
  },

  forward(given, to, accept) {
    const [request, response] = [given as IncomingMessage, to as ServerResponse];
    const options = { method: request.method ?? "GET", path: request.url ?? "/" };
    const answered = (answer: IncomingMessage): void => {
      response.writeHead(answer.statusCode!, answer.statusMessage, ofAnswer(answer.rawHeaders));
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    };
    const failed = (): void => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    };
    const found = bodyOf(request);
    if (found.kind === "lost") return refuse(response, 500, LOST_BODY);
    const { body, headers } = forwarded(request, found);
    const sent = send({ ...options, headers }, body, accept, answered, failed);
    response.on("close", () => sent.destroy());
  },

  listener: (answer) => (given, to) => {
    const [request, response] = [given as IncomingMessage, to as ServerResponse];
    const failed = (): void => {
      if (!response.headersSent) response.writeHead(503);
      response.end();
    };
    const left = new AbortController();
    response.on("close", () => left.abort());
    const found = bodyOf(request);
    const fields = found.kind === "bytes" ? fieldsWithoutBody(request.rawHeaders) : request.rawHeaders;
    const complete = (bytes: Buffer<ArrayBuffer>): void => {
      const asked = webRequest(request, fields, bytes, left.signal);
      if (typeof asked === "number") return void response.writeHead(asked).end();
      answer(asked)
        .then(async (answered) => {
          response.writeHead(answered.status, answered.statusText, [...answered.headers].flat());
          response.end(Buffer.from(await answered.arrayBuffer()));
        })
        .catch(failed);
    };
    if (found.kind === "lost") return refuse(response, 500, LOST_BODY);
    if (found.kind === "bytes") return complete(found.bytes);
    if (found.kind === "none") return complete(Buffer.alloc(0));
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => complete(Buffer.concat(pieces)));
  },
};

/** The body that is sent to the program, and the fields with it. */
function forwarded(
  request: IncomingMessage,
  found: FoundBody,
): { readonly body: Readable | null; readonly headers: OutgoingHttpHeaders } {
  const { headers, rawHeaders } = request;
  if (found.kind !== "bytes") return { body: found.kind === "unread" ? request : null, headers };
  const { Readable: Streams } = process.getBuiltinModule("node:stream");
  const kept = new Set(
    fieldsWithoutBody(rawHeaders).map((text, i) => (i % 2 === 0 ? text.toLowerCase() : "")),
  );
  return {
    body: Streams.from([found.bytes]),
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => kept.has(name))),
      "content-length": found.bytes.length,
    },
  };
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  response.end(text);
}

/** The fields that announce a body. */
const OF_BODY = ["content-length", "transfer-encoding"];

function aborted(): DOMException {
  return new DOMException("the request was aborted", "AbortError");
}

/** The web request for a request of Node's server, or the status of the answer to one that cannot be. */
function webRequest(
  request: IncomingMessage,
  rawHeaders: readonly string[],
  bytes: Buffer<ArrayBuffer>,
  signal: AbortSignal,
): Request | number {
  const { method = "GET", url = "/" } = request;
  if (/^(?:TRACE|TRACK|CONNECT)$/i.test(method)) return 501;
  const host = `http://${request.headers.host ?? "localhost"}`;
  try {
    const headers = new Headers();
    for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
    const body = method === "GET" || method === "HEAD" ? null : bytes;
    // A path that begins with `//` is no address of another host.
    const address = url.startsWith("/") ? new URL(host + url) : new URL(url, host);
    return new Request(address, { method, headers, body, signal });
  } catch {
    return 400;
  }
}

function send(
  options: RequestOptions,
  body: Readable | null,
  accept: (connection: unknown) => void,
  answered: (answer: IncomingMessage) => void,
  failed: (error: Error) => void,
): ClientRequest {
  const { request: makeRequest } = process.getBuiltinModule("node:http");
  const headers: OutgoingHttpHeaders = { ...(options.headers as OutgoingHttpHeaders), connection: "close" };
  const sent = makeRequest({ ...options, headers, createConnection: () => connect(accept) }, answered);
  sent.on("error", failed);
  if (body === null) sent.end();
  else {
    body.on("error", (error) => sent.destroy(error));
    body.pipe(sent);
  }
  return sent;
}

/** Drops the fields of the connection, which ends here (RFC 9110, 7.6.1). */
function ofAnswer(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter(
    (_, i) => !/^(?:connection|keep-alive|transfer-encoding)$/i.test(rawHeaders[i - (i % 2)]!),
  );
}

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers();
  const fields = ofAnswer(answer.rawHeaders);
  for (let i = 0; i < fields.length; i += 2) headers.append(fields[i]!, fields[i + 1]!);
  const status = answer.statusCode!;
  const empty = status === 204 || status === 205 || status === 304;
  const { Readable: Streams } = process.getBuiltinModule("node:stream");
  if (empty) answer.resume();
  const body = empty ? null : (Streams.toWeb(answer) as ReadableStream);
  return new Response(body, { status, statusText: answer.statusMessage ?? "", headers });
}

/** Creates a connection; one end is passed to `accept`. */
function connect(accept: (connection: unknown) => void): Duplex {
  const [own, other] = memoryPair();
  accept(other);
  return own;
}
