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

test("tuples and functions are those of the table, also within each other", () => {
  type Functions = DeclaredFunctions<`
    fun pair(p: (Int, String), n: Int) -> (Bool, List<Int>)
    fun each(xs: List<(Int, String)>, f: fun(Int, (Int, Int)) -> Bool?)
    fun late(f: (fun() -> Int)?, m: Map<String, (Int, Float)>) -> fun(Int, String) -> List<Int>
    fun deep(f: fun(fun(Int) -> Int) -> String) -> ((Int, Int), Char)
    fun nothing(f: fun()) -> fun()
    @blocking fun wait(f: fun(Int) -> Result<Int, String>) -> (Int, Int)?
    fun given(n: Int = 2, f: fun(Int) -> Int = fun(x) = x) -> Int
    fun own(p: (Int, Int)) -> Int = p.0
    fun strange(p: (Int, Other)) -> Int
    fun stranger(f: fun(Other) -> Int) -> Int
  `>;
  expectTypeOf<Functions["pair"]>().toEqualTypeOf<(p: [number, string], n: number) => [boolean, number[]]>();
  expectTypeOf<Functions["each"]>().toEqualTypeOf<
    (xs: [number, string][], f: (a: number, b: [number, number]) => Promise<boolean | null>) => void
  >();
  expectTypeOf<Functions["late"]>().toEqualTypeOf<
    (
      f: (() => Promise<number>) | null,
      m: Map<string, [number, number]>,
    ) => (a: number, b: string) => number[] | Promise<number[]>
  >();
  expectTypeOf<Functions["deep"]>().toEqualTypeOf<
    (f: (g: (a: number) => number | Promise<number>) => Promise<string>) => [[number, number], string]
  >();
  expectTypeOf<Parameters<Functions["nothing"]>>().toEqualTypeOf<[f: () => Promise<void>]>();
  expectTypeOf<ReturnType<Functions["wait"]>>().toEqualTypeOf<
    [number, number] | null | Promise<[number, number] | null>
  >();
  expectTypeOf<Functions["given"]>().toEqualTypeOf<
    (n: number, f: (a: number) => Promise<number>) => number
  >();
  const back: Pick<DeclaredFunctions<"fun back(f: fun(Int) -> Int) -> fun(Int) -> Int">, "back"> = {
    back: (f) => f,
  };
  expectTypeOf(back.back).parameter(0).toEqualTypeOf<(a: number) => Promise<number>>();
  expectTypeOf<keyof Functions>().toEqualTypeOf<
    "pair" | "each" | "late" | "deep" | "nothing" | "wait" | "given" | "strange" | "stranger"
  >();
  expectTypeOf<Functions["strange"]>().toEqualTypeOf<(...args: never[]) => unknown>();
  expectTypeOf<Functions["stranger"]>().toEqualTypeOf<(...args: never[]) => unknown>();
});
