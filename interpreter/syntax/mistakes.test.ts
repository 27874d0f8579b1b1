// Mistakes of newcomers: each gives one error whose hint says what to write instead.
import { describe, expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { parse } from "./parse.ts";

function inMain(code: string): string {
  return `fun main() {\n${code}\n}\n`;
}

/** A statement or file, and a part of the help it gets. */
const statements: readonly (readonly [code: string, help: string])[] = [
  ["if p == P { x: 1 } { y }", "in parentheses"],
  ["let mut x = 1", "leave `mut` out"],
  ["x++", "`x += 1`"],
  ["x--", "`x -= 1`"],
  ["let y = x += 1", "has no value"],
  ["foo(a = 1)", "has no value"],
  ["if x = 1 { y }", "`==` compares"],
  ["for (i = 0; i < 10; i += 1) { }", "`for i in 0..10 { … }`"],
  ["for (let i = 0; i < 10; i += 1) { }", "`for i in 0..10 { … }`"],
  ["xs.map(x => x + 1)", "`fun(x) = x + 1`"],
  ["xs.map((x) => x + 1)", "`fun(x) = x + 1`"],
  ["xs.map(|x| x + 1)", "`fun(x) = x + 1`"],
  ["match x { 1 => 2, _ -> 3 }", "`pattern -> value`"],
  ["match x { Shape.Circle(r) -> r, _ -> 0 }", "without its enum"],
  ["match x { n @ 1 -> n, _ -> 0 }", "match it again"],
  ["match x { [a, b] -> a, _ -> 0 }", "no list patterns"],
  ["match x { Call(f, []) -> f, _ -> 0 }", "no list patterns"],
  ["match x { Some([_]) -> 1, _ -> 0 }", "no list patterns"],
  ["switch x { case 1: y }", "`match x {"],
  ["if a and b { c }", "`&&`"],
  ["if a or b { c }", "`||`"],
  ["if not a { c }", "`!`"],
  ["if a then b", "`if c { a } else { b }`"],
  ["if (a) b = 1", "in braces"],
  ["a === b", "`==`"],
  ["a !== b", "`!=`"],
  ["a <> b", "`!=`"],
  ["x := 1", "`let x = …`"],
  ["let x", "needs a value"],
  ["let x Int = 1", "`x: Int`"],
  ["let (a, b) = f()", "one name at a time"],
  ["let [a, b] = f()", "`let` binds one name"],
  ["let P { a } = f()", "`let` binds one name"],
  ["let y = &x", "no references"],
  ["let y = *x", "no pointers"],
  ["let v = Vec::new()", "write `.`"],
  ["println!(\"a\")", "`print` is a function"],
  ["vec!(1, 2)", "`[1, 2, 3]`"],
  ["print(f\"a\")", "no prefix"],
  ["print(f\"a ${b}\")", "no prefix"],
  ["let y = a ? b : c", "`if a { b } else { c }`"],
  ["let y = x!", "`x.unwrap()`"],
  ["let y = 2 ** 3", "`std/math`"],
  ["let y = x as Float", "`x.to_float()`"],
  ["if 1 in xs { y }", "`contains` of `std/list`"],
  ["let y = .5", "`0.5`"],
  ["for i in 0...10 { }", "`0..=10`"],
  ["do { x } while (y);", "`loop {"],
  ["let y = [x for x in xs]", "`collect` of `std/iter`"],
  ["let match = 1", "is a keyword"],
  ["fun helper(a: Int) { }", "`let helper = fun(…)"],
  ["struct P { x: Int }", "stands at file level"],
  ["let c = 'string'", "double quotes"],
  ["let s = `text`", "strings are written"],
  ["let s = “text”", "straight quotes"],
  ["let s = 1 # note", "comments start with `//`"],
  ["if x\n{ y }", "on the line of its construct"],
  ["for x of xs { }", "`for x in xs { … }`"],
  ["for i, x in xs { }", "`for e in xs.iter().enumerate()"],
  ["for (i, x) in xs { }", "bind one name"],
  ["for i := 0; i < 3; i += 1 { }", "`for i in 0..10 { … }`"],
  ["if let Some(y) = o { y }", "`match o { Some(x) -> …"],
  ["while let Some(y) = o { y }", "None -> break"],
  ["let Some(y) = o else { return }", "`let` binds one name"],
  ["guard let y = o else { return }", "write `if !c"],
  ["with open(\"x\") as f { f }", "in a `defer`"],
  ["let a: [Int] = [1]", "`List<Int>`"],
  ["let y: Int | String = 5", "declared with `enum`"],
  ["let s = \"a\" ++ \"b\"", "joined with one `+`"],
  ["let s = \"a\" . \"b\"", "joined with `+`"],
  ["x =+ 1", "`x += 1`"],
  ["let v = <-c", "`c.recv()`"],
  ["foo(x ; y)", "separated by `,`"],
  ["return x, y", "declare a struct"],
  ["let v = o.unwrap()!", "`x.unwrap()`"],
  ["print(typeof x)", "`type_name`"],
  ["whlie x { y }\nmatck x { 1 -> 2 }", "did you mean `match`?"],
  ["let n = $x", "`${…}`"],
  ["let p = geo.Spot { x: 1 }", "import of `geo`"],
];

const files: readonly (readonly [code: string, help: string])[] = [
  ["fn main() {}", "`fun`"],
  ["func main() {}", "`fun`"],
  ["function main() {}", "`fun`"],
  ["def main():", "`fun`"],
  ["async fun main() {}", "every function may wait"],
  ["pub fun main() {}", "visibility"],
  ["private fun main() {}", "visibility"],
  ["export fun main() {}", "visibility"],
  ["class P { }", "`struct`"],
  ["interface P { }", "traits"],
  ["type X = Int", "no type aliases"],
  ["use std", "`import std/name`"],
  ["package main", "leave `package` out"],
  ["import { x } from \"./a\"", "`import \"./file\" { name }`"],
  ["import std.time", "`import std/time`"],
  ["import util", "paths in quotes"],
  ["print(1)", "`fun main() { … }`"],
  ["fun f() Int { 1 }", "after `->`"],
  ["fun f(): Int { 1 }", "after `->`"],
  ["fun f() ->\nInt { 1 }", "same line"],
  ["fun f()\n{ 1 }", "on the line of its construct"],
  ["fun f(x Int) {}", "`x: Int`"],
  ["fun f(x) {}", "every parameter of a function has a type"],
  ["fun f(x: Int = 1) {}", "no default arguments"],
  ["fun f(...xs: List<Int>) {}", "variadic"],
  ["fun f<T extends Eq>(x: T) {}", "`T: Trait`"],
  ["fun f<T>(x: T) where T: Eq {}", "`where`"],
  ["impl P { fun f(self: P) {} }", "without a type"],
  ["impl P { fun f(x: Int, self) {} }", "first parameter"],
  ["struct P { x Int }", "`x: Int`"],
  ["struct P(Int)", "named fields"],
  ["struct P: Eq { x: Int }", "`impl Trait for Type { … }`"],
  ["struct P extends Q { x: Int }", "no inheritance"],
  ["enum E { A = 1, B }", "no numbers"],
  ["trait A: B { }", "do not extend"],
  ["@inline fun f() {}", "`@derive(…)`"],
  ["fun f() {} }", "no open bracket"],
  ["struck P { x: Int }", "did you mean `struct`?"],
  ["fnu f() {}", "did you mean `fun`?"],
  ["fun f(x: (Int, Int)) {}", "struct"],
];

describe("statements", () => {
  test.each(statements)("%s", (code, help) => expectHelp(inMain(code), help));
});

describe("files", () => {
  test.each(files)("%s", (code, help) => expectHelp(`${code}\n`, help));
});

function expectHelp(text: string, help: string): void {
  const { diagnostics } = parse(new Source("test.std", text));
  expect(diagnostics.map(({ hint }) => hint ?? "").join("\n")).toContain(help);
  expect(diagnostics.length).toBe(1);
}
