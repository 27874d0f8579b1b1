import { expect, test } from "vitest";
import { Reserves } from "./reserves.ts";

test("natives with a reserve receive all their arguments, also optional ones and the rest", () => {
  const { functions } = new Reserves(true).keptFor({
    functions: {
      optional: (a: number, b = 10) => a + b,
      rest: (...all: number[]) => all.length,
    },
  });
  const call = (name: "optional" | "rest", ...args: number[]): number =>
    (functions[name] as (...args: number[]) => number)(...args);
  expect([call("optional", 1), call("optional", 1, 2)]).toEqual([11, 3]);
  expect([call("rest"), call("rest", 1, 2, 3, 4, 5)]).toEqual([0, 5]);
});
