// A response that turns its connection into a WebSocket, or refuses to (reference/http-server#websockets).
import { has } from "../../../interpreter/own/index.ts";
import type { Int, Runtime } from "../../../interpreter/runtime/index.ts";
import { asciiLower, isToken } from "../message/index.ts";
import { openingOf } from "../websocket/index.ts";
import type { WebSocket, WebSocketSource } from "./body-source.ts";
import type { Request } from "./request.ts";
import { Response, TEXT } from "./response.ts";

/** What a route for WebSockets accepts. */
export interface Accepted {
  /** The allowed origins of browsers, or null for any. */
  readonly origins: readonly string[] | null;
  /** The protocols that the program speaks. */
  readonly protocols: readonly string[];
}

export function upgrade(
  runtime: Runtime,
  request: Request,
  { origins, protocols }: Accepted,
  run: WebSocketSource["run"],
): Response {
  // A request built by a test has no connection to take over.
  if (request.origin === null)
    return Response.of(426, TEXT, "Upgrade Required").header("Upgrade", "websocket");
  const opening = openingOf(
    (name) => request.header(name),
    request._method.tag === 0 && request._version !== "HTTP/1.0",
    runtime.host.system.cryptography,
    protocols,
  );
  if (has(opening, "status"))
    return Response.of(opening.status, TEXT, opening.text)
      .header("Upgrade", "websocket")
      .header("Sec-WebSocket-Version", "13");
  const origin = request.header("origin");
  if (
    origins !== null &&
    origin !== "" &&
    !origins.some((allowed) => asciiLower(allowed) === asciiLower(origin))
  )
    return Response.of(403, TEXT, "Forbidden");
  return Response.from(101, "", { kind: "websocket", opening, run });
}

/** @returns the name that is not a token, or null */
export function protocolProblem(protocols: readonly string[]): string | null {
  return protocols.find((each) => !isToken(each)) ?? null;
}

export const WEBSOCKET_FUNCTIONS = {
  "WebSocket.protocol": ({ protocol }: WebSocket) => protocol,
  "WebSocket.recv": ({ peer }: WebSocket) => peer.recv(),
  "WebSocket.send_text": ({ peer }: WebSocket, text: string) => peer.sendText(text),
  "WebSocket.send_binary": ({ peer }: WebSocket, bytes: string) => peer.sendBinary(bytes),
  "WebSocket.close": ({ peer }: WebSocket, code: Int, reason: string) => peer.close(Number(code), reason),
  "WebSocket.max_message": (socket: WebSocket, bytes: Int) => {
    socket.peer.limitMessages(Number(bytes));
    return socket;
  },
} as const;
