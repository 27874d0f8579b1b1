// The tokens of short texts; reference/lexical#source-text.
import { describe, expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { incomplete, tokenize } from "./tokenize.ts";

function kinds(text: string): string {
  return tokenize(new Source("x", text))
    .tokens.map(({ kind }) => kind)
    .join(" ");
}

function errors(text: string): string[] {
  return tokenize(new Source("x", text)).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe("kinds", () => {
  test.each([
    ["a <<= b << c <= d", "ident <<= ident << ident <= ident"],
    ["a..=b..c.d", "ident ..= ident .. ident . ident"],
    ["List<List<Int>>", "ident < ident < ident >> >"],
    ["1..4", "int .. int"],
    ["7.to_string()", "int . ident ( )"],
    ["2.5.to_int()", "float . ident ( )"],
    ["break 'a p } else if c == '.' {", "break label ident } else if ident == char {"],
    ["break 'a 'x'", "break label char"],
    ["A -> break 'a p, 'q' -> 1", "ident -> break label ident , char -> int"],
    ["break 'a if 'q' == c { '1' }", "break label if char == ident { char }"],
    ["dyn Shape", "dyn ident"],
    ["let dyn = 1", "let ident = int"],
    ["a\r\n\rb\nc", "ident newline ident newline ident"],
    ["a\n// c\n\nb", "ident newline ident"],
    ["a /* \n */ b", "ident ident"],
    ["f(\na,\nb\n)", "ident ( ident , ident )"],
    ["a\n* b\n- c", "ident * ident newline - ident"],
    ['"a${b}c${d}"', "stringStart ident stringMiddle ident stringEnd"],
  ])("%j", (text, expected) => expect(kinds(text)).toBe(expected));
});

describe("numbers", () => {
  test.each([
    ["1_000", 1000n],
    ["007", 7n],
    ["0xFF", 255n],
    ["0B1_0", 2n],
    ["0o17", 15n],
    ["0xFFFFFFFFFFFFFFFF", -1n],
    ["9223372036854775807", 9223372036854775807n],
    ["1e9", 1e9],
    ["2.5E-3", 0.0025],
    ["6_0.2_5", 60.25],
    ["1e999", Infinity],
  ])("%s", (text, value) => expect(tokenize(new Source("x", text)).tokens[0]?.value).toBe(value));

  test.each(["12ab", "0b12", "0xG", "1e", "1.5e+", "0x", "9223372036854775809", "0x10000000000000000"])(
    "%s is malformed",
    (text) => {
      expect(errors(text)[0]).toMatch(/^L4 invalid numeric literal/);
    },
  );
});

describe("errors", () => {
  test.each([
    ["a \f b", "L1 unexpected character U+000C (form feed)"],
    ["a # b } (", "L1 unexpected character `#`"],
    ["a\u00a0b", "L1 unexpected character U+00A0 (no-break space)"],
    ["\ufeffa", "L1 unexpected character U+FEFF (byte-order mark)"],
    ["/* a", "L2 unterminated block comment"],
    ['"""a', "L2 unterminated block string"],
    ["''", "L5 invalid character literal: it is empty"],
    ["'a", "L5 invalid character literal: the closing quote is missing"],
    ['"\\x4"', "L3 invalid escape `\\x4`"],
    ['"\\u{D800}"', "L3 invalid unicode escape `\\u{D800}`"],
    ['c"abc"', "P9 C interoperability is not supported"],
  ])("%j", (text, error) => expect(errors(text)).toEqual([error]));
});

describe("incomplete input", () => {
  test.each(["fun f() {", "f(1,", "[1, 2", "let x =", "1 +", '"""abc', "/* c", "xs."])("%s", (text) => {
    expect(incomplete(text)).toBe(true);
  });
  test.each(["fun f() {}", "f(1))", "1 + 2", '"abc', "", "let x = [1]"])("complete: %s", (text) => {
    expect(incomplete(text)).toBe(false);
  });
});
