// Functions of the host begin only with a reserve of stack: what a script's recursion uses up is the script's
// panic, never an exception between two statements of the host.
import { afterAll, expect, test } from "vitest";
import { built, builtModules as standardModules } from "./testing/built.ts";
import type { EngineOptions } from "./index.ts";

const { createEngine, createWorkerEngine, defineModule } = built;

const closers: (() => void)[] = [];
afterAll(() => closers.forEach((close) => close()));

/** Uses some 40 KB of stack. */
function work(calls: number): number {
  return calls > 0 ? work(calls - 1) + 1 : 0;
}

/** Counts the calls of the host that begin and that end. */
class Count {
  begun = 0;
  ended = 0;

  of<T>(value: T): T {
    this.begun++;
    work(300);
    this.ended++;
    return value;
  }
}

const count = new Count();

const host = defineModule({
  name: "host",
  declaration: `
    import std/io { Writer }
    fun plain(n: Int) -> Int
    fun listed(xs: List<Int>) -> List<Int>
    fun adder() -> fun(Int) -> Int
    fun sink() -> dyn Writer
  `,
  functions: {
    plain: (n: number) => count.of(n),
    listed: (xs: readonly number[]) => count.of([...xs]),
    adder: () => (n: number) => count.of(n + 1),
    sink: () => ({ write: () => count.of(undefined) }),
  },
});

/** Calls the host at each level of a recursion, to the end of the stack, from several depths. */
function script(call: string): string {
  return `
import std/error { catch_panic }
import std/host
import std/io { eprintln, Writer }
import std/time { now }
fun deep(n: Int) -> Int {
    ${call}
    return 1 + deep(n + 1)
}
fun from(levels: Int) -> Int = if levels > 0 { 1 + from(levels - 1) } else { deep(0) }
fun main() {
    for levels in 0..12 {
        print(catch_panic(fun() = from(levels)))
    }
}
`;
}

const CALLS: Readonly<Record<string, string>> = {
  "a native": "host.plain(n)",
  "a native with a list": "host.listed([n, n])",
  "a callback": "host.adder()(n)",
  "a sink": 'eprintln("x")',
  "a clock": "now()",
  "a writer": 'host.sink().write("text")',
};

const OPTIONS: Partial<EngineOptions> = {
  modules: [...standardModules, host],
  stderr: () => count.of(undefined),
  now: () => count.of(1000),
};

const ENGINES: Readonly<Record<string, Partial<EngineOptions>>> = {
  "beside the host": {},
  "with a limit of depth": { limits: { depth: 100_000_000 } },
};

for (const [where, options] of Object.entries(ENGINES))
  test.each(Object.entries(CALLS))(
    `%s begins with enough stack ${where}`,
    { timeout: 60_000 },
    async (_, call) => {
      let stdout = "";
      const engine = createEngine({
        ...OPTIONS,
        ...options,
        modules: OPTIONS.modules!,
        stdout: (bytes) => void (stdout += bytes),
      });
      Object.assign(count, { begun: 0, ended: 0 });
      const { exitReason, diagnostics } = await engine.run({ path: "a.std", text: script(call) });
      expect(diagnostics.filter((one) => one.severity === "error").map((one) => one.message)).toEqual([]);
      expect(exitReason).toEqual({ kind: "done" });
      expect(stdout).toBe("Err(panic: stack overflow)\n".repeat(12));
      expect(count.begun).toBeGreaterThan(100);
      expect(count.ended).toBe(count.begun);
    },
  );

test("a script in a thread that overflows between calls of the host panics", {
  timeout: 60_000,
}, async () => {
  let stdout = "";
  const plain = defineModule({
    name: "host",
    declaration: "fun plain(n: Int) -> Int",
    functions: { plain: (n: number) => count.of(n) },
  });
  const engine = createWorkerEngine({
    modules: [...standardModules, plain],
    stdout: (bytes) => void (stdout += bytes),
  });
  closers.push(() => engine.close());
  Object.assign(count, { begun: 0, ended: 0 });
  const { exitReason } = await engine.run({
    path: "a.std",
    text: script("host.plain(n)").replace("0..12", "0..3"),
  });
  expect(exitReason).toEqual({ kind: "done" });
  expect(stdout).toBe("Err(panic: stack overflow)\n".repeat(3));
  expect(count.ended).toBe(count.begun);
});

test("a host that overflows the stack itself is to blame", { timeout: 60_000 }, async () => {
  const endless = (n: number): number => endless(n + 1) + 1;
  const faulty = defineModule({
    name: "faulty",
    declaration: "fun endless(n: Int) -> Int",
    functions: { endless },
  });
  const engine = createEngine({ modules: [...standardModules, faulty] });
  const text = "import std/faulty { endless }\nfun main() { endless(1) }";
  const { exitReason } = await engine.run({ path: "a.std", text });
  expect(exitReason).toMatchObject({ kind: "internal" });
});

test("a deferred call reaches the sink after an overflow", { timeout: 60_000 }, async () => {
  let stdout = "";
  const engine = createEngine({
    modules: [...standardModules, host],
    stdout: (bytes) => void (stdout += bytes),
    stderr: () => count.of(undefined),
  });
  const text = `
import std/host
import std/io { eprintln }
import std/error { catch_panic }
struct Open { n: Int }
fun deep(open: Open) -> Int {
    open.n += 1
    defer {
        eprintln("released")
        open.n -= host.plain(1)
    }
    return 1 + deep(open)
}
fun main() {
    let open = Open { n: 0 }
    print(catch_panic(fun() = deep(open)))
    print(open.n)
}
`;
  Object.assign(count, { begun: 0, ended: 0 });
  const { exitReason } = await engine.run({ path: "a.std", text });
  expect(exitReason).toEqual({ kind: "done" });
  expect(stdout).toBe("Err(panic: stack overflow)\n0\n");
  expect(count.ended).toBe(count.begun);
});
