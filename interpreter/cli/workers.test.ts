// `std run --workers`: processes that share their ports, are replaced when they crash, and end with a signal
// (reference/http-server#workers).
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { STD } from "../testing/command.ts";

const folder = mkdtempSync(join(tmpdir(), "std-workers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SERVER = `
import std/http { Response, Server }
import std/env { worker_id }
import std/process { pid }

fun main() {
    let app = Server.new()
    app.get("/", fun(req) = Response.text("\${worker_id()} \${pid()}"))
    let addr = app.start("127.0.0.1:0").unwrap()
    print("up \${worker_id()} \${addr}")
    app.serve("127.0.0.1:0")
    print("down \${worker_id()}")
}
`;

let programs = 0;

function running(source: string, workers: string, detached = false) {
  const file = join(folder, `program${++programs}.std`);
  writeFileSync(file, source);
  const child = spawn(process.execPath, [STD, "run", "--workers", workers, file], {
    stdio: ["ignore", "pipe", "pipe"],
    detached,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  let look = (): void => {};
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes) => {
      output += String(bytes);
      look();
    });
  const status = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
  const until = (done: (output: string) => boolean): Promise<string> =>
    new Promise((resolve) => {
      look = () => done(output) && resolve(output);
      look();
    });
  return { child, status, until };
}

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

test("workers share a port, are replaced, and end together", { timeout: 60_000 }, async () => {
  const { child, status, until } = running(SERVER, "2");
  const up = await until((text) => count(text, /^up /gm) === 2);
  const addresses = new Set([...up.matchAll(/^up [12] (\S+)$/gm)].map((match) => match[1]));
  expect(addresses.size).toBe(1);
  const ask = async (): Promise<string> =>
    (await fetch(`http://${[...addresses][0]}/`, { headers: { connection: "close" } })).text();
  const [id, pid] = (await ask()).split(" ");
  process.kill(Number(pid), "SIGKILL");
  await until((text) => text.includes(`worker ${id} crashed (SIGKILL)`));
  expect(await ask()).toMatch(/^[12] /);
  await until((text) => count(text, /^up /gm) === 3);
  child.kill("SIGTERM");
  expect(await status).toBe(0);
  expect(count(await until(() => true), /^down /gm)).toBe(2);
});

test("a connection on its way to a worker that is killed is answered by another", {
  timeout: 60_000,
}, async () => {
  const { child, status, until } = running(SERVER, "2");
  const up = await until((text) => count(text, /^up /gm) === 2);
  const url = `http://${/^up \d (\S+)$/m.exec(up)![1]}/`;
  const ask = async (): Promise<string> => (await fetch(url, { headers: { connection: "close" } })).text();
  const [id, pid] = (await ask()).split(" ");
  // It receives connections, but confirms none.
  process.kill(Number(pid), "SIGSTOP");
  const answers = Array.from({ length: 6 }, ask);
  await Promise.any(answers);
  process.kill(Number(pid), "SIGKILL");
  await until((text) => text.includes(`worker ${id} crashed (SIGKILL)`));
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^[12] /);
  await until((text) => count(text, /^up /gm) === 3);
  // A worker that is killed while all end counts as failed.
  const stuck = Number((await ask()).split(" ")[1]);
  process.kill(stuck, "SIGSTOP");
  child.kill("SIGTERM");
  await until((text) => text.includes("down "));
  process.kill(stuck, "SIGKILL");
  expect(await status).toBe(137);
});

/** Sends one request on a new connection; returns its outcome. */
function askOnce(port: number): Promise<"answered" | "unanswered" | "cut off" | string> {
  return new Promise((resolve) => {
    let text = "";
    let failure = "";
    connect(port, "127.0.0.1")
      .on("data", (bytes) => (text += String(bytes)))
      .on("error", (error: NodeJS.ErrnoException) => (failure = error.code!))
      .on("close", () => {
        if (failure !== "") resolve(failure);
        else if (text === "") resolve("unanswered");
        else resolve(/\r\n\r\n\d \d+$/.test(text) ? "answered" : "cut off");
      })
      .write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  });
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s under load resets no connection",
  {
    timeout: 60_000,
  },
  async (signal) => {
    const { child, status, until } = running(SERVER, "2");
    const up = await until((text) => count(text, /^up /gm) === 2);
    const port = Number(/^up \d \S+:(\d+)$/m.exec(up)![1]);
    const outcomes: string[] = [];
    let stopping = false;
    const client = async (): Promise<void> => {
      while (!stopping) {
        outcomes.push(await askOnce(port));
        if (outcomes.length < 300 || stopping) continue;
        stopping = true;
        child.kill(signal);
      }
    };
    await Promise.all(Array.from({ length: 30 }, client));
    expect(outcomes.filter((outcome) => outcome !== "answered" && outcome !== "unanswered")).toEqual([]);
    // The requests of the last iteration may have either outcome.
    expect(outcomes.slice(0, 300)).not.toContain("unanswered");
    expect(await status).toBe(0);
  },
);

const STREAMS = `
import std/http { Response, Server }
import std/net { listen_unix }
import std/sync { sleep_millis }

fun main() {
    let app = Server.new()
    app.get("/slow", fun(req) -> Response {
        print("slow")
        sleep_millis(300)
        return Response.text("slow is done")
    })
    app.get("/events", fun(req) = Response.events(fun(out) {
        while true {
            out.send("tick")?
            sleep_millis(20)
        }
        return Ok({})
    }))
    app.websocket("/talk", fun(req, ws) {
        let _ = ws.recv()
    })
    let _ = listen_unix("FOLDER/workers.sock").unwrap()
    print("up \${app.start("127.0.0.1:0").unwrap()}")
    app.listen("127.0.0.1:0")
}
`;

test("streams and WebSockets of all workers end in order, also when all processes get the signal", {
  timeout: 60_000,
}, async () => {
  const { child, status, until } = running(STREAMS.replace("FOLDER", folder), "2", true);
  const up = await until((text) => count(text, /^up /gm) === 2);
  const port = Number(/^up \S+:(\d+)$/m.exec(up)![1]);
  const path = join(folder, "workers.sock");
  expect(existsSync(path)).toBe(true);
  const ask = async (path: string, begun: RegExp | null, fields = ""): Promise<{ end: Promise<string> }> => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const end = new Promise<string>((resolve, reject) => {
      socket.on("error", reject).on("close", () => resolve(text));
    });
    const beginning = new Promise<void>((resolve) => {
      socket.on("data", (bytes) => {
        text += bytes.toString("latin1");
        if (begun?.test(text) === true) resolve();
      });
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`);
    if (begun !== null) await beginning;
    return { end };
  };
  const upgrade =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  // Two of each, one for each worker.
  const events = [await ask("/events", /tick/), await ask("/events", /tick/)];
  const sockets = [await ask("/talk", /\r\n\r\n/, upgrade), await ask("/talk", /\r\n\r\n/, upgrade)];
  const slow = [await ask("/slow", null), await ask("/slow", null)];
  await until((text) => count(text, /^slow$/gm) === 2);
  process.kill(-child.pid!, "SIGTERM");
  for (const { end } of events) expect(await end).toMatch(/\r\n0\r\n\r\n$/);
  for (const { end } of sockets) expect((await end).slice(-4, -2)).toBe("\x88\x02");
  for (const { end } of slow) expect(await end).toMatch(/slow is done$/);
  expect(await status).toBe(0);
  expect(existsSync(path)).toBe(false);
});

test("workers that end normally are not replaced, and determine the status", {
  timeout: 60_000,
}, async () => {
  expect(
    await running(
      "import std/env { worker_id, exit }\nfun main() {\n    if worker_id() == 2 { exit(7) }\n}\n",
      "2",
    ).status,
  ).toBe(7);
  expect(await running("fun main() {}\n", "2").status).toBe(0);
  expect(await running("fun main() { x }\n", "2").status).toBe(1);
  expect(await running("fun main() {}\n", "two").status).toBe(2);
});
