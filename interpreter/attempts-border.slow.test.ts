// Attacks from both sides of the border: hosts whose values lie, throw and hang; scripts whose values would
// be taken for something else outside; new versions that would keep old code; small inputs that make
// compiling, formatting and databases expensive.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { createEngine, createWorkerEngine, defineModule, type EngineOptions, type Program } from "./index.ts";
import { run } from "./testing/run.ts";

const LIMITS = { steps: 20_000_000, wallMillis: 400, memory: 60_000_000, compileMillis: 20_000 };
const TIMEOUT = 20_000;
const LIMIT = /^panic (?:(?:step|time|memory|output|goroutine|recursion) limit exceeded|\w+ too large)/;
/** Refusals other than syntax errors. */
const REFUSED = /^refused (?:G\d+|T\d+|P10)/;

async function endOf(text: string, options: Partial<EngineOptions> = {}): Promise<string> {
  const { exitReason, codes, stdout } = await run(text, { limits: LIMITS, ...options });
  if (exitReason === null) return `refused ${codes.join(" ")}`;
  return `${exitReason.kind} ${"message" in exitReason ? exitReason.message : "text" in exitReason ? exitReason.text.trim() : ""}|${stdout}`;
}

/**
 * Runs a program that prints `f()`, a function of the host with this result type; `show` makes an Int of the
 * result `it`.
 */
function given(type: string, value: () => unknown, show = "it", blocking = ""): Promise<string> {
  const app = defineModule({
    name: "app",
    declaration: `import std/collections { Map, Set }\nimport std/json { JsonValue }\nimport std/error { Error }\nstruct P { x: Int }\nenum E { A, B(Int) }\n${blocking} fun f() -> ${type}`,
    functions: { f: value },
  });
  return endOf(`import std/app { f }\nfun main() {\n    let it = f()\n    print(${show})\n}`, {
    modules: [...standardModules, app],
  });
}

async function load(text: string, options: Partial<EngineOptions> = {}): Promise<Program> {
  const { program, diagnostics } = await createEngine({
    modules: standardModules,
    limits: LIMITS,
    ...options,
  }).load({
    path: "a.std",
    text,
  });
  expect(diagnostics.filter((one) => one.severity === "error").map((one) => one.message)).toEqual([]);
  return program!;
}

const trap = (): never => {
  throw new Error("trap");
};
const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const noText = { toString: trap };

describe("any exception of a host is a failure of the host", () => {
  const thrown: readonly (readonly [string, unknown])[] = [
    ["an object without a prototype", Object.create(null)],
    ["an object whose text throws", noText],
    ["a revoked proxy", revoked()],
    ["a symbol", Symbol("s")],
    ["undefined", undefined],
    [
      "an error whose message throws",
      Object.defineProperty(new Error("x"), "message", {
        get: trap,
      }),
    ],
  ];
  for (const [what, value] of thrown) {
    const fail = (): never => {
      throw value;
    };
    test(`${what}, from a native`, async () => {
      expect(await given("Int", fail)).toMatch(/^internal host error: f threw /);
    });
    test(`${what}, from one that waits`, async () => {
      expect(await given("Int", async () => fail(), "it", "@blocking")).toMatch(
        /^internal host error: f threw /,
      );
    });
    test(`${what}, from a function that it handed out`, async () => {
      expect(await given("fun() -> Int", () => fail, "it()")).toMatch(
        /^internal host error: a function of the host threw /,
      );
    });
    test(`${what}, from its output`, async () => {
      expect(await endOf("fun main() { print(1) }", { stdout: fail })).toMatch(
        /^internal host error: stdout threw /,
      );
    });
    test(`${what}, from its input`, async () => {
      expect(
        await endOf("import std/io { read_line }\nfun main() { let _ = read_line() }", {
          readInput: async () => fail(),
        }),
      ).toMatch(/^internal host error: readInput threw /);
    });
  }
});

describe("values that do something when they are read", () => {
  const hostile: readonly (readonly [string, string, () => unknown, RegExp])[] = [
    ["a proxy that throws", "P", () => new Proxy({ x: 1 }, { ownKeys: trap }), /f threw Error: trap/],
    [
      "a getter that throws",
      "P",
      () => Object.defineProperty({}, "x", { get: trap, enumerable: true }),
      /f threw Error: trap/,
    ],
    ["a revoked proxy as a struct", "P", revoked, /f threw TypeError/],
    ["a revoked proxy as a list", "List<Int>", revoked, /f threw TypeError/],
    ["a revoked proxy as an Int", "Int", revoked, /f threw TypeError/],
    ["a revoked proxy as JSON", "JsonValue", revoked, /f threw TypeError/],
    ["JSON that throws", "JsonValue", () => ({ toJSON: trap }), /f returned .* is not JSON: Error: trap/],
    [
      "JSON that holds itself",
      "JsonValue",
      () => {
        const all: unknown[] = [];
        all.push(all);
        return all;
      },
      /f returned .* is not JSON/,
    ],
    [
      "a list that holds itself",
      "List<List<Int>>",
      () => {
        const all: unknown[] = [];
        all.push(all);
        return all;
      },
      /f returned /,
    ],
    [
      "a `then` that throws when it is read",
      "Int",
      () => Object.defineProperty({}, "then", { get: trap }),
      /f threw Error: trap/,
    ],
    [
      "a map that is none",
      "Map<String, Int>",
      () => Object.create(Map.prototype) as unknown,
      /f threw TypeError/,
    ],
    ["a set that is none", "Set<Int>", () => Object.create(Set.prototype) as unknown, /f threw TypeError/],
    [
      "a class without a name",
      "P",
      () => Object.create({ constructor: { name: Symbol("x") } }) as unknown,
      /f returned /,
    ],
    [
      "a proxy for a function that throws",
      "fun() -> Int",
      () => new Proxy(() => 1, { apply: trap }),
      /a function of the host threw Error: trap/,
    ],
    ["an enum of an inherited name", "E", () => "hasOwnProperty", /f returned /],
    ["an enum by its prototype", "E", () => ({ __proto__: { B: 1 } }), /f returned /],
    [
      "a struct by its prototype",
      "P",
      () => ({ __proto__: { x: 1 } }),
      /f returned undefined, which is not an Int/,
    ],
    [
      "more fields than there are",
      "P",
      () => JSON.parse('{"x": 1, "__proto__": 2}') as unknown,
      /f returned .* has no field "__proto__"/,
    ],
    ["a symbol for an Int", "Int", () => Symbol("1"), /f returned Symbol\(1\), which is not an Int/],
    [
      "an object that is made a number",
      "Int",
      () => ({ valueOf: () => 1 }),
      /f returned a JavaScript Object/,
    ],
    [
      "a promise where none is waited for",
      "Int",
      () => Promise.reject(new Error("late")),
      /f returned a promise/,
    ],
  ];
  test.each(hostile)("%s", async (_, type, value, ends) => {
    const end = await given(type, value, type.startsWith("fun") ? "it()" : "1");
    expect(end).toMatch(/^internal host error: /);
    expect(end).toMatch(ends);
  });

  const harmless: readonly (readonly [string, string, () => unknown, string])[] = [
    [
      "a list with an iterator of its own",
      "List<Int>",
      () =>
        Object.assign([1, 2], {
          [Symbol.iterator]: function* () {
            for (;;) yield 1;
          },
        }),
      "it.len()",
    ],
    [
      "a map with one",
      "Map<Int, Int>",
      () =>
        Object.assign(
          new Map([
            [1, 1],
            [2, 2],
          ]),
          {
            [Symbol.iterator]: function* () {
              for (;;) yield [1, 1];
            },
          },
        ),
      "it.len()",
    ],
    ["frozen lists", "List<Int>", () => Object.freeze([1, 2]), "it.len()"],
    ["a frozen struct", "P", () => Object.freeze({ x: 2 }), "it.x"],
    [
      "a sealed struct without a prototype",
      "P",
      () => Object.seal(Object.assign(Object.create(null) as object, { x: 2 })),
      "it.x",
    ],
  ];
  test.each(harmless)("%s are only read", async (_, type, value, show) => {
    expect(await given(type, value, show)).toBe("done |2\n");
  });

  test.each([
    ["a long array of nothing", () => new Array(2 ** 31)],
    [
      "an array that tells a length",
      () => new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 40 : 1) }),
    ],
  ])("%s", async (_, value) => {
    expect(await given("List<Int>", value, "it.len()")).toMatch(LIMIT);
  });
});

describe("values of scripts are no promises of the host", () => {
  const THEN = `
struct S { then: fun(fun(Int) -> ()) -> () }
struct H { inner: S }
enum E { then(fun(fun(Int) -> ()) -> ()), Other }
fun resolves() -> S = S { then: fun(r: fun(Int) -> ()) { r(7) } }
fun hangs() -> S = S { then: fun(r: fun(Int) -> ()) {} }
fun variant() -> E = E.then(fun(r: fun(Int) -> ()) { r(7) })
fun inside() -> H = H { inner: resolves() }
fun fine() -> Int = 1
`;
  const NAMES = ["resolves", "hangs", "variant", "inside"];
  test.each(NAMES)("as the result of a call: %s", async (name) => {
    const program = await load(THEN);
    await expect(program.call(name)).rejects.toThrow("would be taken for a promise");
    expect(await program.call("fine")).toBe(1);
    program.close();
  });

  test("in threads", async () => {
    const engine = createWorkerEngine({ modules: standardModules, limits: LIMITS });
    const { program } = await engine.load({ path: "a.std", text: THEN });
    for (const name of NAMES)
      await expect(program!.call(name)).rejects.toThrow("would be taken for a promise");
    engine.close();
  });

  test("as the argument of a native", async () => {
    const app = defineModule({
      name: "app",
      declaration: "struct S { then: fun(fun(Int) -> ()) -> () }\n@blocking fun f(s: S) -> Int",
      functions: { f: async (value: unknown) => (await value) as number },
    });
    expect(
      await endOf(
        "import std/app { f, S }\nfun main() { print(f(S { then: fun(r: fun(Int) -> ()) { r(7) } })) }",
        { modules: [...standardModules, app] },
      ),
    ).toMatch(/^internal host error: .*would be taken for a promise/);
  });

  test("fields of any name are fields", async () => {
    const names = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "prototype", "then"];
    const program = await load(
      `struct S { ${names.map((name) => `${name}: Int`).join(", ")} }\nfun same(s: S) -> S = s`,
    );
    const value = JSON.parse(`{${names.map((name, i) => `"${name}": ${i}`).join(", ")}}`) as object;
    const result = (await program.call("same", value)) as object;
    expect(Object.entries(result)).toEqual(Object.entries(value));
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    program.close();
  });
});

describe("opaque values and functions go back only where they came from", () => {
  const OPAQUE = `
trait T { fun v(self) -> Int }
trait U { fun w(self) -> Int }
struct S { n: Int }
impl T for S { fun v(self) -> Int = self.n }
impl U for S { fun w(self) -> Int = self.n * 2 }
fun t(n: Int) -> dyn T = S { n: n }
fun u(n: Int) -> dyn U = S { n: n }
fun take_t(t: dyn T) -> Int = t.v()
fun counter(n: Int) -> fun(Int) -> Int = fun(m: Int) -> Int = n + m
fun texts() -> fun(String) -> String = fun(s: String) -> String = s
fun call(f: fun(Int) -> Int) -> Int = f(2)
`;
  test("an object behind a trait", async () => {
    const [one, other] = [await load(OPAQUE), await load(OPAQUE)];
    expect(await one.call("take_t", await one.call("t", 4))).toBe(4);
    await expect(one.call("take_t", await one.call("u", 4))).rejects.toThrow(TypeError);
    await expect(one.call("take_t", await other.call("t", 4))).rejects.toThrow(TypeError);
    await expect(one.call("take_t", { v: () => 1 })).rejects.toThrow(TypeError);
    one.close();
    other.close();
  });

  test("a function", async () => {
    const [one, other] = [await load(OPAQUE), await load(OPAQUE)];
    expect(await one.call("call", await one.call("counter", 4))).toBe(6);
    await expect(one.call("call", await other.call("counter", 4))).rejects.toThrow("another program");
    await expect(one.call("call", await one.call("texts"))).rejects.toThrow("another program or type");
    one.close();
    other.close();
  });

  test("a new version keeps no code of the old one", async () => {
    const text = `${OPAQUE}
let f: fun() -> Int = fun() -> Int = 1
let d: dyn T = S { n: 1 }
let all: List<fun() -> Int> = [fun() -> Int = 1]
let n = 1
fun bump() { n += 10 }
fun sum() -> Int = f() + d.v() + all[0]() + n
`;
    const program = await load(text);
    await program.call("bump");
    expect(await program.call("sum")).toBe(14);
    const { kept } = await program.reload({
      path: "a.std",
      text: text
        .replaceAll("fun() -> Int = 1", "fun() -> Int = 100")
        .replace("= S { n: 1 }", "= S { n: 100 }"),
    });
    expect([kept, await program.call("sum")]).toEqual([["a.std n"], 311]);
    program.close();
  });

  test("a variable that holds itself gets its first value", async () => {
    const text =
      "struct N { next: N?, v: Int }\nlet n: N = N { next: None, v: 1 }\nfun tie() { n.next = Some(n) }\nfun v() -> Int = n.v\nfun whole() -> N = n";
    const program = await load(text);
    await program.call("tie");
    await expect(program.call("whole")).rejects.toThrow("contains itself");
    await program.reload({ path: "a.std", text: text.replace("v: 1", "v: 2") });
    expect(await program.call("v")).toBe(2);
    program.close();
  });
});

describe("hosts that reenter", () => {
  const reentering = async (
    action: (program: Program & { callSync(name: string): unknown }) => unknown,
  ): Promise<Program & { callSync(name: string): unknown }> => {
    let program: (Program & { callSync(name: string): unknown }) | null = null;
    const app = defineModule({
      name: "app",
      declaration: "fun again() -> Int",
      functions: { again: () => action(program!) as number },
    });
    program = (await load(
      "import std/app { again }\nlet n = 0\nfun one() -> Int = 1\nfun f() -> Int {\n    n += 1\n    again() + n\n}\nfun spin() -> Int {\n    let x = again()\n    loop { x += 1 }\n    x\n}",
      { modules: [...standardModules, app] },
    )) as never;
    return program!;
  };

  test("by a call that is not waited for", async () => {
    const program = await reentering((it) => {
      void it.call("one");
      return 5;
    });
    expect(await program.call("f")).toBe(6);
    program.close();
  });

  test("by a call that is waited for", async () => {
    const program = await reentering((it) => it.callSync("one"));
    expect(await program.call("f")).toBe(2);
    program.close();
  });

  test("by closing, resetting and reloading from within", async () => {
    const closing = await reentering((it) => {
      it.close();
      return 1;
    });
    await expect(closing.call("spin")).rejects.toThrow("the program has ended");
    let reset: Promise<void> | null = null;
    const resetting = await reentering((it) => {
      reset = it.reset();
      return 1;
    });
    await expect(resetting.call("spin")).rejects.toThrow("the program has ended");
    resetting.close();
    await expect(reset).rejects.toThrow("the program has ended");
  });

  test("by functions of scripts that call natives that call them", async () => {
    const app = defineModule({
      name: "app",
      declaration: "@blocking fun f(g: fun(Int) -> Int, n: Int) -> Int",
      functions: { f: (g: (n: number) => Promise<number>, n: number) => g(n) },
    });
    expect(
      await endOf(
        "import std/app { f }\nfun down(n: Int) -> Int = f(fun(m: Int) -> Int = down(m + 1), n)\nfun main() { print(down(0)) }",
        { modules: [...standardModules, app] },
      ),
    ).toMatch(LIMIT);
  });
});

const HEAD = `import std/string
import std/fmt { pad_left, format_float, to_radix, repeat, join }
import std/json { parse, stringify, decode, FromJson, ToJson }
import std/collections { Map, Set }
import std/sync { channel, channel_buffered, Channel, select, sleep_millis, task, after, ticker }
import std/sqlite { open }
import std/io { Buffer, reader, lines, limited, read_all, copy }
import std/regex { compile }
import std/time { now }
`;
const main = (body: string): string => `${HEAD}fun main() {\n${body}\n}`;

describe("small inputs that ask for much", () => {
  test.each([
    ["a text of digits", 'print(format_float(1.5, 100000000).len())\nlet s = "x"\nloop { s = s + s }'],
    ["repeats", 'print(repeat("xy", 4000000000).len())'],
    [
      "a join of one text",
      'let s = "x".repeat(1000000)\nlet all: List<String> = []\nfor _ in 0..1000 { all.push(s) }\nprint(join(all, s).len())',
    ],
    ["interpolated lists", 'let all = [1]\nlet s = ""\nloop {\n    all.push(1)\n    s = "${all}${s}"\n}'],
    [
      "a regular expression of a million parts",
      'let r = compile("a?".repeat(200000) + "a".repeat(200000))\nloop { print(r.is_ok()) }',
    ],
    [
      "JSON in JSON",
      'let s = "x"\nloop { s = stringify(parse("[\\"" + s + "\\", \\"" + s + "\\"]").unwrap_or(parse("1").unwrap())) + s }',
    ],
    [
      "JSON of a text that escapes",
      'let s = "\\u{1}".repeat(10000000)\nlet kept: List<String> = []\nloop { kept.push(s.to_json_text()) }'.replace(
        ".to_json_text()",
        '.replace("\\u{1}", "\\\\u0001")',
      ),
    ],
    [
      "channels with much room",
      "let all: List<Channel<Int>> = []\nloop {\n    let c = channel_buffered<Int>(100)\n    for _ in 0..100 { c.send(1) }\n    all.push(c)\n}",
    ],
    ["a channel with endless room", "let c = channel_buffered<Int>(9000000000000000)\nloop { c.send(1) }"],
    ["tickers", "loop {\n    let t = ticker(1)\n    let _ = t.recv()\n}"],
    ["timers", "loop { let _ = after(100000) }"],
    [
      "goroutines that hold much",
      'loop { spawn(fun() {\n    let b = Buffer.new()\n    let _ = b.write("x".repeat(100000))\n    sleep_millis(100000)\n    print(b.len())\n}) }',
    ],
    [
      "a database that never ends a query",
      'let db = open(":memory:").unwrap()\nlet r: Result<List<Int>, Error> = db.query("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c", [])\nprint(r.is_ok())',
    ],
    [
      "a database that makes much of little",
      'let db = open(":memory:").unwrap()\nlet kept: List<List<String>> = []\nloop { kept.push(db.query("SELECT hex(zeroblob(4000000))", []).unwrap()) }',
    ],
    [
      "lines without an end",
      'let b = "x".repeat(1000000)\nlet all = ""\nloop { for l in lines(reader(b)) { all = all + l.unwrap() } }',
    ],
    [
      "sets of sets of text",
      'let s: Set<String> = Set.new()\nlet t = "x".repeat(1000)\nlet n = 0\nloop {\n    n += 1\n    s.add("${n}${t}")\n}',
    ],
  ])(
    "%s",
    async (_, body) => {
      expect(await endOf(main(body), { stdout: () => {}, capabilities: { fs: true } })).toMatch(LIMIT);
    },
    TIMEOUT,
  );

  const repeated = (count: number, line: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => line(i)).join("\n");
  test.each([
    [
      "traits that ask for each other",
      `${repeated(3000, (i) => `trait T${i} { fun f${i}(self) -> Int }\nimpl<X: T${i + 1}> T${i} for List<X> { fun f${i}(self) -> Int = self[0].f${i + 1}() }`)}\ntrait T3000 { fun f3000(self) -> Int }\nfun main() { print([[1]].f0()) }`,
    ],
    [
      "a type alias that doubles",
      `${repeated(40, (i) => `type A${i + 1} = (A${i}, A${i})`)}\ntype A0 = Int\nfun f(x: A40) {}\nfun main() {}`,
    ],
    ["a macro that writes macros", `macro m { ($x:expr) => { m!(m!($x)) } }\nfun main() { print(m!(1)) }`],
    [
      "derived structs with many fields",
      `${repeated(300, (i) => `@derive(Eq, Hash, ToString, ToJson, FromJson)\nstruct S${i} { ${Array.from({ length: 300 }, (_, f) => `f${f}: Int`).join(", ")} }`)}\nimport std/json { ToJson, FromJson }\nfun main() {}`,
    ],
    [
      "a match over tuples of enums",
      `enum E { ${Array.from({ length: 40 }, (_, i) => `V${i}`).join(", ")} }\nfun f(a: E, b: E, c: E, d: E) -> Int = match (a, b, c, d) {\n${repeated(400, (i) => `(V${i % 40}, V${(i * 7) % 40}, _, V${(i * 3) % 40}) -> ${i},`)}\n}\nfun main() {}`,
    ],
    ["interpolations in interpolations", `fun main() { print(${'"${'.repeat(3000)}1${'}"'.repeat(3000)}) }`],
  ])(
    "to compile: %s",
    async (_, text) => {
      expect(await endOf(text, { limits: { ...LIMITS, compileMillis: 1000 } })).toMatch(REFUSED);
    },
    TIMEOUT,
  );
});

describe("hosts that never settle, in threads", () => {
  let engine: ReturnType<typeof createWorkerEngine>;
  beforeAll(() => {
    engine = createWorkerEngine({
      modules: [
        ...standardModules,
        defineModule({
          name: "app",
          declaration: "@blocking fun never() -> Int\nfun throws() -> Int\nfun hostile() -> Int",
          functions: {
            never: () => new Promise<number>(() => {}),
            throws: () => {
              throw Object.create(null);
            },
            hostile: () => revoked() as number,
          },
        }),
      ],
      limits: LIMITS,
    });
  });
  afterAll(() => engine.close());
  test.each([
    ["never", /^panic time limit exceeded/],
    ["throws", /^internal host error/],
    ["hostile", /^internal host error/],
  ])(
    "%s",
    async (name, ends) => {
      const { exitReason } = await engine.run({
        path: "a.std",
        text: `import std/app { ${name} }\nfun main() { print(${name}()) }`,
      });
      expect(
        `${exitReason?.kind} ${exitReason !== null && "message" in exitReason ? exitReason.message : exitReason !== null && "text" in exitReason ? exitReason.text : ""}`,
      ).toMatch(ends);
    },
    TIMEOUT,
  );
});
