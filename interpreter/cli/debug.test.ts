// A debugger over the inspector protocol, as Chrome and VS Code use it: `std run --inspect-brk`.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

vi.setConfig({ testTimeout: 60_000 });

interface Value {
  readonly description?: string;
}

interface Frame {
  readonly callFrameId: string;
  readonly functionName: string;
  readonly location: { readonly lineNumber: number };
  readonly url: string;
  readonly scopeChain: readonly { readonly name: string; readonly object: { readonly objectId: string } }[];
}

interface Paused {
  readonly callFrames: readonly Frame[];
  readonly reason: string;
  readonly hitBreakpoints: readonly string[];
  readonly data?: Value;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

class Inspected {
  readonly child: ChildProcess;
  stdout = "";
  stderr = "";
  readonly ended: Promise<number | null>;
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #events: Message[] = [];
  #heard: () => void = () => {};
  #id = 0;
  #isClosed = false;

  private constructor(child: ChildProcess, socket: WebSocket, heard: { stderr: string }) {
    this.child = child;
    this.#socket = socket;
    this.stderr = heard.stderr;
    child.stdout!.on("data", (bytes) => (this.stdout += bytes));
    child.stderr!.on("data", (bytes) => (this.stderr += bytes));
    this.ended = new Promise((resolve) => child.on("close", resolve));
    socket.onclose = () => {
      this.#isClosed = true;
      this.#heard();
      for (const answer of this.#answers.values()) answer({ error: { message: "the connection is closed" } });
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id !== undefined) this.#answers.get(message.id)!(message);
      else {
        this.#events.push(message);
        this.#heard();
      }
    };
  }

  static async start(
    text: string,
    command: readonly string[] = ["run", "--inspect-brk=0"],
    others: Readonly<Record<string, string>> = {},
  ): Promise<Inspected> {
    const folder = mkdtempSync(join(tmpdir(), "std-debug-"));
    const name = command[0] === "test" ? "app_test.std" : "app.std";
    writeFileSync(join(folder, name), text);
    for (const [other, content] of Object.entries(others)) writeFileSync(join(folder, other), content);
    const operands = command.some((word) => word.includes("::")) ? [] : [name, ...Object.keys(others)];
    const child = spawn(process.execPath, [STD, ...command, ...operands], { cwd: folder });
    onTestFinished(() => {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    });
    const heard = { stderr: "" };
    const url = await new Promise<string>((resolve, reject) => {
      child.on("close", () => reject(new Error(heard.stderr)));
      child.stderr.on("data", (bytes) => {
        heard.stderr += bytes;
        const found = /^Debugger listening on (ws:\S+)\n/m.exec(heard.stderr);
        if (found !== null) resolve(found[1]!);
      });
    });
    const socket = new WebSocket(url);
    await new Promise((resolve) => (socket.onopen = resolve));
    const inspected = new Inspected(child, socket, heard);
    await inspected.call("Runtime.enable");
    await inspected.call("Debugger.enable");
    const script = await inspected.event<{ url: string }>("Debugger.scriptParsed");
    expect(script.url).toBe(pathToFileURL(join(folder, name)).href);
    return inspected;
  }

  async call<T = unknown>(method: string, params: object = {}): Promise<T> {
    const id = ++this.#id;
    const answer = new Promise<Message>((resolve) => this.#answers.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(error.message);
    return result as T;
  }

  async event<T>(method: string): Promise<T> {
    for (;;) {
      const at = this.#events.findIndex((each) => each.method === method);
      if (at >= 0) return this.#events.splice(at, 1)[0]!.params as T;
      if (this.#isClosed) throw new Error(`no ${method}: ${this.stdout}${this.stderr}`);
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
  }

  /** Lets the program end, which may close the connection before the answer is sent. Resolves with its status. */
  async finish(): Promise<number | null> {
    await this.call("Debugger.resume").catch(() => {});
    return this.ended;
  }

  /** Sets a breakpoint on the line with this text. */
  async breakAt(text: string, line: number): Promise<string> {
    const { breakpointId, locations } = await this.call<{
      breakpointId: string;
      locations: readonly { lineNumber: number }[];
    }>("Debugger.setBreakpointByUrl", { lineNumber: line - 1, urlRegex: "app(_test)?\\.std$" });
    expect([text, locations.map((each) => each.lineNumber + 1)]).toEqual([text, [line]]);
    return breakpointId;
  }

  /** Goes on by a request, and waits until the program stops again; the stack as `function:line`. */
  async until(request: string): Promise<readonly string[]> {
    const [paused] = await Promise.all([this.event<Paused>("Debugger.paused"), this.call(request)]);
    this.paused = paused;
    return this.stack;
  }

  paused: Paused | null = null;

  get stack(): readonly string[] {
    return this.paused!.callFrames.map(
      ({ functionName, location }) => `${functionName}:${location.lineNumber + 1}`,
    );
  }

  /** The parts of a value, as a front end expands them, each with its path. */
  async expanded(expression: string, callFrameId = "0"): Promise<readonly string[]> {
    const { result } = await this.call<{ result: { objectId?: string; description: string } }>(
      "Debugger.evaluateOnCallFrame",
      { callFrameId, expression },
    );
    if (result.objectId === undefined) throw new Error(result.description);
    // Front ends first ask for a text, with a function that must not run.
    const functionDeclaration = "function () { process.exit(9); }";
    const asked = await this.call("Runtime.callFunctionOn", {
      objectId: result.objectId,
      functionDeclaration,
    });
    expect(asked).toEqual({ result: { type: "undefined" } });
    return this.#parts(result.objectId, "");
  }

  async #parts(objectId: string, path: string): Promise<string[]> {
    const { result } = await this.call<{
      result: readonly { name: string; value: { description: string; objectId?: string } }[];
    }>("Runtime.getProperties", { objectId });
    const all: string[] = [];
    for (const { name, value } of result) {
      all.push(`${path}${name}=${value.description}`);
      if (value.objectId !== undefined) all.push(...(await this.#parts(value.objectId, `${path}${name}.`)));
    }
    return all;
  }

  async shown(scope: "Locals" | "Goroutines", frame = 0): Promise<readonly string[]> {
    const found = this.paused!.callFrames[frame]!.scopeChain.find(({ name }) => name === scope)!;
    const { result } = await this.call<{ result: readonly { name: string; value: Value }[] }>(
      "Runtime.getProperties",
      found.object,
    );
    return result.map(({ name, value }) => `${name}=${value.description}`);
  }

  async evaluate(expression: string, frame = 0): Promise<string> {
    const { callFrameId } = this.paused!.callFrames[frame]!;
    const { result } = await this.call<{ result: Value }>("Debugger.evaluateOnCallFrame", {
      callFrameId,
      expression,
    });
    return result.description!;
  }

  leave(): void {
    this.#socket.close();
  }
}

const APP = `import std/http { get, Response, Server }
import std/sync { channel, Channel }

struct Point { x: Int, y: Int }

let total = 1

fun largest<T: Ord>(xs: List<T>) -> T {
    let best = xs[0]
    for x in xs {
        if x > best { best = x }
    }
    return best
}

fun worker(input: Channel<Int>, output: Channel<Int>) {
    let p = Point { x: 1, y: 2 }
    let n = input.recv()
    let sum = n + p.x
    output.send(sum)
}

fun ask(output: Channel<Int>) -> Int {
    let before = "text"
    let got = output.recv()
    return got + total
}

fun main() {
    print(largest([3, 1]))
    print(largest(["ann", "bob"]))
    let input = channel<Int>()
    let output = channel<Int>()
    spawn worker(input, output)
    input.send(20)
    let answer = ask(output)
    print(answer)
    let app = Server.new()
    app.get("/hello/:name", fun(req) {
        let name = req.param("name")
        Response.text("hello \${name}")
    })
    let address = app.start("127.0.0.1:0").unwrap()
    print(get("http://\${address}/hello/zoe").unwrap().body)
    app.shutdown()
}
`;

test("a session: instances, goroutines, waits, a handler, locals, expressions", async () => {
  const app = await Inspected.start(APP);
  await app.breakAt("return best", 13);
  await app.breakAt("let sum", 19);
  await app.breakAt("let got", 25);
  await app.breakAt("let name", 40);
  expect(await app.until("Runtime.runIfWaitingForDebugger")).toEqual(["main:30"]);
  // The breakpoint is in both instances of the generic function.
  expect(await app.until("Debugger.resume")).toEqual(["largest:13", "main:30"]);
  expect(await app.shown("Locals")).toEqual(["xs=[3, 1]", "best=3"]);
  expect(await app.until("Debugger.resume")).toEqual(["largest:13", "main:31"]);
  expect(await app.shown("Locals")).toEqual(['xs=["ann", "bob"]', 'best="bob"']);
  expect(await app.evaluate('best + "!" + xs[0]')).toBe('"bob!ann"');
  expect(await app.expanded('[("a", Some(Point { x: 1, y: 2 }))]')).toEqual([
    '0=("a", Some(Point { x: 1, y: 2 }))',
    '0.0="a"',
    "0.1=Some(Point { x: 1, y: 2 })",
    "0.1.Some=Point { x: 1, y: 2 }",
    "0.1.Some.x=1",
    "0.1.Some.y=2",
  ]);
  expect(await app.expanded("[1].first()")).toEqual(["Some=1"]);
  // Out of the function, then over statements of main: the send waits.
  expect(await app.until("Debugger.stepOut")).toEqual(["main:32"]);
  expect(await app.evaluate("total + 41")).toBe("42");
  for (const line of [33, 34, 35]) expect(await app.until("Debugger.stepOver")).toEqual([`main:${line}`]);
  // Sending wakes the other goroutine, which reaches a breakpoint before the step ends.
  expect(await app.until("Debugger.stepOver")).toEqual(["worker:19", "main.lambda:34"]);
  expect(await app.shown("Locals")).toEqual([
    "input=Channel { id: 1 }",
    "output=Channel { id: 2 }",
    "p=Point { x: 1, y: 2 }",
    "n=20",
  ]);
  expect(await app.until("Debugger.resume")).toEqual(["ask:25", "main:36"]);
  // In the handler, called by the server; main waits for the response.
  expect(await app.until("Debugger.resume")).toEqual(["main.lambda:40"]);
  expect((await app.shown("Goroutines")).some((each) => each.includes("waiting at main (app.std:44:"))).toBe(
    true,
  );
  expect(await app.until("Debugger.stepOver")).toEqual(["main.lambda:41"]);
  expect(await app.evaluate("name.len() + 1")).toBe("4");
  expect(await app.evaluate("nothing")).toContain("nothing");
  expect(await app.evaluate('["a": 1]')).toContain(
    "needs std/collections, which the program does not import",
  );
  await app.call("Debugger.resume");
  expect(await app.ended).toBe(0);
  expect(app.stdout).toBe("3\nbob\n22\nhello zoe\n");
});

const WAITS = `import std/sync { channel, Channel }

fun answer(questions: Channel<Int>, answers: Channel<Int>) {
    while true {
        let n = questions.recv()
        answers.send(n * 2)
    }
}

fun ask(questions: Channel<Int>, answers: Channel<Int>, n: Int) -> Int {
    let before = "kept"
    questions.send(n)
    let got = answers.recv()
    let more = got + 1
    return more
}

fun main() -> Result<(), String> {
    let questions = channel<Int>()
    let answers = channel<Int>()
    spawn answer(questions, answers)
    let first = ask(questions, answers, 1)
    let xs = [first]
    if xs.len() > 0 { return Err("no luck") }
    return Ok({})
}
`;

test("steps over waiting calls stay in their goroutine and keep its variables", async () => {
  const app = await Inspected.start(WAITS);
  await app.breakAt("let before", 11);
  await app.call("Debugger.setPauseOnExceptions", { state: "uncaught" });
  await app.until("Runtime.runIfWaitingForDebugger");
  expect(await app.until("Debugger.resume")).toEqual(["ask:11", "main:22"]);
  for (const line of [12, 13, 14, 15]) expect((await app.until("Debugger.stepOver"))[0]).toBe(`ask:${line}`);
  expect(app.stack).toEqual(["ask:15", "main:22"]);
  expect(await app.shown("Locals")).toEqual([
    "questions=Channel { id: 1 }",
    "answers=Channel { id: 2 }",
    "n=1",
    'before="kept"',
    "got=2",
    "more=3",
  ]);
  expect(await app.until("Debugger.stepOut")).toEqual(["main:23"]);
  // `main` returns an Err.
  expect((await app.until("Debugger.resume"))[0]).toMatch(/^main:/);
  expect(app.paused!.reason).toBe("exception");
  await app.call("Debugger.resume");
  expect(await app.ended).toBe(1);
});

test("a panic stops where it occurs, and a condition holds a breakpoint back", async () => {
  const app = await Inspected.start(`fun at(xs: List<Int>, i: Int) -> Int {
    let last = xs.len() - 1
    return xs[i]
}

fun main() { let seen = ["k": [7]]
    for i in 0..5 { print(at([1, seen.len()], i)) }
}
`);
  await app.call("Debugger.setBreakpointByUrl", {
    lineNumber: 1,
    urlRegex: "app\\.std$",
    condition: "i == 1",
  });
  await app.call("Debugger.setPauseOnExceptions", { state: "all" });
  await app.until("Runtime.runIfWaitingForDebugger");
  expect(await app.until("Debugger.resume")).toEqual(["at:2", "main:7"]);
  expect(await app.shown("Locals")).toEqual(["xs=[1, 1]", "i=1"]);
  expect(await app.expanded("seen", "1")).toEqual(['key 0="k"', "value 0=[7]", "value 0.0=7"]);
  expect(await app.until("Debugger.resume")).toEqual(["at:3", "main:7"]);
  expect([app.paused!.reason, app.paused!.data!.description]).toEqual([
    "exception",
    "list index out of bounds",
  ]);
  app.leave();
  expect(await app.ended).toBe(101);
});

test.each([
  [["run", "--inspect", "--inspect-brk", "app.std"], "exclude each other"],
  [["run", "--inspect=nowhere", "app.std"], "needs a port"],
  [["run", "--inspect", "--watch", "app.std"], "--inspect needs a file"],
  [["run", "--inspect", "-e", "print(1)"], "--inspect needs a file"],
  [["test", "--inspect", "--coverage"], "--inspect and --coverage exclude each other"],
])("%j is a wrong command line", (args, problem) => {
  const { status, stderr } = spawnSync(process.execPath, [STD, ...args], {
    encoding: "utf8",
    timeout: 50_000,
  });
  expect([status, stderr.includes(problem)]).toEqual([2, true]);
});

const CASES = `import std/test { assert_eq, Test }

fun double(n: Int) -> Int {
    let result = n * 2
    return result
}

fun test_double(t: Test) {
    t.cases([1, 2, 3], fun(t, n) {
        assert_eq(double(n), n + n)
    })
}
`;

test("a breakpoint is hit in every test file, and a waiting one in a file that is loaded later", async () => {
  const inspected = await Inspected.start(CASES, ["test", "--inspect-brk=0"], {
    "b_test.std":
      'import std/test { assert_eq }\n\nfun test_b() {\n    let text = "b"\n    assert_eq(text.len(), 1)\n}\n',
  });
  await inspected.breakAt("return result", 5);
  const pending = await inspected.call<{ locations: unknown[] }>("Debugger.setBreakpointByUrl", {
    lineNumber: 4,
    urlRegex: "b_test\\.std$",
  });
  expect(pending.locations).toEqual([]);
  expect(await inspected.until("Runtime.runIfWaitingForDebugger")).toEqual(["test_double:9"]);
  for (const n of [1, 2, 3]) {
    expect((await inspected.until("Debugger.resume"))[0]).toBe("double:5");
    expect(await inspected.shown("Locals")).toEqual([`n=${n}`, `result=${2 * n}`]);
  }
  expect(await inspected.until("Debugger.resume")).toEqual(["test_b:5"]);
  expect(await inspected.shown("Locals")).toEqual(['text="b"']);
  expect(await inspected.finish()).toBe(0);
  expect(inspected.stdout).toContain("2 passed");
});

test("one case of a table is debugged alone", async () => {
  const inspected = await Inspected.start(CASES, ["test", "--inspect-brk=0", "app_test.std::test_double/2"]);
  await inspected.breakAt("return result", 5);
  await inspected.until("Runtime.runIfWaitingForDebugger");
  expect((await inspected.until("Debugger.resume"))[0]).toBe("double:5");
  expect(await inspected.shown("Locals")).toEqual(["n=2", "result=4"]);
  expect(await inspected.finish()).toBe(0);
});
