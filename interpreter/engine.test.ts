import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { machine } from "./host/index.ts";
import {
  createEngine,
  createWorkerEngine,
  defineModule,
  fileReader,
  intFromBigInt,
  memoryReader,
  render,
  tuple,
  type EngineOptions,
  type Int,
} from "./index.ts";
import { run } from "./testing/run.ts";

test("a program runs to its end", async () => {
  expect(await run('fun main() { print("hello") }')).toMatchObject({
    exitCode: 0,
    stdout: "hello\n",
    stderr: "",
    ok: true,
    exitReason: { kind: "done" },
  });
});

test("a program that does not check never starts", async () => {
  const { ok, exitReason, exitCode, diagnostics, stdout } = await run('fun main() { print("x") print(y) }');
  expect([ok, exitReason, exitCode, stdout]).toEqual([false, null, 1, ""]);
  expect(diagnostics.map((one) => one.code)).toEqual(["R1"]);
});

test("imports are read through the host's reader", async () => {
  const reader = memoryReader({ "geo.std": "fun area(n: Int) -> Int = n * n" });
  expect((await run('import "./geo" { area }\nfun main() { print(area(3)) }', { reader })).stdout).toBe(
    "9\n",
  );
});

test("embedded programs may do nothing unless they are allowed to", async () => {
  const text =
    'import std/fs { read }\nfun main() { match read("/etc/hostname") { Ok(_) -> print("read"), Err(e) -> print(e.kind) } }';
  expect((await run(text)).stdout).not.toContain("read");
});

test("several programs run at the same time, each with its own globals", async () => {
  const text =
    "import std/sync { yield_now }\nlet n: Int = 0\nfun main() { for i in 0..3 { n += 1 yield_now() } print(n) }";
  const outcomes = await Promise.all([run(text), run(text), run(text)]);
  expect(outcomes.map((one) => one.stdout)).toEqual(["3\n", "3\n", "3\n"]);
});

test("host modules are typed by their declaration", async () => {
  const logged: string[] = [];
  const host = defineModule({
    name: "app",
    declaration:
      'struct Job { id: Int, title: String }\nfun log(text: String)\nfun next_id() -> Int\nfun job() -> Job = Job { id: next_id(), title: "t" }\n',
    create: () => ({ functions: { log: (text: string) => void logged.push(text), next_id: () => 41 } }),
  });
  const modules = [...standardModules, host];
  const text = 'import std/app { log, job }\nfun main() { log("job ${job().id + 1}") }';
  expect((await run(text, { modules })).ok).toBe(true);
  expect(logged).toEqual(["job 42"]);
  expect(
    (await run("import std/app { log }\nfun main() { log(1) }", { modules })).diagnostics.map(
      (one) => one.code,
    ),
  ).toEqual(["T1"]);
});

test("a host may write any Int into an object that it receives", async () => {
  const host = defineModule({
    name: "app",
    declaration: "fun fill<T>(xs: List<T>)\nfun saved<T>(sample: List<T>) -> T\n",
    create: () => ({
      functions: {
        fill: (xs: Int[]) => void (xs[0] = intFromBigInt(2n ** 62n)),
        saved: () => intFromBigInt(2n ** 62n),
      },
    }),
  });
  const text =
    "import std/app { fill, saved }\nfun main() {\n    let xs = [1]\n    fill(xs)\n    print(xs[0] * 2)\n    print(saved([1]) * 2)\n}";
  expect((await run(text, { modules: [...standardModules, host] })).stdout).toBe(
    "-9223372036854775808\n-9223372036854775808\n",
  );
});

test("modules must be complete and have names of their own", () => {
  const named = (name: string) =>
    defineModule({ name, declaration: "fun a() -> Int = 1", create: () => ({ functions: {} }) });
  expect(() => createEngine({ modules: [named("app")] })).toThrow("must include `core`");
  expect(() => createEngine({ modules: [...standardModules, named("math")] })).toThrow(
    "two modules are called `math`",
  );
  expect(() => named("a b")).toThrow("identifier");
});

test("a host module that does not fit its declaration is refused", async () => {
  const wrong = defineModule({
    name: "app",
    declaration: 'fun a() -> Int = "x"\n',
    create: () => ({ functions: {} }),
  });
  for (const create of [createEngine, createWorkerEngine]) {
    expect(() => create({ modules: [...standardModules, wrong] })).toThrow(
      new TypeError(
        'error: expected `Int`, found `String` [T1]\n  ┌─ std/app:1:18\n  │\n1 │ fun a() -> Int = "x"\n  │            --- because of this result type\n  │                  ^^^ this is `String`\n',
      ),
    );
  }
  expect(() =>
    defineModule({ name: "bad", declaration: "fun (", create: () => ({ functions: {} }) }),
  ).toThrow("P1");
  const host = defineModule({
    name: "app",
    declaration: "fun a()\n",
    create: () => ({ functions: { b: () => {} } }),
  });
  await expect(
    run("import std/app { a }\nfun main() { a() }", { modules: [...standardModules, host] }),
  ).resolves.toMatchObject({ exitReason: { kind: "internal" } });
});

test("names that a host misspells are found when the engine is created", () => {
  const refusal = (module: Omit<Parameters<typeof defineModule>[0], "name" | "create">): string => {
    const modules = [...standardModules, defineModule({ name: "app", ...module } as never)];
    for (const create of [createEngine, createWorkerEngine])
      expect(() => create({ modules })).toThrow(TypeError);
    try {
      createEngine({ modules });
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  const declaration = "fun greet(name: String) -> String";
  expect(refusal({ declaration, functions: { grete: () => "hello" } } as never)).toBe(
    "std/app declares greet without a body, but no TypeScript supplies it; " +
      "std/app supplies grete, which its declaration does not name as native (did you mean greet?)",
  );
  expect(refusal({ declaration, functions: {} } as never)).toBe(
    "std/app declares greet without a body, but no TypeScript supplies it",
  );
  const account = "struct Account {}\nimpl Account { fun deposit(self) -> Int }";
  class Account {
    depsit(): number {
      return 1;
    }
  }
  expect(refusal({ declaration: account, functions: {}, classes: { Account } } as never)).toBe(
    "std/app declares Account.deposit without a body, but no TypeScript supplies it",
  );
  expect(refusal({ declaration: "fun f(x: Strin)", functions: { f: () => {} } } as never)).toMatch(
    /^error: cannot find type `Strin` in scope \[R1\]\n.*std\/app:1:10\n[^]*did you mean `String`\?\n$/,
  );
  expect(refusal({ declaration: "fun f() -> List<Order>", functions: { f: () => {} } } as never)).toMatch(
    /^error: cannot find type `Order` in scope \[R1\]/,
  );
});

test("steps, time and memory are limited", async () => {
  const limited = async (text: string, limits: EngineOptions["limits"]) =>
    (await run(text, { limits: limits! })).exitReason;
  const endless = "fun main() { let n = 0\n loop { n += 1 } }";
  expect(await limited(endless, { steps: 10_000 })).toMatchObject({
    kind: "panic",
    message: "step limit exceeded",
  });
  expect(await limited(endless, { wallMillis: 50, compileMillis: 60_000 })).toMatchObject({
    kind: "panic",
    message: "time limit exceeded",
  });
  const waiting = "import std/sync { sleep_millis }\nfun main() { sleep_millis(5000) }";
  expect(await limited(waiting, { wallMillis: 30, compileMillis: 60_000 })).toMatchObject({
    message: "time limit exceeded",
  });
  const hoarder = "fun main() { let xs: List<List<Int>> = []\n loop { xs.push([1, 2, 3]) } }";
  expect(await limited(hoarder, { memory: 20_000_000 })).toMatchObject({ message: "memory limit exceeded" });
  expect(await limited("fun main() {}", { steps: 1000 })).toEqual({ kind: "done" });
  const short = "import std/sync { sleep_millis }\nfun main() { sleep_millis(5) }";
  expect(await limited(short, { steps: Infinity, wallMillis: Infinity, memory: Infinity })).toEqual({
    kind: "done",
  });
});

test("a host ends programs that wait", async () => {
  const server = 'import std/http { Server }\nfun main() { Server.new().listen("127.0.0.1:0") }';
  const control = new AbortController();
  const running = run(server, { capabilities: { net: true }, signal: control.signal });
  setImmediate(() => control.abort());
  expect(await running).toMatchObject({ exitReason: { kind: "panic", message: "interrupted" } });
  expect(
    (await run(server, { capabilities: { net: true }, signal: AbortSignal.abort() })).exitReason,
  ).toMatchObject({ message: "interrupted" });
  expect((await run("fun main() {}", { signal: control.signal })).exitReason).toMatchObject({
    message: "interrupted",
  });
  expect((await run("fun main() {}", { signal: new AbortController().signal })).exitReason).toEqual({
    kind: "done",
  });
});

test("a program that waits ends when the host has aborted it during its start", async () => {
  const control = new AbortController();
  const { exitReason } = await run(
    `import std/string\nimport std/sync { sleep_millis }\nfun main() { print("x".repeat(100000))\n sleep_millis(100000) }`,
    { signal: control.signal, stdout: () => control.abort() },
  );
  expect(exitReason).toMatchObject({ kind: "panic", message: "interrupted" });
});

test("a busy program ends when a function of the host aborts it", async () => {
  const control = new AbortController();
  const host = defineModule({
    name: "app",
    declaration: "fun abort()",
    create: () => ({ functions: { abort: () => control.abort() } }),
  });
  const modules = [...standardModules, host];
  const { exitReason } = await run("import std/app { abort }\nfun main() { abort()\n loop {} }", {
    modules,
    signal: control.signal,
  });
  expect(exitReason).toMatchObject({ kind: "panic", message: "interrupted" });
});

test("no script reaches JavaScript", async () => {
  for (const name of ["globalThis", "process", "require", "constructor", "__proto__", "Function"]) {
    expect((await run(`fun main() { print(${name}) }`)).ok).toBe(false);
  }
  const names =
    "struct constructor { __x: Int, then: Int, prototype: Int, valueOf: Int }\nfun eval(await: Int, arguments: Int) -> Int = await + arguments\nfun main() { let this = constructor { __x: 1, then: 2, prototype: 3, valueOf: 4 }\n print(eval(this.then, this.prototype)) }";
  expect((await run(names)).stdout).toBe("5\n");
});

test("types that are far larger than their text are refused", () => {
  const grown = (step: (i: number) => string, count = 30): string =>
    Array.from({ length: count }, (_, i) => step(i)).join("\n");
  const aliases = (first: string, step = (i: number) => `A${i}<A${i}<T>>`): string =>
    `type A0<T> = ${first}\n${grown((i) => `type A${i + 1}<T> = ${step(i)}`)}\nfun f(x: A30<Int>) -> Int = 1\n`;
  const tuples = `let x0 = 1\n${grown((i) => `let x${i + 1} = (x${i}, x${i})`)}\n`;
  const engine = createEngine({ modules: standardModules });
  const told = (text: string) =>
    engine
      .check([{ path: "a.std", text, main: true }])
      .diagnostics.filter((one) => one.severity === "error")
      .map(({ code, message }) => [code, message.length < 200]);
  const G1 = [["G1", true]];
  const main = "fun main() {}\n";
  expect(told(aliases("(T, T)") + main)).toEqual(G1);
  expect(told(aliases("List<T>") + main)).toEqual(G1);
  expect(told(aliases("fun(T) -> T") + main)).toEqual(G1);
  expect(told(aliases("(T, T)", (i) => `(A${i}<T>, A${i}<(T, T)>)`) + main)).toEqual(G1);
  expect(told(aliases("Result<Int, T>", (i) => `List<A${i}<A${i}<T>>>`) + main)).toEqual(G1);
  expect(told(`type A0 = (Int, Int)\n${grown((i) => `type A${i + 1} = (A${i}, A${i})`)}\n${main}`)).toEqual(
    G1,
  );
  const name = "fun name<T>(x: T) -> String = type_name<T>()\n";
  expect(told(`${name}fun main() { ${tuples}print(name(x30)) }`)).toEqual(G1);
  expect(
    told(`fun main() { ${tuples}let a = to_any<(Int, Int)>((1, 2))\nprint(x30.0.1.0 == x29.1.0 && a == a) }`),
  ).toEqual([]);
  expect(told(`fun main() { ${tuples}let n: Int = x30 }`)).toEqual([["T1", true]]);
});

test("checking reports what running would refuse", () => {
  const growing =
    "struct Box<T> { v: T }\nfun grow<T>(x: T, n: Int) { if n > 0 { grow(Box { v: x }, n - 1) } }\n";
  const method =
    "struct Box<T> { v: T }\nimpl<T> Box<T> { fun grow(self, n: Int) { if n > 0 { Box { v: self }.grow(n - 1) } } }\n";
  const doubling = `${Array.from({ length: 16 }, (_, i) => `fun f${i}<T>(x: T) -> Int = f${i + 1}([x]) + f${i + 1}(Some(x))\n`).join("")}fun f16<T>(x: T) -> Int = 1\n`;
  const engine = createEngine({ modules: standardModules });
  const codes = (text: string, main: boolean): string[] =>
    engine.check([{ path: "a.std", text, main }]).diagnostics.map((one) => one.code);
  expect(codes(`${growing}fun main() { grow(1, 3) }`, true)).toEqual(["T29"]);
  expect(codes(growing, false)).toEqual(["T29"]);
  expect(codes(method, false)).toEqual(["T29"]);
  expect(codes(`${growing}fun test_it() { grow(1, 3) }`, false)).toEqual(["T29"]);
  expect(codes(`${doubling}fun main() { print(f0(1)) }`, true)).toEqual(["G1"]);
  expect(codes(doubling, false)).toEqual(["G1"]);
  // Functions that nothing calls are not compiled.
  expect(codes(`${growing}fun main() {}`, true)).toEqual([]);
  expect(
    codes(
      "trait Tr { fun t(self) -> Int }\nstruct P<T> { v: T }\nimpl<T: Tr> Tr for P<T> { fun t(self) -> Int = self.v.t() }\nfun two<A, B: Tr>(a: A, b: B) -> Int = b.t()\n",
      false,
    ),
  ).toEqual([]);
});

test("sources past the limits are diagnostics, whatever is in them", () => {
  const engine = createEngine({ modules: standardModules });
  const first = (text: string): string | undefined =>
    engine.check([{ path: "a.std", text }]).diagnostics[0]?.message;
  expect(first(`fun main() {} // ${"x".repeat(8_000_000)}`)).toBe(
    "gave up after 8,000,000 bytes in one file",
  );
  expect(first(`fun main() { print([${"1,".repeat(500_000)}].len()) }`)).toBe(
    "gave up after 1,000,000 tokens in one file",
  );
  expect(
    engine.check([{ path: "b.std", text: `fun main() {} // ${"x".repeat(8_000_000)}` }]).diagnostics,
  ).toHaveLength(1);
});

test("the error of an engine without modules names them", () => {
  expect(() => createEngine({} as EngineOptions)).toThrow(
    new TypeError("createEngine: `modules` is missing; pass `standardModules` of stdlang/stdlib"),
  );
});

test("a program too deep for the JavaScript compiler overflows the stack", async () => {
  const compiling = vi.spyOn(machine().javascript, "compile").mockImplementation(() => {
    throw new RangeError("Maximum call stack size exceeded");
  });
  try {
    const { exitReason } = await run("fun main() {}");
    expect(exitReason).toEqual({ kind: "panic", message: "stack overflow", text: "panic: stack overflow\n" });
  } finally {
    compiling.mockRestore();
  }
});

test("unknown options are refused", () => {
  const wrong =
    (options: object): (() => unknown) =>
    () =>
      createEngine({ modules: standardModules, ...options } as EngineOptions);
  for (const options of [
    { limits: { steps: NaN } },
    { limits: { wallMillis: -1 } },
    { limits: { memory: "1" } },
    { limits: { stepz: 1 } },
    { limits: 5 },
    { capabilities: { env: "false" } },
    { capabilities: { nets: true } },
    { capability: {} },
    { stdout: process.stdout },
    { reader: {} },
    { signal: new AbortController() },
    { debug: 1 },
    { now: 5 },
    { root: 1 },
  ])
    expect(wrong(options), JSON.stringify(options)).toThrow(TypeError);
  expect(
    wrong({
      limits: { steps: Infinity, memory: undefined },
      debug: undefined,
      capabilities: { env: undefined },
    }),
  ).not.toThrow();
  expect(() => createEngine(null as unknown as EngineOptions)).toThrow(TypeError);
});

test("a program that was built without limits is not run with limits", async () => {
  const { program } = createEngine({ modules: standardModules }).build(
    { path: "a.std", text: "fun main() { loop {} }" },
    "main",
  );
  const exitReason = await createEngine({ modules: standardModules, limits: { wallMillis: 50 } }).launch(
    program!,
    "a.std",
  );
  expect(exitReason).toMatchObject({
    kind: "internal",
    text: expect.stringContaining("host error: launch: the program was built without limits"),
  });
  expect(
    await createEngine({ modules: standardModules, limits: { depth: 50 } }).launch(program!, "a.std"),
  ).toMatchObject({ kind: "internal" });
  for (const index of [-1, 1, 0.5, NaN]) {
    expect(
      await createEngine({ modules: standardModules }).launch(program!, "a.std", [], index),
    ).toMatchObject({
      kind: "internal",
      text: expect.stringContaining("host error: launch: there is no function"),
    });
  }
});

test("imports do not leave the folder of the entry by default", async () => {
  const folder = mkdtempSync(join(tmpdir(), "std-root-"));
  try {
    mkdirSync(join(folder, "app"));
    writeFileSync(join(folder, "app/main.std"), 'import "../secret" { x }\nfun main() { print(x()) }');
    writeFileSync(join(folder, "secret.std"), 'fun x() -> String = "s3cret" + 1');
    writeFileSync(join(folder, "app/ok.std"), 'import "./part" { y }\nfun main() { print(y()) }');
    writeFileSync(join(folder, "app/part.std"), "fun y() -> Int = 7");
    symlinkSync("../secret.std", join(folder, "app/link.std"));
    const problems = async (
      path: string,
      text?: string,
      options: Partial<EngineOptions> = {},
    ): Promise<string> =>
      (
        await createEngine({ modules: standardModules, ...options }).run({
          path: join(folder, "app", path),
          ...(text !== undefined && { text }),
        })
      ).diagnostics
        .map((one) => render(one))
        .join("");
    for (const name of ["../secret", "../absent", "./link", "./../app/../secret"]) {
      const told = await problems("main.std", `import "${name}" { x }\nfun main() { print(x()) }`);
      expect(told, name).toContain("it is outside the program's folder");
      expect(told, name).not.toContain("s3cret");
    }
    expect(await problems("main.std")).toContain("outside");
    expect(await problems("ok.std")).toBe("");
    expect(await problems("main.std", undefined, { root: folder })).toContain("T");
    expect(await problems("main.std", undefined, { capabilities: { fs: { read: [folder] } } })).toContain(
      "s3cret",
    );
    expect(await problems("main.std", undefined, { reader: fileReader })).toContain("s3cret");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("a sink that returns a promise", () => {
  const slow = (taken: string[]): ((bytes: string) => Promise<void>) => {
    let under = 0;
    return async (bytes) => {
      expect(under++).toBe(0);
      await new Promise((resolve) => setImmediate(resolve));
      taken.push(bytes);
      under--;
    };
  };

  test("is waited for before the run ends, and gets one piece after the other", async () => {
    const taken: string[] = [];
    const text = `import std/string\nfun main() { for i in 0..5 { print("\${i}".repeat(70000)) } }`;
    expect((await run(text, { stdout: slow(taken) })).exitReason).toEqual({ kind: "done" });
    expect(taken.join("")).toBe([0, 1, 2, 3, 4].map((i) => `${String(i).repeat(70_000)}\n`).join(""));
  });

  test("makes a writer wait", async () => {
    const taken: string[] = [];
    const text = `import std/io { stdout, write_all }
      fun main() {
          let out = stdout()
          for i in 0..3 { write_all(out, "\${i}").unwrap() }
          print("end")
      }`;
    expect((await run(text, { stdout: slow(taken) })).exitReason).toEqual({ kind: "done" });
    expect(taken).toEqual(["0", "1", "2", "end\n"]);
  });

  test.each([
    ["that waits now and then", "yield_now()"],
    ["of goroutines", "wait(i)"],
    ["that sleeps", "sleep_millis(1)"],
  ])("makes a program %s wait", async (_, pause) => {
    let [taken, made, most] = [0, 0, 0];
    const app = defineModule({
      name: "app",
      declaration: "fun made(bytes: Int)",
      functions: { made: (bytes: number) => void (most = Math.max(most, (made += bytes) - taken)) },
    });
    const stdout = async (bytes: string): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      taken += bytes.length;
    };
    const text = `import std/app { made }
      import std/string
      import std/sync { channel, sleep_millis, yield_now, Channel }
      fun wait(i: Int) {
          let ch: Channel<Int> = channel()
          spawn(fun() { ch.send(i) })
          let _ = ch.recv()
      }
      fun main() {
          let line = "x".repeat(99999)
          for i in 0..100 {
              print(line)
              made(100000)
              ${pause}
          }
      }`;
    const { exitReason } = await run(text, { stdout, modules: [...standardModules, app] });
    expect([exitReason, taken]).toEqual([{ kind: "done" }, 10_000_000]);
    expect(most).toBeLessThan(4_000_000);
  });

  test("ends a program that is far ahead and cannot wait", async () => {
    let taken = 0;
    const stdout = async (bytes: string): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      taken += bytes.length;
    };
    const text = `import std/string\nfun main() {\n    let line = "x".repeat(99999)\n    loop { print(line) }\n}`;
    expect((await run(text, { stdout })).exitReason).toMatchObject({
      kind: "panic",
      message: "output limit exceeded: 64 MB wait for stdout",
      limit: true,
    });
    // Everything printed before arrives.
    expect(taken).toBeGreaterThan(63_000_000);
  });

  test("that never settles holds nothing up after an abort", async () => {
    const abort = new AbortController();
    const stdout = (): Promise<void> => {
      setImmediate(() => abort.abort());
      return new Promise(() => {});
    };
    const { exitReason } = await run(`fun main() { print("x") }`, { stdout, signal: abort.signal });
    expect(exitReason).toEqual({ kind: "done" });
  });
});

describe("an exception of the host ends the program as a host error", () => {
  const boom = (): never => {
    throw new Error("boom");
  };
  test.each<[string, string, Partial<EngineOptions>]>([
    [
      "a sink, at once",
      `import std/string\nfun main() { print("x".repeat(100000))\n loop {} }`,
      { stdout: boom },
    ],
    [
      "a sink, when the program idles",
      `import std/sync { sleep_millis }\nfun main() { print("x")\n sleep_millis(100000) }`,
      { stdout: boom },
    ],
    ["a sink, at the end", `fun main() { print("x") }`, { stdout: boom }],
    [
      "a sink, by its promise",
      `import std/sync { sleep_millis }\nfun main() { print("x")\n sleep_millis(100000) }`,
      { stdout: async () => boom() },
    ],
    [
      "a sink, by its promise, before the program waits for the first time",
      `import std/string\nimport std/sync { sleep_millis }\nfun main() { print("x".repeat(100000))\n sleep_millis(100000) }`,
      { stdout: async () => boom() },
    ],
    ["a sink, by its promise at the end", `fun main() { print("x") }`, { stdout: async () => boom() }],
    ["the input", `import std/io { read_line }\nfun main() { print(read_line()) }`, { readInput: boom }],
    [
      "the input, later",
      `import std/io { read_line }\nfun main() { print(read_line()) }`,
      { readInput: async () => boom() },
    ],
    [
      "the input, by its value",
      `import std/io { read_line }\nfun main() { print(read_line()) }`,
      { readInput: async () => "x" as unknown as Uint8Array },
    ],
  ])("%s", async (_, text, options) => {
    const { exitReason } = await run(text, options);
    expect(exitReason).toMatchObject({
      kind: "internal",
      text: expect.stringMatching(/^host error: (stdout|readInput) /),
      cause: expect.any(Error),
    });
  });

  test.each([
    ["a closer", "fun f()", "f()", (atEnd: (close: () => void) => void) => atEnd(boom)],
    ["a promise without a listener", "fun f()", "f()", () => Promise.reject(new Error("boom"))],
    [
      "a promise in place of a value",
      "fun f() -> Int",
      "print(f())",
      () => Promise.reject(new Error("boom")),
    ],
    [
      "a promise that is waited for",
      "@blocking fun f() -> Int",
      "print(f())",
      () => Promise.reject(new Error("boom")),
    ],
    [
      "in a server's handler",
      "fun f()",
      'let app = Server.new()\n app.get("/", fun(r: Request) -> Response { f()\n Response.text("x") })\n let addr = app.start("127.0.0.1:0").unwrap()\n loop { print(get("http://${addr}/").is_ok())\n sleep_millis(1) }',
      boom,
    ],
  ])("%s", async (_, declaration, call, f) => {
    const host = defineModule({
      name: "host",
      declaration,
      create: (runtime) => ({ functions: { f: () => f(runtime.atEnd) } }),
    });
    const text = `import std/host { f }\nimport std/http { get, Request, Response, Server }\nimport std/sync { sleep_millis }\nfun main() { ${call} }`;
    const { exitReason, codes } = await run(text, {
      modules: [...standardModules, host],
      capabilities: { net: true },
    });
    expect([codes, exitReason]).toMatchObject([
      [],
      { kind: "internal", text: expect.stringContaining("host error: ") },
    ]);
  });
});

test("limits end a program in the handlers of its server", async () => {
  const text = `import std/http { get, Request, Response, Server }
import std/sync { sleep_millis }
fun main() {
    let app = Server.new()
    app.get("/", fun(r: Request) -> Response {
        loop {}
        Response.text("x")
    })
    let addr = app.start("127.0.0.1:0").unwrap()
    loop {
        print(get("http://\${addr}/").is_ok())
        sleep_millis(1)
    }
}`;
  const { exitReason, codes } = await run(text, { capabilities: { net: true }, limits: { steps: 200_000 } });
  expect([codes, exitReason]).toMatchObject([[], { kind: "panic", message: "step limit exceeded" }]);
});

test("programs that are started one after the other leave the event loop its turn", async () => {
  const engine = createEngine({ modules: standardModules });
  const { program } = engine.build({ path: "a.std", text: "fun main() {}" }, "main");
  let turns = 0;
  const count = (): void => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  // If anything were deferred to a later turn, which does not come here, all of it would stay.
  for (let i = 0; i < 1000; i++) await engine.launch(program!, "a.std");
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(4);
});

test("lists that a module of raw values returns are the script's own", async () => {
  const shared = [[1], [2]];
  const frozen = Object.freeze([1, 2]);
  const module = defineModule({
    name: "raw",
    declaration:
      "import std/error { Error }\nfun lists() -> List<List<Int>>\nfun option() -> List<Int>?\nfun result() -> Result<List<Int>, Error>\nfun pair() -> (Int, List<Int>)",
    create: () => ({
      functions: {
        lists: () => shared,
        option: () => frozen,
        result: () => frozen,
        pair: () => tuple(1, frozen),
      },
    }),
  });
  const text = `import std/raw { lists, option, result, pair }
fun main() {
    let all = lists()
    all.push([3])
    all[0].push(9)
    let some = option().unwrap()
    some.push(3)
    let fine = result().unwrap()
    fine[0] = 7
    let (n, last) = pair()
    last.push(n)
    print("\${all} \${some} \${fine} \${last} \${lists()}")
}`;
  expect(await run(text, { modules: [...standardModules, module] })).toMatchObject({
    stdout: "[[1, 9], [2], [3]] [1, 2, 3] [7, 2] [1, 2, 1] [[1], [2]]\n",
    exitReason: { kind: "done" },
  });
  expect([shared, frozen]).toEqual([
    [[1], [2]],
    [1, 2],
  ]);
});
