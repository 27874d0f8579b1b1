import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { LineQueue } from "./repl/lines.ts";
import { STD } from "../testing/command.ts";

// Every test starts a process.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "std-repl-"));
afterAll(() => rmSync(folder, { recursive: true }));

function repl(...lines: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--stack-size=7200", STD, "repl"], { cwd: folder });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (bytes) => (stdout += bytes));
    child.stderr.on("data", (bytes) => (stderr += bytes));
    child.stdin.end(lines.join("\n"));
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

describe("from a pipe", () => {
  test("values and types of every kind, without prompts", async () => {
    const { status, stdout, stderr } = await repl(
      "1 + 2",
      "1.5",
      "true",
      "'c'",
      '"a\\n\\"b\\""',
      "[1, 2]",
      '["a": [1]]',
      "{1, 2}",
      "Some(3)",
      "fun(x: Int) = x",
      "@derive(Eq)",
      "struct P {",
      "x: Int,",
      "y: Float,",
      "}",
      "P { x: 1, y: 2.5 }",
      "enum E { A, B(Int, String) }",
      '[E.A, E.B(1, "x")]',
      "trait T { fun t(self) -> Int }",
      "impl T for P { fun t(self) -> Int = 1 }",
      "let d: dyn T = P { x: 1, y: 2.0 }",
      "d",
      'let r: Result<Int, String> = Err("bad")',
      "r",
      "9223372036854775807",
      "print(1)",
      "{}",
      'let done: List<Result<(), String>> = [Ok({}), Err("x")]',
      "done[0]",
      "let some: Option<()> = Some({})",
      "some",
      "some.is_some()",
    );
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual([
      "3 : Int",
      "1.5 : Float",
      "true : Bool",
      "'c' : Char",
      '"a\\n\\"b\\"" : String',
      "[1, 2] : List<Int>",
      '["a": [1]] : Map<String, List<Int>>',
      "{1, 2} : Set<Int>",
      "Some(3) : Option<Int>",
      "<fun(Int) -> Int> : fun(Int) -> Int",
      "P { x: 1, y: 2.5 } : P",
      '[A, B(1, "x")] : List<E>',
      "<dyn T> : dyn T",
      'Err("bad") : Result<Int, String>',
      "9223372036854775807 : Int",
      "1",
      "Ok(()) : Result<(), String>",
      "Some(()) : Option<()>",
      "true : Bool",
      "",
    ]);
    expect(status).toBe(0);
  });

  test("collections show as their text", async () => {
    const { stdout, stderr } = await repl(
      "import std/collections { Deque, Heap, SortedMap, Counter }",
      "let d = Deque.from([1, 2])",
      "let first = d.pop_front()",
      "d.push_back(7)",
      "[d]",
      "let h: Heap<String> = Heap.by(fun(a, b) = b.compare(a))",
      "h",
      'for s in ["a", "c", "b"] { h.push(s) }',
      "h",
      "let m: SortedMap<Int, String> = SortedMap.new()",
      "m",
      'm[2] = "b"',
      'm[1] = "a"',
      "Some(m)",
      "let c: Counter<(Int, Int)> = Counter.from([(1, 2), (1, 2)])",
      "c",
    );
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual([
      "[[2, 7]] : List<Deque<Int>>",
      "[] : Heap<String>",
      '["c", "b", "a"] : Heap<String>',
      "[:] : SortedMap<Int, String>",
      'Some([1: "a", 2: "b"]) : Option<SortedMap<Int, String>>',
      "[(1, 2): 2] : Counter<(Int, Int)>",
      "",
    ]);
  });

  test("compile errors, panics and deadlocks end an input, never the session", async () => {
    const { status, stdout, stderr } = await repl(
      "let xs = [1]",
      "xs[5]",
      "nope",
      "import std/sync { channel }",
      "channel().recv()",
      "fun deep(n: Int) -> Int = 1 + deep(n)",
      "deep(1)",
      'panic("by hand")',
      ":nope",
      "xs.len()",
    );
    expect(status).toBe(1);
    expect(stdout).toBe("1 : Int\n");
    expect(stderr.split("\n").filter((line) => /^(panic|error|unknown)/.test(line))).toEqual([
      "panic: list index out of bounds: index 5, length 1",
      "error: cannot find `nope` in scope [R1]",
      "panic: all goroutines are blocked: deadlock",
      "panic: stack overflow",
      "panic: by hand",
      "unknown command :nope (:help lists all)",
    ]);
    expect(stderr).not.toMatch(/\.[jt]s|node:|__/);
  });

  test("a goroutine of an input that ended with a deadlock receives nothing later", async () => {
    const { stdout } = await repl(
      "import std/sync { channel, mutex, select_recv }",
      "let ch = channel()",
      "let other = channel()",
      "ch.recv()",
      "select_recv([other, ch])",
      "spawn(fun() { ch.send(7) })",
      "ch.recv()",
      "let m = mutex()",
      "m.lock()",
      "m.lock()",
      "m.unlock()",
      "m.lock()",
      '"held"',
    );
    expect(stdout.split("\n")).toEqual(["7 : Int", '"held" : String', ""]);
  });

  test("errors and panics in the background are reported with locations in the script", async () => {
    const { stdout, stderr } = await repl(
      `${"(".repeat(5000)}1${")".repeat(5000)}`,
      "import std/time",
      'spawn(fun() { panic("far away") })',
      "time.sleep_millis(20)",
      "7",
    );
    expect(stdout).toBe("7 : Int\n");
    expect(stderr).toContain("[P10]");
    expect(stderr).toContain("panic: far away\n  at lambda (<repl>:");
    expect(stderr).not.toMatch(/\.[jt]s\b|node:|__|RangeError/);
  });

  test("variables, identity and goroutines continue from input to input", async () => {
    const { stdout } = await repl(
      "enum Color { Red, Green }",
      "let c = Color.Red",
      "c == Color.Red",
      "match c { Red -> 1, Green -> 2 }",
      "let n = 1",
      "fun next() -> Int { n += 1 n }",
      "next()",
      "next()",
      "n",
      "import std/sync { channel }",
      "let ch = channel()",
      'spawn(fun() { for v in ch { print("got ${v}") } })',
      "ch.send(7)",
      "ch.send(8)",
      "import std/time",
      "time.sleep_millis(10)",
      "macro twice { ($e:expr) => { $e + $e } }",
      "twice!(21)",
    );
    expect(stdout.split("\n")).toEqual([
      "true : Bool",
      "1 : Int",
      "2 : Int",
      "3 : Int",
      "3 : Int",
      "got 7",
      "got 8",
      "42 : Int",
      "",
    ]);
  });

  test("a server that was spawned answers calls from the same session", async () => {
    const { status, stdout } = await repl(
      "import std/http { Server, Request, Response, get }",
      "import std/time",
      "let server = Server.new()",
      'server.get("/", fun(r: Request) -> Response = Response.text("hello"))',
      'spawn(fun() { server.listen("127.0.0.1:0") })',
      'while server.addr == "127.0.0.1:0" || server.addr == "" { time.sleep_millis(5) }',
      'get("http://${server.addr}/").unwrap().body',
      "fun twice() -> String {",
      'get("http://${server.addr}/").unwrap().body + "!"',
      "}",
      "twice()",
      "server.shutdown()",
    );
    expect([status, stdout]).toEqual([0, '"hello" : String\n"hello!" : String\n']);
  });

  test("a program reads the lines that follow it; exit ends the session with its status", async () => {
    const { status, stdout } = await repl(
      "import std/io",
      'let name = io.input("? ")',
      "Ann",
      "name",
      "import std/env { exit }",
      "exit(3)",
      "never",
    );
    expect([status, stdout]).toEqual([3, '? "Ann" : String\n']);
  });

  test("a loaded file may start with variables", async () => {
    writeFileSync(
      join(folder, "module.std"),
      "let count: Int = 40\n\nfun bump() -> Int {\n    count += 1\n    return count\n}\n",
    );
    writeFileSync(join(folder, "statements.std"), "let loaded = 1\nprint(loaded)\n");
    const { stdout, stderr } = await repl(
      ":load module.std",
      "bump()",
      "bump()",
      "count",
      ":load statements.std",
      "loaded",
    );
    expect([stdout, stderr]).toEqual(["41 : Int\n42 : Int\n42 : Int\n1\n1 : Int\n", ""]);
  });

  test("a redeclared name is a new declaration; variables are those of a file; `?` shows the value it returns", async () => {
    const { stdout, stderr } = await repl(
      "let e = 5",
      "fun g() -> Int = e + 1",
      'let e = "str"',
      "g()",
      "e",
      "fun f() -> Int = 1",
      "fun calls() -> Int = f()",
      "fun f() -> Int = 2",
      "[calls(), f()]",
      "let n = 1 fun next() -> Int { n += 1 n }",
      "next()",
      "n = 10",
      "next()",
      "n",
      "{ let m = 1 let up = fun() -> Int { m += 1 m } up() m }",
      "let none: Option<Int> = None",
      "none? + 1",
      "it + 0",
      "Some(2)? + 1",
      'let r: Result<Int, String> = Err("no")',
      "let v = r?",
      "if true { r? }",
      "let a = 1 let b = 1 / 0",
      "a",
      "const C = [1].len()",
      "C",
      "struct P { x: Int } let p = P { x: 4 }",
      "p.x",
      "struct P { y: Int }",
      "p.x",
    );
    expect(stdout.split("\n")).toEqual([
      "6 : Int",
      '"str" : String',
      "[1, 2] : List<Int>",
      "2 : Int",
      "11 : Int",
      "11 : Int",
      "1 : Int",
      "None : Option<Int>",
      "1 : Int",
      "3 : Int",
      'Err("no") : Result<Int, String>',
      'Err("no") : Result<Int, String>',
      "1 : Int",
      "1 : Int",
      "4 : Int",
      "4 : Int",
      "",
    ]);
    expect(stderr.split("\n").filter((line) => /^(warning|panic)/.test(line))).toEqual([
      "warning: this changes only the closure's own copy of `m` [W8]",
      "panic: division by zero: 1 / 0",
    ]);
  });

  test("lambdas and deferred expressions capture copies, functions do not", async () => {
    const { stdout, stderr } = await repl(
      "let n = 1 let held = fun() = n n = 2",
      "[held(), n]",
      "let next = fun() -> Int { n += 1 n }",
      "[next(), next(), n]",
      "let nested = fun() = fun() = n",
      "n = 5",
      "[nested()(), next()]",
      "fun now() -> Int = n",
      "fun later() -> fun() -> Int = fun() = n",
      "let made = later()",
      "n = 6",
      "[now(), made()]",
      "for i in 0..2 { let f = fun() = n * 10 + i n += 1 print(f()) }",
      "defer print(n) n = 20",
      "n",
      "let xs = [1] let push = fun(x: Int) { xs.push(x) } push(2)",
      "xs",
      "let (a, b) = (1, 2) let sum = fun() = a + b a = 10",
      "[sum(), a]",
      "it[0]",
      "let first = fun() = it",
      "first()",
      "let unit: Option<()> = Some({}) let some = fun() = unit",
      "some()",
      "let f = fun(k: Int) -> Int = f(k)",
    );
    expect(stdout.split("\n")).toEqual([
      "[1, 2] : List<Int>",
      "[3, 3, 2] : List<Int>",
      "[2, 3] : List<Int>",
      "[6, 6] : List<Int>",
      "60",
      "71",
      "8",
      "20 : Int",
      "[1, 2] : List<Int>",
      "[3, 10] : List<Int>",
      "3 : Int",
      "3 : Int",
      "Some(()) : Option<()>",
      "",
    ]);
    expect(stderr.split("\n").filter((line) => /^(error|warning)/.test(line))).toEqual([
      "warning: this changes only the closure's own copy of `n` [W8]",
      "error: cannot find `f` in scope [R1]",
    ]);
  });

  test("declarations may be in any order", async () => {
    const { stdout, stderr } = await repl(
      "fun even(n: Int) -> Bool = if n == 0 { true } else { odd(n - 1) }",
      "fun odd(n: Int) -> Bool = if n == 0 { false } else { even(n - 1) }",
      "even(10)",
      "struct A { b: B }",
      "struct B { x: Int }",
      "A { b: B { x: 1 } }.b.x",
      "fun wrong() -> Int = nope()",
      "fun wrong() -> Int = 5",
      "fun nope() -> Int = 1",
      "wrong()",
    );
    expect(stdout).toBe("true : Bool\n1 : Int\n5 : Int\n");
    expect(stderr.split("\n").filter((line) => /^(error|note)/.test(line))).toEqual([
      "error: cannot find `odd` in scope [R1]",
      "error: cannot find type `B` in scope [R1]",
      "note: `A` is declared now",
      "error: cannot find `nope` in scope [R1]",
    ]);
  });

  test("a loaded file imports files in its folder, and may mix declarations and statements", async () => {
    mkdirSync(join(folder, "sub"), { recursive: true });
    writeFileSync(join(folder, "sub", "helper.std"), "fun h(n: Int) -> Int = n + 1\n");
    writeFileSync(
      join(folder, "sub", "script.std"),
      'import "./helper"\n\nfun early() -> Int = late()\nfun late() -> Int = helper.h(1)\n\nlet k = early()\nprint(k)\n\nfun after() -> Int = k / 0\n',
    );
    const { stdout, stderr } = await repl(":load sub/script.std", "k", "after()");
    expect(stdout).toBe("2\n2 : Int\n");
    expect(stderr).toMatch(/^panic: division by zero[^\n]*\n {2}at after \(sub\/script\.std:9:\d+\)\n$/);
  });

  test("traces count lines within each input", async () => {
    const { stderr } = await repl(
      "let a = 1",
      "fun f(n: Int) -> Int {",
      "    n / 0",
      "}",
      "let b = f",
      "if a == 1 {",
      "    b(1)",
      "}",
    );
    expect(stderr).toBe("panic: division by zero: 1 / 0\n  at f (<repl>:2:7)\n");
  });

  test("`else` may begin the next line; the line after another `if` is an input, or the program's", async () => {
    const { stdout, stderr } = await repl(
      "import std/io { read_line }",
      "if false {",
      "  print(1)",
      "}",
      "else if false { print(2) }",
      "else {",
      "  print(3)",
      "}",
      "let n = if n_is_known() { 4 }",
      "else { 5 }",
      "if true { print(read_line()) }",
      "a line",
      "if true { print(6) }",
      "7",
      "if true { print(8) }",
    );
    expect(stderr).toContain("n_is_known");
    expect(stdout).toBe("3\na line\n6\n7 : Int\n8\n");
  });

  test("documentation, the whole of the last value, and the commands of other prompts", async () => {
    const { status, stdout, stderr } = await repl(
      "/// Adds one.",
      "fun inc(n: Int) -> Int = n + 1",
      ":doc inc",
      "import std/json",
      "help json.parse",
      "help(std/json.stringify)",
      ":doc nowhere",
      ":more",
      "import std/list",
      "list.range(0, 60)",
      ":more",
      "quit",
      "9",
    );
    expect(stdout).toMatch(/^fun inc\(n: Int\) -> Int\n\n {4}Adds one\.\n/);
    expect(stdout).toContain(
      "fun parse(text: String) -> Result<JsonValue, Error>\n\n    Parses one JSON value",
    );
    expect(stdout).toContain("fun stringify(value: JsonValue) -> String");
    expect(stderr).toBe("there is no documentation of nowhere\nno value has been shown\n");
    expect(stdout).toContain("… 10 more] : List<Int>\n[\n  0,\n  1,\n");
    expect(stdout).toMatch(/\n {2}59\n\]\n$/);
    expect(status).toBe(1);
  });

  test("names of the session that are commands elsewhere are names", async () => {
    const { stdout, stderr } = await repl("let exit = 3", "exit", "fun help() -> Int = 4", "help()");
    expect([stdout, stderr]).toEqual(["3 : Int\n4 : Int\n", ""]);
  });

  test("commands", async () => {
    writeFileSync(join(folder, "bad.std"), "fun f() {}\nfun g() -> Int = true\n");
    writeFileSync(join(folder, "lib.std"), "fun twice(n: Int) -> Int {\n    2 * n\n}\n");
    const { stdout, stderr } = await repl(
      ":load lib.std",
      "twice(4)",
      ":type [twice]",
      ":reset",
      "twice(4)",
      ":load nope.std",
      ":load bad.std",
      ":quit",
      "never",
    );
    expect(stdout).toBe("8 : Int\nList<fun(Int) -> Int>\n");
    expect(stderr).toMatch(
      /^error: cannot find `twice` in scope[^]*cannot read nope\.std: no such file\n[^]*bad\.std:2:18[^]*\n$/,
    );
  });
});

test("lines wait for readers, and readers for lines", async () => {
  let asked = 0;
  const queue = new LineQueue(() => asked++);
  const first = queue.next();
  expect(asked).toBe(1);
  queue.push("a");
  queue.push("b");
  expect([await first, await queue.next()]).toEqual(["a", "b"]);
  void queue.next();
  queue.dropReaders();
  queue.push("c");
  expect(await queue.next()).toBe("c");
  const last = queue.next();
  queue.end();
  expect([await last, await queue.next()]).toEqual([null, null]);
});
