// Hosts whose functions return immediately forever, never, too late, or values of the wrong type; in both
// engines where they behave alike.
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import {
  createEngine,
  createWorkerEngine,
  defineModule,
  fail,
  HostError,
  Panic,
  type EngineOptions,
  type Outcome,
} from "./index.ts";
import { run } from "./testing/run.ts";

const trap = (): never => {
  throw new Error("trap");
};

function told({ exitReason }: Outcome): string {
  const { kind } = exitReason!;
  return `${kind} ${"message" in exitReason! ? exitReason.message : "text" in exitReason! ? exitReason.text.trim() : ""}`;
}

describe("the clock of a host", () => {
  test.each<[string, () => unknown, string]>([
    ["throws", trap, "now threw Error: trap"],
    ["is no number", () => Number.NaN, "now returned NaN, which is not a number of milliseconds"],
    ["is endless", () => Infinity, "now returned Infinity, which is not a number of milliseconds"],
    ["is text", () => "12", 'now returned "12", which is not a number of milliseconds'],
    ["is a bigint", () => 10n, "now returned 10, which is not a number of milliseconds"],
    ["promises and fails", async () => trap(), "now returned a JavaScript Promise, which is not a number of milliseconds"], // biome-ignore format: one row
    ["promises", async () => 1, "now returned a JavaScript Promise, which is not a number of milliseconds"],
  ])("that %s is its own mistake", async (_, now, message) => {
    const outcome = await run("import std/time { now_nanos }\nfun main() = print(now_nanos())", {
      now: now as () => number,
    });
    expect(told(outcome)).toBe(`internal host error: ${message}`);
  });
});

describe("the reader of a host", () => {
  const importing = { path: "/main.std", text: 'import "./m" { x }\nfun main() = print(x())' };
  test.each<[string, Record<string, unknown>, string]>([
    ["gives nothing", { canonical: () => undefined }, "canonical returned undefined"],
    ["gives a number", { canonical: () => 5 }, "canonical returned 5"],
    [
      "gives a problem that is none",
      { canonical: () => ({ problem: 5 }) },
      "canonical returned a JavaScript",
    ],
    ["gives what cannot be read", { canonical: () => new Proxy({}, { get: trap }) }, "canonical threw"],
    ["gives a getter", { canonical: () => ({ get problem() { return trap(); } }) }, "canonical threw"], // biome-ignore format: one row
    ["reads null", { read: () => null }, "read returned null"],
    ["promises a number", { read: async () => 5 }, "read returned 5"],
  ])("that %s is its own mistake", async (_, wrong, message) => {
    const reader = { canonical: (path: string) => path, read: () => "fun x() -> Int = 1", ...wrong };
    const engine = createEngine({ modules: standardModules, reader: reader as never });
    const failure = await engine.run(importing).then(String, (error: unknown) => error);
    expect(failure).toBeInstanceOf(HostError);
    expect((failure as Error).message).toContain(message);
  });

  test("may read text", async () => {
    const reader = { canonical: (path: string) => path, read: () => 'fun x() -> String = "é"' };
    expect((await run(importing.text, { reader })).stdout).toBe("Ã©\n");
  });

  test.each([
    ["gives a number", () => 5],
    ["gives an object", () => ({})],
  ])("and packages that %s are", async (_, packages) => {
    const engine = createEngine({ modules: standardModules, packages: packages as never });
    const entry = { path: "/main.std", text: 'import "github.com/a/b" { x }\nfun main() = x()' };
    await expect(engine.run(entry)).rejects.toThrow(
      /^packages returned .*, which is neither a folder nor null/,
    );
  });
});

describe("input that is always there", () => {
  const reading = "import std/io { read_line }\nfun main() = print(read_line())";
  test("without any bytes in it ends by the limit of time", async () => {
    const readInput = async (): Promise<Uint8Array> => new Uint8Array(0);
    expect(told(await run(reading, { readInput, limits: { wallMillis: 100, compileMillis: 20_000 } }))).toBe(
      "panic time limit exceeded",
    );
  });

  test("without the end of a line ends by the limit of memory, and is read no more", async () => {
    let reads = 0;
    const readInput = async (): Promise<Uint8Array> => {
      reads++;
      return new Uint8Array(100_000).fill(120);
    };
    const limits = { memory: 20_000_000, compileMillis: 20_000 };
    expect(told(await run(reading, { readInput, limits }))).toBe("panic memory limit exceeded");
    const before = reads;
    await new Promise((resolve) => setImmediate(resolve));
    expect([reads < 1000, reads]).toEqual([true, before]);
  });

  test("that passes for bytes is a mistake of the host", async () => {
    const readInput = async (): Promise<Uint8Array> => new Proxy(new Uint8Array(3), {});
    expect(told(await run(reading, { readInput }))).toMatch(
      /^internal host error: readInput threw TypeError/,
    );
  });
});

test("a sink that never settles holds up a program as long as its limit of time", async () => {
  const stdout = (): Promise<void> => new Promise(() => {});
  const limits = { wallMillis: 50, compileMillis: 20_000 };
  expect(told(await run("fun main() = print(1)", { stdout, limits }))).toBe("panic time limit exceeded");
});

describe("a sink", () => {
  test.each<[string, string]>([
    ["print(1)", "nothing follows"],
    ["print(1)\n    sleep_millis(1)\n    print(2)", "the program waits"],
    ['for i in 0..20000 { print("more than a buffer holds") }', "it only prints"],
  ])("whose promise cannot be read is its own mistake: %s", async (body) => {
    const stdout = (): unknown => ({ get then() { return trap(); } }); // biome-ignore format: one row
    const text = `import std/sync { sleep_millis }\nfun main() {\n    ${body}\n    sleep_millis(0)\n}`;
    const outcome = await run(text, { stdout: stdout as () => void });
    expect(told(outcome)).toBe("internal host error: stdout threw Error: trap");
  });

  test.each([
    ["throws", trap],
    ["rejects", () => Promise.reject(new Error("trap"))],
    ["rejects later", () => new Promise((_, reject) => setTimeout(() => reject(new Error("trap")), 5))],
  ])("that %s is not hidden by `exit`", async (_, stdout) => {
    const text = "import std/env { exit }\nfun main() {\n    print(1)\n    exit(3)\n}";
    const outcome = await run(text, { stdout: stdout as () => void });
    expect(told(outcome)).toBe("internal host error: stdout threw Error: trap");
  });
});

test("the kind and the message of an error are text", async () => {
  const app = defineModule({
    name: "app",
    declaration: "import std/error { Error }\nfun f() -> Result<Int, Error>",
    functions: { f: () => fail(1 as never, {} as never) },
  });
  const outcome = await run("import std/app { f }\nfun main() = print(f().is_err())", {
    modules: [...standardModules, app],
  });
  expect(told(outcome)).toBe(
    "internal host error: f returned an Error whose kind, message or code is not text",
  );
});

test("limits count from the start of a call, not from loading the program", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "hrtime"] });
  onTestFinished(() => void vi.useRealTimers());
  const limits = { wallMillis: 30, steps: 1000, compileMillis: 20_000 };
  const { program } = await createEngine({ modules: standardModules, limits }).load({
    path: "a.std",
    text: "fun one() -> Int = 1\nfun two() -> Int = 2",
  });
  await vi.advanceTimersByTimeAsync(60);
  expect(program!.callSync("one")).toBe(1);
  await vi.advanceTimersByTimeAsync(60);
  expect(await program!.call("two")).toBe(2);
  program!.close();
});

describe.each([
  ["an engine", () => ({ ...createEngine({ modules: standardModules }), close() {} })],
  ["a worker engine", () => createWorkerEngine({ modules: standardModules })],
] as const)("entries and arguments that are none, for %s", (_, make) => {
  const text = "fun f() -> Int = 1\nfun main() {}";
  test.each([[undefined], [null], [5], [{}], [{ path: 3 }], [{ path: "x.std", text: 4 }], [Symbol("x")]])(
    "%o",
    async (entry) => {
      const engine = make();
      const wrong = entry as never;
      const message = "an entry must be a path, or an object with a `path` and, optionally, a `text`";
      await expect(engine.run(wrong)).rejects.toThrow(new TypeError(message));
      await expect(engine.load(wrong)).rejects.toThrow(new TypeError(message));
      await expect((async () => engine.check([wrong]))()).rejects.toThrow(new TypeError(message));
      await expect(engine.run({ path: "a.std", text }, wrong ?? [1])).rejects.toThrow(TypeError);
      const { program } = await engine.load({ path: "a.std", text });
      await expect(program!.reload(wrong)).rejects.toThrow(new TypeError(message));
      expect(await program!.call("f")).toBe(1);
      program!.close();
      engine.close();
    },
  );
});

describe("in a thread", () => {
  const ends = new Map<string, () => unknown>();
  const app = defineModule({
    name: "app",
    declaration: "fun give(name: String) -> Int\n@blocking fun wait(name: String) -> Int",
    functions: {
      give: (name: string) => ends.get(name)!() as number,
      wait: (name: string) => ends.get(name)!() as number,
    },
  });
  const modules = [...standardModules, app];
  let sink: (bytes: string) => unknown = () => {};
  const options: EngineOptions = { modules, stdout: (bytes) => sink(bytes) as void };
  const engine = createWorkerEngine(options);
  afterAll(() => engine.close());

  test.each<[string, () => unknown, string]>([
    [
      "a symbol",
      () => Symbol("x"),
      "internal host error: %s returned a value that cannot be sent to a thread: DataCloneError",
    ],
    [
      "a list without end",
      () => new Array(2 ** 32 - 1),
      "internal host error: %s threw RangeError: a list of 4294967295",
    ],
    [
      "a panic",
      () => {
        throw new Panic("bø");
      },
      "panic bÃ¸",
    ],
    [
      "an object with `then`",
      () => ({ then: (resolve: (n: number) => void) => resolve(4) }),
      "internal host error: give returned a promise, but is not declared @blocking",
    ],
    [
      "a promise",
      () => Promise.reject(new Error("trap")),
      "internal host error: give returned a promise, but is not declared @blocking",
    ],
    ["a number", () => 4, "done "],
  ])("%s of a native", async (name, give, end) => {
    ends.set(name, give);
    // A failure ends the thread, so each has its own.
    for (const native of end.startsWith("internal") ? ["give"] : ["give", "wait"]) {
      const text = `import std/app { ${native} }\nfun main() = print(${native}("${name}"))`;
      expect(told(await engine.run({ path: "a.std", text }))).toContain(end.replace("%s", native));
    }
  });

  test("functions that a program waits for without its event loop may not wait for it", async () => {
    const { program } = await engine.load({
      path: "a.std",
      text: 'import std/app { wait }\nfun same(n: Int) -> Int = n\nfun use(f: fun() -> Int) -> Int = f()\nfun calls() -> Int = wait("calls")',
    });
    ends.set("calls", () => program!.call("same", 5));
    expect(await program!.call("calls")).toBe(5);
    await expect(program!.call("use", () => program!.call("same", 5))).rejects.toThrow(
      "a function of the host returned a promise: only natives that are declared @blocking may",
    );
    program!.close();
  });

  test("a clock that promises", async () => {
    const now = (async () => 1) as unknown as () => number;
    const timed = createWorkerEngine({ modules: standardModules, now });
    const text = "import std/time { now_nanos }\nfun main() = print(now_nanos())";
    expect(told(await timed.run({ path: "a.std", text }))).toBe(
      "internal host error: now returned a promise, which is not a number of milliseconds",
    );
    timed.close();
  });

  test("a value that cannot be sent is refused, and the program continues", async () => {
    const { program } = await engine.load({
      path: "a.std",
      text: "fun same(n: Int) -> Int = n\nfun use(f: fun() -> Int) -> Int = f()",
    });
    const loop: unknown[] = [];
    loop.push(loop);
    for (const value of [Symbol("x"), loop, new Proxy({}, { ownKeys: trap })])
      await expect(program!.call("same", value)).rejects.toThrow(TypeError);
    expect(await program!.call("same", 3)).toBe(3);
    await expect(program!.call("use", trap)).rejects.toThrow("a function of the host threw Error: trap");
    program!.close();
  });

  test("a sink gets one piece after the other, and is waited for", async () => {
    let [under, got] = [0, ""];
    sink = async (bytes) => {
      expect(under++).toBe(0);
      await new Promise((resolve) => setImmediate(resolve));
      got += String(bytes);
      under--;
    };
    const text =
      'import std/io { stdout, write_all }\nfun main() {\n    let out = stdout()\n    for i in 0..20 { write_all(out, "${i};").unwrap() }\n}';
    expect(told(await engine.run({ path: "a.std", text }))).toBe("done ");
    expect(got).toBe(Array.from({ length: 20 }, (_, i) => `${i};`).join(""));
  });

  test.each([
    ["throws", trap],
    ["rejects later", () => new Promise((_, reject) => setTimeout(() => reject(new Error("trap")), 20))],
  ])("a sink that %s ends the program", async (_, wrong) => {
    sink = wrong;
    const outcome = await engine.run({ path: "a.std", text: "fun main() = print(1)" });
    expect(told(outcome)).toBe("internal host error: stdout threw Error: trap");
    sink = () => {};
    expect(told(await engine.run({ path: "a.std", text: "fun main() = print(1)" }))).toBe("done ");
  });

  test("a sink that never settles holds up a program as long as its limit of time", async () => {
    const limits = { wallMillis: 500, compileMillis: 600_000 };
    const stdout = (): Promise<void> => new Promise(() => {});
    const waiting = createWorkerEngine({ modules: standardModules, stdout: stdout as () => void, limits });
    const outcome = await waiting.run({ path: "a.std", text: "fun main() = print(1)" });
    waiting.close();
    expect(told(outcome)).toBe("panic time limit exceeded");
  });

  test("a reader that answers wrongly is a HostError", async () => {
    const cause = new Error("gone");
    const reader = {
      canonical: (path: string) => path,
      read(): never {
        throw cause;
      },
    };
    const reading = createWorkerEngine({ modules: standardModules, reader });
    const failure = await reading
      .run({ path: "/a.std", text: 'import "./m" { x }\nfun main() = x()' })
      .then(String, (error: unknown) => error);
    reading.close();
    expect(failure).toBeInstanceOf(HostError);
    expect(failure).toMatchObject({ message: "read threw Error: gone", cause });
  });
});
