import { expect, test } from "vitest";
import {
  checkWording,
  decisionProblems,
  nameProblems,
  wordingProblems,
  wordProblems,
} from "./check-wording.ts";

const problems = (text: string): string[] =>
  wordingProblems("a.ts", text).map((problem) => problem.slice(problem.indexOf(": ") + 2));

test("messages for users are only in interpreter/diagnostics, and no phase decides by them", () => {
  expect(checkWording()).toEqual([]);
});

test("a sentence between quotes is found, with holes and with code in it", () => {
  expect(problems('report({ hint: "add a type" });')).toEqual([
    'belongs in interpreter/diagnostics: "add a type"',
  ]);
  expect(problems("const hint = `did you mean \\`${similar}\\`?`;")).toHaveLength(1);
  expect(problems("const hint = some ? `write \\`${name}\\`` : undefined;")).toHaveLength(1);
  expect(problems("f(`a ${g(`leave it out`)} b`);")).not.toEqual([]);
});

test("names, keys, internal errors, patterns and comments are not messages for users", () => {
  expect(problems('import { a } from "../some-file.ts"; // not a text here')).toEqual([]);
  expect(problems("const key = `${source.name} ${span.start}`; /* nor `this one here` */")).toEqual([]);
  expect(problems('throw new Error("there is no such thing");')).toEqual([]);
  expect(problems("if (/it's one of them/.test(text)) f('a', \"`,` or `)`\");")).toEqual([]);
});

test("a decision by the text of a message is found", () => {
  const decides = (text: string): number => decisionProblems("a.ts", text).length;
  expect(decides('if (error.message.includes("stack")) end();')).toBe(1);
  expect(decides("found.filter(({ message }) => !HIDDEN.test(message))")).toBe(1);
  expect(decides('if (asPanic(error)?.message === "stack overflow") end();')).toBe(1);
  expect(decides("if (message !== INTERRUPTED) end();")).toBe(1);
  expect(decides('if (typeof error.message === "string") end(); if (message === undefined) wait();')).toBe(0);
});

test("words that the glossary replaces are found in comments and pages, not in code", () => {
  const words = (file: string, text: string): string[] => wordProblems(file, text);
  expect(words("a.ts", "// Nobody waits.\nconst nobody = 1;")).toEqual([
    'a.ts:1: "Nobody": name the caller, goroutine, peer or user',
  ]);
  expect(words("a.ts", " * It is told once.\n/** What is told from garbage. */")).toEqual([
    'a.ts:1: "is told": is reported',
  ]);
  expect(words("a.md", "Whoever asks\n```\nnobody\n```\n`nobody` is a name")).toHaveLength(1);
  expect(
    words("a.std", '/// ```std\n/// print("nobody")\n/// ```\n//> nobody\n/// It suspends the goroutine.'),
  ).toEqual(['a.std:5: "suspends the goroutine": park']);
});

test("words that the glossary replaces are found in declared names", () => {
  expect(
    nameProblems("a.ts", "const tellEnd = 1;\nclass A {\n  #rung(): void {}\n}\nf(told, hotel);"),
  ).toEqual(["a.ts:1: `tellEnd`: report", "a.ts:3: `rung`: cancelled"]);
  expect(nameProblems("a.ts", "const hotelList = 1;\ninterface Story {\n  retold: string;\n}")).toEqual([]);
});
