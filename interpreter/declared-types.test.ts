import { expectTypeOf, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import type { DeclaredFunctions, HostType } from "./declared-types.ts";
import { createEngine, defineModule } from "./index.ts";

test("attributes may have lines of their own, as std fmt writes them", async ({ expect }) => {
  const app = defineModule({
    name: "app",
    declaration: `
@blocking
// Comments and empty lines may follow,

/// also of documentation: fun not(a: Int) -> Int
fun ask(question: String) -> String
fun now(n: Int) -> Int
`,
    functions: { ask: async (question) => `${question}!`, now: (n) => n + 1 },
  });
  type Functions = DeclaredFunctions<"@blocking\nfun ask(q: String) -> String\nfun now(n: Int) -> Int">;
  expectTypeOf<Functions["ask"]>().toEqualTypeOf<(q: string) => string | Promise<string>>();
  expectTypeOf<Functions["now"]>().toEqualTypeOf<(n: number) => number>();
  expectTypeOf<DeclaredFunctions<"@long @blocking fun ask() -> Int">["ask"]>().toEqualTypeOf<
    () => number | Promise<number>
  >();
  let text = "";
  const engine = createEngine({
    modules: [...standardModules, app],
    stdout: (bytes) => void (text += bytes),
  });
  await engine.run({ path: "a.std", text: 'import std/app { ask, now }\nfun main() = print("${ask("tea")} ${now(1)}")' }); // biome-ignore format: one line
  expect(text).toBe("tea! 2\n");
});

test("comments after a declaration do not count", () => {
  type Functions = DeclaredFunctions<`fun f(x: Int) -> Int // y = 2
    fun g(x: Int) // { a: 1 }
    // fun h(x: Int)
    fun own(x: Int) -> Int = x // its body
    fun long(x: Int) -> Int { // its body
      x
    }`>;
  expectTypeOf<Functions["f"]>().toEqualTypeOf<(x: number) => number>();
  expectTypeOf<Functions["g"]>().toEqualTypeOf<(x: number) => void>();
  expectTypeOf<
    keyof DeclaredFunctions<"fun f() // =\nfun own() = f()\nfun long() { // x\n}">
  >().toEqualTypeOf<"f">();
});

test("functions whose heads span lines may be given, with any type", () => {
  const functions: DeclaredFunctions<"fun f(\n  x: Int,\n) -> Int\nfun g(x: Int) -> Int"> = {
    f: (x: number) => x,
    g: (x) => x,
  };
  expectTypeOf(functions.g).toEqualTypeOf<(x: number) => number>();
});

test("types are those of the table, however deep", () => {
  expectTypeOf<HostType<"List<Int?>?">>().toEqualTypeOf<(number | null)[] | null>();
  expectTypeOf<HostType<"Map<String, Map<Int, List<Bool>>>">>().toEqualTypeOf<
    Map<string, Map<number, boolean[]>>
  >();
});
