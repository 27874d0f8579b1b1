import { describe, expect, it } from "vitest";
import { Source, type Span } from "../../source/index.ts";
import { parse } from "../../syntax/index.ts";
import type { Item, Tree } from "../../syntax/index.ts";
import { DERIVABLE, derivedModules, expandDerives, namesDerived } from "./derive.ts";

function treeOf(text: string): Tree {
  const { tree, diagnostics } = parse(new Source("test.std", text));
  expect(diagnostics).toEqual([]);
  return tree;
}

function derived(text: string): { tree: Tree; expanded: Tree; reports: string[] } {
  const tree = treeOf(text);
  const reports: string[] = [];
  const expanded = expandDerives(tree, ({ name, span }, type) => {
    reports.push(`${type} ${name} ${text.slice(span.start, span.end)}`);
  });
  return { tree, expanded, reports };
}

/** Every object with an id in `value`, once for each occurrence. */
function nodesOf(value: unknown, found: { id: number; kind?: string; span: Span }[] = []) {
  if (Array.isArray(value)) for (const each of value) nodesOf(each, found);
  else if (typeof value === "object" && value !== null) {
    if ("id" in value && "span" in value) found.push(value as never);
    for (const each of Object.values(value)) nodesOf(each, found);
  }
  return found;
}

/** Those for enums, too. */
const SHARED = DERIVABLE.slice(0, DERIVABLE.indexOf("FromRow"));
const ALL = `@derive(${SHARED.join(", ")})`;

describe("expandDerives", () => {
  it("does not change a tree without derives", () => {
    const { tree, expanded } = derived("struct A { x: Int }\nfun main() {}\n");
    expect(expanded).toBe(tree);
  });

  it("adds one impl for each trait, whose node ids follow those of the file", () => {
    const { tree, expanded } = derived(
      `${ALL}\nstruct P<A: Ord, B> { a: A, b: List<B?> }\n${ALL}\nenum E<T> { Off, On(T, fun(Int) -> dyn Show), At(x: Int, y: T) }\n${ALL}\nenum Void {}\n${ALL}\nstruct Nil {}\n`,
    );
    const impls = expanded.items.slice(tree.items.length);
    expect(expanded.items.slice(0, tree.items.length)).toEqual(tree.items);
    expect(impls.map((item: Item) => item.kind)).toEqual(new Array(4 * SHARED.length).fill("ImplItem"));
    const ids = nodesOf(impls).map((node) => node.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.min(...ids)).toBe(tree.nodeCount);
    expect(Math.max(...ids)).toBe(expanded.nodeCount - 1);
    expect(ids.length).toBe(expanded.nodeCount - tree.nodeCount);
  });

  it("bounds each type parameter by the trait in addition to its own bounds", () => {
    const { expanded } = derived("@derive(Eq)\nstruct P<A: Ord, B> { a: A, b: B }\n");
    const impl = expanded.items.at(-1)!;
    if (impl.kind !== "ImplItem") throw new Error(impl.kind);
    expect(impl.generics.map((generic) => generic.bounds.map((bound) => bound.name.name))).toEqual([
      ["Ord", "std/core:Eq"],
      ["std/core:Eq"],
    ]);
    expect(impl.target).toMatchObject({ name: { name: "P" }, fileLevel: true });
  });

  it("places code for a field at the type of the field", () => {
    const text =
      "@derive(Eq, Hash, ToString, Debug, ToJson, FromJson, FromRow, Ord)\nstruct P { first: Wrong }\n";
    const { expanded } = derived(text);
    const place = text.indexOf("Wrong");
    for (const impl of expanded.items.slice(1)) {
      const calls = nodesOf(impl).filter(
        (node) => node.kind === "Call" || (node.kind === "FieldAccess" && node.span.start === place),
      );
      expect(calls.some((node) => node.span.start === place && node.span.end === place + 5)).toBe(true);
    }
  });

  it("reports names that cannot be derived, each at its location", () => {
    const { reports, expanded } = derived("@derive(Eq, Clone)\n@derive(Copy)\nstruct P { a: Int }\n");
    expect(reports).toEqual(["P Clone Clone", "P Copy Copy"]);
    expect(derived("@derive(FromRow)\nenum E { A }\n").reports).toEqual(["E FromRow FromRow"]);
    expect(expanded.items.length).toBe(2);
  });
});

it("names the modules that derives load", () => {
  expect(derivedModules(namesDerived(treeOf("@derive(Eq, Hash)\nstruct P { a: Int }\n")))).toEqual([]);
  expect(
    derivedModules(
      namesDerived(treeOf("@derive(ToJson, Debug)\nenum E { A }\n@derive(FromJson)\nstruct P {}\n")),
    ),
  ).toEqual(["json", "fmt"]);
});
