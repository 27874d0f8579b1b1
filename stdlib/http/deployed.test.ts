// Servers as they are deployed (docs/deployment.md): readiness and drain at a signal, Unix sockets, sockets of systemd
// and its notifications. Each is the built command in its own process.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { STD } from "../../interpreter/testing/command.ts";
import { freePort, installed, run, unlessInstalled, type Running } from "./testing/installed.ts";
import { manager } from "./testing/service-manager.ts";

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

const UNIX_SERVER = `import std/env { args, worker_id }
import std/http { Server, Response }

fun main() {
    let app = Server.new().trust_proxies(["unix"])
    app.get("/", fun(req) = Response.text("\${req.remote_addr()} \${req.peer_addr()}"))
    match app.start(args()[1]) {
        Ok(addr) -> print("up \${addr}"),
        Err(e) -> {
            print("failed \${e.message}")
            return
        },
    }
    app.wait()
    print("down \${worker_id()}")
}
`;

/** The answer to a request at a Unix socket. */
function askUnix(path: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: path, path: "/", agent: false, headers }, (answer) => {
      let text = "";
      answer.on("data", (piece: Buffer) => (text += piece.toString()));
      answer.on("end", () => resolve(text));
    });
    asked.once("error", reject).end();
  });
}

function servingAt(address: string, options: readonly string[] = []): Running {
  const running = run(process.execPath, [STD, "run", ...options, script(UNIX_SERVER), address]);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  return running;
}

for (const options of [[], ["--workers", "2"]])
  test(`a Unix socket has its permissions, and goes with the server ${options.join(" ")}`, async () => {
    const path = join(folder, `app${options.length}.sock`);
    const running = servingAt(`unix:${path}`, options);
    await running.until((text) => text.split("up unix:").length > Math.max(1, options.length));
    expect(statSync(path).mode & 0o777).toBe(0o660);
    expect(await askUnix(path)).toBe("unix unix");
    expect(await askUnix(path, { "X-Forwarded-For": "1.2.3.4" })).toBe("1.2.3.4 unix");
    // A second server does not take it.
    const second = servingAt(`unix:${path}`);
    expect(await second.until((text) => text.includes("failed"))).toContain(
      `failed cannot bind unix:${path}: listen: Address already in use`,
    );
    expect(await askUnix(path)).toBe("unix unix");
    running.child.kill("SIGTERM");
    expect(await running.status).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

test("a Unix socket that a killed server left behind is replaced, another file is not", async () => {
  const path = join(folder, "left.sock");
  const first = servingAt(`unix:${path}`);
  await first.until(isUp);
  first.child.kill("SIGKILL");
  await first.status;
  expect(existsSync(path)).toBe(true);
  const second = servingAt(`unix:${path}`);
  await second.until(isUp);
  expect(await askUnix(path)).toBe("unix unix");
  const file = join(folder, "plain.txt");
  writeFileSync(file, "text");
  const third = servingAt(`unix:${file}`);
  expect(await third.until((text) => text.includes("failed"))).toContain("Address already in use");
  expect(statSync(file).size).toBe(4);
});

const PYTHON = unlessInstalled("python3");
test("without sockets of the service manager, an error says so", async () => {
  const plain = servingAt("systemd");
  expect(await plain.until((text) => text.includes("failed"))).toContain(
    "no sockets were passed to this process (LISTEN_FDS)",
  );
});

const NOTIFIED = `
import os, socket, subprocess, sys
path = sys.argv[1]
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(path)
s.settimeout(60)
child = subprocess.Popen(sys.argv[2:], env={**os.environ, "NOTIFY_SOCKET": path}, stdout=subprocess.DEVNULL)
def state():
    while True:
        # The barrier of systemd-notify is a message with a descriptor, which is closed by reading it.
        data, fds, _, _ = socket.recv_fds(s, 4096, 4)
        for fd in fds: os.close(fd)
        if b"BARRIER" not in data: return data.decode()
print(state(), flush=True)
child.terminate()
print(state(), flush=True)
child.wait()
`;
const NOTIFIERS = ["systemd-notify", "python3"];

test(`the service manager learns when the server is ready and stops${unlessInstalled(...NOTIFIERS)}`, async () => {
  if (NOTIFIERS.some((each) => installed(each) === null)) return;
  const source = script(UNIX_SERVER);
  const file = join(folder, "manager.py");
  writeFileSync(file, NOTIFIED);
  const path = join(folder, "notify.sock");
  const running = run("python3", [file, path, process.execPath, STD, "run", source, "127.0.0.1:0"]);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  expect(await running.status).toBe(0);
  expect(running.output()).toBe("READY=1\nSTOPPING=1\n");
});

const DEPLOY = join(import.meta.dirname, "../../docs/deploy");
const ANALYZE = unlessInstalled("systemd-analyze");

test(`systemd accepts the units of the deployment page${ANALYZE}`, async () => {
  if (ANALYZE !== "") return;
  // The program of the unit is elsewhere on this machine.
  const service = readFileSync(join(DEPLOY, "app.service"), "utf8").replace(
    "/usr/bin/node",
    process.execPath,
  );
  writeFileSync(join(folder, "app.service"), service);
  writeFileSync(join(folder, "app.socket"), readFileSync(join(DEPLOY, "app.socket"), "utf8"));
  const verified = run("systemd-analyze", [
    "verify",
    join(folder, "app.service"),
    join(folder, "app.socket"),
  ]);
  await verified.status;
  // Other units of the machine may be faulty.
  expect(
    verified
      .output()
      .split("\n")
      .filter((line) => /app\.(?:service|socket)/.test(line)),
  ).toEqual([]);
});

/** The command of the unit, with the paths of this machine. */
function commandOfUnit(): string[] {
  const line = /^ExecStart=(.*)$/m.exec(readFileSync(join(DEPLOY, "app.service"), "utf8"))![1]!;
  return line
    .split(" ")
    .map((word) =>
      word === "/usr/bin/node"
        ? process.execPath
        : word.endsWith("/std.js")
          ? STD
          : word === "/opt/app/main.std"
            ? join(DEPLOY, "main.std")
            : word,
    );
}

test(`the command of the unit serves on the sockets of systemd${PYTHON}`, { timeout: 90_000 }, async () => {
  if (PYTHON !== "") return;
  const { ports, startSilently, stop } = await manager(folder, 1, commandOfUnit());
  startSilently();
  // The connection waits in the socket until the program serves.
  expect(await textOf(`http://127.0.0.1:${ports[0]}/`)).toMatch(/^200 hello 127\.0\.0\.1:/);
  expect(await textOf(`http://127.0.0.1:${ports[0]}/readyz`)).toBe("200 ready\n");
  expect(await stop()).toBe(0);
});

const ACTIVATE = unlessInstalled("systemd-socket-activate");

test(`systemd-socket-activate starts the command of the unit at the first connection${ACTIVATE}`, {
  timeout: 90_000,
}, async () => {
  if (ACTIVATE !== "") return;
  const port = await freePort();
  const running = run("systemd-socket-activate", ["-l", `127.0.0.1:${port}`, ...commandOfUnit()]);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  await running.until((text) => text.includes("Listening on"));
  // The program takes the place of its process.
  expect(await textOf(`http://127.0.0.1:${port}/`)).toMatch(/^200 hello 127\.0\.0\.1:/);
  running.child.kill("SIGTERM");
  expect(await running.status).toBe(0);
});

/** The last instruction of this name in the container file. */
function instruction(name: string): string {
  const lines = readFileSync(join(DEPLOY, "Containerfile"), "utf8").split("\n");
  return lines.findLast((line) => line.startsWith(`${name} `))!.slice(name.length + 1);
}

/** The manifest as text. */
const manifest = (): string => readFileSync(join(DEPLOY, "kubernetes.yaml"), "utf8");

test("the command and the variables of the container serve, drain and end as the manifest expects", {
  timeout: 90_000,
}, async () => {
  const port = await freePort();
  const variables = Object.fromEntries(
    instruction("ENV")
      .split(" ")
      .map((pair) => pair.split("=") as [string, string]),
  );
  expect(variables).toMatchObject({ LISTEN: "0.0.0.0:8080", DRAIN_MS: "5000" });
  expect(manifest()).toContain("value: 0.0.0.0:8080\n");
  expect(manifest()).toContain(`containerPort: ${instruction("EXPOSE")}\n`);
  const [, ...words] = JSON.parse(instruction("CMD")) as string[];
  const args = words.map((word) =>
    word.endsWith("/std.js") ? STD : word === "/opt/app/main.std" ? join(DEPLOY, "main.std") : word,
  );
  const cache = join(folder, "cache-of-container");
  const running = run(process.execPath, args, {
    PATH: process.env["PATH"],
    ...variables,
    XDG_CACHE_HOME: cache,
    LISTEN: `127.0.0.1:${port}`,
    DRAIN_MS: "1000",
  });
  onTestFinished(() => void running.child.kill("SIGKILL"));
  const base = `http://127.0.0.1:${port}`;
  const path = /path: (\/readyz)\n/.exec(manifest())![1]!;
  await expect.poll(() => textOf(`${base}${path}`).catch(() => ""), { timeout: 60_000 }).toBe("200 ready\n");
  running.child.kill("SIGTERM");
  await expect.poll(() => textOf(`${base}${path}`)).toBe("503 not ready\n");
  expect(await textOf(`${base}/metrics`)).toContain('route="/readyz",status="200"');
  expect(await running.status).toBe(0);
  const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(manifest())![1]);
  const drain = Number(/name: DRAIN_MS\n\s+value: "(\d+)"/.exec(manifest())![1]);
  // The drain, the time of with_stop_timeout_ms, and what is cut then.
  expect(grace * 1000).toBeGreaterThan(drain + 10_000 + 2000);
});

const HADOLINT = unlessInstalled("hadolint");

test(`hadolint accepts the container file${HADOLINT}`, async () => {
  if (HADOLINT !== "") return;
  const linted = run("hadolint", [join(DEPLOY, "Containerfile")]);
  await linted.status;
  expect(linted.output()).toBe("");
});

const VALIDATE = unlessInstalled("kubernetes-validate");

test(`the manifest fits the schema of Kubernetes${VALIDATE}`, async () => {
  if (VALIDATE !== "") return;
  const validated = run("kubernetes-validate", ["--strict", join(DEPLOY, "kubernetes.yaml")]);
  expect(await validated.status).toBe(0);
  expect(validated.output().match(/ passed for resource /g)).toHaveLength(2);
});

test("the command of a clone is one process, whatever Node is on the PATH", async () => {
  const command = join(import.meta.dirname, "../../node_modules/.bin/std");
  const source = 'import std/process { pid }\n\nfun main() {\n    print("up ${pid()}")\n}\n';
  const running = run(command, ["run", script(source)], { ...process.env, PATH: "/usr/bin:/bin" });
  expect(await running.status).toBe(0);
  expect(running.output()).toBe(`up ${running.child.pid}\n`);
});
