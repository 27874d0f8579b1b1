import { expect, test } from "vitest";
import { bareSystem } from "../host/testing/bare-system.ts";
import {
  Exit,
  grant,
  Panic,
  type ModuleDescriptor,
  type NativeTable,
  type Runtime,
} from "../runtime/host.ts";
import { instantiate } from "./instantiate.ts";
import type { ExitReason } from "./exit-reason.ts";
import type { LaunchOptions } from "./launch-options.ts";
import { launch } from "./launch.ts";

const positions = {
  sources: ["app.std"],
  functions: ["main"],
  functionSources: [0],
  marks: [1, 1, 0, 7, 3],
  sites: [0, 9, 5],
};

interface Result {
  exitReason: ExitReason;
  stdout: string;
  stderr: string;
}

async function run(
  code: string,
  natives: Record<string, (...args: never[]) => unknown> = {},
  more: Partial<LaunchOptions> = {},
): Promise<Result> {
  let stdout = "";
  let stderr = "";
  const descriptor: ModuleDescriptor = {
    name: "host",
    declaration: "",
    load: async () => ({
      create: (runtime: Runtime): NativeTable => ({
        functions: { ...natives, print: (text: string) => runtime.stdout.write(text) },
      }),
    }),
  };
  const host = {
    args: [],
    capabilities: grant({}, bareSystem.links),
    system: bareSystem,
    readInput: async () => null,
    now: () => 0,
  };
  const exitReason = await new Promise<ExitReason>((resolve, reject) => {
    const options: LaunchOptions = {
      modules: [descriptor],
      host,
      stdout: { write: (bytes) => void (stdout += bytes), flush() {} },
      stderr: { write: (bytes) => void (stderr += bytes), flush() {} },
      ...more,
    };
    launch({ code, positions, natives: ["std/host"], metered: true }, options, resolve).catch(reject);
  });
  return { exitReason, stdout, stderr };
}

const withNatives = (body: string): string =>
  `($, rt, { "std/host": { functions: f } }) => (index) => { ${body} }`;

test("a program that returns is done, its output delivered", async () => {
  expect(await run(withNatives(`f.print("hi" + index)`))).toEqual({
    exitReason: { kind: "done" },
    stdout: "hi0",
    stderr: "",
  });
});

test("another entry function runs by its index", async () => {
  expect((await run(withNatives(`f.print("t" + index)`), {}, { index: 3 })).stdout).toBe("t3");
});

test("a panic is reported with its location in the script", async () => {
  const { exitReason, stderr } = await run(withNatives(`f.fail()`), {
    fail: () => {
      throw new Panic("boom");
    },
  });
  expect(exitReason).toMatchObject({ kind: "panic", message: "boom" });
  expect(stderr).toBe("panic: boom\n  at main (app.std:7:3)\n");
});

test("exit carries its status and says nothing", async () => {
  const { exitReason, stderr } = await run(withNatives(`return f.leave()`), {
    leave: () => Promise.reject(new Exit(3)),
  });
  expect(exitReason).toEqual({ kind: "exit", code: 3 });
  expect(stderr).toBe("");
});

test("runaway recursion is a panic, a leaked JavaScript error an internal one", async () => {
  expect((await run(withNatives(`const g = () => g() + 1; g()`))).stderr).toMatch(/^panic: stack overflow\n/);
  const { exitReason, stderr } = await run(withNatives(`null.x`));
  expect(exitReason.kind).toBe("internal");
  expect(stderr).toMatch(/^internal error: TypeError: .*\n$/);
});

test("resources that are still open are closed at the end, others are forgotten", async () => {
  const closed: string[] = [];
  const descriptor: ModuleDescriptor = {
    name: "host",
    declaration: "",
    load: async () => ({
      create(runtime: Runtime): NativeTable {
        runtime.atEnd(() => closed.push("open"));
        runtime.atEnd(() => closed.push("taken back"))();
        return { functions: {} };
      },
    }),
  };
  await run(withNatives(""), {}, { modules: [descriptor] });
  expect(closed).toEqual(["open"]);
});

test("wall time is limited while a program waits", async () => {
  const { exitReason } = await run(
    withNatives(`return new Promise(() => {})`),
    {},
    { limits: { wallMillis: 20 } },
  );
  expect(exitReason).toMatchObject({ kind: "panic", message: "time limit exceeded" });
});

test("code starts from V8's own cache, and a broken one does no harm", () => {
  const first = instantiate("() => () => 42");
  const cache = first.codeCache()!;
  expect(instantiate("() => () => 42", cache).codeCache()).toBeNull();
  const broken = instantiate("() => () => 43", new Uint8Array([1, 2, 3]));
  expect((broken.program as unknown as () => () => number)()()).toBe(43);
  expect(broken.codeCache()).not.toBeNull();
});
