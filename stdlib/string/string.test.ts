import { describe, expect, test } from "vitest";
import { INT_MAX, INT_MIN, Panic } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

const functions = create(idleRuntime()).functions as unknown as Readonly<
  Record<string, (...args: unknown[]) => unknown>
>;
const call = (name: string, ...args: unknown[]) => functions[`String.${name}`]!(...args);
const bytes = (text: string) => Buffer.from(text, "utf8").toString("latin1");

test.each<[string, unknown[], unknown]>([
  ["is_blank", [""], true],
  ["is_blank", ["\t\n\v\f\r "], true],
  ["is_blank", [bytes("\u00a0")], false],
  ["is_blank", ["\xa0"], false],
  ["char_at", ["abc", 1], "b"],
  ["char_at", ["abc", -1], ""],
  ["char_at", ["abc", 3], ""],
  ["char_at", ["abc", INT_MAX], ""],
  ["char_at", ["abc", INT_MIN], ""],
  ["to_upper", ["aé\xe9\xff\xb5z"], "Aé\xe9\xff\xb5Z"],
  ["to_lower", ["AÉ\xc9Z"], "aÉ\xc9z"],
  ["to_upper", [bytes("straße")], bytes("STRAßE")],
  ["trim", [" \x1c a \x85 "], "\x1c a \x85"],
  ["trim", [" \t "], ""],
  ["trim_start", [" a "], "a "],
  ["trim_end", [" a "], " a"],
  ["trim_end", ["  "], ""],
  ["repeat", ["ab", 3], "ababab"],
  ["repeat", ["ab", 0], ""],
  ["repeat", ["ab", INT_MIN], ""],
  ["repeat", ["", INT_MAX], ""],
  ["reverse", [bytes("né")], "\xa9\xc3n"],
  ["matches_at", ["abc", "bc", 1], true],
  ["matches_at", ["abc", "bc", 2], false],
  ["matches_at", ["abc", "", 3], true],
  ["matches_at", ["abc", "", 4], false],
  ["matches_at", ["abc", "a", -1], false],
  ["matches_at", ["abc", "", INT_MAX], false],
  ["index_of", ["abcb", "b"], 1],
  ["index_of", ["abc", ""], 0],
  ["index_of", ["abc", "x"], -1],
  ["last_index_of", ["log.tar.gz", "."], 7],
  ["last_index_of", ["abc", ""], 3],
  ["last_index_of", ["abc", "x"], -1],
  ["contains", ["abc", ""], true],
  ["starts_with", ["abc", ""], true],
  ["ends_with", ["abc", "bc"], true],
  ["count", ["aaaa", "aa"], 2],
  ["count", ["abc", ""], 0],
  ["replace", ["aaa", "aa", "$&$1"], "$&$1a"],
  ["replace", ["abc", "", "x"], "abc"],
  ["replace", ["aXbX", "X", "XX"], "aXXbXX"],
  ["split", ["a,", ","], ["a", ""]],
  ["split", ["", ","], [""]],
  ["split", ["abc", ""], ["abc"]],
  ["split", ["aaa", "aa"], ["", "a"]],
  ["split_whitespace", [" a\vb\x85c  "], ["a", "b\x85c"]],
  ["split_whitespace", ["  "], []],
  ["lines", [""], []],
  ["lines", ["\n"], [""]],
  ["lines", ["a\r\nb\r\r\nc\rd\n\ne\r"], ["a", "b\r", "c\rd", "", "e"]],
  ["parse_int", [" +42\n"], 42],
  ["parse_int", ["-9223372036854775808"], INT_MIN],
  ["parse_int", ["9223372036854775808"], null],
  ["parse_int", ["00000000000000000000009"], 9],
  ["parse_int", ["-0"], 0],
  ["parse_float", ["7."], 7],
  ["parse_float", [".25"], 0.25],
  ["parse_float", ["+1e2"], 100],
  ["parse_float", [" -1.5E-3 "], -0.0015],
  ["parse_float", ["1e400"], Infinity],
  ["parse_float", ["-0"], -0],
  ["parse_float", ["0.1e-400"], 0],
  ["parse_float", ["2.2250738585072011e-308"], 2.225073858507201e-308],
  ["parse_float", ["9007199254740993"], 9007199254740992],
  ["parse_float", [`9007199254740993.${"0".repeat(2000)}1`], 9007199254740994],
])("%s(%j) is %j", (name, args, result) => {
  expect(call(name, ...args)).toEqual(result);
});

test.each(["", "+", "-", "1_0", "0x1", "1 2", "+-1", "1.0", "\xa01", "\u0661"])(
  "parse_int refuses %j",
  (text) => {
    expect(call("parse_int", text)).toBeNull();
  },
);

test.each([
  "",
  ".",
  "e5",
  "1e",
  "1e+",
  "1_0",
  "inf",
  "nan",
  "Infinity",
  "0x10",
  "1e5.5",
  "--1",
  "1.2.3",
  "+",
  "1f",
  "1 e5",
  "\x001",
])("parse_float refuses %j", (text) => {
  expect(call("parse_float", text)).toBeNull();
});

describe("long searches", () => {
  const a = "a".repeat(200000);
  const needle = `b${"a".repeat(50000)}`;
  const random = Array.from({ length: 4000 }, (_, i) => "ab"[((i * 7919) >> 3) & 1]).join("");

  test("agree with the host", () => {
    for (let start = 0; start < 300; start += 7) {
      const piece = random.slice(start, start + 90);
      expect(call("index_of", random, piece)).toBe(random.indexOf(piece));
      expect(call("last_index_of", random, piece)).toBe(random.lastIndexOf(piece));
      expect(call("split", random, piece)).toEqual(random.split(piece));
      expect(call("count", random, piece)).toBe(random.split(piece).length - 1);
      expect(call("replace", random, piece, "-")).toBe(random.replaceAll(piece, "-"));
    }
  });

  // Anything that takes more than linear time here does not end within the time limit.
  test("take linear time on periodic texts", () => {
    for (const text of [needle, `${"a".repeat(50000)}b`]) {
      for (const name of ["index_of", "last_index_of", "contains", "count", "split"]) call(name, a, text);
      expect(call("replace", a, text, "x")).not.toBe("");
    }
  });

  test("take linear time on long numbers", () => {
    for (const text of [
      `${"1".repeat(3000000)}x`,
      `1.${"1".repeat(3000000)}x`,
      `1e${"1".repeat(3000000)}`,
      `0.${"0".repeat(3000000)}1e3000000`,
    ]) {
      call("parse_float", text);
      expect(call("parse_int", text)).toBe(null);
    }
  });
});

test("a result that is too large is a panic", () => {
  expect(() => call("repeat", "ab", 2 ** 40)).toThrow(new Panic("string too large"));
  expect(() => call("repeat", "ab", INT_MAX)).toThrow(new Panic("string too large"));
});
