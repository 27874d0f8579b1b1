import { describe, expect, test } from "vitest";
import { Err, type ErrorValue } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

interface Handle {
  readonly program: unknown;
}

const functions = create(idleRuntime()).functions as unknown as {
  compile(pattern: string): Handle | Err<ErrorValue>;
  "Regex.is_match"(regex: Handle, text: string): boolean;
  "Regex.find"(regex: Handle, text: string): string | null;
  "Regex.find_all"(regex: Handle, text: string): string[];
  "Regex.captures"(regex: Handle, text: string): string[];
  "Regex.replace_all"(regex: Handle, text: string, replacement: string): string;
  "Regex.split"(regex: Handle, text: string): string[];
  "Regex.free"(regex: Handle): void;
};

const bytes = (text: string) => Buffer.from(text, "utf8").toString("latin1");

function compile(pattern: string): Handle {
  const regex = functions.compile(bytes(pattern));
  if (regex instanceof Err) throw new Error(`${pattern}: ${regex.error._message}`);
  return regex;
}

const findAll = (pattern: string, text: string) =>
  functions["Regex.find_all"](compile(pattern), bytes(text)).join("|");
const captures = (pattern: string, text: string) =>
  functions["Regex.captures"](compile(pattern), bytes(text)).join("|");
const replace = (pattern: string, text: string, replacement: string) =>
  functions["Regex.replace_all"](compile(pattern), bytes(text), bytes(replacement));
const split = (pattern: string, text: string) => functions["Regex.split"](compile(pattern), bytes(text));

describe("syntax (std/regex): all matches, joined by |", () => {
  test.each([
    ["a.c", "abc a\nc a\rc", "abc|a\rc"],
    ["(?s)a.c", "a\nc", "a\nc"],
    ["ab|cd|", "abxcdx", "ab|cd|"],
    ["a*?b", "aab", "aab"],
    ["a+?", "aaa", "a|a|a"],
    ["(?U)a+", "aaa", "a|a|a"],
    ["(?U)a+?", "aaa", "aaa"],
    ["a{2}", "aaaaa", "aa|aa"],
    ["a{2,}", "a aa aaa", "aa|aaa"],
    ["a{1,2}?", "aaa", "a|a|a"],
    ["a**", "aab", "aa|"],
    ["a{2}{2}", "aaaaa", "aaaa"],
    ["^*a", "aa", "a|a"],
    ["(?:)+x", "x", "x"],
    ["^a", "a\na", "a"],
    ["(?m)^a$", "a\na", "a|a"],
    ["a$", "a\n", ""],
    ["(?mR)a$", "a\r\na\ra", "a|a|a"],
    ["(?mR)^", "a\r\nb", "|"],
    ["(?R).", "a\r\n", "a"],
    ["\\Aa", "aa", "a"],
    ["a\\z", "aa", "a"],
    ["\\bfoo\\b", "foo foobar foo", "foo|foo"],
    ["\\Boo\\b", "foo oo", "oo"],
    ["\\<\\w", "né été", bytes("n|é")],
    ["\\w\\>", "né été", bytes("é|é")],
    ["\\b{start}.", "ab cd", "a|c"],
    [".\\b{end}", "ab cd", "b|d"],
    ["\\b{start-half}x", "ax x -x", "x|x"],
    ["x\\b{end-half}", "xa x x-", "x|x"],
    ["\\d+", "12٣", bytes("12٣")],
    ["(?-u)\\d+", "12٣", "12"],
    ["\\w+", "naïve_1 x-y", bytes("naïve_1|x|y")],
    ["(?-u)\\w+", "naïve", "na|ve"],
    ["\\S+", "a\u00a0b c", "a|b|c"],
    ["\\W", "aé!", "!"],
    ["\\pL+", "aé1", bytes("aé")],
    ["\\p{Greek}+", "abγδ", bytes("γδ")],
    ["\\p{script = greek}+", "abγδ", bytes("γδ")],
    ["\\p{^Lu}", "Aa", "a"],
    ["\\P{Lu}", "Aa", "a"],
    ["\\p{ uppercase_LETTER }", "Aa", "A"],
    ["\\p{gc!=Lu}", "Aa", "a"],
    ["[\\p{ASCII}--\\p{Alphabetic}]", "a1", "1"],
    ["\\p{Any}", "é", bytes("é")],
    ["\\a\\f\\t\\n\\r\\v", "\x07\f\t\n\r\v", "\x07\f\t\n\r\v"],
    ["\\x41\\u00e9\\U0001F600\\x{42}\\u{43}", "Aé😀BC", bytes("Aé😀BC")],
    ['\\/\\-\\"\\_\\ \\#\\%', '/-"_ #%', '/-"_ #%'],
    ["}]", "}]", "}]"],
    ["[abc]+", "xcabx", "cab"],
    ["[^a-f]+", "abgh", "gh"],
    ["[[:alpha:]]+", "ab1é", "ab"],
    ["[[:^digit:]]+", "1é2", bytes("é")],
    ["[[:foo:]]", "f:", "f|:"],
    ["[a-z[0-9]]+", "a1-", "a1"],
    ["[\\w&&[^\\d]]+", "a1b", "a|b"],
    ["[a-z--aeiou]+", "abcde", "bcd"],
    ["[a-g~~c-k]+", "abcdefghij", "ab|hij"],
    ["[^a-z&&c-e]+", "abcde", "ab"],
    ["[]a]+", "]a", "]a"],
    ["[^]a]", "]ab", "b"],
    ["[-a]+", "-a", "-a"],
    ["[a-]+", "-a", "-a"],
    ["[a\\-z]+", "a-z", "a-z"],
    ["[+--]+", "+,-", "+"],
    ["(?i)straße", "STRAßE", bytes("STRAßE")],
    ["(?i)k+", "kK\u212a", bytes("kK\u212a")],
    ["(?i-u)k+", "kK\u212a", "kK"],
    ["(?i)[^x]", "Xx", ""],
    ["(?i)Σ+", "σςΣ", bytes("σςΣ")],
    ["a(?i)b|c", "aB C", "aB|C"],
    ["(?:a(?i)b)c", "aBc aBC", "aBc"],
    ["(?i:a)b", "Ab AB", "Ab"],
    ["(?s-m:.)", "\n", "\n"],
    ["(?x) a  b # all\n c", "abc", "abc"],
    ["(?x) [ a b ] +", "ab ", "ab"],
    ["(?x)a\\ b", "a b", "a b"],
    ["(?x) a {2}", "aa", "aa"],
    ["(?P<n>a)(?<m>b)", "ab", "ab"],
    ["sun|sunday", "sunday", "sun"],
    ["z*", "zbz", "z|z"],
    ["z*", "bzzb", "|zz|"],
    ["", "ab", "||"],
    ["[^\\s\\S]", "ab", ""],
    ["a{0}b", "ab", "b"],
    ["(?:a{0,1}){3}", "aaaa", "aaa|a"],
    ["x{0,2}?y", "xxxy", "xxy"],
  ])("%s on %j", (pattern, text, found) => {
    expect(findAll(pattern, text)).toBe(found);
  });

  test("named classes by script code, script extensions and binary properties", () => {
    expect(findAll("\\p{Grek}", "γ")).toBe(bytes("γ"));
    expect(findAll("\\p{scx=Greek}", "\u0342")).toBe(bytes("\u0342"));
    expect(findAll("\\p{sc=Greek}", "\u0342")).toBe("");
    expect(findAll("\\p{White_Space}\\p{Emoji}", " 😀")).toBe(bytes(" 😀"));
    expect(findAll("\\p{Assigned}", "\u0378a")).toBe("a");
  });
});

describe("patterns that are errors (std/regex)", () => {
  test.each([
    "(",
    ")",
    "[",
    "a)",
    "(a",
    "[a",
    "*a",
    "(+)",
    "(?i)*",
    "{2}",
    "a|*",
    "a{",
    "a{x}",
    "a{,3}",
    "a{5,2}",
    "a{1",
    "a{1,2",
    "{",
    "\\1",
    "\\9",
    "\\0",
    "(?=a)",
    "(?!a)",
    "(?<=a)",
    "(?<!a)",
    "(?z)",
    "(?ii)",
    "(?i-i)",
    "(?--i)",
    "(?i-)",
    "(?-)",
    "(?)",
    "(?i",
    "\\y",
    "\\e",
    "\\é",
    "\\",
    "[z-a]",
    "[a-\\d]",
    "[\\d-a]",
    "[\\b]",
    "[\\A]",
    "\\p{Foo}",
    "\\p{L",
    "\\p",
    "\\pX",
    "(?P<n>a)(?P<n>b)",
    "(?P<>a)",
    "(?P<1a>b)",
    "(?P<n",
    "(?P=n)",
    "(?<a-b>c)",
    "\\x4",
    "\\x{110000}",
    "\\x{}",
    "\\u{D800}",
    "\\b{foo}",
    "(?-u)\\pL",
    "(?-u)[é]",
    "a{99999999999}",
    "[a&&",
    "[[:alpha:]",
    "[a-",
  ])("%s", (pattern) => {
    const result = functions.compile(bytes(pattern));
    expect(result).toBeInstanceOf(Err);
    const { _kind, _message } = (result as Err<ErrorValue>).error;
    expect(_kind).toBe("regex");
    expect(_message).not.toBe("");
  });

  test("patterns that are not UTF-8, too large or too deep", () => {
    const hostile = [
      "\xff",
      "a\xc3",
      "\xed\xa0\x80",
      "((a{1000}){1000}){1000}",
      "\\w{100000}",
      "a".concat("*".repeat(100000)),
      "(".repeat(100000),
      `${"(".repeat(1000)}${")".repeat(1000)}`,
      "[".repeat(100000),
      `(?<${"n".repeat(1000000)}`,
      "(?:a?){1000000}",
    ];
    for (const pattern of hostile)
      expect(functions.compile(pattern), pattern.slice(0, 30)).toBeInstanceOf(Err);
  });
});

test("large patterns that are valid are compiled", () => {
  const large: readonly (readonly [pattern: string, text: string])[] = [
    [`[${"a-z".repeat(300000)}]`, "q"],
    [`[${"\\pL".repeat(50000)}]`, "q"],
    ["a".repeat(200000), "a".repeat(200000)],
    [`${"b".repeat(2000)}${"|a".repeat(80000)}`, "a"],
  ];
  for (const [pattern, text] of large) {
    const re = functions.compile(pattern);
    if (re instanceof Err) throw new Error(pattern.slice(0, 30));
    if (text.length === 1) expect(functions["Regex.find"](re, text)).toBe(text);
  }
});

describe("groups", () => {
  test.each([
    ["(?P<h>\\d{1,2}):(\\d\\d)", "at 12:30", "12:30|12|30"],
    ["(?:(a)|b)*", "ab", "ab|a"],
    ["(a)|(b)", "b", "b||b"],
    ["((a)(b)?)+", "aba", "aba|a|a|b"],
    ["(a*)*", "b", "|"],
    ["(a*)+", "aa", "aa|aa"],
    ["(a|ab)(c|bcd)(d*)", "abcd", "abcd|a|bcd|"],
    ["(?:)(x)?", "y", "|"],
    ["(\\b)x", "x", "x|"],
    ["(a{0})b", "b", "b|"],
  ])("%s on %s", (pattern, text, found) => {
    expect(captures(pattern, text)).toBe(found);
  });

  test("without a match there are none", () => {
    expect(functions["Regex.captures"](compile("(a)"), "b")).toEqual([]);
  });

  test("are found by both engines alike", () => {
    const text = `${"x".repeat(200000)}${"ab".repeat(300000)}`;
    const found = functions["Regex.captures"](compile("x*((a)(b))*"), text);
    expect(found.map((group) => group.length)).toEqual([800000, 2, 1, 1]);
  });
});

describe("bytes", () => {
  test("that are not UTF-8 match no character, but bytes under -u", () => {
    expect(functions["Regex.find_all"](compile("."), "a\xff\xc3b")).toEqual(["a", "b"]);
    expect(functions["Regex.find"](compile("(?-u:\\xFF)"), "a\xff")).toBe("\xff");
    expect(functions["Regex.find_all"](compile("(?-u:[^a])"), "a\xff\xc3")).toEqual(["\xff", "\xc3"]);
    expect(functions["Regex.find_all"](compile("(?-u).é"), bytes("\u00ff") + bytes("é"))).toEqual([
      "\xbf\xc3\xa9",
    ]);
    expect(functions["Regex.find_all"](compile("[^a]"), "\xed\xa0\x80\xf4\x90\x80\x80\xc0\x80")).toEqual([]);
    expect(
      functions["Regex.find_all"](compile("\\x{10FFFF}|\\x{800}|\\x{FFFF}"), bytes("\u{10ffff}\u0800\uffff"))
        .length,
    ).toBe(3);
  });

  test("no match is inside a character, unless the pattern asks for bytes", () => {
    expect(functions["Regex.find_all"](compile(""), bytes("é")).length).toBe(2);
    expect(split("", "né")).toEqual(["", "n", bytes("é"), ""]);
    expect(replace("x*", "é", "-")).toBe(bytes("-é-"));
    expect(replace("(?-u:\\B)", "é☃", "-")).toBe(bytes("-é-☃-"));
    expect(functions["Regex.is_match"](compile("(?-u:\\B)"), bytes("aé"))).toBe(true);
    expect(functions["Regex.is_match"](compile("(?-u:\\B)b"), bytes("éb"))).toBe(false);
    expect(functions["Regex.find_all"](compile("(?-u:\\xff)?"), bytes("é")).length).toBe(3);
    // Each byte that is not UTF-8 is by itself.
    expect(functions["Regex.find_all"](compile(""), "\xa9\xc3\xe2\x98").length).toBe(5);
  });

  test("a group under {0} has its number and name", () => {
    const regex = compile("(?P<x>a){0}(?P<y>b)");
    expect(functions["Regex.captures"](regex, "b")).toEqual(["b", "", "b"]);
    expect(replace("(?P<x>a){0}(?P<y>b)", "b", "[$2$x]")).toBe("[b]");
    expect(captures("(?:(a)|b){0}(c)(?:(d){0})?", "c")).toBe("c||c|");
  });

  test("a NUL is a byte like others", () => {
    expect(functions["Regex.find_all"](compile("^a|\\x00b"), "\0ab\0b")).toEqual(["\0b"]);
    expect(functions["Regex.is_match"](compile("(?m)a$"), "a\0")).toBe(false);
    expect(functions["Regex.find_all"](compile("[a]\\b"), "\0a\0")).toEqual(["a"]);
    expect(functions["Regex.find_all"](compile("^a+"), "\0a")).toEqual([]);
  });
});

describe("replace_all and split", () => {
  test.each([
    ["(?P<h>\\d+):(\\d\\d)", "7:05", "${h}h$2m", "7h"],
    ["(?P<h>\\d+):(\\d\\d)", "7:05", "${h}h${2}m", "7h05m"],
    ["(a)(b)?", "a", "[$0|$1|$2|$3|$x]", "[a|a|||]"],
    ["a", "aa", "$$", "$$"],
    ["a", "a", "$", "$"],
    ["a", "a", "x$", "x$"],
    ["a", "a", "${", "${"],
    ["a", "a", "${0", "${0"],
    ["a", "a", "$ $-${}", "$ $-"],
    ["a", "a", "$1st", ""],
    ["a", "a", "$0$0", "aa"],
    ["a", "a", "$99999999999999999999", ""],
    ["(?P<a.b>x)", "x", "${a.b}", "x"],
    ["z*", "zbz", "-", "-b-"],
    ["x", "abc", "y", "abc"],
    ["", "ab", "-", "-a-b-"],
    ["a", "a", "$&$`\\1", "$&$`\\1"],
  ])("%s in %s by %s", (pattern, text, replacement, result) => {
    expect(replace(pattern, text, replacement)).toBe(result);
  });

  test("split keeps empty pieces and leaves groups out", () => {
    expect(split("(,)", ",a,,b,")).toEqual(["", "a", "", "b", ""]);
    expect(split(",", "")).toEqual([""]);
    expect(split(",", "ab")).toEqual(["ab"]);
    expect(split("", "ab")).toEqual(["", "a", "b", ""]);
    expect(split("\\s+", "a  b\tc")).toEqual(["a", "b", "c"]);
  });

  test("a freed pattern matches nothing", () => {
    const regex = compile("a|()");
    functions["Regex.free"](regex);
    functions["Regex.free"](regex);
    expect(functions["Regex.is_match"](regex, "a")).toBe(false);
    expect(functions["Regex.find"](regex, "a")).toBeNull();
    expect(functions["Regex.find_all"](regex, "a")).toEqual([]);
    expect(functions["Regex.captures"](regex, "a")).toEqual([]);
    expect(functions["Regex.replace_all"](regex, "a", "b")).toBe("a");
    expect(functions["Regex.split"](regex, "a")).toEqual(["a"]);
  });
});

// Anything that takes more than linear time here does not end within the time limit.
describe("time", () => {
  const long = "a".repeat(100000);
  test.each([
    ["(a+)+$", `${long}b`],
    ["(a*)*b", long],
    ["(?:a|aa)+$", `${long}b`],
    ["(.*)(.*)(.*)x", long],
    ["(x+x+)+y", "x".repeat(100000)],
    ["a.{500}b", long],
    ["[a-q][^u-z]{13}x", long],
    ["(?:(?:a?){30}){2}a{60}$", `${long}b`],
    ["\\bé?(a|a)*\\b!", `é${long}`],
    ["\\w+@", long],
  ])("%s on a long text", (pattern, text) => {
    const regex = compile(pattern);
    const matches = functions["Regex.is_match"](regex, bytes(text));
    expect(functions["Regex.captures"](regex, bytes(text)).length > 0).toBe(matches);
  });
});

describe("patterns of more parts than an automaton has states are not read to their end", () => {
  test.each(["x", "../", "a|", "[a-z]", "\\pL", "(?x) a ", "a{0}"])("%s", (part) => {
    const found = functions.compile(part.repeat(3_000_000));
    expect(found instanceof Err && found.error._message).toBe("the pattern is too large");
  });
});
