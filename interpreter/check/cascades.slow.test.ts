// One mistake in a long program causes at most three diagnostics, one of them at its location.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkTexts } from "./testing/check-texts.ts";
import { goods, largeProgram, orders, states } from "../testing/large-program.ts";
import { mistakes, withMistake } from "./testing/one-mistake.ts";

const NEAR = 2;
const program = largeProgram(2_100, [states, goods, orders]);

test("the program itself is right, and long", () => {
  expect(program.split("\n").length).toBeGreaterThan(2_000);
  expect(checkTexts({ main: program }).diagnostics.filter(({ severity }) => severity === "error")).toEqual(
    [],
  );
});

describe("one mistake", { timeout: 240_000 }, () => {
  test.each(mistakes)("%s", (kind) => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (choice) => {
        const mistaken = withMistake(program, kind, (end) => choice % end)!;
        const errors = checkTexts({ main: mistaken.text }).diagnostics.filter(
          ({ severity }) => severity === "error",
        );
        const shown = `${mistaken.what}\n${errors.map(({ code, message }) => `${code} ${message}`).join("\n")}`;
        expect(errors.length, shown).toBeLessThanOrEqual(3);
        // A missing import is reported at the uses of its names.
        if (errors.length === 0 || kind === "an import missing") return;
        const lines = errors
          .flatMap(({ primary, related }) => [primary, ...related])
          .map(({ source, span }) => source.lineAt(span.start));
        expect(
          lines.some((line) => Math.abs(line - mistaken.line) <= NEAR),
          shown,
        ).toBe(true);
      }),
      // The seed is fixed, so a failure is caused by a change of the code.
      { numRuns: 6, seed: 20261120 },
    );
  });
});
