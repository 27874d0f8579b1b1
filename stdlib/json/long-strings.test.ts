// Long strings, for which JavaScript's own functions are used, give the same results as short ones.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Err, type ErrorValue } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { JsonWriter } from "./stringify.ts";
import { create } from "./index.ts";
import { ArrayValue, NumberValue, StringValue, type JsonValue } from "./value.ts";

type Native = (...args: unknown[]) => unknown;
const natives = create(idleRuntime()).functions as unknown as Record<string, Native>;

function read(text: string): string {
  const result = natives.parse!(text) as JsonValue | Err<ErrorValue>;
  return result instanceof Err ? `error: ${result.error._message}` : (result as StringValue).p0;
}

const PAD = "x".repeat(600);
const pieces = (...texts: string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...texts), { maxLength: 6 }).map((chosen) => chosen.join(""));

it("is read in the same way in long and in short strings", () => {
  const inside = pieces(
    "a",
    "\xc3\xa9",
    "\xe2\x82\xac",
    "\\n",
    '\\"',
    "\\\\",
    "\\/",
    "\\u0041",
    "\\u00e9",
    "\\u20AC",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\\ude00",
    "\\uD83Dx",
    "\\x",
    "\\u12",
    "\xff",
    "\xc3",
    "\n",
    "\x7f",
    "\\u0000",
    "\\",
  );
  fc.assert(
    fc.property(inside, (text) => {
      const [short, long] = [read(`"${text}\\t"`), read(`"${text}\\t${PAD}"`)];
      expect(long).toBe(short.startsWith("error: ") ? short : `${short}${PAD}`);
    }),
    { numRuns: 3000 },
  );
});

it("is written in the same way in long and in short strings, in steps or not", () => {
  const inside = pieces(
    "a",
    "\xc3\xa9",
    "\xe2\x82\xac",
    "\n",
    '"',
    "\\",
    "\x7f",
    "\x00",
    "\x1f",
    "\b",
    "\xff",
    "\xc3",
    "\xe2\x82",
    "\x80",
  );
  fc.assert(
    fc.property(inside, (text) => {
      const written = (value: string): string =>
        (natives.stringify!(new StringValue(value)) as string).slice(1, -1);
      expect(written(text + PAD)).toBe(written(text) + PAD);
    }),
    { numRuns: 3000 },
  );
  // A step must not cut a character, wherever it ends.
  for (let shift = 0; shift < 8; shift++) {
    const text = "y".repeat(shift) + '\xf0\x9f\x98\x80\xe2\x82\xac"'.repeat(20_000) + "\x80".repeat(9);
    const steps = new JsonWriter().inSteps(new ArrayValue([new StringValue(text), new NumberValue(1)]), null);
    let count = 0;
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) {
        expect(value).toBe(natives.stringify!(new ArrayValue([new StringValue(text), new NumberValue(1)])));
        break;
      }
      count++;
    }
    expect(count).toBeGreaterThan(3);
  }
});
