// One mistake in a long program gives one message, and never more than three.
import { describe, expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { createEngine } from "../engine.ts";
import { memoryReader } from "../modules/index.ts";

/** One of many alike parts of a program, 20 lines. */
function part(n: number): string {
  return `@derive(Eq, ToString)
struct Item${n} {
    name: String,
    price: Int,
}

impl Item${n} {
    fun total(self, count: Int) -> Int = self.price * count
}

fun cheapest${n}(items: List<Item${n}>) -> Item${n}? {
    let best: Item${n}? = None
    for item in items {
        if best.is_none() || item.price < best.unwrap().price {
            best = Some(item)
        }
    }
    return best
}
`;
}

const PARTS = 100;
const MIDDLE = 50;

/** The program with `before` replaced by `after` in its middle. */
function mistaken(before: string, after: string): string {
  const parts = Array.from({ length: PARTS }, (_, n) => part(n));
  const changed = parts[MIDDLE]!.replace(before, after);
  expect(changed).not.toBe(parts[MIDDLE]);
  parts[MIDDLE] = changed;
  return `${parts.join("\n")}\nfun main() {\n    print(cheapest${MIDDLE}([Item${MIDDLE} { name: "tea", price: 3 }]))\n}\n`;
}

function errorsOf(text: string): string[] {
  const engine = createEngine({ modules: standardModules, reader: memoryReader({ "main.std": text }) });
  return engine.check([{ path: "main.std" }]).diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code} ${message}`);
}

test("the program itself is right", () => {
  expect(errorsOf(mistaken("price: Int,\n}", "price: Int,\n\n}"))).toEqual([]);
});

describe("one message for", () => {
  test.each([
    ["a misspelt type", "items: List<", "items: Lisst<"],
    ["a misspelt variable", "in items {", "in itmes {"],
    ["a misspelt field", "item.price <", "item.prise <"],
    ["a misspelt method", "best.is_none()", "best.is_nome()"],
    ["a type that does not exist", "price: Int", "price: Money"],
    ["a wrong result", "return best", "return 1"],
    ["a missing result type", ") -> Int =", ") ="],
    ["a missing self", "(self, count: Int)", "(count: Int)"],
    ["a missing parenthesis", "best.unwrap()", "best.unwrap("],
    ["a missing quote", "return best", "print(\"best)\n    return best"],
    ["a word of another language", "let best:", "let mut best:"],
    ["a keyword of another language", "fun cheapest", "func cheapest"],
    ["a wrong operator", "||", "or"],
    ["a missing comma", "name: String,\n    price", "name: String price"],
    ["a derive that does not exist", "Eq, ToString", "Eq, Clone, ToString"],
    ["a character out of place", "best = Some(item)", "best = Some(item) #"],
  ])("%s", (_, before, after) => {
    const errors = errorsOf(mistaken(before, after));
    expect(errors.length, errors.join("\n")).toBe(1);
  });
});

describe("at most three messages for", () => {
  test.each([
    ["a missing closing brace of a function", "    return best\n}", "    return best\n"],
    ["a missing opening brace", "items {\n", "items\n"],
    ["a closing brace too many", "    return best\n}", "    return best\n}\n}"],
    ["a missing brace of a struct", "price: Int,\n}", "price: Int,\n"],
    ["a missing brace of an impl", "* count\n}", "* count\n"],
    ["an unclosed comment", "    let best", "    /* let best"],
    ["an unclosed block string", "    return best", "    print(\"\"\"\n    return best"],
    ["a missing bracket of type arguments", "List<Item50>)", "List<Item50)"],
  ])("%s", (_, before, after) => {
    const errors = errorsOf(mistaken(before, after));
    expect(errors.length, errors.join("\n")).toBeGreaterThan(0);
    expect(errors.length, errors.join("\n")).toBeLessThanOrEqual(3);
  });
});
