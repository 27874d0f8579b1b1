// Natives of built requests and of clients that share connections.
import { asCount, type ErrorValue, type Int, type Runtime } from "../../../interpreter/runtime/index.ts";
import type { Cancel } from "../../sync/index.ts";
import { asciiLower, trimBlanks } from "../message/index.ts";
import type { Client, HttpStream, PendingCall } from "./client.ts";
import { ClientRequest } from "./client-request.ts";
import { SharedClient } from "./shared-client.ts";

/** 0 or less means no limit. */
const limit = (n: Int): number => (Number(n) > 0 ? Number(n) : Infinity);

export function requestFunctions(runtime: Runtime, client: Client) {
  return {
    "ClientRequest.new": (method: string, url: string) => new ClientRequest(method, url),
    "ClientRequest.header": (request: ClientRequest, name: string, value: string) =>
      request.setHeader(name, value),
    "ClientRequest.add_header": (request: ClientRequest, name: string, value: string) =>
      request.addHeader(name, value),
    "ClientRequest.query": (request: ClientRequest, name: string, value: string) =>
      request.addQuery(name, value),
    "ClientRequest.cookie": (request: ClientRequest, name: string, value: string) =>
      request.addCookie(name, value),
    "ClientRequest.body": (request: ClientRequest, text: string) => request.setBody(text),
    "ClientRequest.form": (
      request: ClientRequest,
      pairs: readonly { readonly _0: string; readonly _1: string }[],
    ) => request.setForm(pairs),
    "ClientRequest.timeout_ms": (request: ClientRequest, ms: Int) =>
      Object.assign(request, { timeoutMs: limit(ms) }),
    "ClientRequest.max_body": (request: ClientRequest, bytes: Int) =>
      Object.assign(request, { maxBody: limit(bytes) }),
    "ClientRequest.decode": (request: ClientRequest, on: boolean) => Object.assign(request, { decodes: on }),
    "ClientRequest.redirects": (request: ClientRequest, most: Int) =>
      Object.assign(request, { maxRedirects: asCount(most) }),
    "ClientRequest.retry": (request: ClientRequest, most: Int) =>
      Object.assign(request, { retries: asCount(most) }),
    "ClientRequest.cancel": (request: ClientRequest, cancel: Cancel) => Object.assign(request, { cancel }),
    "ClientRequest.proxy": (request: ClientRequest, url: string) => request.setProxy(url),
    __typed: (request: ClientRequest, type: string, text: string) => request.setTyped(type, text),
    __check_header: (request: ClientRequest, name: string, value: string) => request.check(name, value),
    __multipart: (request: ClientRequest, type: string) => request.setType(type),
    __length: (request: ClientRequest, length: Int) =>
      request.setLength(Number(length) === -1 ? null : length),
    __boundary: () => Buffer.from(runtime.host.system.entropy.randomBytes(18)).toString("hex"),
    __begin: (request: ClientRequest, of: SharedClient | null, whole: boolean) =>
      client.begin(request, of, whole),
    __upload: (call: PendingCall, piece: string) => client.upload(call, piece),
    __end_upload: (call: PendingCall) => client.endUpload(call),
    __fail_upload: ({ call }: PendingCall, error: ErrorValue) => call.failUpload(error),
    __panic_of_upload: ({ call }: PendingCall) => call.panicOfUpload,
    __response: (call: PendingCall) => client.response(call),
    __opened: (call: PendingCall) => client.opened(call),
    __read_stream: (stream: HttpStream, max: Int) => client.read(stream, Number(max)),
    __header_values: headerValues,
    __header_value: (lines: string, name: string) => headerValues(lines, name)[0] ?? null,
    __websocket_by: (request: ClientRequest, of: SharedClient | null) => client.websocket(request, of),
    "Client.new": () => new SharedClient(runtime),
    "Client.unix": (path: string) => SharedClient.at(runtime, path),
    "Client.with_header": (shared: SharedClient, name: string, value: string) =>
      shared.addHeader(name, value),
    "Client.with_timeout_ms": (shared: SharedClient, ms: Int) =>
      Object.assign(shared, { timeoutMs: limit(ms) }),
    "Client.with_redirects": (shared: SharedClient, most: Int) =>
      Object.assign(shared, { maxRedirects: asCount(most) }),
    "Client.public_only": (shared: SharedClient) => shared.setPublicOnly(),
    "Client.with_max_per_host": (shared: SharedClient, most: Int) => shared.setMaxPerHost(most),
    "Client.with_proxy": (shared: SharedClient, url: string) => shared.setProxy(url),
    "Client.with_ca": (shared: SharedClient, pem: string) => shared.trust(pem),
    "Client.with_client_cert": (shared: SharedClient, cert: string, key: string) =>
      shared.identify(cert, key),
    "Client.cookie": (shared: SharedClient, url: string, name: string) => shared.cookie(url, name),
    "Client.close": (shared: SharedClient) => shared.close(),
  };
}

/** Returns the values of all `Name: value` lines with this name, in any case. */
function headerValues(lines: string, name: string): string[] {
  const wanted = `${asciiLower(name)}:`;
  return lines
    .split("\n")
    .filter((line) => asciiLower(line.slice(0, wanted.length)) === wanted)
    .map((line) => trimBlanks(line.slice(wanted.length)));
}
