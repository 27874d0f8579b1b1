// Attempts to escape and to exhaust resources, each with its expected end. The limits keep each well below
// two seconds on a quiet machine; a longer one fails by the time-out of its test.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { createEngine, defineModule, type EngineOptions } from "./index.ts";
import { run } from "./testing/run.ts";

const LIMITS = { steps: 20_000_000, wallMillis: 400, memory: 60_000_000, compileMillis: 20_000 };
const TIMEOUT = 20_000;

async function endOf(text: string, options: Partial<EngineOptions> = {}): Promise<string> {
  const { exitReason, codes, stdout, stderr } = await run(text, { limits: LIMITS, ...options });
  if (exitReason === null) return `refused ${codes.join(" ")}`;
  return `${exitReason.kind} ${"message" in exitReason ? exitReason.message : "text" in exitReason ? exitReason.text : ""}|${stdout}|${stderr}`;
}

const LIMIT = /^panic (?:(?:step|time|memory) limit exceeded|stack overflow|string too large|list too large)/;
const REFUSED = /^refused [A-Z]\d+/;

/** Imports of the names that the bodies use. */
const HEAD = `import std/string
import std/list { concat }
import std/cmp { sort }
import std/json { JsonValue, parse, stringify }
import std/collections { Map, Set }
import std/regex { compile }
import std/sync { channel, mutex, wait_group, yield_now, sleep_millis }
import std/error { Error, catch_panic }
import std/fmt { pad_left, pad_right }
import std/iter
`;
const main = (body: string): string => `fun main() {\n${body}\n}`;

describe("JavaScript cannot be reached", () => {
  const names = [
    "globalThis",
    "process",
    "require",
    "module",
    "exports",
    "Function",
    "eval",
    "constructor",
    "__proto__",
    "import",
    "this",
    "arguments",
    "Buffer",
    "fetch",
    "setTimeout",
    "runtime",
    "tables",
    "scheduler",
    "$",
    "out",
  ];
  test.each(names)("by the name %s", async (name) => {
    expect(await endOf(main(`print(${name})`))).toMatch(REFUSED);
  });
  const members = [
    "constructor",
    "__proto__",
    "prototype",
    "call",
    "apply",
    "bind",
    "caller",
    "then",
    "toString",
    "valueOf",
  ];
  const values = ["1", '"x"', "[1]", "main", "Some(1)"];
  test.each(members.flatMap((member) => values.map((value) => [value, member])))(
    "by %s.%s",
    async (value, member) => {
      expect(await endOf(main(`let it = ${value}\nprint(it.${member})`))).toMatch(REFUSED);
    },
  );
  test.each([
    "`",
    "${1 + 1}",
    "\\u{2028}",
    "*/",
    "//",
    "'); process.exit(1); ('",
    '\\"); throw 1; (\\"',
    "</script>",
    "\\0",
  ])("by the text %s", async (text) => {
    expect(await endOf(main(`let m = ["${text}": "${text}"]\nprint(m["${text}"].len() >= 0)`))).toMatch(
      /^done \|true\n\|$/,
    );
  });
});

describe("files, network, environment and programs are closed", () => {
  let folder: string;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "std-attempts-")));
    mkdirSync(join(folder, "open"));
    mkdirSync(join(folder, "shut"));
    writeFileSync(join(folder, "shut/secret.std"), "s3cret");
    writeFileSync(join(folder, "open/fine"), "fine");
    symlinkSync("../shut", join(folder, "open/link"));
    symlinkSync("../shut/secret.std", join(folder, "open/file"));
    symlinkSync("../shut/new", join(folder, "open/dangling"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const open = (): Partial<EngineOptions> => ({ capabilities: { fs: [join(folder, "open")] } });
  test.each([
    "../shut/secret.std",
    "link/secret.std",
    "file",
    "./../shut/secret.std",
    "link/../shut/secret.std",
    "/etc/passwd",
    "//etc/passwd",
    "/proc/self/environ",
    "/proc/self/cwd/package.json",
    "/dev/zero",
  ])("reading %s", async (path) => {
    const full = path.startsWith("/") ? path : `${folder}/open/${path}`;
    expect(
      await endOf(
        `import std/fs { read }\n${main(`match read("${full}") { Ok(t) -> print("read " + t), Err(e) -> print(e.message) }`)}`,
        open(),
      ),
    ).toMatch(/permission denied: fs is not allowed here \(--allow-read=/);
  });
  test.each(["../new", "link/new", "dangling", "../shut/secret.std", "/tmp/std-attempts-new"])(
    "writing %s",
    async (path) => {
      const full = path.startsWith("/") ? path : `${folder}/open/${path}`;
      expect(
        await endOf(
          `import std/fs { write }\n${main(`match write("${full}", "x") { Ok(_) -> print("written"), Err(e) -> print(e.message) }`)}`,
          open(),
        ),
      ).toMatch(/permission denied: fs is not allowed here \(--allow-write=/);
    },
  );
  test.each([
    "127.0.0.1:1",
    "localhost:1",
    "[::1]:1",
    "[::ffff:127.0.0.1]:1",
    "[::ffff:7f00:1]:1",
    "0.0.0.0:1",
    "[::]:1",
    "127.1:1",
    "2130706433:1",
    "0x7f.1:1",
    "10.0.0.1:1",
    "169.254.169.254:80",
    "[fd00::1]:1",
    "[64:ff9b::7f00:1]:1",
  ])("connecting to %s", async (address) => {
    const text = `import std/net { connect }\n${main(`match connect("${address}") { Ok(_) -> print("connected"), Err(e) -> print(e.message) }`)}`;
    expect(await endOf(text, { capabilities: { net: ["example.com", "public"] } })).toMatch(
      /permission denied: net is not allowed here|failed to lookup|invalid socket address/,
    );
  });
  test.each([
    "http://127.0.0.1:1/",
    "http://localhost:1/",
    "http://[::1]:1/",
    "http://[::ffff:127.0.0.1]:1/",
  ])("asking %s", async (url) => {
    const text = `import std/http { get }\n${main(`match get("${url}") { Ok(_) -> print("got"), Err(e) -> print(e.message) }`)}`;
    expect(await endOf(text, { capabilities: { net: ["example.com"] } })).toMatch(
      /permission denied: net is not allowed here/,
    );
  });
  test.each([
    ["PATH", "HOME"],
    ["HOME_2", "HOME"],
    ["home", "HOME"],
    ["AP", "APP_*"],
  ])("the variable %s where %s is open", async (name, granted) => {
    expect(
      await endOf(`import std/env { get_env }\n${main(`print(get_env("${name}"))`)}`, {
        capabilities: { env: [granted] },
      }),
    ).toMatch(/^panic permission denied: env/);
  });
  test.each([
    ["sh", "true"],
    ["/bin/sh", "true"],
    ["./true", "true"],
    ["true ", "true"],
  ])("the program %s where %s is open", async (program, granted) => {
    expect(
      await endOf(
        `import std/process { run }\n${main(`match run("${program}", []) { Ok(_) -> print("run"), Err(e) -> print(e.message) }`)}`,
        { capabilities: { process: [granted] } },
      ),
    ).toMatch(/permission denied: process/);
  });
  test.each([
    "../shut/secret",
    "./link/secret",
    "./file",
    "../../../../../../etc/passwd",
    "/etc/passwd",
    "./.././shut/secret",
  ])("importing %s", async (path) => {
    const { diagnostics } = await createEngine({ modules: standardModules, limits: LIMITS }).run({
      path: join(folder, "open/main.std"),
      text: `import "${path}" { x }\nfun main() { x() }`,
    });
    expect(JSON.stringify(diagnostics.map((one) => [one.code, one.message, one.hint]))).not.toContain(
      "s3cret",
    );
    expect(diagnostics[0]).toMatchObject({ code: "R3" });
  });
});

describe("programs that exhaust a resource end by a limit", () => {
  test.each([
    "loop {}",
    "while true {}",
    "let n = 0\nloop { n += 1 }",
    "for i in 0..9223372036854775807 {}",
    "let xs = [1]\nlet i = 0\nloop { xs.push(xs[i])\ni += 1 }",
    "let xs = [1]\nloop { xs.push(1) }",
    'let s = "x"\nloop { s = s + s }',
    'let s = "x"\nloop { s += "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy" }',
    'let s = "x"\nloop { s = "${s}${s}" }',
    'let s = "x"\nloop { s = s.repeat(10) }',
    'let k: List<String> = []\nlet s = "ab".repeat(2000000)\nloop { k.push(s.to_upper()) }',
    'let k: List<String> = []\nlet s = "ab".repeat(2000000)\nloop { k.push(s.replace("a", "bc")) }',
    'let k: List<String> = []\nlet s = "ab".repeat(2000000)\nloop { let t = s + "c"\nif t.byte_at(1) == 0 { return }\nk.push(t) }',
    'let k: List<List<String>> = []\nlet s = "a,".repeat(1000000)\nloop { k.push(s.split(",")) }',
    'print("a,".repeat(40000000).split(",").len())',
    "let m: Map<Int, Int> = Map.new()\nlet n = 0\nloop { n += 1\nm.set(n, n) }",
    "let m: Map<Int, Int> = Map.new()\nlet n = 0\nloop { n += 1\nm[n] = n }",
    'let m: Map<String, String> = Map.new()\nlet n = 0\nloop { n += 1\nm["${n}"] = "${n}" }',
    "let s: Set<Int> = Set.new()\nlet n = 0\nloop { n += 1\ns.add(n) }",
    "let k: List<List<Int>> = []\nloop { k.push([1, 2, 3, 4, 5, 6, 7, 8]) }",
    "let k: List<Map<Int, Int>> = []\nloop { k.push([1: 1]) }",
    "let k: List<fun() -> Int> = []\nlet n = 0\nloop { n += 1\nlet c = n\nk.push(fun() -> Int = c) }",
    "let c = channel<Int>()\nspawn(fun() { loop { c.send(1) } })\nloop { c.recv() }",
    "loop { spawn(fun() {}) }",
    "loop { spawn(fun() { sleep_millis(100000) }) }",
    "loop { yield_now() }",
    "sleep_millis(1000000)",
    "let c = channel<Int>()\nspawn(fun() { sleep_millis(1000000)\nc.send(1) })\nc.recv()",
    "main()",
    "let f: List<fun() -> ()> = []\nf.push(fun() { f[0]() })\nf[0]()",
    'loop { print("flood") }',
    'let s = "x".repeat(1000000)\nloop { print(s) }',
    'let n = 1\nloop { n = n * 8\nprint(pad_left("x", n, " ").len()) }',
    'let n = 1\nloop { n = n * 8\nprint(pad_right("x", n, " ").len()) }',
    'print(parse("[" + "1,".repeat(20000000) + "1]").is_ok())',
    'loop { print(parse("[".repeat(30000000)).is_ok()) }',
    'let k: List<JsonValue> = []\nlet t = "[" + "1,".repeat(200000) + "1]"\nloop { k.push(parse(t).unwrap()) }',
    'let s = "a".repeat(200000)\nlet t = "a".repeat(100000) + "b"\nloop { print(s.index_of(t)) }',
    'let r = compile("(a+)+b").unwrap()\nlet s = "a".repeat(100000)\nloop { print(r.is_match(s)) }',
    'let r = compile("(a|a)*b").unwrap()\nlet s = "a".repeat(5000000)\nloop { print(r.is_match(s)) }',
    'let r = compile("a").unwrap()\nlet s = "a".repeat(5000000)\nloop { print(r.find_all(s).len()) }',
    'let r = compile("a*?").unwrap()\nloop { print(r.find_matches("a".repeat(1000000)).len()) }',
    "let xs: List<Int> = []\nfor i in 0..3000000 { xs.push(3000000 - i) }\nloop { print(sort(xs).len()) }",
    "let xs = [1, 2]\nloop { xs = concat(xs, xs) }",
    "loop { match catch_panic(fun() -> Int { loop {} }) { Ok(_) -> {}, Err(_) -> {} } }",
    "loop { defer { loop {} }\nloop {} }",
    "loop { match catch_panic(fun() -> Int = [1][5]) { Ok(_) -> {}, Err(_) -> {} } }",
    'let s = "x"\nlet i = 0\nloop { i += 1\ns = s + "\\u{1F375}" }',
    'let xs: List<String> = []\nloop { xs.push("${xs.len()} ${xs.len() * 3}") }',
    "let n = 1.5\nloop { n = n * 1.0001 }",
    'let s = ""\nloop { s = "(" + s + ")"\nif s == ")" { return } }',
    "let w = wait_group()\nw.add(1)\nspawn(fun() { loop { yield_now() } })\nw.wait()",
    "let m = mutex()\nm.lock()\nspawn(fun() { loop {} })\nm.lock()",
  ])(
    "%s",
    async (body) => {
      const end = await endOf(`${HEAD}${main(body)}`, { stdout: () => {} });
      // A script in this table that does not check would prove nothing.
      expect(end).toMatch(LIMIT);
    },
    TIMEOUT,
  );

  const declared: readonly (readonly [string, string])[] = [
    ["recursion", "fun f(n: Int) -> Int = 1 + f(n + 1)\nfun main() { print(f(0)) }"],
    [
      "mutual recursion",
      "fun f(n: Int) -> Int = g(n) + 1\nfun g(n: Int) -> Int = f(n) + 1\nfun main() { print(f(0)) }",
    ],
    [
      "fib",
      "fun fib(n: Int) -> Int = if n < 2 { n } else { fib(n - 1) + fib(n - 2) }\nfun main() { print(fib(60)) }",
    ],
    [
      "a growing struct",
      "struct N { next: N? }\nfun main() { let n = N { next: None }\n loop { n = N { next: Some(n) } } }",
    ],
    ["a global", 'let kept: List<String> = []\nfun main() { loop { kept.push("${kept.len()}") } }'],
    [
      "an initialiser",
      "let x: Int = spin()\nfun spin() -> Int {\n    let n = 0\n    loop { n += 1 }\n    n\n}\nfun main() { print(x) }",
    ],
    [
      "hash",
      "import std/collections { Map }\nstruct K { n: Int }\nimpl Eq for K { fun equals(self, o: K) -> Bool { loop {}\n true } }\nimpl Hash for K { fun hash(self) -> Int = 1 }\nfun main() { let m: Map<K, Int> = Map.new()\n m.set(K { n: 1 }, 1)\n m.set(K { n: 2 }, 1) }",
    ],
    [
      "to_string",
      'struct S { n: Int }\nimpl ToString for S { fun to_string(self) -> String { loop {}\n "" } }\nfun main() { print(S { n: 1 }) }',
    ],
    [
      "goroutines of goroutines",
      "fun f() {\n spawn(fun() { f() })\n spawn(fun() { f() }) }\nfun main() { f()\n loop {} }",
    ],
    [
      "a deep list",
      "struct T { kids: List<T> }\nfun depth(t: T) -> Int = if t.kids.len() == 0 { 0 } else { 1 + depth(t.kids[0]) }\nfun main() { let t = T { kids: [] }\n for i in 0..1000000 { t = T { kids: [t] } }\n print(depth(t)) }",
    ],
  ];
  test.each(declared)(
    "%s",
    async (_, text) => {
      expect(await endOf(text, { stdout: () => {} })).toMatch(LIMIT);
    },
    TIMEOUT,
  );
});

/**
 * The built engine: in transformed modules a getter reads each import, and swallows the overflow of the stack
 * that these sources cause.
 */
const require = createRequire(import.meta.url);
const built = require("../dist/interpreter/index.js") as typeof import("./index.ts");
const builtLibrary = require("../dist/stdlib/index.js") as typeof import("../stdlib/index.ts");

describe("sources that would use up the compiler are refused", () => {
  const doubled = (depth: number, name = "a"): string =>
    depth === 0 ? "1" : `${name}!(${doubled(depth - 1, name)})`;
  const generics = (calls: (next: string) => string, count: number): string =>
    `${Array.from({ length: count }, (_, i) => `fun f${i}<T>(x: T) -> Int { ${calls(`f${i + 1}`)} }\n`).join("")}fun f${count}<T>(x: T) -> Int = 1\nfun main() { print(f0(1)) }`;
  const sources: readonly (readonly [string, string])[] = [
    [
      "macros of lists",
      `macro a { ($x:expr) => { [$x, $x, $x, $x, $x, $x, $x, $x] } }\n${main(`print(${doubled(6)}.len())`)}`,
    ],
    [
      "macros of sums",
      `macro a { ($x:expr) => { ($x + $x + $x + $x + $x + $x + $x + $x) } }\n${main(`print(${doubled(6)})`)}`,
    ],
    [
      "macros of blocks",
      `macro a { ($x:expr) => { { let q = $x\n $x + $x + $x + $x + $x + $x + q } } }\n${main(`print(${doubled(7)})`)}`,
    ],
    ["macros of themselves", `macro m { ($x:expr) => { m!($x + $x) } }\n${main("print(m!(1))")}`],
    ["generics", generics((next) => `${next}([x]) + ${next}(Some(x))`, 16)],
    ["generics of maps", generics((next) => `${next}([1: x]) + ${next}([x])`, 16)],
    [
      "generics of closures",
      generics(
        (next) => `let g = fun() -> Int = ${next}([x])\n let h = fun() -> Int = ${next}(Some(x))\n g() + h()`,
        15,
      ),
    ],
    [
      "types that grow",
      "struct B<T> { x: T }\nfun f<T>(x: T, n: Int) -> Int = if n == 0 { 0 } else { f(B { x: x }, n - 1) }\nfun main() { print(f(1, 3)) }",
    ],
    [
      "constants",
      `const A0: String = "xxxxxxxx"\n${Array.from({ length: 40 }, (_, i) => `const A${i + 1}: String = A${i} + A${i}\n`).join("")}fun main() { print(A40.len()) }`,
    ],
    ["a literal", main(`print([${"1,".repeat(490_000)}].len())`)],
    ["a literal of texts", main(`print([${'"x",'.repeat(490_000)}].len())`)],
    [
      "a map",
      main(`let m = [${Array.from({ length: 120_000 }, (_, i) => `${i}: ${i}`).join(", ")}]\nprint(m.len())`),
    ],
    ["a sum", main(`print(${"1+".repeat(400_000)}1)`)],
    ["a product of parentheses", main(`print(${"(1)*".repeat(200_000)}1)`)],
    ["calls in a chain", main(`print("x"${".to_upper()".repeat(100_000)})`)],
    ["statements", `fun main() {\n${"let a = 1\n".repeat(200_000)}}`],
    ["functions", `${Array.from({ length: 150_000 }, (_, i) => `fun f${i}() {}\n`).join("")}fun main() {}`],
    [
      "structs",
      `${Array.from({ length: 60_000 }, (_, i) => `struct S${i} { a: Int, b: String }\nfun g${i}(s: S${i}) -> Int = s.a\n`).join("")}fun main() {}`,
    ],
    ["texts in text", main(`print("${"${1}".repeat(200_000)}")`)],
    ["parentheses", main(`print(${"(".repeat(100_000)}1${")".repeat(100_000)})`)],
    ["lists in lists", main(`let x = ${"[".repeat(50_000)}${"]".repeat(50_000)}`)],
    ["blocks in blocks", main("{".repeat(50_000) + "}".repeat(50_000))],
    ["branches", main(`let x = 1\n${"if x == 1 {} else ".repeat(30_000)} {}`)],
    ["negations", main(`print(${"!".repeat(100_000)}true)`)],
    ["signs", main(`print(${"- ".repeat(100_000)}1)`)],
    ["types", main(`let x: ${"List<".repeat(20_000)}Int${">".repeat(20_000)} = []`)],
    ["closures", main(`let f = ${"fun() -> Int { (".repeat(5_000)}1${") }".repeat(5_000)}`)],
    ["comments", `fun main() {}\n${"// x\n".repeat(10_000_000)}`],
    ["an open text", `fun main() { print("${"x".repeat(9_000_000)}`],
    ["a name", main(`let ${"x".repeat(9_000_000)} = 1`)],
    ["digits", main(`print(${"9".repeat(1_000_000)})`)],
    ["braces alone", "{".repeat(400_000)],
    ["quotes alone", '"'.repeat(400_000)],
    [
      "arms",
      `fun f(x: Int) -> Int = match x {\n${Array.from({ length: 80_000 }, (_, i) => `${i} -> ${i},\n`).join("")}_ -> 0 }\nfun main() { print(f(1)) }`,
    ],
    ["all bytes", main(String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i)))],
  ];
  test.each(sources)(
    "%s",
    async (_, text) => {
      const engine = built.createEngine({
        modules: builtLibrary.standardModules,
        limits: { ...LIMITS, compileMillis: 800 },
      });
      const { diagnostics, exitReason } = await engine.run({ path: "main.std", text });
      expect(exitReason).toBeNull();
      expect(diagnostics.map(({ severity }) => severity)).toContain("error");
    },
    TIMEOUT,
  );
});

describe("values of the host are checked against their types", () => {
  class Own {}
  const hostile: readonly (readonly [string, unknown])[] = [
    ["Int", "1"],
    ["Int", {}],
    ["Int", [1]],
    ["Int", NaN],
    ["Int", Infinity],
    ["Int", 2n ** 64n],
    ["Int", Symbol("x")],
    ["Float", "1"],
    ["Bool", "true"],
    ["String", 1],
    ["String", new String("x")],
    ["Char", "xx"],
    ["List<Int>", { length: 3 }],
    ["List<Int>", [1, "2"]],
    ["List<Int>", [, 1]],
    ["Map<String, Int>", {}],
    ["Map<String, Int>", new Map([[1, 1]])],
    ["Set<Int>", new Set(["1"])],
    ["P", {}],
    ["P", { x: 1, y: 2 }],
    ["P", null],
    ["P", new Own()],
    ["P", new Proxy({}, {})],
    ["E", "constructor"],
    ["E", { __proto__: null, toString: 1 }],
    ["E", 0],
    ["Result<Int, Error>", new Error("x")],
    ["fun() -> Int", {}],
    ["JsonValue", () => 1],
    ["JsonValue", 1n],
  ];
  test.each(hostile)("%s from %o", async (type, value) => {
    const app = defineModule({
      name: "app",
      declaration: `import std/collections { Map, Set }\nimport std/error { Error }\nimport std/json { JsonValue }\nstruct P { x: Int }\nenum E { A, B(Int) }\nfun give() -> ${type}`,
      functions: { give: () => value },
    });
    expect(
      await endOf("import std/app { give }\nfun main() { let it = give() }", {
        modules: [...standardModules, app],
      }),
    ).toMatch(/^internal host error: give returned /);
  });
});
