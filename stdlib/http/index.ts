// std/http: the natives and structs of http.std for one program.
import type { NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { HttpResponse } from "./buffered.ts";
import { Client, HttpStream } from "./client.ts";
import { fileResponse, staticFile } from "./file-response.ts";
import { METHODS, parseMethod } from "./method.ts";
import { Request } from "./request.ts";
import { RESPONSE_FUNCTIONS, Response } from "./response.ts";
import type { Int } from "./response.ts";
import { Route } from "./router.ts";
import { Server, listen, shutdown, shutdownWithin } from "./server.ts";

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
