// The effects of signals on programs that `std run` runs (reference/http-server#signals).
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "std-signals-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Running {
  readonly child: ChildProcess;
  /** The next line of standard output; waits for it. */
  line(): Promise<string>;
  /** The result: status or signal, the rest of standard output after the lines read, and standard error. */
  readonly end: Promise<readonly [number | string | null, string, string]>;
}

let programs = 0;

function run(source: string, options: readonly string[] = []): Running {
  const path = join(folder, `program-${programs++}.std`);
  writeFileSync(path, source);
  const args = ["--stack-size=7200", STD, "run", "--no-cache", ...options, path];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let stdout = "";
  let stderr = "";
  let arrived = (): void => {};
  let ended = false;
  child.stdout.on("data", (bytes) => {
    stdout += bytes;
    arrived();
  });
  child.stderr.on("data", (bytes) => (stderr += bytes));
  child.on("close", () => {
    ended = true;
    arrived();
  });
  return {
    child,
    async line() {
      while (!stdout.includes("\n")) {
        if (ended) throw new Error(`the program has ended: ${stderr}`);
        await new Promise<void>((resolve) => (arrived = resolve));
      }
      const [first, ...rest] = stdout.split("\n");
      stdout = rest.join("\n");
      return first!;
    },
    end: new Promise((resolve) =>
      child.on("close", (status, signal) => resolve([signal ?? status, stdout, stderr])),
    ),
  };
}

/** A server `app`, whose handler of /slow prints a line and then evaluates `wait`. */
const server = (rest: string, wait = "sleep_millis(300)"): string => `
import std/http { Response, Request, Server }
import std/sync { channel, sleep_millis }

fun serve(name: String) -> Server {
    let app = Server.new()
    app.get("/slow", fun(req: Request) -> Response {
        print("\${name} works")
        ${wait}
        return Response.text("done")
    })
    spawn(fun() {
        while app.addr == "" { sleep_millis(1) }
        print("\${name} \${app.addr}")
    })
    return app
}

fun main() {
    let app = serve("a")
    ${rest}
}
`;

/** A server whose handlers do not end by themselves. */
const CUT = `
import std/env { exit }
import std/error { catch_panic, Error }
import std/http { BodyWriter, Response, Request, Server }
import std/sync { channel, mutex, sleep_millis }

fun main() {
    let app = Server.new().with_stop_timeout_ms(100)
    let m = mutex()
    app.get("/waits", fun(req: Request) -> Response {
        defer print("waits: released")
        m.lock()
        defer m.unlock()
        print("waits")
        sleep_millis(1000000)
        return Response.text("")
    })
    app.get("/asks", fun(req: Request) -> Response {
        print("asks")
        req.cancel().done().recv_opt()
        print("asks: cancelled")
        return Response.text("")
    })
    app.get("/computes", fun(req: Request) -> Response {
        defer print("computes: released")
        print("computes")
        let n = 0
        while n >= 0 { n = (n + 1) % 1000 }
        return Response.text("")
    })
    app.get("/catches", fun(req: Request) -> Response {
        defer print("catches: released")
        print("catches")
        print(catch_panic(fun() { channel<Int>().recv() }))
        return Response.text("")
    })
    app.get("/streams", fun(req: Request) = Response.stream(
        "text/plain",
        fun(out: BodyWriter) -> Result<(), Error> {
            print("streams")
            loop {
                match out.write("x") {
                    Ok(_) -> sleep_millis(1),
                    Err(e) -> {
                        print("streams: \${e}")
                        return Err(e)
                    },
                }
            }
        },
    ))
    spawn(fun() {
        while app.addr == "" { sleep_millis(1) }
        print(app.addr)
    })
    print("serve: \${app.serve("127.0.0.1:0")}")
    m.with(fun() { print("free") })
    print("end")
    exit(3)
}
`;

/** Resolves with the whole response of the server. */
function get(address: string, path = "/slow"): Promise<string> {
  return new Promise((resolve) => {
    const [host, port] = address.split(":");
    let text = "";
    const socket = connect(Number(port), host, () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`));
    socket.on("data", (bytes) => (text += bytes));
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
}

describe.skipIf(process.platform === "win32")("a signal", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("%s lets a server finish, and main continue", async (signal) => {
    const program = run(server(`app.listen("127.0.0.1:0")\n print("after")`));
    const address = (await program.line()).slice(2);
    const answer = get(address);
    expect(await program.line()).toBe("a works");
    program.child.kill(signal);
    expect(await answer).toContain("done");
    expect(await program.end).toEqual([0, "after\n", ""]);
  });

  test("reaches all servers", async () => {
    const program = run(
      server(`let ends = channel<String>()
    let other = serve("b")
    spawn(fun() { app.listen("127.0.0.1:0"); ends.send("end") })
    spawn(fun() { other.listen("127.0.0.1:0"); ends.send("end") })
    print("\${ends.recv()} \${ends.recv()}")`),
    );
    await program.line();
    await program.line();
    program.child.kill("SIGTERM");
    expect(await program.end).toEqual([0, "end end\n", ""]);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("that is the second, %s, ends the program with status %d", async (signal, status) => {
    const program = run(server(`app.listen("127.0.0.1:0")\n print("never")`, "loop { sleep_millis(1000) }"));
    const address = (await program.line()).slice(2);
    void get(address);
    expect(await program.line()).toBe("a works");
    // Two pending signals of one kind would be merged.
    program.child.kill("SIGTERM");
    await refused(address);
    program.child.kill(signal);
    expect((await program.end).slice(0, 2)).toEqual([status, ""]);
  });

  test.each([[], ["--workers", "1"]])(
    "cuts what is unfinished at the deadline: it unwinds, and main continues %j",
    async (...options) => {
      const program = run(CUT, options);
      const address = await program.line();
      const answers = ["/waits", "/asks", "/computes", "/streams", "/catches"].map((path) =>
        get(address, path),
      );
      const begun = [await program.line(), await program.line(), await program.line()];
      begun.push(await program.line(), await program.line());
      expect(begun.sort()).toEqual(["asks", "catches", "computes", "streams", "waits"]);
      program.child.kill("SIGTERM");
      const [status, stdout, stderr] = await program.end;
      expect([status, stdout.trimEnd().split("\n").slice(-3)]).toEqual([3, ["serve: Ok(())", "free", "end"]]);
      expect(stdout.split("\n").slice(0, -4).sort()).toEqual([
        "asks: cancelled",
        "catches: released",
        "computes: released",
        "streams: http: write: the client has disconnected",
        "waits: released",
      ]);
      expect(stderr).toMatch(/^http: cut at the end of a stop: GET \/[^\n]*\n$/);
      await Promise.all(answers);
    },
  );

  test("leaves no file of a Unix socket behind", async () => {
    const program = run(`
import std/net { listen_unix }

fun main() {
    let listener = listen_unix("app.sock").unwrap()
    print("listens")
    let _ = listener.accept()
}
`);
    await program.line();
    expect(existsSync(join(folder, "app.sock"))).toBe(true);
    program.child.kill("SIGTERM");
    expect(await program.end).toEqual(["SIGTERM", "", ""]);
    expect(existsSync(join(folder, "app.sock"))).toBe(false);
  });

  test("ends a program that computes beside a child, and the child", async () => {
    const program = run(`
import std/io { stdout }
import std/process { Command }

fun main() {
    let child = Command.new("sleep").arg("1000").start().unwrap()
    stdout().write("\${child.pid()}\\n").unwrap()
    let rounds = 0
    loop { rounds += 1 }
}
`);
    const pid = Number(await program.line());
    program.child.kill("SIGTERM");
    expect(await program.end).toEqual(["SIGTERM", "", ""]);
    await gone(pid);
  });

  test("ends a program 2 s after the deadline of its server that does not end", async () => {
    const program = run(
      server(`app.with_stop_timeout_ms(100).listen("127.0.0.1:0")\n print("after")\n channel().recv_opt()`),
    );
    await program.line();
    program.child.kill("SIGTERM");
    expect(await program.line()).toBe("after");
    // Nothing would wake it, but that is not a deadlock now.
    expect(await program.end).toEqual([143, "", ""]);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const)(
    "%s that ends a program ends its children and theirs",
    async (signal) => {
      const program = run(`import std/process { Command }
fun main() {
    let child = Command.new("sh").args(["-c", "sleep 1000 & echo $!; wait"]).start().unwrap()
    print(child.stdout().read(100).unwrap().trim())
    child.wait()
}`);
      const grandchild = Number(await program.line());
      program.child.kill(signal);
      // SIGQUIT prints the goroutines first.
      expect((await program.end)[0]).toBe(signal === "SIGQUIT" ? 131 : signal);
      await gone(grandchild);
    },
  );

  test("reaches a program that receives signals, also in a burst", async () => {
    const program = run(
      `import std/process { signals }
fun main() {
    let asked = signals(["TERM", "SIGINT", "USR1", "SIGTERM"])
    print("up")
    let seen: Set<String> = {"",}
    while seen.len() < 3 { seen.add(asked.recv()) }
    print("all")
    loop { yield_now() }
}`.replace("{ signals }", "{ signals }\nimport std/sync { yield_now }"),
    );
    await program.line();
    for (let i = 0; i < 200; i++)
      for (const name of ["SIGTERM", "SIGUSR1", "SIGINT"] as const) program.child.kill(name);
    expect(await program.line()).toBe("all");
    program.child.kill("SIGKILL");
    expect(await program.end).toEqual(["SIGKILL", "", ""]);
  });

  test("USR1 ends a program that does not receive signals", async () => {
    const program = run(`import std/sync { sleep_millis }\nfun main() { print("up"); sleep_millis(100000) }`);
    await program.line();
    program.child.kill("SIGUSR1");
    expect(await program.end).toEqual(["SIGUSR1", "", ""]);
  });

  test("ends a program without a server, or whose server is down, as usual", async () => {
    const program = run(`import std/sync { sleep_millis }\nfun main() { print("up"); sleep_millis(100000) }`);
    await program.line();
    program.child.kill("SIGTERM");
    expect((await program.end)[0]).toBe("SIGTERM");

    const down = run(
      server(`spawn(fun() { while app.addr == "" { sleep_millis(1) }; sleep_millis(20); app.shutdown() })
    app.listen("127.0.0.1:0")
    print("down")
    sleep_millis(100000)`),
    );
    await down.line();
    expect(await down.line()).toBe("down");
    down.child.kill("SIGINT");
    expect((await down.end)[0]).toBe("SIGINT");
  });
});

/** Resolves when the process has ended. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      // A process that has ended and was not waited for is still listed.
      if (/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))) return;
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function refused(address: string): Promise<void> {
  const [host, port] = address.split(":");
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), host, () => resolve(true));
      socket.on("error", () => resolve(false));
      socket.unref();
    });
    if (!open) return;
  }
}
