// What is loaded after an edit is what would be loaded anew.
import { expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { load, memoryReader, withEdit, type Loaded, type LoadOptions } from "./index.ts";

const FILES = {
  "main.std":
    'import "./lib" { twice }\nimport std/json\n\nfun main() {\n    print(json.stringify(twice(1)))\n}\n',
  "lib.std": 'import "./base"\n\nfun twice(n: Int) -> Int = n * base.two()\n',
  "base.std": "fun two() -> Int = 2\n",
};

function optionsOf(files: Readonly<Record<string, string>>): LoadOptions {
  return { modules: standardModules, reader: memoryReader(files), packages: () => null };
}

function loaded(files: Readonly<Record<string, string>>): Loaded {
  return load([{ path: "main.std" }, { path: "lib.std" }], optionsOf(files));
}

function shown({ units, dependencies, diagnostics, files, entries }: Loaded): unknown {
  return {
    units: units.map(({ id, source, tree, imports, loads, lost }) => ({
      id,
      text: source.text,
      items: tree.items,
      imports: [...imports],
      loads: [...(loads ?? [])].toSorted(),
      lost: lost === undefined ? null : [...lost.declarations],
    })),
    dependencies: [...dependencies].map(([id, needs]) => [id, [...needs].toSorted()]),
    diagnostics: diagnostics.map(({ code, primary, message }) => [code, primary.span, message]),
    files,
    entries,
  };
}

function afterEdit(id: keyof typeof FILES, from: string, to: string): [Loaded | null, Loaded] {
  const files = { ...FILES, [id]: FILES[id].replace(from, to) };
  expect(files[id]).not.toBe(FILES[id]);
  return [withEdit(loaded(FILES), id, optionsOf(files)), loaded(files)];
}

test.each([
  ["a body", "base.std", "= 2", "= 3"],
  ["a name", "base.std", "two", "three"],
  ["lines above the imports", "lib.std", "import", "// one\n// two\nimport"],
  ["the names of an import", "main.std", "{ twice }", "{ twice as double }"],
  ["a text that does not parse", "lib.std", "n * base.two()", "n * ("],
  ["a line break of the end", "main.std", "}\n", "}"],
] as const)("an edit of %s changes one file", (_title, id, from, to) => {
  const [edited, anew] = afterEdit(id, from, to);
  expect(shown(edited!)).toEqual(shown(anew));
});

test.each([
  ["a new import", "lib.std", "import", "import std/time\nimport"],
  ["a removed import", "main.std", "import std/json\n", ""],
  ["another path", "main.std", "./lib", "./base"],
  ["a path that leads nowhere", "main.std", "./lib", "./lab"],
  ["a derive that loads a module", "base.std", "fun", "@derive(ToJson)\nstruct S {}\n\nfun"],
  ["a literal of a map", "base.std", "= 2", '= ["a": 2].len()'],
] as const)("after %s, the program is loaded anew", (_title, id, from, to) => {
  expect(afterEdit(id, from, to)[0]).toBeNull();
});

test("an import that led nowhere is looked for again", () => {
  const files = { ...FILES, "main.std": FILES["main.std"].replace("./lib", "./lab") };
  const now = { ...files, "lab.std": FILES["lib.std"], "main.std": files["main.std"].replace("1", "2") };
  expect(withEdit(loaded(files), "main.std", optionsOf(now))).toBeNull();
});

test("several edits follow each other", () => {
  let files: Readonly<Record<string, string>> = FILES;
  let now: Loaded | null = loaded(files);
  for (const [id, from, to] of [
    ["base.std", "= 2", "= ("],
    ["main.std", "twice(1)", "twice(2)"],
    ["base.std", "= (", "= 4"],
  ] as const) {
    files = { ...files, [id]: files[id]!.replace(from, to) };
    now = now && withEdit(now, id, optionsOf(files));
    expect(shown(now!)).toEqual(shown(loaded(files)));
  }
});
