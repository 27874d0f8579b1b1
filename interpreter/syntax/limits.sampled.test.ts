// Large and deep input: no crash, a clear error where it is too deep. Times are measured in bench/.
import { expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { share } from "../testing/sample.ts";
import { parse } from "./parse.ts";

const MANY = share(10_000, 4);

function codes(body: string): string[] {
  return parse(new Source("x", `fun f() { ${body} }`)).diagnostics.map(({ code }) => code);
}

test.each([
  ["parentheses", "(", "1", ")"],
  ["calls", "f(", "1", ")"],
  ["lists", "[", "1", "]"],
  ["blocks", "{", "1", "}"],
  ["type arguments", "f<", "Int", ">"],
  ["strings", '"${', "1", '}"'],
  ["function values", "fun() = ", "1", ""],
  ["minus signs", "-", "1", ""],
  ["negations", "!", "true", ""],
])("ten thousand nested %s are refused", (_, open, inner, close) => {
  expect(codes(`let x = ${open.repeat(10_000)}${inner}${close.repeat(10_000)}`)).toContain("P10");
});

test.each([
  ["operators", `${"1 + ".repeat(MANY)}1`],
  ["else ifs", `if a {} ${"else if b {} ".repeat(MANY)}`],
  ["calls in a chain", `x${".a()".repeat(MANY)}`],
  ["comparisons in a list", `[${"a < b, ".repeat(MANY)} c > d]`],
  ["a megabyte of string", `"${"a".repeat(1_000_000)}"`],
  ["statements", "foo(1)\n ".repeat(MANY)],
  ["elements", `[${"1, ".repeat(MANY)}]`],
])("%s parse", (_, body) => {
  expect(codes(body)).toEqual([]);
});

test.each([
  ["parameters", (parts: string) => `fun f(${parts}) {}`],
  ["parameters of a lambda", (parts: string) => `fun f() { let g = fun(${parts}) = 1 }`],
  ["fields", (parts: string) => `struct S { ${parts} }`],
  ["parts of a variant", (parts: string) => `enum E { A(${parts}) }`],
])("more %s than a function of JavaScript takes are refused", (_, text) => {
  const parts = (count: number): string => Array.from({ length: count }, (__, i) => `a${i}: Int`).join(", ");
  const found = (count: number): string[] =>
    parse(new Source("x", text(parts(count)))).diagnostics.map(({ code }) => code);
  expect([found(10_000), found(10_001)]).toEqual([[], ["G1"]]);
});

test("nested repetitions of macros are refused", () => {
  const text = `macro m { (${"$(".repeat(10_000)}x${")*".repeat(10_000)}) => { 1 } }`;
  expect(parse(new Source("x", text)).diagnostics.map(({ code }) => code)).toContain("P10");
});

test("errors are reported up to a limit per item", () => {
  expect(codes("let = 1\n".repeat(1_000))).toHaveLength(20);
  expect(codes("print(1))\n".repeat(300))).toHaveLength(20);
});

test("quotes that nothing closes take no search each", () => {
  expect(codes("“a ".repeat(MANY)).filter((code) => code === "L1")).toHaveLength(MANY);
});

test("attributes before an item are read once, not from each of them", () => {
  const attributes = "@derive(Eq) ".repeat(4 * MANY);
  expect(parse(new Source("x", `${attributes}\nstruct S {}\nfun f() {}`)).diagnostics).toEqual([]);
});
