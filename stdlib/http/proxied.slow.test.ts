// A server behind the proxies of others, with the configurations of docs/deploy: guards, mounts and files, addresses,
// WebSockets, events and uploads that no proxy holds back, and requests that try to make proxy and server disagree.
// The title of a test says if its proxy is not installed.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STD } from "../../interpreter/testing/command.ts";
import { DESYNC_PAYLOADS } from "./testing/desync-payloads.ts";
import { freePort, installed, outputOf, run, unlessInstalled, type Running } from "./testing/installed.ts";
import { dialRaw, pause } from "./testing/served.ts";

const DEPLOY = join(import.meta.dirname, "../../docs/deploy");
const folder = mkdtempSync(join(tmpdir(), "std-proxied-"));
let app: Running;
let direct = 0;
let withHead = 0;

beforeAll(async () => {
  mkdirSync(join(folder, "site", "admin"), { recursive: true });
  writeFileSync(join(folder, "site", "page.txt"), "page");
  writeFileSync(join(folder, "site", "admin", "secret.txt"), "secret");
  const script = join(import.meta.dirname, "testing/peers/behind.std");
  app = run(process.execPath, [STD, "run", script, join(folder, "site")]);
  const up = await app.until((output) => output.includes("proxied 127"));
  direct = Number(/^up 127\.0\.0\.1:(\d+)$/m.exec(up)![1]);
  withHead = Number(/^proxied 127\.0\.0\.1:(\d+)$/m.exec(up)![1]);
});

afterAll(async () => {
  app.child.kill("SIGTERM");
  await app.status;
  rmSync(folder, { recursive: true, force: true });
});

interface Proxy {
  readonly name: string;
  /** Starts it in front of the server, at this port and the one for the PROXY protocol. */
  start(port: number, tcpPort: number): Running;
}

function configured(file: string, replaced: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(DEPLOY, file), "utf8");
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  const path = join(folder, file);
  writeFileSync(path, text);
  return path;
}

const PROXIES: readonly Proxy[] = [
  {
    name: "nginx",
    start(port) {
      const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (each) => `${each}_temp_path ${folder}/${each};`,
      );
      const config = configured("nginx.conf", {
        "127.0.0.1:8080": `127.0.0.1:${direct}`,
        "listen 80": `listen 127.0.0.1:${port}`,
        "events {}": `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}`,
        "http {": `http { access_log off; ${own.join(" ")}`,
      });
      return run(installed("nginx")!, ["-p", folder, "-e", "stderr", "-c", config]);
    },
  },
  {
    name: "haproxy",
    start(port, tcpPort) {
      const config = configured("haproxy.cfg", {
        "127.0.0.1:8080": `127.0.0.1:${direct}`,
        "127.0.0.1:8081": `127.0.0.1:${withHead}`,
        "bind :80\n": `bind 127.0.0.1:${port}\n`,
        "bind :81\n": `bind 127.0.0.1:${tcpPort}\n`,
      });
      return run(installed("haproxy")!, ["-db", "-f", config]);
    },
  },
  {
    name: "caddy",
    start(port) {
      const config = configured("Caddyfile", {
        "127.0.0.1:8080": `127.0.0.1:${direct}`,
        ":80 {": `{\n\tadmin off\n}\nhttp://:${port} {\n\tbind 127.0.0.1`,
      });
      const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      return run(installed("caddy")!, ["run", "--adapter", "caddyfile", "--config", config], env);
    },
  },
];

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Sends bytes and returns what arrives until the other side ends, or nothing more comes. */
function exchanged(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = dialRaw(port);
    let text = "";
    let quiet: NodeJS.Timeout;
    const finish = (): void => {
      clearTimeout(quiet);
      socket.destroy();
      resolve(text);
    };
    const wait = (): void => {
      clearTimeout(quiet);
      quiet = setTimeout(finish, 400);
    };
    socket.on("data", (piece: Buffer) => {
      text += piece.toString("latin1");
      wait();
    });
    socket.on("end", finish).on("close", finish);
    socket.write(bytes, "latin1");
    wait();
  });
}

for (const proxy of PROXIES) {
  const isThere = installed(proxy.name) !== null;
  describe.runIf(isThere)(`behind ${proxy.name}`, { timeout: 120_000 }, () => {
    let front: Running;
    let port = 0;
    let tcpPort = 0;
    let url = "";

    beforeAll(async () => {
      [port, tcpPort] = [await freePort(), await freePort()];
      front = proxy.start(port, tcpPort);
      let ended = false;
      void front.status.then(() => (ended = true));
      while (!(await accepts(port))) {
        if (ended) throw new Error(front.output());
        await pause(20);
      }
      url = `http://127.0.0.1:${port}`;
    });

    afterAll(async () => {
      front.child.kill("SIGTERM");
      await front.status;
    });

    const textOf = async (path: string, init: RequestInit = {}): Promise<string> => {
      const answer = await fetch(url + path, { redirect: "manual", ...init });
      return `${answer.status} ${await answer.text()}`;
    };

    test("routes, mounts and files answer, and a guard holds in every spelling", async () => {
      expect(await textOf("/plain")).toBe("200 plain");
      expect(await textOf("/m/in")).toBe("200 mounted");
      expect(await textOf("/page.txt")).toBe("200 page");
      expect(await textOf("/nothing")).toBe("404 Not Found");
      for (const path of [
        "/admin/secret.txt",
        "//admin/secret.txt",
        "/%61dmin/secret.txt",
        "/admin",
        "/x/..%2fadmin",
      ]) {
        const answer = await exchanged(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        expect(answer, path).toMatch(path.includes("2f") ? /^HTTP\/1.1 404 / : /^HTTP\/1.1 401 [^]*guarded$/);
      }
    });

    test("the address, scheme and host are those of the client", async () => {
      const host = `127.0.0.1:${port}`;
      expect(await textOf("/who")).toBe(`200 127.0.0.1 http ${host}`);
      // A client cannot choose its address: the proxy adds the one that it sees.
      const forged = await textOf("/who", { headers: { "X-Forwarded-For": "6.6.6.6" } });
      expect(forged).toMatch(proxy.name === "caddy" ? / 127\.0\.0\.1 / : / 6\.6\.6\.6 /);
    });

    test("a WebSocket passes, with its protocol", async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, ["other", "echo"]);
      const heard = new Promise((resolve, reject) => {
        socket.onmessage = ({ data }) => resolve(data);
        socket.onerror = reject;
      });
      socket.onopen = () => socket.send("hello");
      expect(await heard).toBe("echo hello");
      expect(socket.protocol).toBe("echo");
      socket.close();
    });

    test("an event arrives before the next one is sent", async () => {
      const answer = await fetch(`${url}/events`);
      const reader = answer.body!.getReader();
      const next = async (): Promise<string> => Buffer.from((await reader.read()).value ?? []).toString();
      expect(await next()).toBe("data: first\n\n");
      await fetch(`${url}/release`);
      expect(await next()).toBe("data: second\n\n");
    });

    test("the program reads the first part of an upload before the last is sent", async () => {
      const socket = dialRaw(port);
      let text = "";
      socket.on("data", (piece: Buffer) => (text += piece.toString("latin1")));
      const part = "x".repeat(100_000);
      socket.write(
        `POST /upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${part.length * 2}\r\n\r\n${part}`,
      );
      expect(await textOf("/arrived")).toBe("200 arrived 1");
      socket.write(part);
      await new Promise((resolve) => socket.once("close", resolve).once("end", resolve));
      expect(text).toContain("uploaded 200000");
      socket.destroy();
    });

    test(`curl uploads and downloads${unlessInstalled("curl")}`, () => {
      if (installed("curl") === null) return;
      const body = join(folder, "body");
      writeFileSync(body, "y".repeat(1_000_000));
      const chunked = ["-s", "-T", "-", "-X", "POST", `${url}/upload`];
      expect(outputOf("curl", chunked, "z".repeat(300_000))).toBe("uploaded 300000");
      expect(outputOf("curl", ["-s", "--data-binary", `@${body}`, `${url}/plain`])).toBe("posted 1000000");
      const expects = ["-s", "-H", "Expect: 100-continue", "--data-binary", `@${body}`, `${url}/plain`];
      expect(outputOf("curl", expects)).toBe("posted 1000000");
      expect(outputOf("curl", ["-s", "-I", `${url}/page.txt`])).toMatch(
        /^HTTP\/1.1 200 OK\r\n[^]*Content-Length: 4\r\n/i,
      );
    });

    test.runIf(proxy.name === "haproxy")("the head of the PROXY protocol names the client", async () => {
      const answer = await exchanged(tcpPort, "GET /who HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      expect(answer).toMatch(/\r\n\r\n127\.0\.0\.1:\d+$/);
    });

    test("no request reaches the program that the proxy has not seen as one", async () => {
      const from = app.output().length;
      for (let i = 0; i < DESYNC_PAYLOADS.length; i += 8)
        await Promise.all(
          DESYNC_PAYLOADS.slice(i, i + 8).map(async (payload) => {
            await exchanged(port, payload);
            // The next client gets the answer to its own request.
            expect(await textOf("/plain"), payload).toBe("200 plain");
          }),
        );
      const handled = app
        .output()
        .slice(from)
        .split("\n")
        .filter((line) => line.startsWith("handled"));
      expect(handled.length).toBeGreaterThanOrEqual(DESYNC_PAYLOADS.length);
      expect(handled.filter((line) => line.endsWith("forwarded="))).toEqual([]);
    });
  });
  if (!isThere) test.skip(`behind ${proxy.name}${unlessInstalled(proxy.name)}`, () => {});
}

test("payloads that reach the server directly are refused, unless nothing about them is odd", {
  timeout: 120_000,
}, async () => {
  expect(DESYNC_PAYLOADS.length).toBe(64);
  const answers = await Promise.all(DESYNC_PAYLOADS.map((payload) => exchanged(direct, payload)));
  // `Transfer_Encoding` is a field like any other, `0` ends a body, and trailers are discarded.
  const isPlain = (payload: string): boolean =>
    /Transfer_|Content_|\r\n\r\n0\r\n(?:Content-Length: 5\r\n)?\r\n/.test(payload) &&
    !/-Encoding[^]*-Length: \d\d/.test(payload);
  const odd = DESYNC_PAYLOADS.filter(
    (payload, i) => !/^(?:HTTP\/1\.1 (?:400|413) [^]*)?$/.test(answers[i]!) && !isPlain(payload),
  );
  expect(odd).toEqual([]);
});
