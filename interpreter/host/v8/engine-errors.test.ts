// The engine's own errors are identified by their messages: an upgrade that changes one fails here.
import { expect, it } from "vitest";
import { exhausted, isUninitialised } from "./engine-errors.ts";

function thrownBy(body: () => unknown): unknown {
  try {
    body();
  } catch (error) {
    return error;
  }
  return null;
}

function deep(): number {
  return deep() + 1;
}

it.each([
  ["stack", deep],
  ["string", () => "x".repeat(2 ** 30)],
  ["string", () => ["x".repeat(2 ** 28), "y".repeat(2 ** 28), "z"].join("")],
  ["string", () => Buffer.alloc(2 ** 29).toString("latin1")],
  ["array", () => new Array(2 ** 32)],
  ["memory", () => new ArrayBuffer(2 ** 50)],
] as const)("knows that a %s was too large", (resource, body) => {
  expect(exhausted(thrownBy(body))).toBe(resource);
});

it("knows the message of a map that is full", () => {
  // Filling a map takes a gigabyte and seconds; the conformance scripts in `limits/` do it.
  expect(exhausted(new RangeError("Map maximum size exceeded"))).toBe("map");
});

it("leaves other errors alone", () => {
  expect(exhausted(thrownBy(() => (1).toFixed(200)))).toBeNull();
  expect(exhausted(new Error("call stack"))).toBeNull();
});

it("knows a variable that was read before it was initialised", () => {
  const error = thrownBy(() => {
    const read = (): unknown => early;
    read();
    const early = 1;
  });
  expect(isUninitialised(error, "early")).toBe(true);
  expect(isUninitialised(error, "late")).toBe(false);
});
