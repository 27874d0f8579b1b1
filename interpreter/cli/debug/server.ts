// Serves debuggers over HTTP and WebSocket, as Node's inspector does, in a thread of its own: a list of what can
// be debugged, and one connection.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";

export interface Served {
  readonly host: string;
  readonly port: number;
  readonly title: string;
  /** A debugger has connected: returns what receives its messages, and is called when it leaves. */
  readonly connect: (send: (message: string) => void) => { receive(message: string): void; left(): void };
}

/** Resolves with the address of the WebSocket. @throws Error if it cannot listen */
export async function serveDebuggers({ host, port, title, connect }: Served): Promise<string> {
  const id = randomUUID();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 100_000_000 });
  let current: WebSocket | null = null;
  const addressOf = (): string => {
    const { port: bound } = server.address() as AddressInfo;
    return `${host.includes(":") ? `[${host}]` : host}:${bound}/${id}`;
  };
  const server = createServer((request, response) =>
    answer(request, response, { title, id, address: addressOf() }),
  );
  server.on("upgrade", (request, socket, head) => {
    // Pages of other sites must not reach it.
    if (request.url !== `/${id}` || current !== null || isForeign(request)) {
      socket.end(
        `HTTP/1.1 ${current === null ? "403 Forbidden" : "409 Conflict"}\r\nContent-Length: 0\r\n\r\n`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      current = opened;
      const client = connect((message) => opened.send(message));
      opened.on("message", (message) => client.receive(String(message)));
      opened.on("close", () => {
        current = null;
        client.left();
      });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return `ws://${addressOf()}`;
}

/** Names in the Host header that a page could have made point here. */
function isForeign({ headers: { host = "" } }: IncomingMessage): boolean {
  const name = host.replace(/:\d+$/, "");
  return !/^(?:localhost|\[[\da-f:.]+\]|[\d.]+)$/i.test(name);
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { title, id, address }: { readonly title: string; readonly id: string; readonly address: string },
): void {
  const pages: Readonly<Record<string, unknown>> = {
    "/json/version": { Browser: `node.js/${process.version}`, "Protocol-Version": "1.3" },
    "/json/list": [
      {
        description: "Stdlang program",
        devtoolsFrontendUrl: `devtools://devtools/bundled/js_app.html?experiments=true&v8only=true&ws=${address}`,
        id,
        title,
        type: "node",
        url: `file://${title}`,
        webSocketDebuggerUrl: `ws://${address}`,
      },
    ],
  };
  const path = request.url?.replace(/\?.*$/, "").replace(/\/$/, "") ?? "";
  const page = isForeign(request) ? undefined : pages[path === "/json" ? "/json/list" : path];
  response.writeHead(page === undefined ? 404 : 200, { "content-type": "application/json; charset=UTF-8" });
  response.end(page === undefined ? "" : JSON.stringify(page));
}
