// HTTPS with a certificate authority made for the test (reference/http-client#connections, TLS).
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createPlainServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { createServer } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { nodeSystem } from "../../../interpreter/host/node/index.ts";
import { Err, type ErrorValue } from "../../../interpreter/runtime/index.ts";
import { acceptOf } from "../websocket/index.ts";
import type { HttpResponse } from "./buffered.ts";
import { ClientRequest } from "./client-request.ts";
import { Client } from "./client.ts";
import { SharedClient } from "./shared-client.ts";
import { openWebSocket, type Opened } from "./websocket-client.ts";
import { attempt } from "../testing/peer.ts";
import { TestAuthority } from "../testing/authority.ts";
import { testRuntime } from "../testing/test-runtime.ts";

const authority = new TestAuthority();
const at = (name: string): string => authority.at(name);
const ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";
const servers: Server[] = [];

function listening(server: Server): Promise<number> {
  servers.push(server);
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
}

async function outcome(client: Client, url: string, timeout = 20_000): Promise<string> {
  const result = await client.exchange("GET", url, "", "", timeout, -1);
  return result instanceof Err ? result.error._message : (result as HttpResponse)._body;
}

describe("https", () => {
  let good = 0;
  let wrongHost = 0;
  let connections = 0;
  beforeAll(async () => {
    // Node reads the system's certificates once, among them those of SSL_CERT_FILE at that time.
    vi.stubEnv("SSL_CERT_FILE", undefined);
    nodeSystem.sockets.rootCertificates();
    const answering = (options: { key: Buffer; cert: Buffer }): Server =>
      createServer(options, (socket) => {
        connections += 1;
        socket.on("error", () => {});
        socket.on("data", () => socket.write(ANSWER));
      });
    good = await listening(answering(authority.certify("good", "DNS:localhost,IP:127.0.0.1")));
    wrongHost = await listening(answering(authority.certify("wrong", "DNS:elsewhere.example")));
  });
  beforeEach(() => void vi.stubEnv("SSL_CERT_FILE", undefined));
  afterEach(() => void vi.unstubAllEnvs());
  afterAll(() => {
    for (const server of servers) server.close();
    authority.remove();
  });

  it("refuses an unknown authority and another host's certificate, whatever the environment says", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    expect(await outcome(new Client(testRuntime().runtime), `https://localhost:${good}/`)).toMatch(
      /Connection Failed: .*(certificate|issuer)/,
    );
    vi.stubEnv("SSL_CERT_FILE", at("ca.pem"));
    expect(await outcome(new Client(testRuntime().runtime), `https://localhost:${wrongHost}/`)).toMatch(
      /^GET: https:\/\/localhost:\d+\/: Connection Failed: /,
    );
  });
  it("says why a certificate is refused, without words of the platform", async () => {
    authority.signItself("own", "localhost");
    const port = await listening(
      createServer({ key: readFileSync(at("own.key")), cert: readFileSync(at("own.pem")) }),
    );
    expect(await outcome(new Client(testRuntime().runtime), `https://localhost:${port}/`)).toBe(
      `GET: https://localhost:${port}/: Connection Failed: self-signed certificate`,
    );
  });
  it("trusts SSL_CERT_FILE, for names and addresses, and keeps the connection", async () => {
    vi.stubEnv("SSL_CERT_FILE", at("ca.pem"));
    const before = connections;
    const client = new Client(testRuntime().runtime);
    expect(await outcome(client, `https://localhost:${good}/`)).toBe("hi");
    expect(await outcome(client, `https://127.0.0.1:${good}/`)).toBe("hi");
    expect(await outcome(client, `https://127.0.0.1:${good}/`)).toBe("hi");
    expect(connections - before).toBe(2);
  });
  it("ignores invalid files of certificates", async () => {
    writeFileSync(at("odd.pem"), "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n");
    for (const path of [at("odd.pem"), at("missing.pem"), authority.folder]) {
      vi.stubEnv("SSL_CERT_FILE", path);
      expect(await outcome(new Client(testRuntime().runtime), `https://localhost:${good}/`)).toMatch(
        /: Connection Failed: /,
      );
    }
  });
  it("carries large bodies both ways", async () => {
    vi.stubEnv("SSL_CERT_FILE", at("ca.pem"));
    const size = 5_000_000;
    const echoing = createServer(authority.certify("echo", "DNS:localhost"), (socket) => {
      let received = 0;
      socket.on("data", (bytes: Buffer) => {
        // The requests contain no other letter u.
        received += bytes.filter((byte) => byte === 117).length;
        if (received < size) return;
        received = 0;
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
        socket.write("e".repeat(size));
      });
    });
    const port = await listening(echoing);
    const client = new Client(testRuntime().runtime);
    for (let i = 0; i < 2; i++) {
      const result = await client.exchange(
        "PUT",
        `https://localhost:${port}/`,
        "u".repeat(size),
        "",
        50_000,
        -1,
      );
      expect((result as HttpResponse)._body).toBe("e".repeat(size));
    }
  });
  it("distinguishes the end of a body from an end that any attacker on the network can cause", async () => {
    vi.stubEnv("SSL_CERT_FILE", at("ca.pem"));
    const port = await listening(
      createServer(authority.certify("ends", "DNS:localhost"), (socket) => {
        socket.on("error", () => {});
        socket.once("data", (bytes: Buffer) => {
          const [, how, framing] = /GET \/(\w+)\/(\w+)/.exec(bytes.toString())!;
          const answer = `HTTP/1.1 200 OK\r\n${framing === "length" ? "Content-Length: 5\r\n" : ""}\r\nhello`;
          if (how === "said") socket.end(answer);
          // The connection below ends without an alert of TLS.
          else socket.write(answer, () => socket.destroy());
        });
      }),
    );
    const ask = (path: string): Promise<string> =>
      outcome(new Client(testRuntime().runtime), `https://localhost:${port}/${path}`);
    expect(await ask("said/close")).toBe("hello");
    expect(await ask("said/length")).toBe("hello");
    expect(await ask("cut/close")).toBe(
      "GET: incomplete response body: the TLS connection ended without close_notify",
    );
    // A response that announces its length needs no close_notify.
    expect(await ask("cut/length")).toBe("hello");
  });
  it("fails with a peer that speaks no TLS, says nothing, or hangs up", async () => {
    const plain = await listening(
      createPlainServer((socket) => socket.on("error", () => {}).once("data", () => socket.end(ANSWER))),
    );
    const silent = await listening(createPlainServer((socket) => void socket.on("error", () => {})));
    const gone = await listening(createPlainServer((socket) => void socket.on("error", () => {}).end()));
    const client = new Client(testRuntime().runtime);
    expect(await outcome(client, `https://127.0.0.1:${plain}/`)).toMatch(
      /: Connection Failed: (wrong version number|[^:]*packet[^:]*)$/,
    );
    expect(await outcome(client, `https://127.0.0.1:${silent}/`, 150)).toMatch(
      /: Connection Failed: .*timed out/,
    );
    expect(await outcome(client, `https://127.0.0.1:${gone}/`)).toMatch(/: Connection Failed: /);
  });
  it("says when a server wants a certificate of the client", async () => {
    vi.stubEnv("SSL_CERT_FILE", at("ca.pem"));
    authority.certify("strict", "DNS:localhost");
    authority.signItself("stranger", "stranger");
    for (const version of ["-tls1_2", "-tls1_3"]) {
      const server = spawn(
        "openssl",
        `s_server -accept 127.0.0.1:0 -www -Verify 1 -verify_return_error -CAfile ca.pem -cert strict.pem -key strict.key ${version}`.split(
          " ",
        ),
        { cwd: authority.folder },
      );
      onTestFinished(() => void server.kill());
      const port = await new Promise<string>((resolve) => {
        let text = "";
        server.stdout.on("data", (bytes: Buffer) => {
          text += bytes.toString();
          const found = /ACCEPT .*:(\d+)/.exec(text);
          if (found !== null) resolve(found[1]!);
        });
      });
      const without = await outcome(new Client(testRuntime().runtime), `https://localhost:${port}/`);
      expect(without).toContain("may require a client certificate".slice(version === "-tls1_2" ? 0 : 12));
      const { runtime } = testRuntime();
      const shared = new SharedClient(runtime);
      shared.identify(readFileSync(at("stranger.pem"), "latin1"), readFileSync(at("stranger.key"), "latin1"));
      const request = new ClientRequest("GET", `https://localhost:${port}/`);
      expect(await attempt(request, shared, new Client(runtime))).toContain(
        "does not accept the client certificate",
      );
    }
  });
  it("ends a WebSocket whose server does not answer the close frame", async () => {
    const port = await listening(
      createServer(authority.certify("silent", "DNS:localhost"), (socket) => {
        socket.on("error", () => {});
        socket.once("data", (bytes: Buffer) => {
          const key = /Sec-WebSocket-Key: (.*)\r\n/i.exec(bytes.toString())![1]!;
          const accept = acceptOf(key, nodeSystem.cryptography);
          socket.write(
            `HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
          );
          socket.resume();
        });
      }),
    );
    const { runtime } = testRuntime();
    const { cryptography, entropy } = nodeSystem;
    Object.assign(runtime.host.system, { cryptography, entropy });
    const shared = new SharedClient(runtime);
    shared.trust(readFileSync(at("ca.pem"), "latin1"));
    const request = new ClientRequest("GET", `wss://localhost:${port}/`);
    const opened = await openWebSocket(runtime, shared, shared, request);
    if (opened instanceof Err) throw new Error((opened as Err<ErrorValue>).error._message);
    const { peer } = opened as Opened;
    await peer.close(1000, "bye");
    expect(((await peer.recv()) as Err<ErrorValue>).error._message).toBe(
      "websocket: closed with 1006: no answer",
    );
  });
});
