// std/http: the natives and structs of http.std for one program.
import type { Int, NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { Client, HttpResponse, HttpStream } from "./client/index.ts";
import { METHODS, parseMethod } from "./message/index.ts";
import { RESPONSE_FUNCTIONS, Request, Response, Route, fileResponse, staticFile } from "./routes/index.ts";
import { Server, listen, shutdown, shutdownWithin } from "./server/index.ts";

/** Natives of std/http for one program. */
export function create(runtime: Runtime): NativeTable {
  const client = new Client(runtime);
  return {
    functions: {
      ...RESPONSE_FUNCTIONS,
      parse_method: parseMethod,
      "Request.header": (request: Request, name: string) => request.header(name),
      "Request.param": (request: Request, name: string) => request.param(name),
      "Request.query_value": (request: Request, name: string) => request.queryValue(name),
      "Response.file": (path: string) => fileResponse(runtime, path),
      __static_file: (directory: string, segment: string) => staticFile(runtime, directory, segment),
      "Server.listen": (server: Server, address: string) => runtime.scheduler.external(listen(runtime, server, address)),
      "Server.shutdown": shutdown,
      "Server.shutdown_within": (server: Server, ms: Int) => shutdownWithin(runtime, server, Number(ms)),
      __exchange: (method: string, url: string, body: string, headers: string, timeout: Int, maxRedirects: Int) =>
        client.exchange(method, url, body, headers, timeout, maxRedirects),
      stream: (method: string, url: string, body: string, headers: string, timeout: Int) =>
        client.stream(method, url, body, headers, timeout),
      "HttpStream.read_chunk": (stream: HttpStream) => client.readChunk(stream),
      "HttpStream.close": (stream: HttpStream) => client.close(stream),
    },
    structs: { Request, Response, Route, Server, HttpResponse, HttpStream },
    enums: { Method: METHODS },
  };
}
