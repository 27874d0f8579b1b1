// Programs that exhaust a resource of the system get an `Err`, and continue (reference/library#failures). The
// shell sets the limits, which apply to the program only.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "std-used-up-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program under limits of the shell, such as `ulimit -n 128`. */
function run(limits: string, source: string, redirect = ""): Promise<Result> {
  const path = join(folder, "program.std");
  writeFileSync(path, source);
  const command = `${limits}; exec "${process.execPath}" --stack-size=7200 "${STD}" run --no-cache "${path}" ${redirect}`;
  return new Promise((resolve) => {
    const child = spawn("bash", ["-c", command], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1" },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (bytes) => (stdout += bytes));
    child.stderr.on("data", (bytes) => (stderr += bytes));
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** The messages of the system without the paths in parentheses. */
function bare(text: string): string {
  return text.replaceAll(/(\(os error \d+\)) \(.*\)$/gm, "$1");
}

/** A function that prints the outcome of a call, without its value. */
const SAY = `
fun say<T>(name: String, r: Result<T, Error>) {
    match r { Ok(_) -> print("\${name}: ok"), Err(e) -> print("\${name}: \${e}") }
}
`;

/** Statements that listen until no descriptor is left; `held` has the listeners. */
const EXHAUST = `
    let held: List<TcpListener> = []
    loop {
        match listen("127.0.0.1:0") {
            Ok(l) -> { held.push(l) },
            Err(_) -> { break },
        }
    }
`;

const EMFILE = "Too many open files (os error 24)";

describe.skipIf(process.platform !== "linux")("without", () => {
  test("descriptors every call is an Err, and works again when some are free", async () => {
    const { status, stdout, stderr } = await run(
      "ulimit -n 100",
      `
import std/http { get, stream }
import std/net { listen, connect, lookup, reachable, TcpListener }
import std/fs
import std/process { run, run_with_input, start }
import std/sync { sleep_millis }
${SAY}
fun main() {
    fs.write("x", "x").unwrap()
    fs.create_dir("empty").unwrap()
${EXHAUST}
    let addr = held[0].local_addr()
    say("read", fs.read("x"))
    say("write", fs.write("y", "a"))
    say("append", fs.append("x", "a"))
    say("copy", fs.copy("x", "z"))
    say("list_dir", fs.list_dir("."))
    say("walk", fs.walk("."))
    say("remove_dir", fs.remove_dir("empty"))
    say("size", fs.size("x"))
    say("run", run("true", []))
    say("run_with_input", run_with_input("cat", [], "x"))
    say("start", start("true", []))
    say("listen", listen("localhost:0"))
    say("connect", connect(addr))
    say("lookup", lookup("localhost"))
    print("reachable: \${reachable(addr)}")
    say("get", get("http://\${addr}/"))
    say("get a name", get("http://localhost:1/"))
    say("get with TLS", get("https://\${addr}/"))
    say("stream", stream("GET", "http://\${addr}/", "", "", 100))
    for i in 1..9 { held[i].close() }
    sleep_millis(1)
    spawn(fun() { loop { held[0].accept().unwrap().close() } })
    say("read", fs.read("x"))
    say("run", run("true", []))
    say("connect", connect(addr))
    match get("https://\${addr}/") { Ok(_) -> print("ok"), Err(e) -> print(e.message.contains("${EMFILE}")) }
}
`,
    );
    expect(stderr).toBe("");
    expect(
      bare(stdout)
        .replaceAll(/127\.0\.0\.1:\d+/g, "ADDR")
        .split("\n"),
    ).toEqual([
      `read: io: read: ${EMFILE}`,
      `write: io: write: ${EMFILE}`,
      `append: io: append: ${EMFILE}`,
      `copy: io: read: ${EMFILE}`,
      `list_dir: io: list_dir: ${EMFILE}`,
      `walk: io: list_dir: ${EMFILE}`,
      `remove_dir: io: remove_dir: ${EMFILE}`,
      "size: ok",
      `run: process: ${EMFILE}`,
      `run_with_input: process: ${EMFILE}`,
      `start: process: ${EMFILE}`,
      `listen: net: listen: ${EMFILE}`,
      `connect: net: connect: ${EMFILE}`,
      `lookup: net: lookup: ${EMFILE}`,
      "reachable: false",
      `get: http: GET: http://ADDR/: Connection Failed: Connect error: ${EMFILE}`,
      `get a name: http: GET: http://localhost:1/: Dns Failed: resolve dns name 'localhost:1': ${EMFILE}`,
      `get with TLS: http: GET: https://ADDR/: Connection Failed: Connect error: ${EMFILE}`,
      `stream: http: GET: http://ADDR/: Connection Failed: Connect error: ${EMFILE}`,
      "read: ok",
      "run: ok",
      "connect: ok",
      "false",
      "",
    ]);
    expect(status).toBe(0);
  });

  test("descriptors many clients get their errors", async () => {
    const result = await run(
      "ulimit -n 256",
      `
import std/http { request_with_timeout }
import std/net { listen, TcpStream }
import std/iter
import std/sync { wait_group }
fun main() {
    let l = listen("127.0.0.1:0").unwrap()
    let held: List<TcpStream> = []
    spawn(fun() { loop { held.push(l.accept().unwrap()) } })
    let all = wait_group()
    let failures: List<String> = []
    all.add(600)
    for i in 0..600 {
        spawn(fun() {
            match request_with_timeout("GET", "http://\${l.local_addr()}/", "", "", 1000) {
                Ok(_) -> {},
                Err(e) -> { failures.push(e.message) },
            }
            all.done()
        })
    }
    all.wait()
    print("\${failures.len()} \${failures.iter().any(fun(f) = f.contains("${EMFILE}"))}")
}
`,
    );
    expect(result).toEqual({ status: 0, stdout: "600 true\n", stderr: "" });
  });

  test("descriptors a server continues, and serves when some are free", async () => {
    const result = await run(
      "ulimit -n 100",
      `
import std/http { Server, Request, Response }
import std/net { connect, TcpStream, listen, TcpListener }
import std/sync { sleep_millis }
fun stop(app: Server) -> Response {
    app.shutdown()
    return Response.text("bye")
}
fun ask(s: TcpStream, path: String) -> Result<String, Error> {
    s.write("GET \${path} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")?
    return s.read(1000)
}
fun main() {
    let app = Server.new()
    app.get("/", fun(req: Request) -> Response = Response.text("hello"))
    app.get("/stop", fun(req: Request) -> Response = stop(app))
    let client = listen("127.0.0.1:0").unwrap()
    client.close()
    spawn(fun() {
        while app.addr == "" { sleep_millis(1) }
        let first = connect(app.addr).unwrap()
        print(ask(first, "/").unwrap().ends_with("hello"))
${EXHAUST}
        held[0].close()
        held[1].close()
        sleep_millis(1)
        // One descriptor for each side; then one for this side only.
        let second = connect(app.addr).unwrap()
        print(ask(second, "/").unwrap().ends_with("hello"))
        held[2].close()
        sleep_millis(1)
        let third = connect(app.addr).unwrap()
        third.set_read_timeout_ms(200)
        match ask(third, "/") { Ok(t) -> print(t), Err(_) -> print("not served") }
        print(ask(first, "/").unwrap().ends_with("hello"))
        third.close()
        held[3].close()
        held[4].close()
        sleep_millis(50)
        let fourth = connect(app.addr).unwrap()
        print(ask(fourth, "/stop").unwrap().ends_with("bye"))
    })
    app.listen("127.0.0.1:0")
    print("stopped")
}
`,
    );
    expect(result.stderr).toBe("");
    expect(result.stdout.split("\n")).toEqual([
      "true",
      "true",
      expect.stringMatching(/^(not served)?$/),
      "true",
      "true",
      "stopped",
      "",
    ]);
    expect(result.status).toBe(0);
  });

  test("room for a file every call is an Err, and no signal ends the program", async () => {
    const result = await run(
      "ulimit -f 100",
      `
import std/fs
${SAY}
fun main() {
    say("write", fs.write("big", "x".repeat(300000)))
    say("append", fs.append("big", "x"))
    say("copy", fs.copy("/proc/self/exe", "copy"))
    say("read", fs.read("big"))
    print("end")
}
`,
    );
    const large = "File too large (os error 27)";
    expect({ ...result, stdout: bare(result.stdout) }).toEqual({
      status: 0,
      stdout: `write: io: write: ${large}\nappend: io: append: ${large}\ncopy: io: write: ${large}\nread: ok\nend\n`,
      stderr: "",
    });
  });

  test("room for a device every call is an Err", async () => {
    const result = await run(
      ":",
      `
import std/fs
${SAY}
fun main() {
    say("write", fs.write("/dev/full", "x"))
    say("append", fs.append("/dev/full", "x"))
    say("copy", fs.copy("/proc/self/cmdline", "/dev/full"))
}
`,
    );
    const full = "No space left on device (os error 28)";
    expect({ ...result, stdout: bare(result.stdout) }).toEqual({
      status: 0,
      stdout: `write: io: write: ${full}\nappend: io: append: ${full}\ncopy: io: write: ${full}\n`,
      stderr: "",
    });
  });

  test("room for its output a program says so, and fails unless it exits itself", async () => {
    const lost = "error: cannot write to standard output: no space left on device\n";
    expect(await run(":", 'fun main() {\n    print("a")\n    print("b")\n}', "> /dev/full")).toEqual({
      status: 1,
      stdout: "",
      stderr: lost,
    });
    expect(
      await run(":", 'import std/env { exit }\nfun main() {\n    print("a")\n    exit(0)\n}', "> /dev/full"),
    ).toEqual({ status: 0, stdout: "", stderr: lost });
    const large = 'fun main() {\n    for i in 0..20000 {\n        print("0123456789")\n    }\n}';
    expect(await run("ulimit -f 100", large, "> full")).toEqual({
      status: 1,
      stdout: "",
      stderr: lost.replace("no space left on device", "file too large"),
    });
    expect(await run(":", 'fun main() { print("nobody listens") }', ">&-")).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("memory for a buffer every call is an Err", async () => {
    const { status, stdout, stderr } = await run(
      "truncate -s 500M large; ulimit -v 1900000",
      `
import std/fs
import std/process { run, start }
${SAY}
fun main() {
    say("read", fs.read("large"))
    say("copy", fs.copy("large", "/dev/null"))
    say("run", run("head", ["-c", "400000000", "/dev/zero"]))
    let child = start("head", ["-c", "20000000", "/dev/zero"]).unwrap()
    print(child.wait())
    print(child.read_stdout().len())
}
`,
    );
    const none = "Cannot allocate memory (os error 12)";
    expect(stderr).toBe("");
    expect(bare(stdout)).toBe(`read: io: read: ${none}\ncopy: ok\nrun: process: ${none}\n0\n8388608\n`);
    expect(status).toBe(0);
  });

  // The limit on processes does not apply to root.
  test.runIf(process.getuid?.() !== 0)("processes every call is an Err", async () => {
    const { status, stdout, stderr } = await run(
      "ulimit -u $(($(ps -u $(id -u) -L | wc -l) + 60))",
      `
import std/fs
import std/process { run, start, Child }
${SAY}
fun main() {
    let held: List<Child> = []
    loop {
        match start("sleep", ["30"]) {
            Ok(c) -> { held.push(c) },
            Err(e) -> { print(e); break },
        }
    }
    say("run", run("true", []))
    print(fs.exists("/"))
    for c in held { c.kill() }
    for c in held { c.wait() }
    say("run", run("true", []))
}
`,
    );
    const again = "Resource temporarily unavailable (os error 11)";
    expect(stderr).toBe("");
    expect(bare(stdout)).toBe(`process: ${again}\nrun: process: ${again}\ntrue\nrun: ok\n`);
    expect(status).toBe(0);
  });
});
