import { expect, test } from "vitest";
import { StackReserve } from "./stack-reserve.ts";

/** Recurses in small steps until `refuses` is true; returns what `measure` returns there. */
function atTheEnd<T>(refuses: () => boolean, measure: () => T): T {
  return refuses() ? measure() : atTheEnd(refuses, measure);
}

/** Counts the calls that fit in what is left of the stack. */
function callsLeft(): number {
  let calls = 0;
  const call = (): void => {
    calls++;
    call();
  };
  try {
    call();
  } catch {
    // The stack is full.
  }
  return calls;
}
// V8 needs stack to compile a function at its first call.
callsLeft();

test.each([64, 96, 160])(
  "a reserve of %i KB is refused when less is left, at first and when compiled",
  (kb) => {
    for (const warm of [0, 1000]) {
      const reserve = new StackReserve(kb);
      for (let i = 0; i < warm; i++) reserve.keep();
      expect(reserve.isLeft).toBe(true);
      const left = atTheEnd(() => !reserve.isLeft, callsLeft);
      // Such a call takes 40 to 250 bytes.
      expect(left * 250).toBeGreaterThan(kb * 1024);
      expect(left * 40).toBeLessThan(kb * 1024 * 2);
    }
  },
);
