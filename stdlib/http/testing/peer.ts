// Peers simulated by a test, and short ways to send requests to them.
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished } from "vitest";
import { Err, type ErrorValue } from "../../../interpreter/runtime/index.ts";
import type { HttpResponse } from "../client/buffered.ts";
import { Client } from "../client/client.ts";
import type { ClientRequest } from "../client/client-request.ts";
import type { SharedClient } from "../client/shared-client.ts";
import { testRuntime } from "./test-runtime.ts";

/** A response after which the connection may be used again. */
export const KEPT = "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nhi";

export interface Peer {
  readonly url: string;
  /** The data that each connection received, in order of arrival. */
  readonly heard: string[];
  readonly sockets: Socket[];
}

/** Starts a peer that calls `answer` with each piece it receives. */
export async function peer(
  answer: (socket: Socket, piece: string, connection: number, count: number) => void,
): Promise<Peer> {
  const heard: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    const connection = sockets.push(socket) - 1;
    let count = 0;
    heard.push("");
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      heard[connection] += bytes.toString("latin1");
      answer(socket, bytes.toString("latin1"), connection, ++count);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, heard, sockets };
}

export function newClient(): Client {
  return new Client(testRuntime().runtime);
}
type Asked = [
  client: Client,
  url: string,
  method?: string,
  body?: string,
  headers?: string,
  timeout?: number,
  redirects?: number,
];

function exchange(
  ...[client, url, method = "GET", body = "", headers = "", timeout = 2000, redirects = -1]: Asked
) {
  return client.exchange(method, url, body, headers, timeout, redirects);
}

/** Returns the response to a request, which must not fail. */
export async function send(...asked: Asked): Promise<HttpResponse> {
  const outcome = await exchange(...asked);
  if (outcome instanceof Err) throw new Error(outcome.error._message);
  return outcome as HttpResponse;
}

/** Returns the error message of a request, which must fail. */
export async function failure(...asked: Asked): Promise<string> {
  const outcome = await exchange(...asked);
  expect(outcome).toBeInstanceOf(Err);
  const error = (outcome as Err<{ _kind: string; _message: string }>).error;
  expect(error._kind).toBe("http");
  return error._message;
}

/** Returns the response to a built request, which must not fail. */
export async function sent(
  request: ClientRequest,
  shared: SharedClient | null = null,
  client = new Client(testRuntime().runtime),
): Promise<HttpResponse> {
  const outcome = await attempt(request, shared, client);
  if (typeof outcome === "string") throw new Error(outcome);
  return outcome;
}

/** Returns the response, or the message of the error. */
export async function attempt(
  request: ClientRequest,
  shared: SharedClient | null = null,
  client = new Client(testRuntime().runtime),
): Promise<HttpResponse | string> {
  const call = client.begin(request, shared, true);
  if (call instanceof Err) return (call as Err<ErrorValue>).error._message;
  const outcome = await client.response(call as never);
  return outcome instanceof Err ? (outcome as Err<ErrorValue>).error._message : (outcome as HttpResponse);
}
