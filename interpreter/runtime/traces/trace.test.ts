import { expect, test } from "vitest";
import { Panic } from "../panics/index.ts";
import { CODE_NAME, describeFailure, type Locator } from "./trace.ts";

const locator: Locator = {
  frame: (line, column) => (line === 9 ? null : { function: "f", file: "a.std", line, column }),
  site: (index) => (index < 0 ? null : { function: "g", file: "é.std", line: index, column: 1 }),
};

function panicWithStack(stack: string): Panic {
  const panic = new Panic("boom");
  panic.stack = stack;
  return panic;
}

test("frames of generated code become script lines; all others are dropped", () => {
  const stack = `Panic: boom\n    at divInt (/x/operators.ts:1:2)\n    at _f (${CODE_NAME}:3:4)\n    at async _g (${CODE_NAME}:9:1)\n    at ${CODE_NAME}:5:6\n    at ${CODE_NAME}:5:6`;
  expect(describeFailure(panicWithStack(stack), locator)).toBe(
    "panic: boom\n  at f (a.std:3:4)\n  at f (a.std:5:6)\n",
  );
});

test("lines of the message are no frames", () => {
  const panic = new Panic(`x\n    at _f (${CODE_NAME}:3:4)`);
  expect(describeFailure(panic, locator)).toBe(`panic: ${panic.message}\n`);
});

test("a deadlock shows which goroutine waits where, as bytes", () => {
  const blocked = [
    { what: "channel receive", site: 7 },
    { what: "mutex lock", site: -1 },
  ];
  expect(describeFailure(new Panic("all", blocked), locator)).toBe(
    "panic: all\n  channel receive at g (\xc3\xa9.std:7:1)\n  mutex lock\n",
  );
});

test("a long list of blocked goroutines is cut", () => {
  const blocked = Array.from({ length: 1000 }, () => ({ what: "channel send", site: 1 }));
  expect(describeFailure(new Panic("all", blocked), locator).split("\n").at(-2)).toBe("  and 980 more");
});

test("an exhausted stack and too large a string are panics", () => {
  const overflow = (): number => overflow() + 1;
  const tooLong = (): string => "x".repeat(2 ** 30);
  for (const [body, message] of [
    [overflow, "stack overflow"],
    [tooLong, "string too large"],
  ] as const) {
    try {
      body();
      expect.unreachable();
    } catch (error) {
      expect(describeFailure(error, locator)).toMatch(`panic: ${message}\n`);
    }
  }
});

test("any other error is an internal one, in one line", () => {
  expect(describeFailure(new TypeError("x\ny"), locator)).toBe(
    "internal error: TypeError: x y (a bug in std, please report it)\n",
  );
  expect(describeFailure(new TypeError("x"), locator, true)).toContain("trace.test.ts");
});

test("the stack of a goroutine ends where it runs above another", () => {
  const stack = `Panic: boom\n    at _f (${CODE_NAME}:3:4)\n    at runAbove (/x/trace.ts:1:2)\n    at _g (${CODE_NAME}:5:6)`;
  expect(describeFailure(panicWithStack(stack), locator)).toBe("panic: boom\n  at f (a.std:3:4)\n");
});
