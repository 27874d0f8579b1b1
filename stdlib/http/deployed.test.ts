// Servers as they are deployed (docs/deployment.md): readiness and drain at a signal, Unix sockets, sockets of systemd
// and its notifications. Each is the built command in its own process.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { STD } from "../../interpreter/testing/command.ts";
import { run, type Running } from "./testing/installed.ts";

const folder = mkdtempSync(join(tmpdir(), "std-deployed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let programs = 0;

function script(source: string): string {
  const file = join(folder, `program${++programs}.std`);
  writeFileSync(file, source);
  return file;
}

function serving(source: string, options: readonly string[] = [], env = process.env): Running {
  const running = run(process.execPath, [STD, "run", ...options, script(source)], env);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  return running;
}

const addressIn = (output: string): string => /^up (\S+)$/m.exec(output)![1]!;
const isUp = (output: string): boolean => /^up \S+$/m.test(output);
const textOf = async (url: string): Promise<string> => {
  const answer = await fetch(url, { headers: { connection: "close" } });
  return `${answer.status} ${await answer.text()}`;
};

test("after a signal, only readiness fails until the drain ends", async () => {
  const running = serving(`import std/http { Server, Response }

fun main() {
    let inner = Server.new()
    inner.ready(fun() = true, "/inside")
    let app = Server.new().with_drain_ms(1500)
    app.ready(fun() = true)
    app.ready(fun() = false, "/never")
    app.mount("/m", inner)
    app.get("/", fun(req) = Response.text("served"))
    print("up \${app.start("127.0.0.1:0").unwrap()}")
    app.wait()
    print("down")
}
`);
  const base = `http://${addressIn(await running.until(isUp))}`;
  expect(await textOf(`${base}/readyz`)).toBe("200 ready\n");
  expect(await textOf(`${base}/m/inside`)).toBe("200 ready\n");
  expect(await textOf(`${base}/never`)).toBe("503 not ready\n");
  running.child.kill("SIGTERM");
  await expect.poll(() => textOf(`${base}/readyz`)).toBe("503 not ready\n");
  expect(await textOf(`${base}/m/inside`)).toBe("503 not ready\n");
  expect(await textOf(`${base}/`)).toBe("200 served");
  expect(running.output()).not.toContain("down");
  expect(await running.status).toBe(0);
  expect(running.output()).toContain("down");
  await expect(fetch(base)).rejects.toThrow();
});

test("a second signal ends a drain", async () => {
  const running = serving(`import std/http { Server }

fun main() {
    let app = Server.new().with_drain_ms(600000)
    app.ready(fun() = true)
    print("up \${app.start("127.0.0.1:0").unwrap()}")
    app.wait()
}
`);
  const base = `http://${addressIn(await running.until(isUp))}`;
  running.child.kill("SIGTERM");
  await expect.poll(() => textOf(`${base}/readyz`)).toBe("503 not ready\n");
  running.child.kill("SIGTERM");
  expect(await running.status).toBe(143);
});

test("a shutdown during a drain stops at once", async () => {
  const running = serving(`import std/http { Server, Response }

fun main() {
    let app = Server.new().with_drain_ms(600000)
    app.ready(fun() = true)
    app.get("/stop", fun(req) {
        app.shutdown()
        return Response.text("stopping")
    })
    print("up \${app.start("127.0.0.1:0").unwrap()}")
    app.wait()
    print("down")
}
`);
  const base = `http://${addressIn(await running.until(isUp))}`;
  running.child.kill("SIGTERM");
  await expect.poll(() => textOf(`${base}/readyz`)).toBe("503 not ready\n");
  expect(await textOf(`${base}/stop`)).toBe("200 stopping");
  expect(await running.status).toBe(0);
});
