// Code lenses: run a program, run a test.
import type { Span } from "../../source/index.ts";
import type { Tree } from "../../syntax/index.ts";

export interface Lens {
  readonly span: Span;
  readonly title: string;
  readonly command: "stdlang.run" | "stdlang.test" | "stdlang.testFile";
  /** The function. */
  readonly name: string;
}

export function lenses(fileName: string, tree: Tree): Lens[] {
  const isTestFile = fileName.endsWith("_test.std");
  return tree.items.flatMap((item): Lens[] => {
    if (item.kind !== "FunctionItem") return [];
    const { name, params, generics } = item;
    if (name.name === "main" && params.length + generics.length === 0)
      return [{ span: name.span, title: "▶ Run", command: "stdlang.run", name: "main" }];
    return isTestFile && name.name.startsWith("test_") && params.length <= 1
      ? [{ span: name.span, title: "▶ Test", command: "stdlang.test", name: name.name }]
      : [];
  });
}
