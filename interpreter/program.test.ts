// Loaded programs: values, state, instances, new versions, routes, and their ends.
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { machine } from "./host/index.ts";
import {
  createEngine,
  defineModule,
  Err,
  fail,
  ScriptError,
  type EngineOptions,
  type Program,
} from "./index.ts";

async function load(text: string, options: Partial<EngineOptions> = {}): Promise<Program> {
  const { program, diagnostics } = await createEngine({ modules: standardModules, ...options }).load({
    path: "lib.std",
    text,
  });
  expect(
    diagnostics.filter((one) => one.severity === "error").map((one) => `${one.code} ${one.message}`),
  ).toEqual([]);
  return program!;
}

const TYPES = `
import std/error { Error, error_kind }
import std/json { JsonValue }
struct Point { x: Int, y: Float }
struct Tree { value: Int, children: List<Tree> }
enum Shape { Dot, Circle(Float), Line(Int, Int), Named(size: Int, label: String) }
`;

describe("values are converted by one table", () => {
  const same = async (type: string, value: unknown): Promise<unknown> => {
    const program = await load(`${TYPES}fun same(x: ${type}) -> ${type} = x\n`);
    const result = await program.call("same", value);
    program.close();
    return result;
  };

  test.each<[string, unknown]>([
    ["Int", 7],
    ["Int", 2n ** 62n],
    ["Int", -(2n ** 63n)],
    ["Float", 0.5],
    ["Float", NaN],
    ["Bool", true],
    ["String", "né €"],
    ["Char", "€"],
    ["List<Int>", [1, 2]],
    ["List<List<String>>", [["a"], []]],
    ["Option<Int>", null],
    ["Int?", 3],
    ["(Int, String)", [1, "a"]],
    ["Map<String, Int>", new Map([["é", 1]])],
    ["Set<Int>", new Set([1, 2])],
    ["Point", { x: 1, y: 0.5 }],
    ["Tree", { value: 1, children: [{ value: 2, children: [] }] }],
    ["Shape", "Dot"],
    ["Shape", { Circle: 1.5 }],
    ["Shape", { Line: [1, 2] }],
    ["Shape", { Named: { size: 1, label: "x" } }],
    ["Result<Int, String>", 1],
    ["Result<Int, String>", new Err("no")],
    ["Result<Int, Error>", new Err({ kind: "k", message: "é" })],
    ["Result<Int, Error>", new Err({ kind: "k", message: "é", code: "not_found" })],
    ["JsonValue", { a: [1, null, "é"], b: { c: true } }],
    ["JsonValue", null],
    ["Map<Int, List<Point?>>", new Map([[1, [null, { x: 1, y: 2 }]]])],
  ])("%s: %o", async (type, value) => {
    expect(await same(type, value)).toEqual(value);
  });

  test.each<[string, unknown, unknown]>([
    ["Int", 5n, 5],
    ["Int", -0, 0],
    ["Int?", undefined, null],
    ["Result<Int, Error>", fail("k", "é"), new Err({ kind: "k", message: "é" })],
    ["Error", { kind: "k", message: "m", code: undefined }, { kind: "k", message: "m" }],
    ["Error", { kind: "k", message: "m", code: "" }, { kind: "k", message: "m" }],
    ["Error", { kind: "k", message: "m", code: "ENOENT" }, { kind: "k", message: "m", code: "not_found" }],
    ["Result<Int, Error>", fail("k", "m", "mine"), new Err({ kind: "k", message: "m", code: "mine" })],
  ])("%s: %o becomes %o", async (type, value, becomes) => {
    expect(await same(type, value)).toEqual(becomes);
  });

  const circle: unknown[] = [];
  circle.push(circle);
  test.each<[string, unknown, string]>([
    ["Int", 0.5, "0.5, which is not an Int"],
    ["Int", 2n ** 63n, "not an Int"],
    ["Int", "7", "not an Int"],
    ["Float", "1", "not a Float"],
    ["Bool", 1, "not a Bool"],
    ["Char", "ab", "not a Char"],
    ["Char", "", "not a Char"],
    ["Char", "\ud800", "not a Char"],
    ["String", 5, "not a String"],
    ["List<Int>", "x", "not a List<Int>"],
    // eslint-disable-next-line no-sparse-arrays
    ["List<Int>", [1, , 2], "undefined, which is not an Int"],
    ["List<Int>", { length: 1 }, "a JavaScript Object, which is not a List<Int>"],
    ["(Int, String)", [1], "not a tuple"],
    ["Map<String, Int>", { a: 1 }, "(a Map)"],
    ["Set<Int>", [1], "(a Set)"],
    ["Point", { x: 1 }, "undefined, which is not a Float (field y of Point)"],
    ["Point", { x: 1, y: 2, z: 3 }, 'no field "z"'],
    ["Point", null, "null, which is not a Point"],
    ["Point", [1, 2], "not a Point"],
    ["Shape", "Circle", "not a Shape"],
    ["Shape", { Dot: 1 }, "not a Shape"],
    ["Shape", { Line: [1] }, "payload of a Shape"],
    ["Shape", "toString", "not a Shape"],
    ["Shape", { tag: 0 }, "not a Shape"],
    ["Result<Int, Error>", new Error("x"), "not an Int"],
    ["JsonValue", undefined, "not a JsonValue"],
    ["JsonValue", 5n, "not JSON"],
    ["List<JsonValue>", circle, "not JSON"],
    ["fun(Int) -> Int", 5, "not a function"],
    ["Point", Object.create({ x: 1, y: 2 }), "field x of Point"],
  ])("%s: %o is refused", async (type, value, message) => {
    await expect(same(type, value)).rejects.toThrow(TypeError);
    await expect(same(type, value)).rejects.toThrow(message);
  });

  test("large ones are whole, whatever runs beside them", async () => {
    const program = await load(
      `${TYPES}fun same(x: JsonValue) -> JsonValue = x
fun size(x: JsonValue) -> Int = match x { Array(xs) -> xs.len(), _ -> 0 }`,
      { limits: { steps: 1000 } },
    );
    const large = Array.from({ length: 300_000 }, (_, i) => ({ i }));
    expect(await program.call("size", large)).toBe(large.length);
    const same = (await program.call("same", large)) as unknown[];
    expect([same.length, same.at(-1)]).toEqual([large.length, { i: large.length - 1 }]);
    program.close();
  });

  test("those that exceed a limit end the program", async () => {
    // Garbage of other tests that is collected later would leave room for the values.
    machine().javascript.collectGarbage();
    const program = await load(`${TYPES}fun take(x: JsonValue) {}`, { limits: { memory: 5_000_000 } });
    const large = Array.from({ length: 100 }, () => Buffer.alloc(1_000_000, "x").toString("latin1"));
    await expect(program.call("take", large)).rejects.toMatchObject({
      name: "ScriptError",
      message: "memory limit exceeded",
    });
    expect(program.exitReason).toMatchObject({ message: "memory limit exceeded" });
    await program.reset();
    await program.call("take", ["x"]);
    program.close();
  });

  test("those that throw are refused with what they threw", async () => {
    const program = await load(
      `${TYPES}fun take(p: Point) {}\nfun taker() -> fun(Point) -> () = fun(p: Point) {}\nfun list(x: List<Int>) {}\nfun text(x: String) {}`,
    );
    const taker = (await program.call("taker")) as (value: unknown) => Promise<unknown>;
    const boom = (): never => {
      throw "boom";
    };
    const refused = (what: string): object => ({
      name: "TypeError",
      message: `${what} received a value that threw boom`,
      cause: "boom",
    });
    for (const value of [
      Object.defineProperty({ x: 1 }, "y", { get: boom, enumerable: true }),
      new Proxy({ x: 1, y: 1 }, { get: boom }),
      new Proxy({}, { ownKeys: boom }),
    ]) {
      await expect(program.call("take", value)).rejects.toMatchObject(refused("`take`"));
      await expect(taker(value)).rejects.toMatchObject(refused("a function of a script"));
    }
    const list = Object.defineProperty([1], 1, { get: boom });
    await expect(program.call("list", list)).rejects.toMatchObject(refused("`list`"));
    await expect(program.call("text", "é".repeat(2 ** 28))).rejects.toThrow(
      new TypeError("`text` received a text of 268435456 characters, which is too long for a String"),
    );
    expect(program.exitReason).toBeNull();
    program.close();
  });

  test("copied both ways, frozen or not", async () => {
    const program = await load(
      "let kept: List<Int> = []\nfun keep(xs: List<Int>) -> List<Int> {\n    kept = xs\n    xs.push(9)\n    kept\n}\nfun all() -> List<Int> = kept\n",
    );
    const given = Object.freeze([1, 2]);
    const got = (await program.call("keep", given)) as number[];
    expect([given, got]).toEqual([
      [1, 2],
      [1, 2, 9],
    ]);
    got.push(0);
    expect(await program.call("all")).toEqual([1, 2, 9]);
  });

  test("Ints that no code of the program makes are computed with exactly", async () => {
    const program = await load(
      "struct P { n: Int }\nlet total = 1\nfun grow(p: P) -> Int { p.n = p.n * 4\n p.n + 1 }\nfun add(xs: List<Int>) -> Int { for x in xs { total += x }\n total }",
    );
    expect(await program.call("grow", { n: 2n ** 60n + 1n })).toBe(2n ** 62n + 5n);
    expect(await program.call("add", [2n ** 60n, 2n ** 60n])).toBe(2n ** 61n + 1n);
  });
});

describe("functions", () => {
  test("are called with their types, and distinguished by name", async () => {
    const program = await load(
      "fun one(a: Int, b: String) -> String = b\nfun id<T>(x: T) -> T = x\nfun none() {}",
    );
    expect(program.functions).toEqual([
      { name: "one", params: ["Int", "String"], result: "String" },
      { name: "none", params: [], result: "()" },
    ]);
    expect(await program.call("none")).toBeUndefined();
    await expect(program.call("id", 1)).rejects.toThrow("no function `id`; it has one, none");
    await expect(program.call("one", 1)).rejects.toThrow("takes 2 arguments, not 1");
  });

  test("go both ways as values, and end with their program", async () => {
    const program = await load(`import std/sync { sleep_millis }
fun apply(f: fun(Int) -> Int, x: Int) -> Int = f(x) + 1
fun adder(n: Int) -> fun(Int) -> Int = fun(x: Int) -> Int = x + n
fun same(f: fun(Int) -> Int) -> fun(Int) -> Int = f
fun slow() -> fun() -> Int = fun() -> Int {
    sleep_millis(100000)
    1
}`);
    expect(await program.call("apply", (x: number) => x * 10, 4)).toBe(41);
    const add = (await program.call("adder", 10)) as (x: number) => Promise<number>;
    expect(await add(5)).toBe(15);
    await expect(add("5" as unknown as number)).rejects.toThrow("not an Int");
    const own = (x: number): number => x;
    expect(await program.call("same", own)).toBe(own);
    const slow = (await program.call("slow")) as () => Promise<number>;
    const waiting = slow();
    const ended = expect(waiting).rejects.toThrow(ScriptError);
    setImmediate(() => program.close());
    await ended;
    await expect(add(1)).rejects.toThrow("the program has ended");
    expect(program.exitReason).toEqual({ kind: "exit", code: 0 });
  });

  test("of the host that throw or promise end the program as a host error", async () => {
    for (const f of [
      () => {
        throw new Error("boom");
      },
      async () => 1,
      () => "x",
    ]) {
      const program = await load("fun apply(f: fun(Int) -> Int) -> Int = f(1)");
      await expect(program.call("apply", f)).rejects.toThrow();
      expect(program.exitReason).toMatchObject({ kind: "internal" });
    }
  });

  test("run concurrently, and keep assigned variables", async () => {
    const program = await load(
      "import std/sync { sleep_millis }\nlet n = 0\nfun next(wait: Int) -> Int {\n    sleep_millis(wait)\n    n += 1\n    n\n}",
    );
    expect(
      (
        await Promise.all([program.call("next", 20), program.call("next", 1), program.call("next", 5)])
      ).toSorted(),
    ).toEqual([1, 2, 3]);
    const other = await program.instance();
    expect([await other.call("next", 0), await program.call("next", 0)]).toEqual([1, 4]);
    await program.reset();
    expect([await other.call("next", 0), await program.call("next", 0)]).toEqual([2, 1]);
  });

  test("are called immediately if they do not wait", async () => {
    const { program } = await createEngine({
      modules: standardModules,
      limits: { steps: 50_000_000, wallMillis: 20_000 },
    }).load<{ add(n: number): number; spin(n: number): number; wait(): void; boom(): void; both(): number }>({
      path: "lib.std",
      text: `import std/sync { sleep_millis }
let n = 0
fun add(k: Int) -> Int { n += k
 n }
fun spin(n: Int) -> Int { let x = 0
 for i in 0..n { x += i % 3 }
 x }
fun wait() { sleep_millis(5)
 n = 1000 }
fun boom() { let xs = [1]
 xs[2] = 1 }
fun both() -> Int { spawn(fun() { n += 100 })
 n }`,
    });
    expect([program!.callSync("add", 2), program!.callSync("add", 3)]).toEqual([2, 5]);
    // Longer than a time slice of goroutines.
    expect(program!.callSync("spin", 3_000_000)).toBe(3_000_000);
    expect(() => program!.callSync("boom")).toThrow(ScriptError);
    expect(() => program!.callSync("add", 0.5)).toThrow(TypeError);
    expect(() => program!.callSync("wait")).toThrow("`wait` waits");
    expect(program!.callSync("both")).toBe(5);
    // The goroutine continues; the call that the host did not wait for has ended.
    await expect.poll(() => program!.callSync("add", 0)).toBe(105);
    program!.close();
    expect(() => program!.callSync("add", 1)).toThrow("the program has ended");
  });

  type Callable = Program & { callSync(name: string, n: number): unknown };
  test("are called immediately even inside functions of the host, before goroutines that are ready", async () => {
    let program: Callable | null = null;
    const told: string[] = [];
    const host = defineModule({
      name: "host",
      declaration: "fun again(name: String, n: Int) -> Int",
      functions: {
        again(name: string, n: number): number {
          try {
            return program!.callSync(name, n) as number;
          } catch (error) {
            told.push((error as Error).message);
            return -1;
          }
        },
      },
    });
    program = (await load(
      `import std/host { again }
import std/sync { channel, sleep_millis }
let seen: List<Int> = []
fun down(n: Int) -> Int = if n == 0 { 0 } else { 1 + again("down", n - 1) }
fun endless(n: Int) -> Int = again("endless", n + 1)
fun sleepy(n: Int) -> Int { sleep_millis(1)
 seen.push(n)
 n }
fun odd(n: Int) -> Int { let xs = [1]
 xs[n] }
fun many(n: Int) -> Int { spawn(fun() { seen.push(1) })
 let c = channel<Int>()
 spawn(fun() { c.send(again("down", n)) })
 seen.push(again("sleepy", 2))
 seen.push(again("odd", 7))
 c.recv() }
fun log(n: Int) -> String = "\${seen}"`,
      { modules: [...standardModules, host] },
    )) as Callable;
    const it = program;
    const callSync = (name: string, n: number): unknown => it.callSync(name, n);
    const call = (name: string, n: number): Promise<unknown> => it.call(name, n);
    expect(callSync("down", 30)).toBe(30);
    // When the stack overflows, in the script or in the host, the innermost call fails; all outer calls get a
    // value.
    expect(callSync("endless", 0)).toBe(-1);
    expect(told).toHaveLength(1);
    expect(told.splice(0)[0]).toMatch(/^(?:stack overflow|Maximum call stack size exceeded)$/);
    const many = call("many", 5);
    expect(callSync("down", 3)).toBe(3);
    expect([await many, callSync("log", 0)]).toEqual([5, "[-1, -1, 1]"]);
    expect(told).toEqual([
      "`sleepy` waits: use `call`, which returns a promise",
      "list index out of bounds: index 7, length 1",
    ]);
    await call("sleepy", 9);
    expect(callSync("log", 0)).toBe("[-1, -1, 1, 9]");
    it.close();
  });

  test("that panic fail alone, those that exceed a limit end the program", async () => {
    const program = await load(
      "let n = 0\nfun boom() -> Int {\n    n += 1\n    let xs = [1]\n    xs[5]\n}\nfun get() -> Int = n\nfun spin() { loop {} }",
      { limits: { steps: 10_000 } },
    );
    const failure = await program.call("boom").catch((error: unknown) => error as ScriptError);
    expect(failure).toMatchObject({
      name: "ScriptError",
      message: "list index out of bounds: index 5, length 1",
      trace: expect.stringContaining("at boom (lib.std:5:"),
    });
    for (let i = 0; i < 50; i++) expect(await program.call("get")).toBe(1);
    await expect(program.call("spin")).rejects.toMatchObject({
      name: "ScriptError",
      message: "step limit exceeded",
      trace: expect.stringMatching(/at spin \(.*\)\n$/) as string,
    });
    await expect(program.call("get")).rejects.toThrow("the program has ended: step limit exceeded");
    expect(program.exitReason).toMatchObject({ kind: "panic", message: "step limit exceeded" });
    await program.reset();
    expect(await program.call("get")).toBe(0);
  });

  test("in progress reject with the message of the limit that ends the program, whether they wait or not", async () => {
    const program = await load(
      "import std/sync { sleep_millis }\nfun wait() { sleep_millis(1000000) }\nfun spin() { loop {} }\nfun give() -> fun() -> () = wait",
      { limits: { wallMillis: 1_000 } },
    );
    const handedOut = (await program.call("give")) as () => Promise<void>;
    const exceeded = { name: "ScriptError", message: "time limit exceeded" };
    await Promise.all(
      [program.call("wait"), program.call("wait"), handedOut()].map((call) =>
        expect(call).rejects.toMatchObject(exceeded),
      ),
    );
    await expect(program.call("wait")).rejects.toThrow("the program has ended: time limit exceeded");
    await program.reset();
    const waiting = expect(program.call("wait")).rejects.toMatchObject(exceeded);
    await expect(program.call("spin")).rejects.toMatchObject(exceeded);
    await waiting;
  });

  test("report that the host has ended the program, immediately and later", async () => {
    const control = new AbortController();
    const engine = createEngine({ modules: standardModules, signal: control.signal });
    const { program } = await engine.load({
      path: "lib.std",
      text: "import std/sync { sleep_millis }\nfun wait() { sleep_millis(1000000) }\nfun one() -> Int = 1\nfun give() -> fun() -> Int = one",
    });
    const one = (await program!.call("give")) as () => Promise<number>;
    const waiting = expect(program!.call("wait")).rejects.toThrow("the program has ended: interrupted");
    control.abort();
    const same = expect(program!.call("one")).rejects.toThrow("the program has ended: interrupted");
    await waiting;
    await same;
    await expect(program!.call("one")).rejects.toThrow("the program has ended: interrupted");
    expect(() => program!.callSync("one")).toThrow("the program has ended: interrupted");
    await expect(one()).rejects.toThrow("the program has ended: interrupted");
    await expect(engine.load({ path: "lib.std", text: "fun one() -> Int = 1" })).rejects.toMatchObject({
      name: "ScriptError",
      message: "the program has ended: interrupted",
    });
  });

  test("of scripts that the host calls later have limits of their own", async () => {
    const program = await load(
      "fun adder() -> fun(Int) -> Int = fun(n: Int) -> Int {\n    let sum = 0\n    for i in 0..n { sum += 1 }\n    sum\n}",
      { limits: { steps: 10_000 } },
    );
    const add = (await program.call("adder")) as (n: number) => Promise<number>;
    for (let i = 0; i < 5; i++) expect(await add(6000)).toBe(6000);
    await expect(add(20_000)).rejects.toThrow("step limit exceeded");
    expect(program.exitReason).toMatchObject({ message: "step limit exceeded" });
    await program.reset();
    await expect(add(1)).rejects.toThrow("the program has ended");
    const again = (await program.call("adder")) as (n: number) => Promise<number>;
    for (let i = 0; i < 5; i++) expect(await again(6000)).toBe(6000);
    program.close();
  });

  test("have separate limits of time", async () => {
    const program = await load("import std/sync { sleep_millis }\nfun wait(ms: Int) { sleep_millis(ms) }", {
      limits: { wallMillis: 2_000, compileMillis: 60_000 },
    });
    for (let i = 0; i < 4; i++) await program.call("wait", 600);
    await expect(program.call("wait", 100_000)).rejects.toThrow("time limit exceeded");
    expect(program.exitReason).toMatchObject({ message: "time limit exceeded" });
  });
});

describe("a new version", () => {
  const version = (factor: number, more = ""): string =>
    `struct Seen { id: Int${more} }\nlet total = 0\nlet seen: List<Seen> = []\nlet fresh${factor} = ${factor}\nfun add(n: Int) -> Int {\n    total += n * ${factor}\n    total\n}\nfun count() -> Int = seen.len()\n`;

  test("keeps the variables that still fit", async () => {
    const program = await load(`${version(1)}fun see(id: Int) { seen.push(Seen { id }) }`);
    await program.call("add", 5);
    await program.call("see", 1);
    expect(await program.reload({ path: "lib.std", text: version(10) })).toMatchObject({
      ok: true,
      kept: ["lib.std total", "lib.std seen"],
    });
    expect([await program.call("add", 1), await program.call("count")]).toEqual([15, 1]);
    expect(await program.reload({ path: "lib.std", text: version(100, ", name: String") })).toMatchObject({
      ok: true,
      kept: ["lib.std total"],
    });
    expect([await program.call("add", 1), await program.call("count")]).toEqual([115, 0]);
  });

  test("that is wrong changes nothing", async () => {
    const program = await load(version(1));
    await program.call("add", 5);
    expect(await program.reload({ path: "lib.std", text: "fun (" })).toMatchObject({ ok: false, kept: [] });
    await expect(
      program.reload({
        path: "lib.std",
        text: "let x: Int = boom()\nfun boom() -> Int {\n    let xs = [1]\n    xs[3]\n}",
      }),
    ).rejects.toThrow("out of bounds");
    expect(await program.call("add", 1)).toBe(6);
  });
});

describe("instances of a program", () => {
  const opened = { count: 0, open: 0 };
  const counted = defineModule({
    name: "counted",
    declaration: "fun touch()\n@blocking fun pause()",
    functions: (runtime) => {
      opened.count++;
      opened.open++;
      runtime.atEnd(() => void opened.open--);
      return { touch: () => {}, pause: () => new Promise<void>((resolve) => setTimeout(resolve, 5)) };
    },
  });
  const version = (n: number): string =>
    `import std/counted { touch, pause }\nlet ready: Int = begin()\nlet kept: Int = 0\nfun begin() -> Int {\n    touch()\n    pause()\n    1\n}\nfun v() -> Int = ${n}\nfun sleep() { loop { pause() } }\nfun set(n: Int) { kept = n }\n`;
  const start = async (): Promise<Program> => {
    Object.assign(opened, { count: 0, open: 0 });
    return load(version(1), { modules: [...standardModules, counted] });
  };

  test("replace each other in the order of the calls, and none remains", async () => {
    const program = await start();
    const reloads = [2, 3, 4].map((n) => program.reload({ path: "lib.std", text: version(n) }));
    await Promise.all([...reloads, program.reset(), program.reset()]);
    expect(await program.call("v")).toBe(4);
    expect(opened).toEqual({ count: 6, open: 1 });
    program.close();
    expect(opened.open).toBe(0);
  });

  test.each<[string, (program: Program) => Promise<unknown>]>([
    ["reset", (program) => program.reset()],
    ["reloaded", (program) => program.reload({ path: "lib.std", text: version(2) })],
  ])("end when the host closes the program while it is %s", async (_, change) => {
    for (let turns = 0; turns < 8; turns++) {
      const program = await start();
      const changing = change(program).then(
        () => "changed",
        (error: unknown) => String(error),
      );
      for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
      program.close();
      const outcome = await changing;
      if (turns === 0 || outcome !== "changed") expect(outcome).toBe("ScriptError: the program has ended");
      await expect(program.call("v")).rejects.toThrow("the program has ended");
      expect(opened.open).toBe(0);
      expect(program.exitReason).toEqual({ kind: "exit", code: 0 });
    }
  });

  test("do not start any more after the host has closed the program", async () => {
    const program = await load("fun one() -> Int = 1");
    const other = await program.instance();
    program.close();
    await expect(program.instance()).rejects.toThrow("the program has ended");
    expect(await other.call("one" as never)).toBe(1);
    other.close();
  });

  test("do not start again after the host has closed the program", async () => {
    const program = await start();
    program.close();
    await expect(program.reset()).rejects.toThrow("the program has ended");
    await expect(program.reload({ path: "lib.std", text: version(2) })).rejects.toThrow("has ended");
    expect(opened).toEqual({ count: 1, open: 0 });
  });

  test("say how they ended as soon as a call fails with them", async () => {
    const program = await load(
      "import std/sync { sleep_millis }\nfun wait() { sleep_millis(100000) }\nfun one() -> Int = 1",
      { limits: { wallMillis: 20, compileMillis: 20_000 } },
    );
    const reason = program.call("wait").catch(() => program.exitReason);
    expect(await reason).toMatchObject({ kind: "panic", message: "time limit exceeded" });
    await program.reset();
    expect([program.exitReason, await program.call("one")]).toEqual([null, 1]);
  });
});

test("loading reports errors and panics", async () => {
  const engine = createEngine({ modules: standardModules });
  expect(await engine.load({ path: "a.std", text: 'fun f() -> Int = "x"' })).toMatchObject({
    ok: false,
    program: null,
    diagnostics: [{ code: "T1" }],
  });
  await expect(
    engine.load({ path: "a.std", text: "let x: Int = [1][2]\nfun f() -> Int = x" }),
  ).rejects.toThrow(ScriptError);
  const app = defineModule({
    name: "app",
    declaration: "fun f()",
    create: () => {
      throw new Error("boom");
    },
  });
  await expect(
    createEngine({ modules: [...standardModules, app] }).load({
      path: "a.std",
      text: "import std/app { f }\nfun g() { f() }",
    }),
  ).rejects.toThrow("boom");
});

describe("routes", () => {
  const text = `import std/http { Server, Request, Response }
let hits = 0
fun app() -> Server {
    let app = Server.new()
    app.get("/hello/:name", fun(r: Request) -> Response {
        hits += 1
        Response.text("hello " + r.params.get("name").unwrap_or("?") + " \${hits}")
    })
    app.post("/echo", fun(r: Request) -> Response = Response.text(r.body))
    app.get("/boom", fun(r: Request) -> Response {
        let xs = [1]
        Response.text("\${xs[hits + 5]}")
    })
    app.get("/spin", fun(r: Request) -> Response {
        loop {}
        Response.text("")
    })
    app
}
fun other() -> Int = 1
`;

  test("answer requests without a network", async () => {
    const program = await load(text);
    const get = async (path: string, init?: RequestInit): Promise<[number, string]> => {
      const response = await program.fetch(new Request(`http://app.test${path}`, init));
      return [response.status, await response.text()];
    };
    expect(await get("/hello/bob")).toEqual([200, "hello bob 1"]);
    expect(await get("/hello/n%C3%A9?x=1")).toEqual([200, "hello n%C3%A9 2"]);
    expect(await get("/echo", { method: "POST", body: "é".repeat(100_000) })).toEqual([
      200,
      "é".repeat(100_000),
    ]);
    expect(await get("/nowhere")).toEqual([404, "Not Found"]);
    expect((await get("/boom"))[0]).toBe(500);
    expect(await Promise.all([get("/hello/a"), get("/hello/b")])).toEqual([
      [200, "hello a 3"],
      [200, "hello b 4"],
    ]);
    await expect(program.fetch(new Request("http://x/"), "other")).rejects.toThrow(
      "does not return a Server",
    );
    await expect(program.fetch(new Request("http://x/"), "none")).rejects.toThrow("no function `none`");
    program.close();
    await expect(program.fetch(new Request("http://x/"))).rejects.toThrow(ScriptError);
  });

  test("end with the limits of the program", async () => {
    const program = await load(text, { limits: { steps: 100_000 } });
    await expect(program.fetch(new Request("http://x/spin"))).rejects.toThrow();
    expect(program.exitReason).toMatchObject({ message: "step limit exceeded" });
  });

  test("are mounted in a server of node:http", async () => {
    const program = await load(text);
    const handler = program.handler();
    const server: HttpServer = createServer((request, response) =>
      request.url!.startsWith("/own") ? void response.end("own") : handler(request, response),
    );
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect(await (await fetch(`${base}/own`)).text()).toBe("own");
      expect(await (await fetch(`${base}/hello/ann`)).text()).toBe("hello ann 1");
      expect(await (await fetch(`${base}/echo`, { method: "POST", body: "data" })).text()).toBe("data");
      program.close();
      expect((await fetch(`${base}/hello/ann`)).status).toBe(503);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe("modules with values of the host", () => {
  class User {
    readonly #name: string;
    age = 30;
    constructor(name: string) {
      this.#name = name;
    }
    name(): string {
      return this.#name;
    }
    rename(suffix: string): User {
      return new User(this.#name + suffix);
    }
  }
  const users = defineModule({
    name: "users",
    declaration: `
      import std/error { Error }
      struct User {}
      struct Job { id: Int, title: String }
      impl User {
          fun name(self) -> String
          fun rename(self, suffix: String) -> User
          fun age(self) -> Int
      }
      fun find(name: String) -> Result<User, Error>
      @blocking fun later(text: String) -> String
      fun jobs(first: Job) -> List<Job>
      fun pick<T>(xs: List<T>) -> T?
      fun each(xs: List<Int>, f: fun(Int) -> Int)
      fun wrong() -> Job
    `,
    functions: {
      find: (name: string) => (name === "" ? fail("users", "nobody: «»") : new User(name)),
      "User.age": (user: User) => user.age,
      later: async (text: string) => `${text}…`,
      jobs: (first: { id: number; title: string }) =>
        Object.freeze([first, Object.freeze({ id: first.id + 1, title: "né" })]),
      pick: <T>(xs: T[]) => xs[1],
      each: (xs: number[], f: (x: number) => Promise<number>) => void Promise.all(xs.map(f)),
      wrong: () => ({ id: 1 }),
    },
    classes: { User },
  });
  const run = async (body: string): Promise<{ stdout: string; exitReason: unknown }> => {
    let stdout = "";
    const engine = createEngine({
      modules: [...standardModules, users],
      stdout: (bytes) => void (stdout += Buffer.from(bytes, "latin1")),
    });
    const { exitReason, diagnostics } = await engine.run({
      path: "m.std",
      text: `import std/users { User, Job, find, later, jobs, pick, each, wrong }\nimport std/sync { sleep_millis }\nfun main() {\n${body}\n}`,
    });
    expect(diagnostics.filter((one) => one.severity === "error").map((one) => one.message)).toEqual([]);
    return { stdout, exitReason };
  };

  test("have objects with methods, text, promises, errors and copies", async () => {
    expect(
      (
        await run(
          'let u = find("né").unwrap()\nprint(u.name() + u.rename("!").name())\nprint(u.age() + 1)\nmatch find("") { Ok(_) -> {}, Err(e) -> print(e.message) }\nprint(later("é"))',
        )
      ).stdout,
    ).toBe("nééné!\n31\nnobody: «»\né…\n".replace("nééné!", "néné!"));
    expect(
      (
        await run(
          'let js = jobs(Job { id: 2, title: "a" })\njs.push(Job { id: 0, title: "" })\nfor j in js { print("${j.id + 1} ${j.title}") }',
        )
      ).stdout,
    ).toBe("3 a\n4 né\n1 \n");
    expect((await run('print(pick([[1], [2, 3]]))\nprint(pick(["a", "b"]))\nprint(pick([1]))')).stdout).toBe(
      "Some([2, 3])\nSome(b)\nNone\n",
    );
    expect(
      (await run("each([1, 2], fun(x: Int) -> Int {\n    print(x)\n    x\n})\nsleep_millis(5)")).stdout,
    ).toBe("1\n2\n");
  });

  test("are checked against their declaration", async () => {
    expect((await run("print(wrong().id)")).exitReason).toMatchObject({
      kind: "internal",
      text: expect.stringContaining(
        "host error: wrong returned undefined, which is not a String (field title of Job)",
      ),
    });
  });
});

test("the TypeScript of a module follows from its declaration", () => {
  defineModule({
    name: "typed",
    declaration: `
      import std/error { Error }
      /// With a doc comment.
      fun age(name: String, n: Int) -> Result<Int, Error>
      @blocking fun ask(q: String) -> String
      fun note(m: Map<String, List<Int>>)
      fun twice(x: Int) -> Int = x * 2
    `,
    functions: {
      age: (name, n) => (name.length > n ? n : fail("k", "m")),
      ask: async (q) => q.toUpperCase(),
      note: (m) => void m.get("x")?.at(0),
    },
  });
  const name = "typed";
  const declaration = "fun f(x: Int) -> Int";
  // @ts-expect-error the parameter is an Int
  defineModule({ name, declaration, functions: { f: (x: string) => x.length } });
  // @ts-expect-error the result is an Int
  defineModule({ name, declaration, functions: { f: (x) => String(x) } });
  // @ts-expect-error g is missing
  defineModule({ name, declaration: `${declaration}\nfun g()`, functions: { f: (x) => x } });
  expect(true).toBe(true);
});
