import { expect, test, vi } from "vitest";
import { standardModules } from "../../../stdlib/index.ts";
import { checkTexts } from "../testing/check-texts.ts";
import { Body } from "./body.ts";

// So a call of the library never makes a type parameter, which `==` compares, a type without `Eq`.
test("the standard library compares only type parameters with `Eq`", () => {
  const compare = vi.spyOn(Body.prototype, "compare");
  checkTexts({ main: "fun same<T>(a: T, b: T) -> Bool = a == b\nfun main() {}" });
  expect(compare).toHaveBeenCalledTimes(1);
  const imports = standardModules.map(({ name }) => `import std/${name}\n`).join("");
  checkTexts({ main: `${imports}fun main() {}` }, { standardBodies: true, warnings: false });
  expect(compare).toHaveBeenCalledTimes(1);
});
