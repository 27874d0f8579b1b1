import { expect, test } from "vitest";
import { intToBigInt, INT_MAX, INT_MIN, type Int } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

const written: string[] = [];
const natives = create(idleRuntime((bytes) => void written.push(bytes))).functions as unknown as Record<
  string,
  (...args: unknown[]) => unknown
>;

test.each(["", "ab", "kiwi", "né", "the quick brown fox jumps over the lazy dog", "\xff".repeat(40)])(
  "hash of %j",
  (text) => {
    const bytes = Buffer.from(text).toString("latin1");
    let expected = 0n;
    for (const byte of Buffer.from(bytes, "latin1"))
      expected = BigInt.asIntN(64, expected * 31n + BigInt(byte));
    expect(intToBigInt(natives["String.hash"]!(bytes) as Int)).toBe(expected);
  },
);

test("substring clamps both ends", () => {
  const substring = natives["__str_substring"]!;
  expect(substring("hello", 1, 3)).toBe("el");
  expect(substring("hello", -5, 99)).toBe("hello");
  expect(substring("hello", INT_MIN, INT_MAX)).toBe("hello");
  expect(substring("hello", 3, 1)).toBe("");
  expect(substring("hello", INT_MAX, INT_MAX)).toBe("");
});

test("bytes of strings", () => {
  expect(natives["__str_byte_at"]!("a\xff", 1)).toBe(255);
  expect(natives["__str_byte_at"]!("a", 1)).toBe(-1);
  expect(natives["__str_byte_at"]!("a", INT_MIN)).toBe(-1);
  expect(natives["__str_from_byte"]!(300)).toBe(",");
  expect(natives["__str_from_byte"]!(-1)).toBe("\xff");
  expect(natives["__str_from_byte"]!(INT_MAX)).toBe("\xff");
});

test("lists and panics", () => {
  expect(() => natives["List.pop"]!([])).toThrow("pop from empty list");
  expect(natives["List.pop"]!([1, 2])).toBe(2);
  expect(() => natives["panic"]!("boom")).toThrow("boom");
});

test("output goes to the program's sink", () => {
  natives["__io_println_str"]!("x");
  expect(written).toEqual(["x\n"]);
});
