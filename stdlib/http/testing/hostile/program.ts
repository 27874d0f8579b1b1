// The program that hostile clients meet, in a process of its own, and the client that sends the rows.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { STD } from "../../../../interpreter/testing/command.ts";
import { TestAuthority } from "../authority.ts";
import { statusesOf } from "../served.ts";
import type { HostileExchange } from "./exchange.ts";

const SOURCE = `
import std/http { Cookie, Message, Method, Request, Response, Server }
import std/json { parse }
import std/sync { Mutex, mutex, sleep_millis }
import std/web { basic_auth, compress, csrf, csrf_token, session, sessions }

struct State { lock: Mutex }

fun boom(state: State) -> Response {
    state.lock.lock()
    defer state.lock.unlock()
    panic("boom")
}

fun taken(state: State) -> Response {
    state.lock.lock()
    defer state.lock.unlock()
    return Response.text("taken")
}

fun nesting(text: String, at: Int) -> Int {
    if at < text.len() {
        return 1 + nesting(text, at + 1)
    }
    return 0
}

fun parsed(state: State, req: Request) -> Response {
    state.lock.lock()
    defer state.lock.unlock()
    return Response.text("\${nesting(req.body, 0)}")
}

fun form(req: Request) -> Response = match req.form() {
    Ok(form) -> Response.text("\${form.names().len()}"),
    Err(e) -> Response.bad_request(e.message),
}

fun json(req: Request) -> Response = match req.json_value() {
    Ok(_) -> Response.text("json"),
    Err(e) -> Response.bad_request(e.message),
}

fun routes(app: Server, state: State) {
    app.wrap(compress())
    app.guard("/admin", basic_auth("admin", fun(_user, _password) = false))
    app.get("/", fun(_req) = Response.text("ok"))
    app.any("/echo", fun(req) = Response.text("\${req.body.len()}"))
    app.get("/query", fun(req) = Response.text("\${req.queries().len()} \${req.query_value("zz")}"))
    app.get("/rest/*rest", fun(req) = Response.text("\${req.param("rest").len()} \${req.clean_path().len()}"))
    app.get("/large", fun(_req) = Response.text("large ".repeat(2000)))
    app.get("/who", fun(req) = Response.text(req.remote_addr()))
    app.get("/client", fun(req) = Response.text("\${req.remote_addr()} \${req.scheme()} \${req.host()}"))
    app.post("/form", form)
    app.post("/json", json)
    app.get("/boom", fun(_req) = boom(state))
    app.get("/lock", fun(_req) = taken(state))
    app.post("/parse", fun(req) = parsed(state, req))
    app.websocket("/ws", fun(_req, ws) {
        while let Ok(message) = ws.recv() {
            match message {
                Text(text) -> ws.send_text(text),
                Binary(bytes) -> ws.send_binary(bytes),
            }
        }
    })
    let cookies = Server.new()
    cookies.wrap(sessions("a secret"))
    cookies.get("/", fun(req) = Response.text("\${req.cookie("zz")} \${session(req).get("user")}"))
    app.mount("/cookie", cookies)
    let forms = Server.new()
    forms.wrap(csrf("a secret"))
    forms.post("/", fun(_req) = Response.text("done"))
    app.mount("/csrf", forms)
    app.static("/one", "site")
    app.files("/files", "site")
}

fun never(_req: Request) -> Response {
    sleep_millis(600000)
    return Response.text("late")
}

fun main() {
    let state = State { lock: mutex() }
    let plain = Server.new()
    routes(plain, state)
    print(plain.start("127.0.0.1:0").unwrap())
    let slow = Server.new().with_timeout(1).with_header_timeout_ms(1000).with_handler_timeout(500)
    routes(slow, state)
    slow.get("/huge", fun(_req) = Response.text("h".repeat(20000000)))
    slow.get("/endless", fun(_req) = Response.stream("text/plain", fun(out) {
        loop {
            out.write("x".repeat(65536))?
        }
    }))
    slow.get("/never", never)
    print(slow.start("127.0.0.1:0").unwrap())
    let tls = Server.new().with_timeout(1)
    routes(tls, state)
    print(tls.start_tls("127.0.0.1:0", "good.pem", "good.key").unwrap())
    let proxied = Server.new().with_timeout(1).trust_proxies(["127.0.0.1"]).with_proxy_protocol()
    routes(proxied, state)
    print(proxied.start("127.0.0.1:0").unwrap())
    plain.wait()
}
`;

const SERVERS = ["plain", "slow", "tls", "proxied"] as const;
/** Ends a row whose connection the server never closes. */
const LONGEST_MS = 20_000;

/** What a row has caused. */
export interface HostileOutcome {
  readonly answer: string;
  readonly text: string;
  readonly cpuMs: number;
  readonly megabytes: number;
}

export interface HostileProgram {
  /** Sends a row, and then the next plain request, whose response must be complete. */
  run(row: HostileExchange): Promise<HostileOutcome>;
  /** What the program has written on standard error. */
  stderr(): string;
  /** Ends the program; returns its exit status or signal. */
  stop(): Promise<number | string | null>;
}

export async function startProgram(): Promise<HostileProgram> {
  const authority = new TestAuthority();
  authority.certify("good", "DNS:localhost");
  const folder = authority.folder;
  writeSite(folder);
  writeFileSync(join(folder, "main.std"), SOURCE);
  const child = spawn(process.execPath, ["--stack-size=7200", STD, "run", "--no-cache", "main.std"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let stderr = "";
  child.stderr.on("data", (bytes) => (stderr += bytes));
  const ended = new Promise<number | string | null>((resolve) =>
    child.on("close", (status, signal) => resolve(signal ?? status)),
  );
  const ports = await new Promise<number[]>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (bytes) => {
      text += bytes;
      const found = [...text.matchAll(/:(\d+)\n/g)].map((match) => Number(match[1]));
      if (found.length === SERVERS.length) resolve(found);
    });
    void ended.then(() => reject(new Error(`the program has ended: ${stderr}`)));
  });
  const pid = child.pid!;
  return {
    async run(row) {
      const [cpu, memory] = [cpuOf(pid), memoryOf(pid, "VmRSS")];
      writeFileSync(`/proc/${pid}/clear_refs`, "5");
      const text = await send(ports[SERVERS.indexOf(row.to ?? "plain")]!, row);
      const outcome = {
        answer: statusesOf(text),
        text,
        cpuMs: cpuOf(pid) - cpu,
        megabytes: memoryOf(pid, "VmHWM") - memory,
      };
      const next = await send(ports[0]!, { name: "", answer: "", send: NEXT });
      if (!next.endsWith("\r\n\r\nok")) throw new Error(`the next request was not served: ${next}`);
      return outcome;
    },
    stderr: () => stderr,
    async stop() {
      child.kill("SIGTERM");
      const status = await ended;
      authority.remove();
      return status;
    },
  };
}

const NEXT = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

function writeSite(folder: string): void {
  const site = join(folder, "site");
  mkdirSync(join(site, "sub"), { recursive: true });
  writeFileSync(join(site, "a.txt"), "0123456789");
  writeFileSync(join(site, ".hidden"), "hidden");
  writeFileSync(join(site, "sub", "index.html"), "sub");
  writeFileSync(join(folder, "secret.txt"), "secret");
  symlinkSync("../secret.txt", join(site, "link.txt"));
  symlinkSync("..", join(site, "up"));
  symlinkSync("loop", join(site, "loop"));
  execFileSync("mkfifo", [join(site, "pipe")]);
}

/** Sends a row and returns all that arrives until the connection ends. */
function send(port: number, row: HostileExchange): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    const pieces: string[] = [];
    const timer = setTimeout(() => {
      pieces.push("the server does not close the connection");
      socket.destroy();
    }, LONGEST_MS);
    if (row.then === "read nothing") socket.pause();
    else
      socket.on("data", (bytes: Buffer) => {
        pieces.push(bytes.toString("latin1"));
        if (row.then === "reset") socket.resetAndDestroy();
      });
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(pieces.join(""));
    });
    const packets = typeof row.send === "string" ? [row.send] : [...row.send];
    const next = (): void => {
      const packet = packets.shift();
      if (packet !== undefined && !socket.destroyed) {
        socket.write(packet, "latin1", () =>
          row.pauseMs === undefined ? setImmediate(next) : setTimeout(next, row.pauseMs),
        );
      } else if (row.then === "end") socket.end();
      else if (row.then === "reset" && row.answer === "") socket.resetAndDestroy();
      // A client that reads nothing sees the end of its connection only by writing to it.
      else if (row.then === "read nothing") writeUntilClosed();
    };
    const writeUntilClosed = (): void => {
      if (!socket.destroyed) socket.write("x", () => setTimeout(writeUntilClosed, 100));
    };
    next();
  });
}

/** The CPU time of a process, in milliseconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function memoryOf(pid: number, name: string): number {
  const line = readFileSync(`/proc/${pid}/status`, "latin1")
    .split("\n")
    .find((each) => each.startsWith(`${name}:`));
  return Number(/\d+/.exec(line!)![0]) / 1_024;
}
