import { nodeSystem } from "../../interpreter/host/node/index.ts";
import { bareSystem } from "../../interpreter/host/testing/bare-system.ts";
import { execFileSync } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { Exit, grant, INT_MAX, INT_MIN, Panic, toBytes } from "../../interpreter/runtime/index.ts";
import type { Runtime } from "../../interpreter/runtime/index.ts";
import { create } from "./index.ts";

type Native = (...args: unknown[]) => unknown;
const natives = (env = true, args = ["app.std", "", "\xc3\xa9"]) =>
  create({
    host: { args, capabilities: grant({ env }, bareSystem.links), system: nodeSystem },
  } as unknown as Runtime).functions as unknown as Record<string, Native>;

const NAME = "STDLANG_ENV_TEST";
afterEach(() => {
  delete process.env[NAME];
});

describe("variables", () => {
  it("are set, set to nothing, or not set", () => {
    const { get_env, has_env } = natives();
    expect([get_env!(NAME), has_env!(NAME)]).toEqual(["", false]);
    process.env[NAME] = "";
    expect([get_env!(NAME), has_env!(NAME)]).toEqual(["", true]);
    process.env[NAME] = "é";
    expect([get_env!(NAME), has_env!(NAME)]).toEqual([toBytes("é"), true]);
  });

  it("take any name", () => {
    const { get_env, has_env } = natives();
    for (const name of [
      "",
      "toString",
      "__proto__",
      "constructor",
      "a=b",
      "a\0b",
      "\xff",
      "=",
      "x".repeat(100_000),
    ]) {
      expect([get_env!(name), has_env!(name)]).toEqual(["", false]);
    }
  });

  it("are empty when they are not UTF-8", () => {
    const script = `
      import { create } from "${new URL("./index.ts", import.meta.url).href}";
      import { nodeSystem as system } from "${new URL("../../interpreter/host/node/index.ts", import.meta.url).href}";
      const { get_env, has_env } = create({ host: { args: [], capabilities: { variable: () => null }, system } }).functions;
      process.stdout.write(JSON.stringify([get_env("BAD"), has_env("BAD"), get_env("GOOD") === "\\xef\\xbf\\xbd"]));`;
    const shell = `export BAD=$(printf 'a\\377') GOOD=$(printf '\\357\\277\\275'); exec "$0" --input-type=module -e "$1"`;
    expect(execFileSync("sh", ["-c", shell, process.execPath, script]).toString()).toBe('["",true,true]');
  });

  it("need the capability, arguments do not", () => {
    const denied = natives(false);
    expect(() => denied.get_env!("HOME")).toThrow(
      new Panic("permission denied: env is not allowed here (--allow-env=HOME)"),
    );
    expect(() => denied.has_env!("HOME")).toThrow(
      new Panic("permission denied: env is not allowed here (--allow-env=HOME)"),
    );
    expect(denied.arg_count!()).toBe(3);
  });
});

describe("arguments", () => {
  it("are listed afresh and found by index", () => {
    const { args, arg_at, arg_count } = natives();
    (args!() as string[]).push("more");
    expect(args!()).toEqual(["app.std", "", "\xc3\xa9"]);
    expect(arg_count!()).toBe(3);
    expect([0, 1, 2, 3, -1, INT_MAX, INT_MIN].map((i) => arg_at!(i))).toEqual([
      "app.std",
      "",
      "\xc3\xa9",
      "",
      "",
      "",
      "",
    ]);
  });
});

it.each([
  [0, 0],
  [2, 2],
  [256, 0],
  [259, 3],
  [-1, 255],
  [INT_MAX, 255],
  [INT_MIN, 0],
])("exit(%s) ends with status %d", (code, status) => {
  try {
    natives().exit!(code);
    expect.unreachable();
  } catch (ended) {
    expect(ended).toBeInstanceOf(Exit);
    expect((ended as Exit).code).toBe(status);
  }
});
