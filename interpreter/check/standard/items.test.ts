import { expect, test } from "vitest";
import { readDeclaration } from "../../modules/index.ts";
import { standardModules as descriptors } from "../../../stdlib/index.ts";
import { borderModule } from "../../loaded-program.ts";
import { isOfModule, isStandard, methods, nameOf, std, standardModules } from "./index.ts";

/** Built-in types, which no module declares. */
const BUILT_IN: ReadonlySet<string> = new Set([std.core.Bool, std.core.Int, std.core.String]);

test.each(Object.entries(std))("std/%s declares the items that the language uses", (module, items) => {
  const { tree } = readDeclaration([...descriptors, borderModule()].find(({ name }) => name === module)!);
  const declared = new Set(
    tree.items.flatMap((item) => ("name" in item && item.name !== null ? [item.name.name] : [])),
  );
  const known = Object.values(items).filter((item) => !BUILT_IN.has(item));
  expect(known.map(nameOf).filter((name) => !declared.has(name))).toEqual([]);
});

test("methods that the language calls are declared", () => {
  const declared = new Set(
    descriptors.flatMap((descriptor) =>
      readDeclaration(descriptor).tree.items.flatMap((item) =>
        item.kind === "ImplItem" ? item.methods.map(({ name }) => name.name) : [],
      ),
    ),
  );
  expect(Object.values(methods).filter((name) => !declared.has(name))).toEqual([]);
});

test("an item is identified by its name and its module", () => {
  const core = { id: standardModules.core };
  expect(isStandard({ name: "Option", module: core }, std.core.Option)).toBe(true);
  expect(isStandard({ name: "Option", module: { id: "/a/main.std" } }, std.core.Option)).toBe(false);
  expect(isStandard({ name: "Result", module: core }, std.core.Option)).toBe(false);
  expect(isStandard({ name: "String" }, std.core.String)).toBe(false);
  expect(isOfModule({ name: "Option", module: core }, standardModules.core)).toBe(true);
  expect(isOfModule({ name: "String" }, standardModules.core)).toBe(false);
});
