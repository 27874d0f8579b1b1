import { expect, test } from "vitest";
import {
  checkLayers,
  cycles,
  foreignProblems,
  importsOf,
  largeFileCycles,
  layerProblem,
  standardNameProblems,
} from "./check-layers.ts";

function problem(from: string, path: string, type = ""): string | null {
  return layerProblem(importsOf(from, `import ${type}{ x } from "${path}";`)[0]!);
}

test("imports are found in all their forms", () => {
  const text = `import a, { type B } from "./a.ts";\nimport type { C } from "../c/index.ts";\nexport * from "./d.ts";\nimport {\n  type E,\n  type F,\n} from "./e.ts";\nconst g = await import("./g.ts");\nimport fs from "node:fs";\nimport "./h.ts";\n`;
  const found = importsOf("interpreter/x/y.ts", text).map(({ to, typeOnly }) => [to, typeOnly]);
  expect(found).toEqual([
    ["interpreter/x/a.ts", false],
    ["interpreter/c/index.ts", true],
    ["interpreter/x/d.ts", false],
    ["interpreter/x/e.ts", true],
    ["interpreter/x/g.ts", false],
    ["interpreter/x/h.ts", false],
  ]);
});

test("imports go only in the listed directions", () => {
  expect(problem("interpreter/check/a.ts", "../syntax/index.ts")).toBeNull();
  expect(problem("interpreter/syntax/a.ts", "../check/index.ts")).toBe(
    "interpreter/syntax may not import interpreter/check",
  );
  expect(problem("interpreter/runtime/a.ts", "../source/index.ts")).not.toBeNull();
  expect(problem("interpreter/engine.ts", "../stdlib/index.ts")).not.toBeNull();
  expect(problem("interpreter/cli/run.ts", "../../stdlib/index.ts")).toBeNull();
  expect(problem("stdlib/http/a.ts", "../net/index.ts")).toBeNull();
  expect(problem("stdlib/fs/a.ts", "../net/index.ts")).not.toBeNull();
});

test("the compiler imports only types of the runtime", () => {
  expect(problem("interpreter/compile/a.ts", "../runtime/index.ts", "type ")).toBeNull();
  expect(problem("interpreter/compile/a.ts", "../runtime/index.ts")).not.toBeNull();
});

test("files are imported from outside only through entry points", () => {
  expect(problem("interpreter/check/a.ts", "../syntax/lexer.ts")).toBe(
    "interpreter/syntax/lexer.ts is internal to interpreter/syntax",
  );
  expect(problem("interpreter/compile/lower/a.ts", "../ir/index.ts")).toBeNull();
  expect(problem("interpreter/compile/emit/a.ts", "../lower/index.ts", "type ")).toBeNull();
  expect(problem("interpreter/launch/a.ts", "../compile/positions.ts")).toBeNull();
  expect(problem("interpreter/launch/a.ts", "../compile/index.ts")).not.toBeNull();
  expect(problem("interpreter/compile/compile.ts", "./lower/index.ts")).toBeNull();
});

test("rooms of an area import each other through entry points, in the listed directions", () => {
  expect(problem("stdlib/http/server/a.ts", "../message/index.ts")).toBeNull();
  expect(problem("stdlib/http/server/a.ts", "../limits.ts")).toBeNull();
  expect(problem("stdlib/http/server/a.ts", "./b.ts")).toBeNull();
  expect(problem("stdlib/http/index.ts", "./server/index.ts")).toBeNull();
  expect(problem("stdlib/http/index.ts", "./limits.ts")).toBeNull();
  expect(problem("stdlib/http/server/a.ts", "../message/headers.ts")).toBe(
    "stdlib/http/message/headers.ts is internal to stdlib/http/message",
  );
  expect(problem("stdlib/http/message/a.ts", "../server/index.ts")).toBe(
    "stdlib/http/message may not import stdlib/http/server",
  );
  expect(problem("stdlib/http/client/a.ts", "../server/index.ts", "type ")).toBe(
    "stdlib/http/client may not import stdlib/http/server",
  );
  expect(problem("stdlib/http/message/a.ts", "../index.ts")).toBe(
    "stdlib/http/message may not import stdlib/http/index.ts",
  );
  expect(problem("stdlib/http/attic/a.ts", "../message/index.ts")).toBe(
    "stdlib/http/attic is not among the rooms of stdlib/http",
  );
  expect(problem("stdlib/fs/a.ts", "../http/message/index.ts")).not.toBeNull();
});

test("rooms may have rooms", () => {
  expect(problem("interpreter/compile/emit/function/a.ts", "../match/index.ts")).toBeNull();
  expect(problem("interpreter/compile/emit/match/a.ts", "../emitter/index.ts", "type ")).toBeNull();
  expect(problem("interpreter/compile/emit/match/a.ts", "../emitter/index.ts")).toBe(
    "interpreter/compile/emit/match may not import interpreter/compile/emit/emitter",
  );
  expect(problem("interpreter/compile/emit/match/a.ts", "../../analysis/ranges/interval.ts")).not.toBeNull();
  expect(problem("interpreter/compile/analysis/index.ts", "./ranges/index.ts")).toBeNull();
  expect(problem("interpreter/compile/analysis/index.ts", "./ranges/ranges.ts")).toBe(
    "interpreter/compile/analysis/ranges/ranges.ts is internal to interpreter/compile/analysis/ranges",
  );
  expect(problem("interpreter/compile/compile.ts", "./emit/match/index.ts")).not.toBeNull();
});

test("cycles of areas are found, type imports cause none", () => {
  const site = (from: string, to: string, typeOnly = false) => ({
    from: `interpreter/${from}/x.ts`,
    to: `interpreter/${to}/index.ts`,
    typeOnly,
  });
  expect(cycles([site("a", "b"), site("b", "c"), site("c", "b")])).toEqual([
    ["interpreter/b", "interpreter/c", "interpreter/b"],
  ]);
  expect(cycles([site("a", "b"), site("b", "a", true), site("a", "a")])).toEqual([]);
  const inside = (from: string, to: string) => ({
    from: `stdlib/http/${from}`,
    to: `stdlib/http/${to}`,
    typeOnly: false,
  });
  expect(cycles([inside("a/x.ts", "b/index.ts"), inside("b/x.ts", "a/index.ts")])).toEqual([
    ["stdlib/http/a", "stdlib/http/b", "stdlib/http/a"],
  ]);
  expect(
    cycles([inside("index.ts", "a/index.ts"), inside("a/x.ts", "limits.ts"), inside("a/x.ts", "a/y.ts")]),
  ).toEqual([]);
});

test("rooms take only types from some files beside them", () => {
  expect(problem("interpreter/check/infer/a.ts", "../context.ts", "type ")).toBeNull();
  expect(problem("interpreter/check/infer/a.ts", "../context.ts")).toBe(
    "interpreter/check/infer may not import interpreter/check/context.ts",
  );
  expect(problem("interpreter/check/infer/a.ts", "../check.ts", "type ")).not.toBeNull();
  expect(problem("interpreter/check/types/a.ts", "../infer/index.ts", "type ")).toBe(
    "interpreter/check/types may not import interpreter/check/infer",
  );
  expect(problem("interpreter/check/infer/a.ts", "../types/unify.ts")).toBe(
    "interpreter/check/types/unify.ts is internal to interpreter/check/types",
  );
  expect(problem("interpreter/check/a.ts", "./types/unify.ts")).not.toBeNull();
});

test("five files of an area with rooms may import each other in a cycle, six may not", () => {
  const ring = (area: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      from: `interpreter/${area}/infer/${i}.ts`,
      to: `interpreter/${area}/infer/${(i + 1) % count}.ts`,
      typeOnly: false,
    }));
  const six = ring("check", 6);
  expect(largeFileCycles(six)).toEqual([six.map(({ from }) => from)]);
  expect(largeFileCycles(ring("check", 5))).toEqual([]);
  expect(largeFileCycles(six.map((site, i) => ({ ...site, typeOnly: i === 3 })))).toHaveLength(1);
  const areas = six.map(({ from }, i) => (i < 3 ? from : from.replace("interpreter/", "stdlib/")));
  expect(
    largeFileCycles(areas.map((from, i) => ({ from, to: areas[(i + 1) % 6]!, typeOnly: false }))),
  ).toHaveLength(1);
  expect(largeFileCycles([...ring("check", 3), { ...six[0]!, to: "interpreter/check/infer/a.ts" }])).toEqual(
    [],
  );
});

test("the checker and the compiler name items of the library in one table", () => {
  const text = 'if (id === "std/http") f(`__encode`, "__Writer", `${x}__`); // "std/fs"';
  const problems = standardNameProblems("interpreter/compile/lower/a.ts", text);
  expect(problems.map((problem) => problem.split(" ", 1)[0])).toEqual([
    '"std/http"',
    "`__encode`",
    '"__Writer"',
  ]);
  expect(standardNameProblems("interpreter/check/standard/items.ts", text)).toEqual([]);
  expect(standardNameProblems("interpreter/modules/a.ts", text)).toEqual([]);
});

test("the project keeps the rules", () => {
  expect(checkLayers()).toEqual([]);
});

test("few areas use Node, and one evaluates code", () => {
  expect(foreignProblems("interpreter/host/node/a.ts", 'import { connect } from "node:net";')).toEqual([]);
  expect(foreignProblems("interpreter/cli/a.ts", 'import { connect } from "net";')).toEqual([]);
  expect(foreignProblems("stdlib/http/a.ts", 'import { connect } from "node:net";')).toEqual([
    "stdlib/http may not use node:net",
  ]);
  expect(foreignProblems("stdlib/fs/a.ts", 'const http = await import("node:http");')).toEqual([
    "stdlib/fs may not use node:http",
  ]);
  expect(foreignProblems("stdlib/fs/a.ts", 'process.getBuiltinModule("node:vm")')).toEqual([
    "stdlib/fs may not use node:vm",
    "stdlib/fs may not use process.getBuiltinModule",
  ]);
  expect(foreignProblems("stdlib/fs/a.ts", "// process.env\nconst path = process.env.PATH;")).toEqual([
    "stdlib/fs may not use process.env",
  ]);
  expect(foreignProblems("stdlib/process/a.ts", "this.process.on; process.ended;")).toEqual([]);
  expect(foreignProblems("interpreter/check/a.ts", 'const f = Buffer.from("x");')).toEqual([
    "interpreter/check may not use Buffer",
  ]);
  expect(foreignProblems("stdlib/json/a.ts", 'const f = Buffer.from("x");')).toEqual([]);
  expect(foreignProblems("interpreter/check/a.ts", 'import * as ohm from "ohm-js";')).toEqual([
    "interpreter/check may not use ohm-js",
  ]);
  expect(foreignProblems("interpreter/compile/a.ts", "const f = new Function(text);")).toEqual([
    "interpreter/compile may not use eval",
  ]);
  expect(foreignProblems("interpreter/compile/a.ts", "this.#eval(expr); // eval of what")).toEqual([]);
});
