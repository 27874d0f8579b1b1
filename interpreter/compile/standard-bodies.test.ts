// Bodies of standard modules are checked when a program that calls them is compiled: errors in one are
// reported then.
import { expect, test } from "vitest";
import { check } from "../check/index.ts";
import { isProblem, load, memoryReader, unitsOf } from "../modules/index.ts";
import { standardModules } from "../../stdlib/index.ts";
import { compile } from "./index.ts";

const WRONG = `fun wrong() -> Int { "text" }
fun right() -> Int { 1 }
let number: Int = "text"
`;

function compiled(source: string) {
  const modules = [...standardModules, { name: "faulty", declaration: WRONG, load: null }];
  const loaded = load([{ path: "/main.std" }], {
    modules,
    reader: memoryReader({ "/main.std": source }),
    packages: () => null,
  });
  if (isProblem(loaded)) throw new Error(loaded.problem);
  const id = loaded.entries[0] as string;
  const { program, diagnostics } = check(unitsOf(loaded, id), { entry: id });
  expect([...loaded.diagnostics, ...diagnostics].filter(({ severity }) => severity === "error")).toEqual([]);
  const module = program.modules.get(id)!;
  return compile(program, { module, functions: [module.functions.get("main")!] });
}

test.each([
  ["a function that is called", "import std/faulty", "faulty.wrong()"],
  ["a variable that is read", "import std/faulty { number }", "number"],
])("an error in %s of a standard module is a diagnostic of the compiler", (_, imports, use) => {
  const { code, diagnostics } = compiled(`${imports}\nfun main() { print(${use}) }\n`);
  expect(code).toBe("");
  expect(diagnostics.map(({ code, primary }) => `${code} ${primary.source.name}`)).toEqual(["T1 std/faulty"]);
});

test("a body that is not called is not checked", () => {
  const { code, diagnostics } = compiled(`import std/faulty\nfun main() { print(faulty.right()) }\n`);
  expect(code).not.toBe("");
  expect(diagnostics).toEqual([]);
});
