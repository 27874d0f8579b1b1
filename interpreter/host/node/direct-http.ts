// Requests over pairs of streams, by the client of node:http, which is loaded on first use.
import type { IncomingMessage, OutgoingHttpHeaders, RequestOptions, ServerResponse } from "node:http";
import type { Duplex, Readable } from "node:stream";
import type { DirectHttp } from "../index.ts";

export const directHttp: DirectHttp = {
  fetch(request, accept) {
    const url = new URL(request.url);
    const headers: Record<string, string> = Object.fromEntries(request.headers);
    headers["host"] ??= url.host;
    const options = { method: request.method, path: url.pathname + url.search, headers };
    const { Readable: Streams } = process.getBuiltinModule("node:stream");
    const body =
      request.body === null ? null : Streams.fromWeb(request.body as Parameters<typeof Streams.fromWeb>[0]);
    return new Promise<Response>((resolve, reject) => {
      const sent = send(options, body, accept, (answer) => resolve(responseOf(answer)), reject);
      request.signal.addEventListener(
        "abort",
        () => sent.destroy(new DOMException("the request was aborted", "AbortError")),
        { once: true },
      );
    });
  },

  forward(given, to, accept) {
    const [request, response] = [given as IncomingMessage, to as ServerResponse];
    const options = { method: request.method ?? "GET", path: request.url ?? "/", headers: request.headers };
    const answered = (answer: IncomingMessage): void => {
      response.writeHead(answer.statusCode!, answer.statusMessage, ofAnswer(answer.rawHeaders));
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    };
    const failed = (): void => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    };
    const hasBody =
      request.headers["content-length"] !== undefined || request.headers["transfer-encoding"] !== undefined;
    const sent = send(options, hasBody ? request : null, accept, answered, failed);
    response.on("close", () => sent.destroy());
  },

  listener: (answer) => (given, to) => {
    const [request, response] = [given as IncomingMessage, to as ServerResponse];
    const failed = (): void => {
      if (!response.headersSent) response.writeHead(503);
      response.end();
    };
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const headers = new Headers();
      for (let i = 0; i < request.rawHeaders.length; i += 2)
        headers.append(request.rawHeaders[i]!, request.rawHeaders[i + 1]!);
      const method = request.method ?? "GET";
      const body = method === "GET" || method === "HEAD" ? null : Buffer.concat(pieces);
      answer(
        new Request(new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`), {
          method,
          headers,
          body,
        }),
      )
        .then(async (answered) => {
          response.writeHead(answered.status, answered.statusText, [...answered.headers].flat());
          response.end(Buffer.from(await answered.arrayBuffer()));
        })
        .catch(failed);
    });
  },
};

function send(
  options: RequestOptions,
  body: Readable | null,
  accept: (connection: unknown) => void,
  answered: (answer: IncomingMessage) => void,
  failed: (error: Error) => void,
): { destroy(error?: Error): void } {
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
  const { duplexPair } = process.getBuiltinModule("node:stream");
  const [own, other] = duplexPair() as unknown as [Duplex, Duplex];
  for (const end of [own, other]) {
    // The properties that a socket has in addition.
    Object.assign(end, {
      remoteAddress: "127.0.0.1",
      remotePort: 0,
      localAddress: "127.0.0.1",
      localPort: 0,
      setNoDelay: () => end,
      setKeepAlive: () => end,
      setTimeout: () => end,
      ref: () => end,
      unref: () => end,
      resetAndDestroy: () => end.destroy(),
      destroySoon: () => (end.writableFinished ? end.destroy() : end.end(() => end.destroy())),
    });
    end.on("error", () => {});
  }
  // Closing one end destroys the other, as with a closed connection.
  own.on("close", () => setImmediate(() => other.destroy()));
  other.on("close", () => setImmediate(() => own.destroy()));
  accept(other);
  return own;
}
