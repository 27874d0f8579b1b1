// A debugger over the inspector protocol, as Chrome and VS Code use it: `std run --inspect-brk`.
import { spawnSync } from "node:child_process";
import { expect, test, vi } from "vitest";
import { STD } from "../testing/command.ts";
import { Inspected } from "../testing/inspected.ts";

vi.setConfig({ testTimeout: 60_000 });

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
