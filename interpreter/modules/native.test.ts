// Attributes of natives: where they may stand.
import { expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { parse } from "../syntax/index.ts";
import { mismatches } from "./native.ts";

function problems(text: string, ...supplied: string[]): string[] {
  const { tree } = parse(new Source("std/sample", text), { declarations: true });
  const functions = Object.fromEntries(supplied.map((name) => [name, () => null]));
  return mismatches("std/sample", tree, { functions }, new Set());
}

test("attributes of natives before functions without a body fit", () => {
  expect(
    problems("@moves\nfun first<T>(xs: List<T>) -> T\n@quick\nfun pi() -> Float", "first", "pi"),
  ).toEqual([]);
  expect(problems("struct Box<T> { }\nimpl<T> Box<T> {\n@moves\nfun get(self) -> T\n}", "Box.get")).toEqual(
    [],
  );
});

test.each(["blocking", "calls", "diverges", "long", "moves", "part", "quick", "serves"])(
  "@%s before a function with a body does not",
  (name) => {
    expect(problems(`@${name}\nfun same<T>(x: T) -> T = x`)).toEqual([
      `std/sample declares same with @${name} and with a body; only natives have that attribute`,
    ]);
  },
);

test("@moves needs type parameters", () => {
  expect(problems("@moves\nfun pi() -> Float", "pi")).toEqual([
    "std/sample declares pi with @moves and without type parameters",
  ]);
});
