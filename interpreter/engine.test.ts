import { expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { createEngine, defineModule, intFromBigInt, memoryReader, type EngineOptions, type Int } from "./index.ts";
import { run } from "./testing/run.ts";

test("a program runs to its end", async () => {
  expect(await run('fun main() { print("hello") }')).toMatchObject({ exitCode: 0, stdout: "hello\n", stderr: "", ok: true, ending: { kind: "done" } });
});

test("a program that does not check never starts", async () => {
  const { ok, ending, exitCode, diagnostics, stdout } = await run('fun main() { print("x") print(y) }');
  expect([ok, ending, exitCode, stdout]).toEqual([false, null, 1, ""]);
  expect(diagnostics.map((one) => one.code)).toEqual(["R1"]);
});

test("imports come from the host's reader", async () => {
  const reader = memoryReader({ "geo.std": "fun area(n: Int) -> Int = n * n" });
  expect((await run('import "./geo" { area }\nfun main() { print(area(3)) }', { reader })).stdout).toBe("9\n");
});

test("embedded programs may do nothing unless they are allowed to", async () => {
  const text = 'import std/fs { read }\nfun main() { match read("/etc/hostname") { Ok(_) -> print("read"), Err(e) -> print(e.kind) } }';
  expect((await run(text)).stdout).not.toContain("read");
});

test("several programs run at once, each with its own globals", async () => {
  const text = 'import std/sync { yield_now }\nlet n: Int = 0\nfun main() { for i in 0..3 { n += 1 yield_now() } print(n) }';
  const outcomes = await Promise.all([run(text), run(text), run(text)]);
  expect(outcomes.map((one) => one.stdout)).toEqual(["3\n", "3\n", "3\n"]);
});

test("host modules are typed by their declaration", async () => {
  const logged: string[] = [];
  const host = defineModule({
    name: "app",
    declaration: "struct Job { id: Int, title: String }\nfun log(text: String)\nfun next_id() -> Int\nfun job() -> Job = Job { id: next_id(), title: \"t\" }\n",
    create: () => ({ functions: { log: (text: string) => void logged.push(text), next_id: () => 41 } }),
  });
  const modules = [...standardModules, host];
  const text = 'import std/app { log, job }\nfun main() { log("job ${job().id + 1}") }';
  expect((await run(text, { modules })).ok).toBe(true);
  expect(logged).toEqual(["job 42"]);
  expect((await run("import std/app { log }\nfun main() { log(1) }", { modules })).diagnostics.map((one) => one.code)).toEqual(["T1"]);
});

test("a host may write any Int into what it is handed", async () => {
  const host = defineModule({
    name: "app",
    declaration: "fun fill<T>(xs: List<T>)\nfun saved<T>(sample: List<T>) -> T\n",
    create: () => ({ functions: { fill: (xs: Int[]) => void (xs[0] = intFromBigInt(2n ** 62n)), saved: () => intFromBigInt(2n ** 62n) } }),
  });
  const text = "import std/app { fill, saved }\nfun main() {\n    let xs = [1]\n    fill(xs)\n    print(xs[0] * 2)\n    print(saved([1]) * 2)\n}";
  expect((await run(text, { modules: [...standardModules, host] })).stdout).toBe("-9223372036854775808\n-9223372036854775808\n");
});

test("modules must be complete and have names of their own", () => {
  const named = (name: string) => defineModule({ name, declaration: "fun a() -> Int = 1", create: () => ({ functions: {} }) });
  expect(() => createEngine({ modules: [named("app")] })).toThrow("must offer `core`");
  expect(() => createEngine({ modules: [...standardModules, named("math")] })).toThrow("two modules are called `math`");
  expect(() => named("a b")).toThrow("identifier");
});

test("a host module that does not fit its declaration is refused", async () => {
  const wrong = defineModule({ name: "app", declaration: 'fun a() -> Int = "x"\n', create: () => ({ functions: {} }) });
  const { diagnostics, ending } = await run("import std/app { a }\nfun main() { print(a()) }", { modules: [...standardModules, wrong] });
  expect([ending, diagnostics.map((one) => [one.code, one.primary.source.name])]).toEqual([null, [["T1", "std/app"]]]);
  expect(() => defineModule({ name: "bad", declaration: "fun (", create: () => ({ functions: {} }) })).toThrow("P1");
  const host = defineModule({ name: "app", declaration: "fun a()\n", create: () => ({ functions: { b: () => {} } }) });
  await expect(run("import std/app { a }\nfun main() { a() }", { modules: [...standardModules, host] })).resolves.toMatchObject({ ending: { kind: "internal" } });
});

test("steps, time and memory are limited", async () => {
  const limited = async (text: string, limits: EngineOptions["limits"]) => (await run(text, { limits: limits! })).ending;
  const endless = "fun main() { let n = 0\n loop { n += 1 } }";
  expect(await limited(endless, { steps: 10_000 })).toMatchObject({ kind: "panic", message: "step limit exceeded" });
  expect(await limited(endless, { wallMillis: 50 })).toMatchObject({ kind: "panic", message: "time limit exceeded" });
  const waiting = "import std/sync { sleep_millis }\nfun main() { sleep_millis(5000) }";
  expect(await limited(waiting, { wallMillis: 30 })).toMatchObject({ message: "time limit exceeded" });
  const hoarder = 'fun main() { let xs: List<List<Int>> = []\n loop { xs.push([1, 2, 3]) } }';
  expect(await limited(hoarder, { memory: 20_000_000 })).toMatchObject({ message: "memory limit exceeded" });
  expect(await limited("fun main() {}", { steps: 1000 })).toEqual({ kind: "done" });
  const short = "import std/sync { sleep_millis }\nfun main() { sleep_millis(5) }";
  expect(await limited(short, { steps: Infinity, wallMillis: Infinity, memory: Infinity })).toEqual({ kind: "done" });
});

test("a host ends programs that wait", async () => {
  const server = 'import std/http { Server }\nfun main() { Server.new().listen("127.0.0.1:0") }';
  const control = new AbortController();
  const running = run(server, { capabilities: { net: true }, signal: control.signal });
  setImmediate(() => control.abort());
  expect(await running).toMatchObject({ ending: { kind: "panic", message: "interrupted" } });
  expect((await run(server, { capabilities: { net: true }, signal: AbortSignal.abort() })).ending).toMatchObject({ message: "interrupted" });
  expect((await run("fun main() {}", { signal: control.signal })).ending).toEqual({ kind: "done" });
});

test("no script reaches JavaScript", async () => {
  for (const name of ["globalThis", "process", "require", "constructor", "__proto__", "Function"]) {
    expect((await run(`fun main() { print(${name}) }`)).ok).toBe(false);
  }
  const names = "struct constructor { __x: Int, then: Int, prototype: Int, valueOf: Int }\nfun eval(await: Int, arguments: Int) -> Int = await + arguments\nfun main() { let this = constructor { __x: 1, then: 2, prototype: 3, valueOf: 4 }\n print(eval(this.then, this.prototype)) }";
  expect((await run(names)).stdout).toBe("5\n");
});

test("checking reports what running would refuse", () => {
  const growing = "struct Box<T> { v: T }\nfun grow<T>(x: T, n: Int) { if n > 0 { grow(Box { v: x }, n - 1) } }\n";
  const method = "struct Box<T> { v: T }\nimpl<T> Box<T> { fun grow(self, n: Int) { if n > 0 { Box { v: self }.grow(n - 1) } } }\n";
  const doubling = `${Array.from({ length: 16 }, (_, i) => `fun f${i}<T>(x: T) -> Int = f${i + 1}([x]) + f${i + 1}(Some(x))\n`).join("")}fun f16<T>(x: T) -> Int = 1\n`;
  const engine = createEngine({ modules: standardModules });
  const codes = (text: string, main: boolean): string[] => engine.check([{ path: "a.std", text, main }]).diagnostics.map((one) => one.code);
  expect(codes(`${growing}fun main() { grow(1, 3) }`, true)).toEqual(["T29"]);
  expect(codes(growing, false)).toEqual(["T29"]);
  expect(codes(method, false)).toEqual(["T29"]);
  expect(codes(`${growing}fun test_it() { grow(1, 3) }`, false)).toEqual(["T29"]);
  expect(codes(`${doubling}fun main() { print(f0(1)) }`, true)).toEqual(["G1"]);
  expect(codes(doubling, false)).toEqual(["G1"]);
  // What nothing calls is no obstacle.
  expect(codes(`${growing}fun main() {}`, true)).toEqual([]);
  expect(codes("trait Tr { fun t(self) -> Int }\nstruct P<T> { v: T }\nimpl<T: Tr> Tr for P<T> { fun t(self) -> Int = self.v.t() }\nfun two<A, B: Tr>(a: A, b: B) -> Int = b.t()\n", false)).toEqual([]);
});

test("sources past the limits are diagnostics, whatever is in them", () => {
  const engine = createEngine({ modules: standardModules });
  const first = (text: string): string | undefined => engine.check([{ path: "a.std", text }]).diagnostics[0]?.message;
  expect(first(`fun main() {} // ${"x".repeat(8_000_000)}`)).toBe("gave up after 8,000,000 bytes of one file");
  expect(first(`fun main() { print([${"1,".repeat(500_000)}].len()) }`)).toBe("gave up after 1,000,000 tokens of one file");
  expect(engine.check([{ path: "b.std", text: `fun main() {} // ${"x".repeat(8_000_000)}` }]).diagnostics).toHaveLength(1);
});
