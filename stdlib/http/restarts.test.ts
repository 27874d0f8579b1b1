// Servers on sockets that the service manager passes, and restarts on them (reference/http-server#unix-sockets-and-systemd).
// Each is the built command in its own process.
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { STD } from "../../interpreter/testing/command.ts";
import { unlessInstalled } from "./testing/installed.ts";
import { manager } from "./testing/service-manager.ts";

const folder = mkdtempSync(join(tmpdir(), "std-restarts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SERVER = `import std/env { args }
import std/http { Response, Server }
import std/time { sleep_millis }

fun main() {
    let app = Server.new()
    app.get("/", fun(req) = Response.text("served"))
    app.ready(fun() = true)
    app.get("/later", fun(req) {
        sleep_millis(400)
        return Response.text("later")
    })
    match app.start(args()[1]) {
        Ok(addr) -> print("up \${addr}"),
        Err(e) -> {
            print("failed \${e.message}")
            return
        },
    }
    app.wait()
}
`;
const file = join(folder, "server.std");
writeFileSync(file, SERVER);
const command = (...options: string[]): string[] => [process.execPath, STD, "run", ...options, file];

const textOf = async (url: string): Promise<string> => {
  const answer = await fetch(url, { headers: { connection: "close" } });
  return `${answer.status} ${await answer.text()}`;
};

/** Requests on one kept connection. */
function keptConnection(port: number): { ask(path: string): Promise<string>; end(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      get({ port, host: "127.0.0.1", path, agent }, (response) => {
        let text = `${response.statusCode} `;
        response.on("data", (piece: Buffer) => (text += piece.toString()));
        response.on("end", () => resolve(text));
      }).once("error", reject);
    });
  return { ask, end: () => agent.destroy() };
}

const PYTHON = unlessInstalled("python3");

describe.skipIf(PYTHON !== "")(`sockets of the service manager${PYTHON}`, { timeout: 90_000 }, () => {
  for (const options of [[], ["--workers", "2"]])
    test(`the server listens on all of them ${options.join(" ")}`, async () => {
      const { ports, output, start, stop } = await manager(folder, 2, [...command(...options), "systemd"]);
      await start();
      expect(output()).toContain(`up 127.0.0.1:${ports[0]}\n`);
      for (const port of ports) expect(await textOf(`http://127.0.0.1:${port}/`)).toBe("200 served");
      expect(await stop()).toBe(0);
    });

  test("they are taken by name", async () => {
    const { ports, output, start, stop } = await manager(
      folder,
      2,
      [...command(), "systemd:web"],
      "other:web",
    );
    await start();
    expect(output()).toContain(`up 127.0.0.1:${ports[1]}\n`);
    expect(await stop()).toBe(0);
  });

  test("none of a name is an error", async () => {
    const { output, start } = await manager(folder, 1, [...command(), "systemd:none"], "other");
    await start();
    expect(output()).toContain(
      "failed cannot bind systemd:none: listen: no sockets named none were passed to this process (LISTEN_FDS)\n",
    );
  });

  for (const options of [[], ["--workers", "2"]])
    test(`no connection is lost when the next process takes over ${options.join(" ")}`, async () => {
      const { ports, start, stop } = await manager(folder, 1, [...command(...options), "systemd"]);
      await start();
      let asking = true;
      let answered = 0;
      const clients = Array.from({ length: 8 }, async () => {
        while (asking) {
          expect(await textOf(`http://127.0.0.1:${ports[0]}/`)).toBe("200 served");
          answered++;
        }
      });
      const more = async (count: number): Promise<void> => {
        const before = answered;
        await expect.poll(() => answered > before + count).toBe(true);
      };
      for (let restart = 0; restart < 3; restart++) {
        await more(100);
        expect(await stop()).toBe(0);
        await start();
      }
      await more(50);
      asking = false;
      await Promise.all(clients);
      expect(await stop()).toBe(0);
    });

  // What lasts longer than the server's 250 ms is a handler, whose end is an event. On a machine that stands still
  // meanwhile, the two seconds that the server waits may pass first; such a try shows nothing.
  test("a restart waits for first requests of clients that have connected", async () => {
    const { ports, start, stop } = await manager(folder, 1, [...command(), "systemd"]);
    const port = ports[0]!;
    for (let tries = 0; ; tries++) {
      await start();
      const late = connect(port, "127.0.0.1").setEncoding("latin1");
      await once(late, "connect");
      const { ask, end } = keptConnection(port);
      // Connections are accepted in their order.
      expect(await ask("/readyz")).toBe("200 ready\n");
      const closed = new Promise((resolve) => late.once("close", resolve));
      let answer = "";
      late.on("data", (text: string) => (answer += text)).on("error", () => {});
      const began = performance.now();
      const stopped = stop();
      let later = "";
      const asking = (async () => {
        while ((await ask("/readyz")) !== "503 not ready\n");
        later = await ask("/later");
      })().catch(() => {});
      await Promise.race([asking, stopped]);
      late.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      await closed;
      const isLate = performance.now() - began > 1500;
      expect(await stopped).toBe(0);
      end();
      await asking;
      if (isLate && !answer.endsWith("served") && tries < 5) continue;
      expect(later).toBe("200 later");
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nserved$/);
      return;
    }
  });
});
