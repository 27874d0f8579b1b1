import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { render } from "../interpreter/diagnostics/index.ts";
import { mismatches, readDeclaration } from "../interpreter/modules/index.ts";
import type { NativeTable } from "../interpreter/runtime/index.ts";
import { standardModules } from "./index.ts";
import { idleRuntime } from "./testing/idle-runtime.ts";

/** Functions that the compiler implements. */
const intrinsic = new Set([
  "__text_of",
  "__native_key",
  "__native_order",
  "__reads_directly",
  "__shape",
  "__type_key",
]);

test.each(standardModules)("std/$name fits its TypeScript", async (descriptor) => {
  const { tree, diagnostics } = readDeclaration(descriptor);
  expect(diagnostics.map((diagnostic) => render(diagnostic)).join("")).toBe("");
  const none: NativeTable = { functions: {} };
  const table = descriptor.load === null ? none : (await descriptor.load()).create(idleRuntime());
  expect(mismatches(`std/${descriptor.name}`, tree, table, intrinsic)).toEqual([]);
  for (const other of descriptor.loads ?? [])
    expect(standardModules.some(({ name }) => name === other)).toBe(true);
  if (descriptor.load === null)
    expect(existsSync(new URL(`./${descriptor.name}/index.ts`, import.meta.url))).toBe(false);
});

test.each(standardModules)(
  "std/$name leaves nothing to the end of a program that only imports it",
  async (descriptor) => {
    let registered = 0;
    const runtime = { ...idleRuntime(), atEnd: () => (registered++, () => {}) };
    if (descriptor.load !== null) (await descriptor.load()).create(runtime);
    expect(registered).toBe(0);
  },
);

/** Modules of the prelude: the methods that they add to types need no import. */
const prelude = standardModules.filter(({ methods }) => methods !== undefined && methods.length > 0);

test.each(prelude)("std/$name says which methods need no import", (descriptor) => {
  const { tree } = readDeclaration(descriptor);
  const declared = tree.items
    .flatMap((item) => (item.kind === "ImplItem" && item.trait === null ? item.methods : []))
    .map((method) => method.name.name)
    .filter((name) => name !== "next" && !name.startsWith("__"));
  expect(descriptor.methods).toEqual([...new Set(declared)].sort());
});
