// The guarantees for a host: a script reaches only what it was given, leaves nothing behind when it is ended,
// and can neither crash nor block the process.
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import {
  defineModule,
  Err,
  fail,
  intFromBigInt,
  memoryReader,
  ok,
  Panic,
  some,
  toBytes,
  tuple,
  UNIT,
  type Tuple,
} from "./index.ts";
import { run } from "./testing/run.ts";

/** Names with a meaning for objects, functions, promises and modules of JavaScript, or for generated code. */
const LOADED_NAMES = [
  "constructor",
  "__proto__",
  "prototype",
  "then",
  "catch",
  "finally",
  "valueOf",
  "toString",
  "toJSON",
  "hasOwnProperty",
  "__defineGetter__",
  "apply",
  "call",
  "bind",
  "arguments",
  "length",
  "name",
  "eval",
  "await",
  "async",
  "yield",
  "at",
  "got",
  "caller",
  "run",
  "site",
  "Frame",
  "this",
  "super",
  "new",
  "delete",
  "typeof",
  "void",
  "with",
  "var",
  "class",
  "extends",
  "static",
  "get",
  "set",
  "undefined",
  "NaN",
  "Infinity",
  "globalThis",
  "process",
  "require",
  "module",
  "exports",
  "Function",
  "Object",
  "Promise",
  "Symbol",
  "Proxy",
  "tag",
  "p0",
  "value",
  "error",
  "runtime",
  "tables",
  "out",
  "scheduler",
  "session",
  "depth",
  "_x",
  "__x",
];

describe("a name of JavaScript is an ordinary name", () => {
  test.each(LOADED_NAMES)("%s", async (name) => {
    const text = `
import std/json { parse, stringify, decode }
@derive(Eq, Hash, Ord, ToString, ToJson, FromJson)
struct Holder { ${name}: Int, other: String }
impl Holder { fun ${name}(self) -> Int = self.${name} }
@derive(Eq, ToString, ToJson, FromJson)
enum Choice { ${name}(Int), ${name}_unit }
trait Speaks { fun ${name}(self) -> String }
impl Speaks for Int { fun ${name}(self) -> String = "int" }
macro twice { ($${name}:expr) => { $${name} + $${name} } }
fun pass(${name}: Int) -> Int = twice!(${name})
fun wrap<${name}: Speaks>(it: ${name}) -> String = it.${name}()
fun main() {
    let h = Holder { ${name}: 1, other: "x" }
    h.${name} = h.${name} + 1
    let d: dyn Speaks = 5
    print("\${h} \${h.${name}()} \${h == Holder { ${name}: 2, other: "x" }} \${wrap(1)} \${d.${name}()}")
    print("\${Choice.${name}(7)} \${Choice.${name}_unit} \${stringify(h.to_json())} \${decode<Holder>(stringify(h.to_json())).unwrap() == h}")
    match parse("{\\"${name}\\": [1]}") { Ok(v) -> print(v.get("${name}").is_some()), Err(e) -> print(e.message) }
    let ${name} = pass(2)
    let f = fun(n: Int) -> Int = n + ${name}
    let m = ["${name}": ${name}]
    print("\${${name}} \${f(1)} \${m} \${m.get("${name}")} \${m.get("nothing")}")
}
`;
    const { stdout, stderr, codes } = await run(text);
    expect([codes, stderr]).toEqual([[], ""]);
    expect(stdout.split("\n")).toEqual([
      `Holder { ${name}: 2, other: x } 2 true int int`,
      `${name}(7) ${name}_unit {"${name}":2,"other":"x"} true`,
      "true",
      `4 5 [${name}: 4] Some(4) None`,
      "",
    ]);
  });

  test("and no way to the object behind a value", async () => {
    const values = ["1", '"x"', "[1]", "Some(1)", "main", '["k": 1]', "print"];
    const functions = LOADED_NAMES.flatMap((name, n) =>
      values.map((value, v) => `fun f${n}_${v}() {\n    let it = ${value}\n    print(it.${name})\n}`),
    );
    const { exitReason, codes } = await run(`${functions.join("\n")}\nfun main() {}`);
    expect(exitReason).toBeNull();
    expect(codes).toHaveLength(functions.length);
    // One at a time: several names that lack the same import are reported once.
    for (const name of LOADED_NAMES) expect((await run(`fun main() = print(${name})`)).codes).toHaveLength(1);
  });

  test("and no key exists that was not set", async () => {
    const lines = LOADED_NAMES.map(
      (name) => `    print("\${m.has("${name}")} \${j.get("${name}").is_some()}")`,
    );
    const parsed = 'match parse("{}") { Ok(v) -> v, Err(_) -> json_null() }';
    const text = `import std/json { parse, json_null }\nfun main() {\n    let m = ["a": 1]\n    let j = ${parsed}\n${lines.join("\n")}\n}`;
    expect(await run(text)).toMatchObject({
      stdout: "false false\n".repeat(LOADED_NAMES.length),
      stderr: "",
    });
  });

  test("text is never code", async () => {
    const hostile = [
      "`",
      "${process.exit()}",
      '\\"; process.exit(); //',
      "\u2028",
      "*/",
      "</script>",
      "\\0",
      "'",
    ];
    for (const piece of hostile) {
      const literal = piece.replace("${", "\\${");
      const { codes, stdout, stderr } = await run(
        `// ${piece}\n/// ${piece}\nfun main() { print("[${literal}]") print(["${literal}": 1].len()) }`,
      );
      expect([piece, codes, stderr, stdout.endsWith("]\n1\n")]).toEqual([piece, [], "", true]);
    }
  });
});

describe("without capabilities", () => {
  test.each([
    ["fs", 'match read("/etc/passwd") { Ok(_) -> print("done"), Err(e) -> print(e.message) }', "read"],
    ["fs", 'match write("here", "x") { Ok(_) -> print("done"), Err(e) -> print(e.message) }', "write"],
    ["fs", 'match list_dir("/") { Ok(_) -> print("done"), Err(e) -> print(e.message) }', "list_dir"],
    ["fs", 'match walk("/etc") { Ok(_) -> print("done"), Err(e) -> print(e.message) }', "walk"],
    ["fs", 'match size("/etc/passwd") { Ok(_) -> print("done"), Err(e) -> print(e.message) }', "size"],
    ["process", 'match run("true", []) { Ok(_) -> print("done"), Err(e) -> print(e.message) }', "run"],
    ["process", 'match start("true", []) { Ok(_) -> print("done"), Err(e) -> print(e.message) }', "start"],
    ["net", 'match connect("127.0.0.1:1") { Ok(_) -> print("done"), Err(e) -> print(e.message) }', "connect"],
    ["net", 'match listen("127.0.0.1:0") { Ok(_) -> print("done"), Err(e) -> print(e.message) }', "listen"],
    [
      "net",
      'match dns_lookup("localhost") { Ok(_) -> print("done"), Err(e) -> print(e.message) }',
      "dns_lookup",
    ],
    [
      "http",
      'match get("http://127.0.0.1:1/") { Ok(_) -> print("done"), Err(e) -> print(e.message) }',
      "get",
    ],
    ["http", 'let app = Server.new()\n    app.listen("127.0.0.1:0")', "Server"],
  ])("std/%s: %s", async (module, call, name) => {
    const { stdout, stderr } = await run(`import std/${module} { ${name} }\nfun main() {\n    ${call}\n}`);
    expect(stdout + stderr).toMatch(/permission denied: (net|fs|env|process) is not allowed here/);
  });

  test("questions that have no error to answer with panic", async () => {
    for (const question of ["exists", "is_file", "is_dir", "is_symlink"]) {
      expect(
        (await run(`import std/fs { ${question} }\nfun main() { print(${question}("/")) }`)).exitReason,
      ).toMatchObject({ kind: "panic" });
    }
    expect(
      (await run('import std/env { get_env }\nfun main() { print(get_env("PATH")) }')).exitReason,
    ).toMatchObject({ kind: "panic" });
    expect(
      (await run('import std/http { Response }\nfun main() { print(Response.file("/etc/passwd").status) }'))
        .stdout,
    ).toBe("404\n");
  });

  test("imports reach only what the reader gives", async () => {
    const reader = memoryReader({ "lib/inner.std": "fun one() -> Int = 1" });
    for (const path of ["./../../../etc/passwd", "/etc/passwd", "./lib/../../secret", "C:/secret"]) {
      expect(
        (await run(`import "${path}" { x }\nfun main() { print(x()) }`, { reader })).exitReason,
      ).toBeNull();
    }
    expect((await run('import "./lib/inner" { one }\nfun main() { print(one()) }', { reader })).stdout).toBe(
      "1\n",
    );
  });
});

describe("the result of a host module", () => {
  const answering = (type: string, value: unknown, blocking = "") => {
    const host = defineModule({
      name: "host",
      declaration: `import std/error { Error }\n${blocking} fun answer() -> ${type}`,
      create: () => ({ functions: { answer: () => value } }),
    });
    return run("import std/host { answer }\nfun main() {\n    let it = answer()\n}", {
      modules: [...standardModules, host],
    });
  };

  test.each([
    ["Int", 7],
    ["Int", intFromBigInt(2n ** 62n)],
    ["Float", 0.5],
    ["Bool", true],
    ["Char", 0x1f375],
    ["String", toBytes("né")],
    ["List<Int>", [1, 2]],
    ["Option<Int>", null],
    ["Option<Int>", some(1)],
    ["Int?", 1],
    ["Option<Option<Int>>", some(null)],
    ["Result<Int, Error>", 1],
    ["Result<Int, Error>", fail("host", "no")],
    ["Result<List<String>, String>", ok(["x"])],
    ["(Int, String)", tuple(1, "a")],
    ["List<(Int, (Bool, Char))>", [tuple(1, tuple(true, 97))]],
    ["Option<(Int, Int)>", some(tuple(1, 2))],
    ["(Int)", 1],
    ["()", undefined],
    ["()", 7],
    ["Result<(), Error>", undefined],
    ["Result<Unit, Error>", UNIT],
    ["Option<()>", UNIT],
    ["List<Result<(), String>>", [UNIT, new Err("x")]],
  ])("is %s", async (type, value) => {
    expect(await answering(type, value)).toMatchObject({ codes: [], exitReason: { kind: "done" } });
  });

  test.each([
    ["Int", 0.5],
    ["Int", -0],
    ["Int", 2 ** 60],
    ["Int", NaN],
    ["Int", 7n],
    ["Int", "7"],
    ["Int", undefined],
    ["Float", "1"],
    ["Bool", 1],
    ["Char", 0xd800],
    ["Char", "x"],
    ["String", "€"],
    ["String", null],
    ["String", {}],
    ["List<Int>", [1, "2"]],
    ["List<Int>", new Set([1])],
    ["Option<Int>", undefined],
    ["Result<Int, Error>", new Error("no")],
    ["Result<Int, Error>", new Err("no")],
    ["Int", Promise.resolve(7)],
    ["(Int, Int)", [1, 2]],
    ["(Int, Int)", tuple(1, "2")],
    ["(Int, Int)", tuple(1, 2, 3)],
    ["(Int, Int, Int)", tuple(1, 2)],
    ["(Int, Int)", null],
    ["Option<()>", undefined],
    ["List<()>", [undefined]],
    ["Result<Option<()>, Error>", undefined],
  ])("must be %s (case %#)", async (type, value) => {
    const { exitReason, stderr } = await answering(type, value);
    expect(exitReason).toMatchObject({ kind: "internal" });
    expect(stderr).toMatch(
      /^host error: answer returned (?:.+, which is not (?:an? |UNIT)|a promise, but is not declared @blocking)/,
    );
  });

  test("may be a tuple; arguments may be tuples, too", async () => {
    const host = defineModule({
      name: "host",
      declaration: "fun ends(xs: List<Int>) -> (Int, Int)\nfun sum(pair: (Int, Int)) -> Int",
      create: () => ({
        functions: {
          ends: (xs: readonly number[]) => tuple(xs[0], xs.at(-1)),
          sum: (pair: Tuple<[number, number]>) => pair._0 + pair._1,
        },
      }),
    });
    const text =
      'import std/host { ends, sum }\nfun main() {\n    let (a, b) = ends([3, 4, 5])\n    print("${a} ${b} ${sum((a, b))} ${ends([1]) == (1, 1)}")\n}';
    expect(await run(text, { modules: [...standardModules, host] })).toMatchObject({
      stdout: "3 5 8 true\n",
    });
  });

  test("is the unit value where a success has no payload", async () => {
    const host = defineModule({
      name: "host",
      declaration:
        "import std/error { Error }\nfun save(fails: Bool) -> Result<(), Error>\n@blocking fun later() -> Result<(), Error>\nfun keep(value: ()) -> List<Option<()>>",
      create: () => ({
        functions: {
          save: (fails: boolean) => (fails ? fail("disk", "full") : undefined),
          later: async () => {},
          keep: (value: unknown) => [some(value), null],
        },
      }),
    });
    const text =
      "import std/host { save, later, keep }\nfun main() {\n    print([save(false).is_ok(), save(true).is_ok(), later().is_ok()])\n    for kept in keep({}) { print(kept) }\n}";
    expect(await run(text, { modules: [...standardModules, host] })).toMatchObject({
      stdout: "[true, false, true]\nSome(())\nNone\n",
      codes: [],
    });
  });

  test("may be a promise, if the function is declared @blocking", async () => {
    expect((await answering("Int", Promise.resolve(7), "@blocking")).exitReason).toEqual({ kind: "done" });
    expect((await answering("Int", Promise.resolve("7"), "@blocking")).exitReason).toMatchObject({
      kind: "internal",
    });
    expect((await answering("Int", Promise.reject(new Error("lost")), "@blocking")).stderr).toBe(
      "host error: answer threw Error: lost\n",
    );
  });

  test("may be a failure of the host, which is not the fault of the script", async () => {
    const throwing = (error: () => unknown) => {
      const host = defineModule({
        name: "host",
        declaration: "fun f()",
        create: () => ({
          functions: {
            f: () => {
              throw error();
            },
          },
        }),
      });
      return run("import std/host { f }\nfun main() { f() }", { modules: [...standardModules, host] });
    };
    expect(await throwing(() => new Error("boom"))).toMatchObject({
      stderr: "host error: f threw Error: boom\n",
      exitReason: { kind: "internal" },
    });
    expect(await throwing(() => new Panic("no"))).toMatchObject({
      stderr: expect.stringContaining("panic: no\n  at main"),
      exitReason: { kind: "panic" },
    });
  });

  test("is dropped once the program has ended", async () => {
    let calls = 0;
    const pending: (() => void)[] = [];
    const host = defineModule({
      name: "host",
      declaration: "@blocking fun tick()",
      create: () => ({
        functions: { tick: () => (calls++, new Promise<void>((resolve) => void pending.push(resolve))) },
      }),
    });
    await run("import std/host { tick }\nfun main() { loop { tick() } }", {
      modules: [...standardModules, host],
      limits: { wallMillis: 40, compileMillis: 60_000 },
    });
    const before = calls;
    for (const answer of pending) answer();
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toBe(before);
  });
});

describe("limits", () => {
  const limits = { steps: 20_000_000, wallMillis: 300, memory: 60_000_000, compileMillis: 60_000 };
  test.each([
    ["an endless loop", "fun main() { loop {} }"],
    ["endless recursion", "fun f(n: Int) -> Int = 1 + f(n + 1)\nfun main() { print(f(0)) }"],
    [
      "endless goroutines",
      "fun f() {\n spawn(fun() { f() })\n spawn(fun() { f() }) }\nfun main() { f()\n loop {} }",
    ],
    [
      "waiting and waking",
      "import std/sync { channel }\nfun main() { let c = channel<Int>()\n spawn(fun() { loop { c.send(1) } })\n loop { c.recv() } }",
    ],
    ["yielding", "import std/sync { yield_now }\nfun main() { loop { yield_now() } }"],
    ["sleeping", "import std/sync { sleep_millis }\nfun main() { sleep_millis(1000000) }"],
    ["a defer", "fun f() { defer { loop {} }\n loop {} }\nfun main() { f() }"],
    ["doubling text", 'fun main() { let s = "x"\n loop { s = s + s } }'],
    [
      "wide text",
      'import std/fmt { pad_left }\nfun main() { let n = 1\n loop { n = n * 8\n print(pad_left("x", n, " ").len()) } }',
    ],
    ["a list", "fun main() { let xs: List<Int> = []\n loop { xs.push(1) } }"],
    [
      "a map",
      "import std/collections { Map }\nfun main() { let m: Map<Int, Int> = Map.new()\n let n = 0\n loop { n += 1\n m.set(n, n) } }",
    ],
    ["a flood of output", 'fun main() { loop { print("flood") } }'],
    [
      "large text",
      'import std/string\nfun main() { let kept: List<String> = []\n loop { kept.push("xy".repeat(50000000).to_upper()) } }',
    ],
    [
      "joined text",
      'import std/string\nfun main() { let s = "ab"\n for i in 0..25 { s = s + s }\n let kept: List<String> = []\n loop { let t = s + "z"\n if t.byte_at(1) == 0 { return }\n kept.push(t) } }',
    ],
    [
      "large lists",
      "import std/list { repeat }\nfun main() { let kept: List<List<Int>> = []\n loop { kept.push(repeat(1, 5000000)) } }",
    ],
    [
      "text beyond the limit",
      'import std/string\nfun main() { print("a,".repeat(100000000).split(",").len()) }',
    ],
    ["a list beyond the limit", "import std/list { range }\nfun main() { print(range(0, 100000000).len()) }"],
    [
      "one list many times",
      "import std/list { flatten, repeat }\nfun main() { print(flatten(repeat(repeat(1, 100000), 1000)).len()) }",
    ],
    [
      "values of a text",
      'import std/json { parse }\nimport std/string\nfun main() { print(parse("[" + "1,".repeat(20000000) + "1]").is_ok()) }',
    ],
    [
      "long searches",
      'import std/string\nfun main() { let s = "a".repeat(2000000)\n let t = "a".repeat(1000000) + "b"\n loop { print(s.index_of(t)) } }',
    ],
    ["panicking goroutines", "fun main() { spawn(fun() { loop {} })\n loop {} }"],
  ])("end %s", async (_, text) => {
    const { exitReason, codes } = await run(text, { limits, stdout: () => {} });
    expect(codes).toEqual([]);
    expect(exitReason).toMatchObject({
      kind: "panic",
      message: expect.stringMatching(/limit exceeded|overflow|too large/),
    });
  });

  test.each([
    ["a macro that grows", "macro m { ($x:expr) => { m!($x + $x) } }\nfun main() { print(m!(1)) }"],
    [
      "types that grow",
      "struct B<T> { x: T }\nfun f<T>(x: T, n: Int) -> Int = if n == 0 { 0 } else { f(B { x: x }, n - 1) }\nfun main() { print(f(1, 3)) }",
    ],
    ["deep nesting", `fun main() { print(${"(".repeat(100_000)}1${")".repeat(100_000)}) }`],
    ["an import of itself", 'import "./main" { main }\nfun main() {}'],
    ["bytes", `fun main() { ${String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i))} }`],
  ])("of the compiler refuse %s", async (_, text) => {
    const reader = memoryReader({ "main.std": text });
    expect((await run(text, { reader })).exitReason).toBeNull();
  });
});

describe("a program that is cut short leaves nothing behind", () => {
  const peers = new Set<Socket>();
  const silent = createServer((socket) => void peers.add(socket));
  beforeAll(() => new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve)));
  afterAll(() => {
    for (const peer of peers) peer.destroy();
    silent.close();
  });
  const address = (): string => `127.0.0.1:${(silent.address() as AddressInfo).port}`;

  test.each([
    [
      "sleeps",
      () =>
        "import std/sync { sleep_millis }\nfun main() { spawn(fun() { sleep_millis(100000) })\n sleep_millis(100000) }",
    ],
    [
      "listeners",
      () =>
        'import std/net { listen }\nfun main() { match listen("127.0.0.1:0") { Ok(l) -> print(l.accept().is_ok()), Err(_) -> {} } }',
    ],
    [
      "connections",
      () =>
        `import std/net { connect }\nfun main() { match connect("${address()}") { Ok(c) -> print(c.read(1).is_ok()), Err(_) -> {} } }`,
    ],
    ["servers", () => 'import std/http { Server }\nfun main() { Server.new().listen("127.0.0.1:0") }'],
    ["requests", () => `import std/http { get }\nfun main() { print(get("http://${address()}/").is_ok()) }`],
    [
      "handshakes",
      () => `import std/http { get }\nfun main() { print(get("https://${address()}/").is_ok()) }`,
    ],
    [
      "captured programs",
      () => 'import std/process { run }\nfun main() { print(run("sleep", ["100"]).is_ok()) }',
    ],
    [
      "programs",
      () =>
        'import std/process { start }\nfun main() { match start("sleep", ["100"]) { Ok(c) -> print(c.wait()), Err(_) -> {} } }',
    ],
  ])("%s", async (_, text) => {
    const before = resources();
    const { exitReason } = await run(text(), {
      capabilities: { net: true, process: true },
      limits: { wallMillis: 250, compileMillis: 60_000 },
    });
    expect(exitReason).toMatchObject({ kind: "panic", message: "time limit exceeded" });
    // Closing takes the event loop a few turns; the silent server's ends of the connections belong to this
    // test. `expect.poll` would have a timer of its own.
    for (let tries = 0; tries < 3_000 && added(before).length > 0; tries++) {
      for (const peer of peers) peer.destroy();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(added(before)).toEqual([]);
  });
});

/** The kinds of the active resources of the process, without immediates. */
function resources(): string[] {
  return process.getActiveResourcesInfo().filter((kind) => /TCP|TLS|Pipe|Process|Timeout/.test(kind));
}

/**
 * The resources beyond those in `before`, some of which may have ended: the test runner starts short timers.
 */
function added(before: readonly string[]): string[] {
  const known = [...before];
  return resources().filter((kind) => {
    const at = known.indexOf(kind);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}
