// Requests of the page to servers of programs: HTTP/1.1 over a pair of streams in memory.
import type { DirectHttp } from "../index.ts";
import { failure, unavailable } from "./failure.ts";
import { pairOf, type MemorySocket } from "./memory-network.ts";
import { ResponseReader } from "./response-reader.ts";

const LOOPBACK = { host: "127.0.0.1", port: 0 };
/** Fields that describe the connection or are written here. */
const OWN_FIELDS = new Set(["connection", "content-length", "host", "keep-alive", "transfer-encoding"]);
const encoder = new TextEncoder();

export const directHttp: DirectHttp = {
  fetch(request, accept) {
    const [own, other] = pairOf({ local: LOOPBACK, remote: LOOPBACK });
    accept(other);
    return exchange(request, own);
  },
  forward() {
    throw unavailable("server of Node");
  },
  listener() {
    throw unavailable("server of Node");
  },
};

/** Sends a request over a connection. Rejects if the connection ends before the response has begun. */
export async function exchange(request: Request, connection: MemorySocket): Promise<Response> {
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  return new Promise((resolve, reject) => {
    const { signal } = request;
    const aborted = (): Error => new DOMException("the request was aborted", "AbortError");
    const reader = new ResponseReader(request.method === "HEAD", {
      head: resolve,
      done: () => connection.end(),
      failed(error) {
        reject(error);
        connection.destroy();
      },
    });
    const abort = (): void => {
      reader.fail(aborted());
      connection.destroy();
    };
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    connection.on("data", (bytes: Uint8Array) => reader.push(bytes));
    connection.on("end", () => reader.end());
    connection.on("error", (error: Error) => reader.fail(error));
    connection.on("close", () => {
      signal.removeEventListener("abort", abort);
      reader.fail(failure("ECONNRESET", "the server closed the connection"));
    });
    connection.write(headOf(request, body));
    if (body !== null && body.length > 0) connection.write(body);
  });
}

function headOf(request: Request, body: Uint8Array | null): Uint8Array {
  const url = new URL(request.url);
  const lines = [`${request.method} ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`];
  for (const [name, value] of request.headers) if (!OWN_FIELDS.has(name)) lines.push(`${name}: ${value}`);
  if (body !== null) lines.push(`Content-Length: ${body.length}`);
  return encoder.encode(`${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n`);
}
