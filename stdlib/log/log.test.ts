import { expect, it } from "vitest";
import { bareSystem } from "../../interpreter/host/testing/bare-system.ts";
import { grant } from "../../interpreter/runtime/index.ts";
import type { Runtime } from "../../interpreter/runtime/index.ts";
import { create } from "./index.ts";

type Native = (...args: unknown[]) => unknown;

function log(variables: Readonly<Record<string, string>> = {}, terminal = false) {
  const written: string[] = [];
  const environment = { get: (name: string) => variables[name] ?? null };
  const runtime = {
    host: {
      capabilities: grant({ env: true }, bareSystem.links),
      system: {
        ...bareSystem,
        environment,
        terminal: { ...bareSystem.terminal, isTerminal: () => terminal },
      },
      now: () => Date.UTC(2026, 10, 22, 12, 30, 5, 42),
    },
    stdout: { write() {}, flush() {} },
    stderr: { descriptor: 2, write: (text: string) => void written.push(text), flush() {} },
  } as unknown as Runtime;
  return { written, natives: create(runtime).functions as unknown as Record<string, Native> };
}

it("writes an object for each record where there is no terminal", () => {
  const { written, natives } = log();
  natives["__log_write"]!(1, 'a "b"\n\xc3\xa9\xff', ["n", "level", "n"], ["1", '"x"', "2"]);
  expect(written).toEqual([
    '{"time":"2026-11-22T12:30:05.042Z","level":"info","message":"a \\"b\\"\\n\xc3\xa9\xef\xbf\xbd","n":2,"level_":"x"}\n',
  ]);
});

it("writes text on a terminal, which nothing in it commands", () => {
  const { written, natives } = log({ NO_COLOR: "1" }, true);
  natives["__log_write"]!(3, "gone\x1b[2J\nnext", ["s", "t", "u"], ['"one"', '"two words"', "[1]"]);
  expect(written[0]!.slice(9)).toBe('ERROR gone\\x1b[2J\\x0anext s=one t="two words" u=[1]\n');
  const colored = log({}, true);
  colored.natives["__log_write"]!(2, "x", [], []);
  expect(colored.written[0]).toContain("\x1b[33mWARN \x1b[0m x\n");
});

it("accepts its levels and forms in any case", () => {
  const { natives } = log();
  expect([natives["__log_takes"]!(0), natives["__log_takes"]!(1)]).toEqual([false, true]);
  expect([
    natives["__log_level"]!("Debug"),
    natives["__log_level"]!("loud"),
    natives["__log_format"]!("xml"),
  ]).toEqual([true, false, false]);
  expect(natives["__log_takes"]!(0)).toBe(true);
  natives["__log_level"]!("off");
  expect(natives["__log_takes"]!(3)).toBe(false);
});
