// Cached programs: they run again without compiling, and are compiled again when anything they depend on has
// changed.
import { expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { createEngine, type SourceReader } from "./index.ts";

function counting(files: Record<string, string>): SourceReader & { reads: string[] } {
  const reads: string[] = [];
  return {
    reads,
    canonical: (path) => (path in files ? path : { problem: "no such file" }),
    read(path) {
      reads.push(path);
      return Buffer.from(files[path]!);
    },
  };
}

test("a program is compiled once while its files do not change", () => {
  const files: Record<string, string> = {
    "a.std": 'import "./b" { two }\nfun main() { print(two()) }',
    "b.std": "fun two() -> Int = 2",
  };
  const engine = createEngine({ modules: standardModules, reader: counting(files) });
  const build = () => engine.build({ path: "a.std" }, "main").program;
  const first = build();
  expect(build()).toBe(first);
  files["b.std"] = "fun two() -> Int = 3";
  const second = build();
  expect(second).not.toBe(first);
  expect(second!.code).not.toBe(first!.code);
  files["b.std"] = "fun two() -> String = 3";
  expect(build()).toBeNull();
  files["b.std"] = "fun two() -> Int = 2";
  expect(build()!.code).toBe(first!.code);
  delete files["b.std"];
  expect(engine.build({ path: "a.std" }, "main").diagnostics.map((one) => one.code)).toContain("R3");
});

test("a program is identified by path, text and purpose", () => {
  const engine = createEngine({ modules: standardModules });
  const text = "fun main() {}\nfun test_a() {}";
  const main = engine.build({ path: "a.std", text }, "main").program;
  expect(engine.build({ path: "a.std", text }, "main").program).toBe(main);
  expect(engine.build({ path: "b.std", text }, "main").program).not.toBe(main);
  expect(engine.build({ path: "a.std", text: `${text}\n` }, "main").program).not.toBe(main);
  expect(engine.build({ path: "a.std", text }, "tests").functions).toEqual(["test_a"]);
});

test("the cache keeps a bounded number of programs", () => {
  const engine = createEngine({ modules: standardModules });
  const text = (i: number): string => `fun main() { print(${i}) }`;
  const first = engine.build({ path: "a.std", text: text(0) }, "main").program;
  for (let i = 1; i <= 256; i++) engine.build({ path: "a.std", text: text(i) }, "main");
  expect(engine.build({ path: "a.std", text: text(0) }, "main").program).not.toBe(first);
});
