// The declarations before which attributes of natives are allowed.
import { expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { parse } from "../syntax/index.ts";
import { mismatches } from "./native.ts";

function problems(text: string, ...supplied: string[]): string[] {
  const { tree } = parse(new Source("std/sample", text), { declarations: true });
  const functions = Object.fromEntries(supplied.map((name) => [name, () => null]));
  return mismatches("std/sample", tree, { functions }, new Set());
}

test("attributes of natives are allowed before functions without a body", () => {
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

test("@iterates is allowed before methods that return a list or an option", () => {
  const box = (method: string): string =>
    `struct Box<T> { items: List<T> }\nimpl<T> Box<T> {\n@iterates\n${method}\n}`;
  expect(problems(box("fun all(self) -> List<T> = self.items"))).toEqual([]);
  expect(problems(box("fun next_one(self) -> T?"), "Box.next_one")).toEqual([]);
  expect(problems(box("fun count(self) -> Int = 1"))).toEqual([
    "std/sample declares count with @iterates and without a result of type List or Option",
  ]);
  expect(problems(box("fun from(self, i: Int) -> List<T> = self.items"))).toEqual([
    "std/sample declares from with @iterates and not as a method that takes nothing",
  ]);
});

test("@direct names a function and a method of a trait", () => {
  const rest = 'trait Written { fun write_to(self) }\nfun encode<T: Written>(value: T) -> String = ""';
  const text = (args: string): string => `${rest}\n@direct${args}\nfun text(value: Int) -> String`;
  expect(problems(text("(encode, write_to)"), "text")).toEqual([]);
  for (const args of ["", "(encode)", "(encode, none)", "(none, write_to)"])
    expect(problems(text(args), "text")).toEqual([
      "std/sample declares text with @direct and without a function and a method of a trait of the module",
    ]);
});

test("@shows is allowed before functions that write one value", () => {
  expect(problems('@shows\nfun box_text(box: Box) -> String = "box"')).toEqual([]);
  expect(problems('@shows\nfun box_text(a: Box, b: Box) -> String = "box"')).toEqual([
    "std/sample declares box_text with @shows and not as a function of one value",
  ]);
  expect(problems("@shows\nfun box_text(a: Box) -> Int = 1")).toEqual([
    "std/sample declares box_text with @shows and without a result of type String",
  ]);
});

test("@moves needs type parameters", () => {
  expect(problems("@moves\nfun pi() -> Float", "pi")).toEqual([
    "std/sample declares pi with @moves and without type parameters",
  ]);
});
