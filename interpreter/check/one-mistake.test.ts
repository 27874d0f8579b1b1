// One mistake in a long program causes one error, or in some cases at most three.
import { describe, expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { createEngine } from "../engine.ts";
import { memoryReader } from "../modules/index.ts";
import { goods, largeProgramWith, orders, states } from "../testing/large-program.ts";

/** The program with `before` replaced by `after` in its middle. */
function mistaken(before: string, after: string): string {
  return largeProgramWith(12, [states, goods, orders], before, after);
}

function errorsOf(text: string): string[] {
  const engine = createEngine({ modules: standardModules, reader: memoryReader({ "main.std": text }) });
  return engine
    .check([{ path: "main.std" }])
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code} ${message}`);
}

test("the program itself is right", () => {
  expect(errorsOf(mistaken("price: Int,\n}", "price: Int,\n\n}"))).toEqual([]);
});

describe("one error for", () => {
  test.each([
    ["a misspelt type", "goods: List<Good", "goods: Lisst<Good"],
    ["a misspelt variable", "for good in goods {\n        if", "for good in godos {\n        if"],
    ["a misspelt field", "good.price <", "good.prise <"],
    ["a misspelt method", "best.is_none()", "best.is_nome()"],
    ["a type that does not exist", "price: Int", "price: Money"],
    ["a wrong result", "return best", "return 1"],
    ["a missing result type", "total(self, count: Int) -> Int =", "total(self, count: Int) ="],
    ["a missing self", "total(self, count: Int) -> Int =", "total(count: Int) -> Int ="],
    ["a missing parenthesis", "best.unwrap()", "best.unwrap("],
    ["a missing quote", "return best", 'print("best)\n    return best'],
    ["a word of another language", "let best:", "let mut best:"],
    ["a keyword of another language", "fun cheapest", "func cheapest"],
    ["a wrong operator", "||", "or"],
    ["a missing comma", "name: String,\n    price", "name: String price"],
    ["a derive that does not exist", "Eq, ToString", "Eq, Clone, ToString"],
    ["a character out of place", "best = Some(good)", "best = Some(good) #"],
  ])("%s", (_, before, after) => {
    const errors = errorsOf(mistaken(before, after));
    expect(errors.length, errors.join("\n")).toBe(1);
  });
});

describe("at most three errors for", () => {
  test.each([
    ["a missing closing brace of a function", "    return best\n}", "    return best\n"],
    ["a missing opening brace", "in goods {\n        if", "in goods\n        if"],
    ["a closing brace too many", "    return best\n}", "    return best\n}\n}"],
    ["a missing brace of a struct", "price: Int,\n}", "price: Int,\n"],
    ["a missing brace of an impl", "* count\n}", "* count\n"],
    ["an unclosed comment", "    let best", "    /* let best"],
    ["an unclosed block string", "    return best", '    print("""\n    return best'],
    ["a missing bracket of type arguments", "List<Good6>)", "List<Good6)"],
  ])("%s", (_, before, after) => {
    const errors = errorsOf(mistaken(before, after));
    expect(errors.length, errors.join("\n")).toBeGreaterThan(0);
    expect(errors.length, errors.join("\n")).toBeLessThanOrEqual(3);
  });
});
