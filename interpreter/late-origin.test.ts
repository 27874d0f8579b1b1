// Readers and packages that return promises.
import { afterAll, expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { createEngine, createWorkerEngine, type EngineOptions } from "./index.ts";

const FILES: Record<string, string> = {
  "/app/main.std":
    'import "./a" { a }\nimport "./b" { b }\nfun main() = print(a() + b())\nfun both() -> Int = a() + b()\n',
  "/app/a.std": 'import "./deep/c" { c }\nfun a() -> Int = c() * 10\n',
  "/app/b.std": "fun b() -> Int = 2\n",
  "/app/deep/c.std": "fun c() -> Int = 4\n",
};

/** A reader that answers after a turn of the event loop; records how many requests are pending together. */
function database(files: Record<string, string> = FILES) {
  const made = { asked: 0, together: 0, open: 0 };
  const late = async <T>(answer: () => T): Promise<T> => {
    made.asked++;
    made.together = Math.max(made.together, ++made.open);
    await new Promise((resolve) => setImmediate(resolve));
    made.open--;
    return answer();
  };
  const reader = {
    canonical: (path: string) => late(() => (path in files ? path : { problem: "no such row" })),
    read: (path: string) => late(() => Buffer.from(files[path]!)),
  };
  return Object.assign(made, { reader });
}

function engineWith(options: Partial<EngineOptions>) {
  let text = "";
  const engine = createEngine({
    modules: standardModules,
    stdout: (bytes) => void (text += bytes),
    ...options,
  });
  return Object.assign(engine, { text: () => text });
}

const never = { canonical: (path: string) => path, read: () => new Promise<Uint8Array>(() => {}) };

test("a program is read from an asynchronous reader", async () => {
  const engine = engineWith({ reader: database().reader });
  expect(await engine.run("/app/main.std")).toMatchObject({ ok: true, exitCode: 0, diagnostics: [] });
  expect(engine.text()).toBe("42\n");
});

test("errors are reported as for files, and nothing else", async () => {
  const files = { ...FILES, "/app/b.std": 'import "./gone" { g }\nfun b() -> Int = "2"\n' };
  const engine = engineWith({ reader: database(files).reader });
  const { diagnostics } = await engine.checkAsync([{ path: "/app/main.std" }]);
  expect(
    diagnostics.map(({ code, message, primary }) => `${code} ${message} ${primary.source.name}`),
  ).toEqual([
    "R3 cannot resolve import `./gone`: no such row: /app/gone.std /app/b.std",
    "T1 expected `Int`, found `String` /app/b.std",
  ]);
  expect((await engine.run("/app/none.std")).problem).toBe("cannot read /app/none.std: no such row");
});

test("a cached program is requested in one go, and built again when an answer has changed", async () => {
  const files = { ...FILES };
  const made = database(files);
  const engine = engineWith({ reader: made.reader });
  const first = await engine.buildAsync({ path: "/app/main.std" }, "main");
  made.asked = made.together = 0;
  const second = await engine.buildAsync({ path: "/app/main.std" }, "main");
  expect(second.program).toBe(first.program);
  expect(made.together).toBe(made.asked);
  files["/app/deep/c.std"] = "fun c() -> Int = 5\n";
  await engine.run("/app/main.std");
  expect(engine.text()).toBe("52\n");
});

test("a loaded program is loaded again from there", async () => {
  const files = { ...FILES };
  const engine = engineWith({ reader: database(files).reader });
  const { program } = await engine.load<{ both(): bigint | number }>("/app/main.std");
  expect(Number(await program!.call("both"))).toBe(42);
  files["/app/b.std"] = "fun b() -> Int = 3\n";
  expect(await program!.reload("/app/main.std")).toMatchObject({ ok: true });
  expect(Number(await program!.call("both"))).toBe(43);
  program!.close();
});

test("packages may be looked up as well", async () => {
  const files = { "/p/lib.std": "fun one() -> Int = 1\n", "/p/main.std": "" };
  const engine = engineWith({
    reader: database(files).reader,
    packages: async ({ name }) => (name === "lib" ? "/p" : null),
  });
  const text = 'import "example.com/me/lib/lib" { one }\nfun main() = print(one())';
  expect((await engine.run({ path: "/m.std", text })).diagnostics.map((one) => one.message)).toEqual([]);
  expect(engine.text()).toBe("1\n");
});

test("synchronous calls refuse promises", () => {
  const engine = engineWith({ reader: database().reader });
  const told = "canonical returned a promise: use run, load, checkAsync or buildAsync";
  expect(() => engine.check([{ path: "/app/main.std" }])).toThrow(told);
  expect(() => engine.build({ path: "/app/main.std" }, "main")).toThrow(told);
});

test.each([
  [
    "throws",
    {
      canonical: (path: string) => path,
      read: () => {
        throw new Error("no database");
      },
    },
  ],
  [
    "gives a promise that fails",
    { canonical: (path: string) => path, read: () => Promise.reject(new Error("no database")) },
  ],
])("a reader that %s is a mistake of the host", async (_, reader) => {
  const engine = engineWith({ reader });
  const told = { name: "HostError", message: "read threw Error: no database" };
  await expect(engine.run("a.std")).rejects.toMatchObject(told);
  await expect(engine.load("a.std")).rejects.toMatchObject(told);
  await expect(engine.checkAsync([{ path: "a.std" }])).rejects.toMatchObject(told);
});

test("a promise that fails after another method has thrown is not left unhandled", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  const read = (path: string): Promise<string> => {
    if (path === "/b.std") throw new Error("no database");
    return Promise.reject(new Error("too late"));
  };
  const engine = engineWith({ reader: { canonical: (path: string) => path, read } });
  const entry = { path: "/m.std", text: 'import "./a" { x }\nimport "./b" { y }\nfun main() {}' };
  await expect(engine.run(entry)).rejects.toThrow("read threw Error: no database");
  expect(() => engine.check([{ ...entry, text: 'import "./a" { x }\nfun main() {}' }])).toThrow("a promise");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("a pending answer ends with the limit of compile time, or with the signal", async () => {
  const bounded = engineWith({ reader: never, limits: { compileMillis: 20 } });
  expect((await bounded.run("a.std")).diagnostics.map((one) => one.code)).toEqual(["G3"]);
  expect((await bounded.checkAsync([{ path: "a.std" }])).diagnostics.map((one) => one.code)).toEqual(["G3"]);
  const stop = new AbortController();
  const running = engineWith({ reader: never, signal: stop.signal }).run("a.std");
  setImmediate(() => stop.abort());
  expect(await running).toMatchObject({
    ok: false,
    problem: "cannot read a.std: interrupted",
    exitReason: null,
  });
});

const threads = createWorkerEngine({ modules: standardModules, reader: database().reader });
afterAll(() => threads.close());

test("programs in threads are read the same way", async () => {
  expect(await threads.run("/app/main.std")).toMatchObject({ ok: true, exitCode: 0 });
  expect((await threads.check([{ path: "/app/none.std" }])).problem).toBe(
    "cannot read /app/none.std: no such row",
  );
});
