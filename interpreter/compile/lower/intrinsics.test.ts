// What the compiler substitutes for calls of standard functions, by their declarations.
import { expect, test } from "vitest";
import { compileProgram } from "../testing/run-program.ts";

const program = (attributes: string, more = ""): string => `
import std/json { stringify, ToJson }
@derive(${attributes})
struct Point { x: Int }
${more}
fun main() { print(stringify(Point { x: 1 }.to_json())) }`;

test("derived values are written as JSON without a tree", () => {
  const { code } = compileProgram(program("ToJson"));
  expect(code).toContain("__encode");
  expect(code).not.toContain("json_stringify(");
});

test("values with an impl of the program are written through a tree", () => {
  const own = "impl ToJson for Point { fun to_json(self) -> JsonValue = JsonValue.Null }";
  const { code } = compileProgram(program("Eq", own));
  expect(code).not.toContain("__encode");
  expect(code).toContain("json_stringify(");
});
