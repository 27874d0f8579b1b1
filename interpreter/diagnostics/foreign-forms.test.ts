// The forms that hints for packages, objects and calls of other languages name are those of the library.
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { countedCalls, insteadOfCount } from "./foreign-counts.ts";
import { insteadOfObject, suggestedForms } from "./foreign-objects.ts";

const library = new URL("../../stdlib/", import.meta.url);

function declaration(module: string): string {
  return readFileSync(new URL(`${module}/${module}.std`, library), "utf8");
}

/** The names of all methods of the modules whose methods need no import. */
const methods = new Set(
  [
    "core",
    "prelude",
    "lists",
    "maps",
    "numbers",
    "texts",
    "string",
    "grouping",
    "shuffling",
    "iter",
    "collections",
    "error",
  ].flatMap((module) => [...declaration(module).matchAll(/^ {4}fun ([a-z]\w*)/gm)].map(([, name]) => name!)),
);
/** Those that every type derives or the language provides. */
for (const name of ["to_string", "compare", "enumerate", "iter", "collect", "chain"]) methods.add(name);

const { plain, imported } = suggestedForms();

test.each(plain)("%s", (form) => {
  for (const [, name] of form.matchAll(/\.([a-z]\w*)\(/g))
    if (!form.startsWith("list.")) expect(methods).toContain(name);
});

test.each(imported)("%s", (form) => {
  const [, module, name] = /^(\w+)\.(\w+)/.exec(form)!;
  const text = declaration(module!);
  if (/^[A-Z]/.test(name!)) {
    for (const [, method] of form.matchAll(/\.([a-z]\w*)\(/g)) expect(text).toContain(`fun ${method!}`);
  } else expect(text).toMatch(new RegExp(`^(?:fun|const|let) ${name!}\\b`, "m"));
});

test("calls with other numbers of arguments are those of methods that exist, and the forms for them, too", () => {
  for (const call of countedCalls) {
    const [, type, method, count] = /^(\w+)\.(\w+) (\d)$/.exec(call)!;
    expect(methods, call).toContain(method);
    const hint = insteadOfCount(type!, method!, Number(count))!;
    for (const [, name] of hint.matchAll(/\.([a-z]\w*)\(/g))
      expect([...methods, "from_entropy"], call).toContain(name);
  }
});

test.each(["foreign-calls.ts", "foreign-methods.ts"])("the methods that %s names exist", (file) => {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const [, known] =
    /^(?:const KNOWN|export const MORE_CALLS)\b([^]*?)^ {2}(?:Server|Response|Request|Option):/m.exec(text) ??
    [];
  expect(known).toBeDefined();
  const modules = /^(?:list|regex|unicode|bytes|rng|math|random)$/;
  for (const [hint, receiver, name] of known!.matchAll(/`(\w*)\.([a-z]\w*)\(/g))
    if (!modules.test(receiver!)) expect(methods, hint).toContain(name);
});

test("names of JavaScript objects are not found", () => {
  expect(insteadOfObject("constructor", "name")).toBe(undefined);
  expect(insteadOfObject("Math", "constructor")).toBe(undefined);
  expect(insteadOfCount("constructor", "name", 0)).toBe(undefined);
});

test("the modules read here exist", () => {
  expect(readdirSync(library)).toEqual(expect.arrayContaining(["lists", "maps", "numbers", "texts"]));
});
