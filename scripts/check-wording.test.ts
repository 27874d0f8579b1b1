import { expect, test } from "vitest";
import { checkWording, wordingProblems } from "./check-wording.ts";

const problems = (text: string): string[] =>
  wordingProblems("a.ts", text).map((problem) => problem.slice(problem.indexOf(": ") + 2));

test("texts for users stand in interpreter/diagnostics alone, and no phase decides by them", () => {
  expect(checkWording()).toEqual([]);
});

test("a sentence between quotes is found, with holes and with code in it", () => {
  expect(problems('report({ hint: "add a type" });')).toEqual([
    'belongs into interpreter/diagnostics: "add a type"',
  ]);
  expect(problems("const hint = `did you mean \\`${similar}\\`?`;")).toHaveLength(1);
  expect(problems("const hint = some ? `write \\`${name}\\`` : undefined;")).toHaveLength(1);
  expect(problems("f(`a ${g(`leave it out`)} b`);")).not.toEqual([]);
});

test("names, keys, errors of ours, patterns and comments are no texts for users", () => {
  expect(problems('import { a } from "../some-file.ts"; // not a text here')).toEqual([]);
  expect(problems("const key = `${source.name} ${span.start}`; /* nor `this one here` */")).toEqual([]);
  expect(problems('throw new Error("there is no such thing");')).toEqual([]);
  expect(problems("if (/it's one of them/.test(text)) f('a', \"`,` or `)`\");")).toEqual([]);
});

test("a decision by the text of a message is found", () => {
  expect(problems('if (error.message.includes("stack")) end();')).toEqual([
    "decides by the text of a message",
  ]);
  expect(problems("found.filter(({ message }) => !HIDDEN.test(message))")).toEqual([
    "decides by the text of a message",
  ]);
});
