import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { insteadInModule, insteadOfFunction, OTHER_NAMES } from "./foreign-functions.ts";
import { insteadOfMember } from "./foreign-members.ts";
import { wayToMake } from "./habit-notes.ts";

function declaration(module: string): string {
  return readFileSync(new URL(`../../stdlib/${module}/${module}.std`, import.meta.url), "utf8");
}

/** Names of functions at file level, and of methods of `type`. */
function functionsOf(module: string): Set<string> {
  return new Set([...declaration(module).matchAll(/^fun ([a-z]\w*)/gm)].map(([, name]) => name!));
}

function methodsOf(module: string, type: string): string[] {
  const block = new RegExp(`^impl(?:<[^>]*>)? ${type}\\b[^]*?^}`, "m").exec(declaration(module))![0];
  return [...block.matchAll(/^ {4}fun ([a-z]\w*)/gm)].map(([, name]) => name!);
}

const nothing = (): boolean => false;

test("every method of std/string is suggested without its import", () => {
  const known = methodsOf("string", "String").filter((name) =>
    insteadOfMember("String", name, nothing)?.includes("std/string"),
  );
  expect(known).toEqual(methodsOf("string", "String"));
  expect(insteadOfMember("String", "toUpperCase", () => true)).toBe("write `.to_upper(…)`");
  expect(insteadOfMember("String", "nonsense", nothing)).toBe(undefined);
});

describe("the names in hints exist:", () => {
  const source = [
    "foreign-members.ts",
    "foreign-calls.ts",
    "foreign-methods.ts",
    "foreign-functions.ts",
    "foreign-words.ts",
  ]
    .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
    .join("");
  const calls = [...source.matchAll(/`(\w+)\.(\w+)\([^`]*`(?:\)|\?)* with `import std\/(\w+)/g)].filter(
    ([, receiver, , module]) => receiver === module,
  );
  test.each(calls.map(([, module, name]) => [module!, name!]))("%s.%s", (module, name) => {
    expect(functionsOf(module)).toContain(name);
  });

  const methodsOf = (module: string): string[] =>
    [...declaration(module).matchAll(/^ {4}fun ([a-z]\w*)/gm)].map(([, one]) => one!);
  const lists = [
    "forEach",
    "some",
    "includes",
    "removeAt",
    "flat",
    "findIndex",
    "groupBy",
    "flatMap",
    "append",
    "joinToString",
    "Where",
    "dropWhile",
  ];
  test.each(lists)("xs.%s(…)", (name) => {
    const [, receiver, called] = /`(list|xs\.iter\(\))?\.(\w+)/.exec(
      insteadOfMember("List", name, nothing)!,
    )!;
    const names =
      receiver === "list"
        ? functionsOf("list")
        : receiver === undefined
          ? ["core", "prelude", "grouping", "lists", "maps"].flatMap(methodsOf)
          : methodsOf("iter");
    expect(names).toContain(called);
  });
});

test.each(Object.entries(OTHER_NAMES))(
  "the functions of %s suggested for other names exist, and the other names do not",
  (path, names) => {
    const module = path.slice(4);
    const functions = functionsOf(module);
    for (const [other, form] of Object.entries(names)) {
      const [first] = /^\w+/.exec(form)!;
      // `Rng.from_entropy().shuffle(xs)`
      const [, type, last] = /^([A-Z]\w*)\..*?(\w+)\([^()]*\)$/.exec(form) ?? [];
      if (type === undefined) expect(functions).toContain(first);
      else expect(methodsOf(module, type)).toContain(last);
      expect(functions).not.toContain(other);
    }
  },
);

test("names of JavaScript objects are not found", () => {
  expect(insteadOfFunction("constructor")).toBe(undefined);
  expect(insteadOfMember("List", "constructor", nothing)).toBe(undefined);
  expect(insteadInModule("std/json", "constructor", "")).toBe(undefined);
  expect(insteadInModule("constructor", "name", "")).toBe(undefined);
});

test.each([
  ["net", "TcpListener", "addr"],
  ["http", "Response", "with_status"],
  ["http", "Server", "stop"],
  ["http", "Client", "get"],
  ["http", "Client", "post"],
  ["http", "Client", "timeout"],
  ["http", "Client", "header"],
])("the hint for std/%s: %s.%s(…) names a method that exists", (module, type, name) => {
  const [, called] = /`\.(\w+)/.exec(insteadOfMember(type, name, nothing)!)!;
  expect(methodsOf(module, type)).toContain(called);
});

test.each(["Mutex", "RwLock", "WaitGroup", "Channel"])(
  "the hint for creating a %s names a function that exists",
  (type) => {
    const [, called] = /`(\w+)/.exec(wayToMake(type)!)!;
    expect(functionsOf("sync")).toContain(called);
  },
);

test("the hint for creating an error names functions that exist", () => {
  const called = [...wayToMake("Error")!.matchAll(/`(\w+)/g)].map((found) => found[1]!);
  expect([...functionsOf("error")]).toEqual(expect.arrayContaining(called));
});
