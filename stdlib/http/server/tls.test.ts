// Servers over TLS with a certificate authority made for the test (reference/http-server#tls).
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { connect as connectPlain } from "node:net";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { nodeSystem } from "../../../interpreter/host/node/index.ts";
import { Err, type ErrorValue, fail, type Runtime } from "../../../interpreter/runtime/index.ts";
import { RESPONSE_FUNCTIONS, Response, TEXT } from "../routes/response.ts";
import { TestAuthority } from "../testing/authority.ts";
import { type Handler, routesTo } from "../testing/served.ts";
import { testRuntime } from "../testing/test-runtime.ts";
import { identitiesOf, Server, shutdown, shutdownWithin, startTls } from "./server.ts";

const authority = new TestAuthority();
const at = (name: string): string => authority.at(name);

beforeAll(() => {
  for (const name of ["a.test", "b.test"]) authority.certify(name, `DNS:${name}`);
});
afterAll(() => authority.remove());

interface Running {
  readonly server: Server;
  readonly runtime: Runtime;
  readonly port: number;
  stderr(): string;
}

async function serving(
  cert = "a.test.pem",
  key = "a.test.key",
  handler: Handler = () => Response.of(200, TEXT, "hi"),
): Promise<Running | string> {
  const { runtime, stderr, end } = testRuntime();
  Object.assign(runtime.host.system, { sockets: nodeSystem.sockets });
  const server = new Server(30_000, 500, false, routesTo(handler), "", false);
  const bound = await startTls(runtime, server, "127.0.0.1:0", (identities) =>
    identities.addFiles(null, at(cert), at(key)),
  );
  if (bound instanceof Err) return (bound as Err<ErrorValue>).error._message;
  onTestFinished(() => {
    shutdown(server);
    end();
  });
  return { server, runtime, stderr, port: Number((bound as string).split(":")[1]) };
}

/** Returns the name in the certificate that a client gets, and the response to its request. */
function ask(
  port: number,
  name: string,
  options = {},
  host = "x",
): Promise<{ readonly name: string; readonly answer: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      {
        port,
        host: "127.0.0.1",
        servername: name,
        ca: readFileSync(at("ca.pem")),
        checkServerIdentity: () => undefined,
        ...options,
      },
      () => {
        const { CN } = socket.getPeerCertificate().subject;
        socket.on("data", (bytes) => {
          socket.destroy();
          resolve({ name: String(CN), answer: bytes.toString("latin1") });
        });
        socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      },
    );
    socket.on("error", reject);
  });
}

describe("servers over TLS", () => {
  it("respond with the certificate for the requested name", async () => {
    const running = (await serving()) as Running;
    identitiesOf(running.runtime, running.server).addFiles("*.many.test", at("b.test.pem"), at("b.test.key"));
    expect(await ask(running.port, "a.test")).toMatchObject({
      name: "a.test",
      answer: expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n[^]*hi$/),
    });
    expect((await ask(running.port, "one.many.test")).name).toBe("b.test");
    expect((await ask(running.port, "two.one.many.test")).name).toBe("a.test");
  });

  it("know that their clients use https, and leave its port out of the host", async () => {
    const running = (await serving("a.test.pem", "a.test.key", (request) =>
      Response.of(
        200,
        TEXT,
        `${request.scheme()} ${request.host()}|${request.remoteAddr() === request.peerAddr()}`,
      ),
    )) as Running;
    expect((await ask(running.port, "a.test")).answer).toMatch(/\r\n\r\nhttps x\|true$/);
    expect((await ask(running.port, "a.test", {}, "x:443")).answer).toMatch(/\r\n\r\nhttps x\|true$/);
    expect((await ask(running.port, "a.test", {}, "x:80")).answer).toMatch(/\r\n\r\nhttps x:80\|true$/);
  });

  it("take a new certificate without a restart, and keep the old one where the new one is broken", async () => {
    for (const ending of ["pem", "key"]) copyFileSync(at(`a.test.${ending}`), at(`now.${ending}`));
    const running = (await serving("now.pem", "now.key")) as Running;
    expect((await ask(running.port, "x.test")).name).toBe("a.test");
    for (const ending of ["pem", "key"]) copyFileSync(at(`b.test.${ending}`), at(`now.${ending}`));
    expect((await ask(running.port, "x.test")).name).toBe("b.test");
    writeFileSync(at("now.pem"), "nonsense");
    expect((await ask(running.port, "x.test")).name).toBe("b.test");
    expect(running.stderr()).toContain("could not be read again");
    expect((await ask(running.port, "x.test")).name).toBe("b.test");
  });

  it("answer plain requests in plain text, however they arrive", async () => {
    const running = (await serving()) as Running;
    const plain = (pieces: readonly string[]): Promise<string> =>
      new Promise((resolve) => {
        const socket = connectPlain({ port: running.port, host: "127.0.0.1", noDelay: true }, () => next());
        const rest = [...pieces];
        const next = (): void =>
          void (rest.length > 0 && socket.write(rest.shift()!, "latin1", () => setImmediate(next)));
        let text = "";
        socket.on("data", (bytes) => (text += bytes.toString("latin1")));
        socket.on("error", () => {});
        socket.on("close", () => resolve(text));
      });
    const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    for (const pieces of [[get], [...get], [`\r\n${get}`], ["get /"], [`${get}${"x".repeat(1_000_000)}`]]) {
      const [head = "", body] = (await plain(pieces)).split("\r\n\r\n");
      expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: text\/plain/);
      expect(head).toContain("Connection: close");
      expect(body).toBe("This port speaks HTTPS, the request was plain HTTP.");
    }
    expect((await plain([`HEAD${get.slice(3)}`])).split("\r\n\r\n")[1]).toBe("");
    expect(await plain(["\x16\x03\x01garbage"])).not.toContain("HTTP");
    expect((await ask(running.port, "a.test")).answer).toContain("200 OK");
    expect(await shutdownWithin(running.runtime, running.server, 5_000)).toBe(true);
  });

  it("refuse old versions, and input that is not TLS", async () => {
    const running = (await serving()) as Running;
    await expect(
      ask(running.port, "a.test", { maxVersion: "TLSv1.1", minVersion: "TLSv1" }),
    ).rejects.toThrow();
    const heard = await new Promise<string>((resolve) => {
      const socket = connectPlain(running.port, "127.0.0.1", () =>
        socket.write("\x16GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
      );
      let text = "";
      socket.on("data", (bytes) => (text += bytes.toString("latin1")));
      socket.on("error", () => {});
      socket.on("close", () => resolve(text));
    });
    expect(heard).not.toContain("HTTP/1.1");
    expect((await ask(running.port, "a.test")).answer).toContain("200 OK");
  });

  it("cut off clients that do not read, responses that break off, and requests that outlast a stop", async () => {
    const never = new Promise<Response>(() => {});
    const [large, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const running = (await serving("a.test.pem", "a.test.key", (request) => {
      if (request._path === "/waits") {
        asked.resolve();
        return never;
      }
      if (request._path === "/large") {
        large.resolve();
        return Response.of(200, TEXT, "x".repeat(50_000_000));
      }
      return RESPONSE_FUNCTIONS["Response.stream"](TEXT, async ({ sink }) => {
        await sink.write("beginning");
        return fail("db", "gone");
      });
    })) as Running;
    const options = { port: running.port, host: "127.0.0.1", rejectUnauthorized: false };
    /** Returns the response up to the end of the connection; `resume` starts reading it. */
    const dial = (
      path: string,
      reads: boolean,
    ): { text(): string; closed: Promise<void>; resume(): void } => {
      let text = "";
      const socket = connect(options, () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`));
      if (!reads) socket.pause();
      socket.on("data", (bytes) => (text += bytes.toString("latin1")));
      socket.on("error", () => {});
      const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
      return { text: () => text, closed, resume: () => void socket.resume() };
    };
    const broken = dial("/breaks", true);
    await broken.closed;
    expect(broken.text()).toMatch(/\r\n\r\n9\r\nbeginning\r\n$/);
    const slow = dial("/large", false);
    const { service } = running.server;
    await large.promise;
    // The write time-out is over, and the client has taken nothing.
    await expect.poll(() => service!.open).toBe(0);
    slow.resume();
    await slow.closed;
    expect(slow.text().length).toBeLessThan(50_000_000);
    const waiting = dial("/waits", true);
    await asked.promise;
    expect(await shutdownWithin(running.runtime, running.server, 1)).toBe(false);
    await waiting.closed;
  });

  it("finish a handshake that is in progress at a stop, and close the connection in order", async () => {
    const running = (await serving()) as Running;
    const identities = identitiesOf(running.runtime, running.server);
    const usual = identities.of.bind(identities);
    let stopped: Promise<boolean> | boolean = false;
    identities.of = (name) => {
      // The connection has been accepted, and nothing has been read from it.
      queueMicrotask(() => (stopped = shutdownWithin(running.runtime, running.server, 5_000)));
      return usual(name);
    };
    const client = connect({ port: running.port, host: "127.0.0.1", rejectUnauthorized: false });
    const happened: string[] = [];
    for (const event of ["secureConnect", "error", "end"] as const)
      client.on(event, () => void happened.push(event));
    client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await new Promise((resolve) => client.resume().on("close", resolve));
    expect(happened).toEqual(["secureConnect", "end"]);
    expect(await stopped).toBe(true);
  });

  it("do not start without a certificate and its key", async () => {
    expect(await serving("missing.pem")).toBe(
      `cannot start 127.0.0.1:0: certificate: No such file or directory (${at("missing.pem")})`,
    );
    expect(await serving("a.test.pem", "b.test.key")).toBe(
      `cannot start 127.0.0.1:0: certificate: key values mismatch (${at("a.test.pem")}, ${at("b.test.key")})`,
    );
    expect(await serving("ca.key")).toMatch(/^cannot start 127\.0\.0\.1:0: certificate: /);
  });
});
