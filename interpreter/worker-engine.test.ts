// Programs in threads: the same results as in the thread of the host, limits that always hold, and an event
// loop that is not blocked.
import { afterAll, describe, expect, test } from "vitest";
import { built, builtModules as standardModules } from "./testing/built.ts";
import type { WorkerEngine, WorkerEngineOptions } from "./index.ts";

const { createWorkerEngine, defineModule, fail, memoryReader, ScriptError } = built;

const engines: WorkerEngine[] = [];
afterAll(() => engines.forEach((engine) => engine.close()));

function engineWith(options: Partial<WorkerEngineOptions> = {}): WorkerEngine & { stdout: string } {
  const engine = createWorkerEngine({
    modules: standardModules,
    stdout: (bytes) => void (made.stdout += bytes),
    ...options,
  });
  const made = Object.assign(engine, { stdout: "" });
  engines.push(engine);
  return made;
}

const LIMITS = { steps: 50_000_000, wallMillis: 700, memory: 50_000_000 };

test("programs run, fail and are checked as elsewhere", async () => {
  const engine = engineWith({ reader: memoryReader({ "part.std": "fun two() -> Int = 2" }) });
  expect(
    await engine.run({ path: "a.std", text: 'import "./part" { two }\nfun main() { print(two()) }' }),
  ).toMatchObject({ ok: true, exitCode: 0, exitReason: { kind: "done" } });
  expect(engine.stdout).toBe("2\n");
  const wrong = await engine.run({ path: "a.std", text: 'fun main() { let x: Int = "a" }' });
  expect(wrong).toMatchObject({ ok: false, exitReason: null, diagnostics: [{ code: "T1" }] });
  expect(wrong.diagnostics[0]!.primary.source.lineAt(3)).toBe(1);
  expect(
    (await engine.check([{ path: "a.std", text: "fun main() { x }" }])).diagnostics.map((one) => one.code),
  ).toEqual(["R1"]);
  expect(
    await engine.run({ path: "a.std", text: "fun main() { let xs = [1]\n print(xs[3]) }" }),
  ).toMatchObject({
    exitCode: 101,
    exitReason: { kind: "panic", message: "list index out of bounds: index 3, length 1" },
  });
});

test("diagnostics whose hints are edits reach the host with them", async () => {
  const text =
    "import std/collections { Map }\nfun main() {\n    let m: Map<Int, Int> = Map.new()\n    m.insert(1, 2)\n    prnt(1)\n}\n";
  const entry = { path: "a.std", text };
  const here = built.createEngine({ modules: standardModules }).check([entry]).diagnostics;
  const there = (await engineWith().check([entry])).diagnostics;
  const fixesOf = ({ fixes = [] }: (typeof here)[number]): unknown =>
    fixes.map(({ edits }) => edits.map(({ source, span }) => [source.name, source.lineAt(span.start), span]));
  expect(here.some(({ fixes }) => fixes !== undefined)).toBe(true);
  expect(there.map(fixesOf)).toEqual(here.map(fixesOf));
});

test.each([
  ["a loop", "fun main() { loop {} }", /^(?:step|time) limit/],
  [
    "a hoard",
    "fun main() { let xs: List<List<Int>> = []\n loop { xs.push([1, 2, 3]) } }",
    /^(?:memory|time) limit/,
  ],
  [
    "text",
    'import std/string\nfun main() { let kept: List<String> = []\n loop { kept.push("xy".repeat(3000000).to_upper()) } }',
    /limit/,
  ],
  ["sleep", "import std/sync { sleep_millis }\nfun main() { sleep_millis(1000000) }", /^time limit/],
  ["a flood", 'fun main() { loop { print("flood") } }', /^(?:step|time) limit/],
])("%s ends", async (_, text, message) => {
  // If memory is to be exceeded, time must not be exceeded before on a busy machine.
  const limits =
    String(message) === "/^memory limit/"
      ? { ...LIMITS, steps: Infinity, wallMillis: 60_000, compileMillis: 60_000 }
      : { ...LIMITS, compileMillis: 60_000 };
  const engine = engineWith({ limits, stdout: () => {} });
  const { exitReason } = await engine.run({ path: "a.std", text });
  expect(exitReason).toMatchObject({ kind: "panic", message: expect.stringMatching(message) });
});

test("a program that outgrows the heap of its thread ends alone", async () => {
  const engine = engineWith({ heapMegabytes: 96, limits: { wallMillis: 20_000 } });
  const hoard = engine.run({
    path: "a.std",
    text: "fun main() { let xs: List<List<Int>> = []\n loop { xs.push([1, 2, 3]) } }",
  });
  const fine = engine.run({ path: "b.std", text: "fun main() { print(1) }" });
  expect((await hoard).exitReason).toMatchObject({ kind: "panic", message: "memory limit exceeded" });
  expect((await fine).exitReason).toEqual({ kind: "done" });
});

test("compiling is bounded as well", async () => {
  const doubled = (depth: number): string => (depth === 0 ? "1" : `a!(${doubled(depth - 1)})`);
  const text = `macro a { ($x:expr) => { [$x, $x, $x, $x, $x, $x, $x, $x] } }\nfun main() { print(${doubled(6)}.len()) }`;
  // Without a limit of time, which a busy machine may exceed before the thread has started.
  const limits = { steps: 1_000_000, memory: 5_000_000, wallMillis: 60_000, compileMillis: 60_000 };
  const { diagnostics } = await engineWith({ limits }).run({ path: "a.std", text });
  expect(diagnostics.map((one) => one.code)).toEqual(["G3"]);
});

test("a source with many errors is sent once", async () => {
  const { diagnostics } = await engineWith().check([
    { path: "a.std", text: `fun main() { print("${"\\q".repeat(5000)}") }` },
    { path: "b.std", text: "fun main() { x }" },
  ]);
  expect(diagnostics).toHaveLength(5001);
  expect([...new Set(diagnostics.map((one) => one.primary.source))].map(({ name }) => name)).toEqual([
    "a.std",
    "b.std",
  ]);
});

test("the event loop of the host is not blocked: an AbortSignal ends computing and waiting programs", async () => {
  for (const body of ["loop {}", "sleep_millis(1000000)"]) {
    const control = new AbortController();
    const app = defineModule({
      name: "app",
      declaration: "fun begun()",
      functions: { begun: () => void setImmediate(() => control.abort()) },
    });
    const engine = engineWith({ signal: control.signal, modules: [...standardModules, app] });
    const text = `import std/app { begun }\nimport std/sync { sleep_millis }\nfun main() {\n    begun()\n    ${body}\n}`;
    expect((await engine.run({ path: "a.std", text })).exitReason).toMatchObject({ message: "interrupted" });
  }
});

test("functions of the host run in the thread of the host", async () => {
  class Counter {
    n = 0;
    next(): number {
      return ++this.n;
    }
  }
  const app = defineModule({
    name: "app",
    declaration: `
      import std/collections { Map }
      import std/error { Error }
      struct Counter {}
      struct Point { x: Int, y: Float }
      impl Counter { fun next(self) -> Int }
      fun counter() -> Counter
      fun find(name: String) -> Result<Point, Error>
      @blocking fun later(xs: List<Int>) -> Map<String, Int>
      fun broken()
    `,
    classes: { Counter },
    functions: {
      counter: () => new Counter(),
      find: (name: string) => (name === "é" ? { x: 1, y: 0.5 } : fail("app", `no ${name}`)),
      later: async (xs: number[]) => new Map(xs.map((x) => [`${x}`, x])),
      broken: () => {
        throw new Error("boom");
      },
    },
  });
  const engine = engineWith({ modules: [...standardModules, app] });
  const text =
    'import std/app { counter, find, later }\nfun main() {\n let c = counter()\n c.next()\n print(c.next())\n print(find("é").unwrap().y)\n match find("€") { Ok(_) -> {}, Err(e) -> print(e) }\n print(later([3]))\n}';
  const outcome = await engine.run({ path: "a.std", text });
  expect(outcome.diagnostics.map((one) => one.message)).toEqual([]);
  expect(outcome).toMatchObject({ ok: true, exitReason: { kind: "done" } });
  expect(Buffer.from(engine.stdout, "latin1").toString()).toBe("2\n0.5\napp: no €\n[3: 3]\n");
  const { exitReason } = await engine.run({
    path: "a.std",
    text: "import std/app { broken }\nfun main() { broken() }",
  });
  expect(exitReason).toMatchObject({
    kind: "internal",
    text: "host error: broken threw Error: boom\n",
    cause: expect.objectContaining({ message: "boom" }),
  });
  expect(() =>
    createWorkerEngine({
      modules: [
        ...standardModules,
        defineModule({ name: "raw", declaration: "fun f()", create: () => ({ functions: { f() {} } }) }),
      ],
    }),
  ).toThrow("use `functions`");
});

describe("values cross to a thread as they cross to a program beside the host", () => {
  class Size {
    x = 1;
    y = 2;
  }
  class Amount {
    toJSON(): unknown {
      return { amount: 5 };
    }
  }
  class Silent {
    toJSON(): never {
      throw new Error("boom");
    }
  }
  const text = `import std/error { Error }
import std/json { JsonValue }
struct Point { x: Int, y: Int }
enum Shape { Dot, Box(Point) }
fun json(x: JsonValue) -> JsonValue = x
fun point(x: Point) -> Point = x
fun shape(x: Shape) -> Shape = x
fun error(x: Error) -> Error = x
fun list(x: List<Int>) -> List<Int> = x
fun set(x: Set<Int>) -> Set<Int> = x
`;
  const loading = (async () => {
    const entry = { path: "a.std", text: `import std/collections { Set }\n${text}` };
    const [here, there] = await Promise.all([
      built.createEngine({ modules: standardModules }).load(entry),
      engineWith().load(entry),
    ]);
    expect(here.diagnostics.map((one) => one.message)).toEqual([]);
    return { here: here.program!, there: there.program! };
  })();
  const own = { own: true };
  const throwing = Object.defineProperty({ x: 1 }, "y", {
    get() {
      throw new RangeError("boom");
    },
    enumerable: true,
  });
  const strange = Object.assign([1, 2], {
    [Symbol.iterator]() {
      throw new Error("not iterated");
    },
  });

  test.each<[string, string, unknown]>([
    ["json", "a date", { at: new Date(0) }],
    ["json", "a date without time", new Date(NaN)],
    ["json", "an object of a class", new Size()],
    ["json", "an object that says what it is", [new Amount()]],
    [
      "json",
      "a plain object that says what it is",
      {
        ...own,
        toJSON: function (this: object) {
          return Object.keys(this);
        },
      },
    ],
    ["json", "boxed values", [Object(1), Object("a"), Object(true)]],
    ["json", "bytes", [Buffer.from("ab"), new Uint8Array([1, 2]), new Int16Array([3])]],
    ["json", "an error", { error: Object.assign(new Error("e"), { code: 1 }) }],
    ["json", "what is no JSON", { n: 1n }],
    ["json", "an object that cannot say what it is", new Silent()],
    ["json", "a function", () => 1],
    ["json", "fields with odd names", JSON.parse('{"$": 1, "__proto__": 2, "constructor": 3}')],
    ["point", "an object of a class", new Size()],
    ["point", "an object without prototype", Object.assign(Object.create(null) as object, { x: 1, y: 2 })],
    ["point", "inherited fields", Object.create({ x: 1, y: 2 })],
    ["point", "an object of a class with another field", Object.assign(new Size(), { z: 1 })],
    ["point", "a map", new Map([["x", 1]])],
    ["point", "a field that throws", throwing],
    ["shape", "a variant with an object of a class", { Box: new Size() }],
    ["error", "an error", new RangeError("e")],
    ["error", "an error with a kind", Object.assign(new Error("e"), { kind: "k" })],
    ["error", "an object", { kind: "k", message: "m" }],
    ["list", "a list with an iterator that throws", strange],
    ["list", "a date", new Date(0)],
    ["set", "a set of a class", new (class Own extends Set<number> {})([1])],
  ])("%s: %s", async (name, _, value) => {
    const { here, there } = await loading;
    const outcomeOf = (program: typeof there): Promise<unknown> =>
      program.call(name, value).catch((error: unknown) => error);
    const expected = await outcomeOf(here);
    const found = await outcomeOf(there);
    if (expected instanceof Error && value === throwing) {
      expect(expected).toMatchObject({ name: "TypeError", cause: new RangeError("boom") });
      expect(found).toMatchObject({ name: "TypeError", cause: new RangeError("boom") });
    } else expect(found).toEqual(expected);
  });

  test("as they are at the time of the call", async () => {
    const { there } = await loading;
    const list = [1];
    const result = there.call("list", list);
    list.push(2);
    expect(await result).toEqual([1]);
  });

  test("nested too deeply they are refused", async () => {
    const { there } = await loading;
    const loop: unknown[] = [];
    loop.push(loop);
    await expect(there.call("json", loop)).rejects.toThrow("nested too deeply, or contains itself");
  });

  test("objects of a module's class only as that class", async () => {
    class Left {
      name(): string {
        return "left";
      }
    }
    class Right {
      name(): string {
        return "right";
      }
    }
    const sides = defineModule({
      name: "sides",
      declaration: `struct Left {}
struct Right {}
impl Left { fun name(self) -> String }
impl Right { fun name(self) -> String }
fun left() -> Left`,
      classes: { Left, Right },
      functions: { left: () => new Left() },
    });
    const { program } = await engineWith({ modules: [...standardModules, sides] }).load({
      path: "a.std",
      text: `import std/sides { Left, Right, left }
fun one(x: Left) -> String = x.name()
fun other(x: Right) -> String = x.name()
fun give() -> Left = left()`,
    });
    const left = await program!.call("give");
    expect(left).toBeInstanceOf(Left);
    expect(await program!.call("one", left)).toBe("left");
    await expect(program!.call("other", left)).rejects.toThrow("which is not a Right of its class");
    expect(await program!.call("other", new (class extends Right {})())).toBe("right");
    program!.close();
  });
});

describe("a loaded program", () => {
  const text = `import std/http { Server, Request, Response }
let n = 0
fun add(by: Int) -> Int {
    n += by
    n
}
fun apply(f: fun(Int) -> Int, x: Int) -> Int = f(x) + 1
fun adder(by: Int) -> fun(Int) -> Int = fun(x: Int) -> Int = x + by
fun boom() -> Int {
    let xs = [1]
    xs[5]
}
fun spin() { loop {} }
fun app() -> Server {
    let app = Server.new()
    app.post("/echo", fun(r: Request) -> Response = Response.text(r.body + " \${add(1)}"))
    app
}`;

  test("is called, reset, reloaded and served", async () => {
    const { program } = await engineWith().load({ path: "a.std", text });
    expect([await program!.call("add", 5), await program!.call("add", 2)]).toEqual([5, 7]);
    expect(program!.functions.map((each) => each.name)).toContain("adder");
    await expect(program!.call("boom")).rejects.toMatchObject({
      name: "ScriptError",
      message: expect.stringContaining("out of bounds"),
      trace: expect.stringContaining("boom"),
    });
    await expect(program!.call("add", "x")).rejects.toThrow(TypeError);
    expect(await program!.call("apply", (x: number) => x * 2, 4)).toBe(9);
    expect(await ((await program!.call("adder", 3)) as (x: number) => Promise<number>)(4)).toBe(7);
    const response = await program!.fetch(new Request("http://x/echo", { method: "POST", body: "hé" }));
    expect([response.status, await response.text()]).toEqual([200, "hé 8"]);
    const other = await program!.instance();
    expect([await other.call("add", 1), await program!.call("add", 0)]).toEqual([1, 8]);
    expect(
      await program!.reload({ path: "a.std", text: text.replace("n += by", "n += by * 10") }),
    ).toMatchObject({ ok: true, kept: ["a.std n"] });
    expect(await program!.call("add", 1)).toBe(18);
    await program!.reset();
    expect(await program!.call("add", 1)).toBe(10);
    program!.close();
    await expect(other.call("add", 1)).resolves.toBe(2);
  });

  test("reports its exit reason until it starts again, whether the script or the host ended it", async () => {
    const { program } = await engineWith().load({
      path: "a.std",
      text: "import std/env { exit }\nfun leave() { exit(7) }\nfun later() { spawn leave() }\nfun one() -> Int = 1",
    });
    for (const name of ["leave", "later"]) {
      await program!.call(name).catch(() => {});
      await expect(program!.call("one")).rejects.toThrow("the program has ended: exit(7)");
      expect(program!.exitReason).toEqual({ kind: "exit", code: 7 });
      await program!.reset();
      expect([program!.exitReason, await program!.call("one")]).toEqual([null, 1]);
    }
    program!.close();
  });

  test("keeps its opaque values: results that contain them reject", async () => {
    const { program } = await engineWith().load({
      path: "a.std",
      text: 'import std/io { reader, Reader }\ntrait Shape { fun area(self) -> Int }\nstruct Square { side: Int }\nimpl Shape for Square { fun area(self) -> Int = self.side }\nfun shape() -> dyn Shape = Square { side: 1 }\nfun shapes() -> List<dyn Shape> = [shape()]\nfun read() -> dyn Reader = reader("a")\nfun one() -> Int = 1',
    });
    for (const name of ["shape", "shapes", "read"])
      await expect(program!.call(name)).rejects.toThrow(
        new TypeError("an opaque value of a script stays in its thread"),
      );
    expect(await program!.call("one")).toBe(1);
    program!.close();
  });

  test("ends with its limits, alone", async () => {
    // No limit of time: a busy machine may exceed it while the programs are loaded.
    const engine = engineWith({ limits: { steps: LIMITS.steps, compileMillis: 60_000 } });
    const [one, two] = await Promise.all([
      engine.load({ path: "a.std", text }),
      engine.load({ path: "a.std", text }),
    ]);
    await expect(one.program!.call("spin")).rejects.toThrow(ScriptError);
    expect(one.program!.exitReason).toMatchObject({
      kind: "panic",
      message: expect.stringMatching(/limit exceeded/),
    });
    expect(await two.program!.call("add", 1)).toBe(1);
    expect(
      (await engine.load({ path: "a.std", text: "fun f() -> Int = true" })).diagnostics.map(
        (one) => one.code,
      ),
    ).toEqual(["T1"]);
  });
});

test("a closed engine takes no more programs", async () => {
  const engine = engineWith({});
  await engine.run({ path: "a.std", text: "fun main() {}" });
  engine.close();
  engine.close();
  await expect(engine.run({ path: "a.std", text: "fun main() {}" })).rejects.toThrow("the engine is closed");
  await expect(engine.load({ path: "a.std", text: "fun f() {}" })).rejects.toThrow("the engine is closed");
});

describe("programs wait for a place", () => {
  /** Programs that report to the host when they have started, and run until it releases them. */
  function guarded(options: Partial<WorkerEngineOptions>): {
    engine: WorkerEngine;
    log: string[];
    arrived: Promise<void>;
    open: () => void;
  } {
    const log: string[] = [];
    const [gate, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const app = defineModule({
      name: "app",
      declaration: "@blocking fun enter(name: String)\nfun leave(name: String)",
      functions: {
        enter: async (name: string) => {
          log.push(`${name} in`);
          arrival.resolve();
          await gate.promise;
        },
        leave: (name: string) => void log.push(`${name} out`),
      },
    });
    return {
      engine: engineWith({ modules: [...standardModules, app], ...options }),
      log,
      arrived: arrival.promise,
      open: () => gate.resolve(),
    };
  }
  const visit = (name: string): { path: string; text: string } => ({
    path: `${name}.std`,
    text: `import std/app { enter, leave }\nfun main() {\n    enter("${name}")\n    leave("${name}")\n}`,
  });

  test("in the order of their calls", async () => {
    const { engine, log, arrived, open } = guarded({ threads: 1 });
    const all = ["a", "b", "c"].map((name) => engine.run(visit(name)));
    await arrived;
    // Running a whole program elsewhere gives the others enough time to start, too.
    await engineWith().run({ path: "other.std", text: "fun main() {}" });
    expect(log).toEqual(["a in"]);
    open();
    expect((await Promise.all(all)).map((outcome) => outcome.exitReason?.kind)).toEqual([
      "done",
      "done",
      "done",
    ]);
    expect(log).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
  });

  test("and those that fail, or exceed a limit, leave theirs", async () => {
    const engine = engineWith({ threads: 1, limits: { steps: 10_000, compileMillis: 60_000 } });
    const texts = [
      "fun main() { loop {} }",
      "fun main() { let xs = [1]\n print(xs[3]) }",
      "fun main() { x }",
      "fun main() {}",
    ];
    const all = await Promise.all(texts.map((text) => engine.run({ path: "a.std", text })));
    expect(all.map(({ exitReason }) => exitReason?.kind)).toEqual(["panic", "panic", undefined, "done"]);
  });

  test("their time begins when they run", async () => {
    const engine = engineWith({ threads: 1, limits: { wallMillis: 3000, compileMillis: 60_000 } });
    const text = "import std/sync { sleep_millis }\nfun main() { sleep_millis(900) }";
    const all = await Promise.all([1, 2, 3, 4].map(() => engine.run({ path: "a.std", text })));
    expect(all.map(({ exitReason }) => exitReason)).toEqual(Array(4).fill({ kind: "done" }));
  });

  test.each(["an AbortSignal", "closing the engine"])("%s ends them", async (what) => {
    const control = new AbortController();
    const { engine, log, arrived } = guarded({ threads: 1, signal: control.signal });
    const [first, second, loading] = [
      engine.run(visit("a")),
      engine.run(visit("b")),
      engine.load(visit("c")),
    ];
    const refused = expect(loading).rejects.toMatchObject({
      name: "ScriptError",
      message: "the program has ended: interrupted",
    });
    await arrived;
    if (what === "an AbortSignal") control.abort();
    else engine.close();
    expect((await second).exitReason).toMatchObject({ kind: "panic", message: "interrupted", limit: true });
    expect((await first).exitReason).toMatchObject({ kind: "panic", message: "interrupted", limit: true });
    await refused;
    expect(log).toEqual(["a in"]);
    if (what === "an AbortSignal")
      expect((await engine.run(visit("d"))).exitReason).toMatchObject({ message: "interrupted" });
  });

  test("loaded programs have threads beside them, until they are closed", async () => {
    const engine = engineWith({ threads: 1 });
    const text = "let n = 0\nfun next() -> Int {\n    n += 1\n    n\n}\nfun spin() { loop {} }";
    const [one, two] = [
      (await engine.load({ path: "a.std", text })).program!,
      (await engine.load({ path: "a.std", text })).program!,
    ];
    expect((await engine.run({ path: "b.std", text: "fun main() {}" })).exitReason).toEqual({ kind: "done" });
    expect([await one.call("next"), await two.call("next")]).toEqual([1, 1]);
    const other = await one.instance();
    one.close();
    await expect(one.call("next")).rejects.toThrow(ScriptError);
    expect([one.exitReason, other.exitReason, await other.call("next")]).toEqual([
      { kind: "exit", code: 0 },
      null,
      1,
    ]);
    const spinning = expect(two.call("spin")).rejects.toThrow("the program has ended");
    two.close();
    await spinning;
    expect(two.exitReason).toEqual({ kind: "exit", code: 0 });
  });

  test.each([
    ["threads", 0],
    ["threads", 1.5],
    ["threads", NaN],
    ["idle", -1],
  ])("%s must not be %s", (name, value) => {
    expect(() => createWorkerEngine({ modules: standardModules, [name]: value })).toThrow(
      `\`${name}\` must be a whole number of at least`,
    );
  });
});

test("after an AbortSignal calls say why the program has ended", async () => {
  const control = new AbortController();
  const engine = engineWith({ signal: control.signal });
  const { program } = await engine.load({
    path: "a.std",
    text: "import std/sync { sleep_millis }\nfun wait() { sleep_millis(1000000) }",
  });
  const waiting = expect(program!.call("wait")).rejects.toThrow(/interrupted/);
  control.abort();
  await waiting;
  await expect(program!.call("wait")).rejects.toThrow("the program has ended: interrupted");
  await expect(engine.load({ path: "a.std", text: "fun f() {}" })).rejects.toThrow(
    "the program has ended: interrupted",
  );
});

test("a thread that does not look at its limits ends soon after its deadline, however long compiling may take", async () => {
  // Printing waits for the host, which never takes the output.
  const flood = 'fun main() { loop { print("flood flood flood flood flood flood flood") } }';
  const limits = { wallMillis: 300, compileMillis: 600_000 };
  const engine = engineWith({ limits, stdout: () => new Promise(() => {}) });
  expect((await engine.run({ path: "a.std", text: flood })).exitReason).toMatchObject({
    kind: "panic",
    message: "time limit exceeded",
    limit: true,
  });
  const { program } = await engine.load({ path: "b.std", text: `${flood}\nfun one() -> Int = 1` });
  expect(await program!.call("one")).toBe(1);
  // The error of a call that notices its limit itself.
  await expect(program!.call("main")).rejects.toMatchObject({
    name: "ScriptError",
    message: "time limit exceeded",
    trace: "panic: time limit exceeded\n",
  });
  await expect(program!.call("one")).rejects.toMatchObject({
    message: "the program has ended: time limit exceeded",
  });
});

test("calls that a limit ends reject with its message, whether they compute or wait", async () => {
  const engine = engineWith({ limits: { wallMillis: 1_000, compileMillis: 600_000 } });
  const text =
    "import std/sync { sleep_millis }\nfun waits() { sleep_millis(1000000) }\nfun computes() { loop {} }\nfun one() -> Int = 1";
  const load = async () => (await engine.load({ path: "a.std", text })).program!;
  const [first, second] = [await load(), await load()];
  const exceeded = { name: "ScriptError", message: "time limit exceeded" };
  await Promise.all([
    expect(first.call("waits")).rejects.toMatchObject(exceeded),
    expect(first.call("waits")).rejects.toMatchObject(exceeded),
    expect(second.call("computes")).rejects.toMatchObject(exceeded),
  ]);
  for (const each of [first, second])
    await expect(each.call("one")).rejects.toThrow("the program has ended: time limit exceeded");
});
