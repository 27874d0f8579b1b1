import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  Err,
  ErrorValue,
  fromBytes,
  INT_MAX,
  INT_MIN,
  Panic,
  ScriptMap,
  toBytes,
  Wide,
} from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";
import { ArrayValue, NULL, NumberValue, ObjectValue, StringValue } from "./value.ts";
import type { JsonValue } from "./value.ts";

type Native = (...args: unknown[]) => unknown;
const natives = create(idleRuntime()).functions as unknown as Record<string, Native>;
const parse = (text: string) => natives.parse!(text) as JsonValue | Err<ErrorValue>;
const stringify = (value: unknown) => natives.stringify!(value) as string;

function problem(text: string): string | null {
  const result = parse(text);
  return result instanceof Err ? result.error._message : null;
}

/** Parses a text and writes it again. */
function round(text: string): string {
  const result = parse(text);
  if (result instanceof Err) throw new Error(result.error._message);
  return stringify(result);
}

describe("parse", () => {
  it.each([
    ["", "unexpected byte at offset 0"],
    ["  ", "unexpected byte at offset 2"],
    ["[1,]", "unexpected byte at offset 3"],
    ["[", "unexpected byte at offset 1: the text ends there"],
    ['{"url": ', "unexpected byte at offset 8: the text ends there"],
    ["]", "unexpected byte at offset 0"],
    ["+1", "unexpected byte at offset 0"],
    [".5", "unexpected byte at offset 0"],
    ["'a'", "unexpected byte at offset 0"],
    ["\xef\xbb\xbf1", "unexpected byte at offset 0"],
    ["\x0c1", "unexpected byte at offset 0"],
    ["1 2", "trailing content at offset 2"],
    ["1\x00", "trailing content at offset 1"],
    ["{}}", "trailing content at offset 2"],
    ["tru", "invalid token"],
    ["nul", "invalid token"],
    ["fALSE", "invalid token"],
    ["truee", "trailing content at offset 4"],
    ["[1", "expected , or ] in array"],
    ["[1 2]", "expected , or ] in array"],
    ["{", "expected string key in object"],
    ["{1:2}", "expected string key in object"],
    ['{"a":1,}', "expected string key in object"],
    ['{"a":1,', "expected string key in object"],
    ['{"a"}', "expected : in object"],
    ['{"a"', "expected : in object"],
    ['{"a":1', "expected , or } in object"],
    ['{"a":1 "b":2}', "expected , or } in object"],
    ['{"a":}', "unexpected byte at offset 5"],
    ['"abc', "unterminated string"],
    ['"a\\n', "unterminated string"],
    ['"a\nb"', "unescaped control character in string"],
    ['"\\n\n"', "unescaped control character in string"],
    ['"\xff"', "invalid UTF-8 in string"],
    ['"\xc0\x80"', "invalid UTF-8 in string"],
    ['"\xed\xa0\x80"', "invalid UTF-8 in string"],
    ['"\xf4\x90\x80\x80"', "invalid UTF-8 in string"],
    ['"\xc3', "invalid UTF-8 in string"],
    ['"\\t\xe2\x82"', "invalid UTF-8 in string"],
    ['"\\x"', "bad escape"],
    ['"\\', "bad escape"],
    ['"\\\xe9"', "bad escape"],
    ['"\\u12g4"', "bad unicode escape"],
    ['"\\u123', "bad unicode escape"],
    ['"\\ud800"', "unpaired high surrogate in \\u escape"],
    ['"\\ud800\\n"', "unpaired high surrogate in \\u escape"],
    ['"\\ud800\\u0041"', "invalid low surrogate in \\u escape"],
    ['"\\ud800\\uzzzz"', "invalid low surrogate in \\u escape"],
    ['"\\udc00"', "lone low surrogate in \\u escape"],
    ["-", "invalid number"],
    ["-a", "invalid number"],
    ["01", "number has a leading zero"],
    ["-00", "number has a leading zero"],
    ["00.5", "number has a leading zero"],
    ["1.", "invalid fraction"],
    ["1.e5", "invalid fraction"],
    ["1e", "invalid exponent"],
    ["1E+", "invalid exponent"],
    ["[".repeat(257), "maximum nesting depth exceeded"],
    ['{"a":'.repeat(257), "maximum nesting depth exceeded"],
    ["[".repeat(1_000_000), "maximum nesting depth exceeded"],
  ])("refuses %j", (text, message) => {
    expect(problem(text)).toBe(message);
  });

  it("takes 256 levels, and siblings do not add up", () => {
    const deep = "[".repeat(256) + "]".repeat(256);
    expect(round(deep)).toBe(deep);
    expect(problem(`[${"[],".repeat(1000)}{}]`)).toBeNull();
  });

  it.each([
    [" \t\r\n[ 1 , 2 ] ", "[1,2]"],
    ['{"a":1,"b":{"c":[true,false,null]}}', '{"a":1,"b":{"c":[true,false,null]}}'],
    ['{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
    ['"\\u0041\\/\\b\\f\\n\\r\\t\\"\\\\"', '"A/\\b\\f\\n\\r\\t\\"\\\\"'],
    ['"\\u001f\x7f"', '"\\u001f\x7f"'],
    ['"\\u0000"', '"\\u0000"'],
    ["[]", "[]"],
    ["{ }", "{}"],
    ['{"":0}', '{"":0}'],
  ])("reads %j", (text, again) => {
    expect(round(text)).toBe(again);
  });

  it("turns escapes into UTF-8", () => {
    expect((parse('"\\u00e9\\u20ac\\ud83d\\ude00"') as StringValue).p0).toBe(toBytes("é€😀"));
    expect((parse(toBytes('"é€😀"')) as StringValue).p0).toBe(toBytes("é€😀"));
  });

  it("compares a guessed key with the text, not with its meaning", () => {
    expect(round('[{"a\\"b":1},{"a\\"b":2}]')).toBe('[{"a\\"b":1},{"a\\"b":2}]');
    expect(problem('[{"a\\"b":1},{"a"b":2}]')).toBe("expected : in object");
    expect(round('[{"ab":1},{"a":2},{"abc":3}]')).toBe('[{"ab":1},{"a":2},{"abc":3}]');
  });

  it("takes objects with many and with long keys", () => {
    const wide = `{${Array.from({ length: 300 }, (_, i) => `"k${i}":${i}`).join(",")}}`;
    expect(round(`[${wide},${wide}]`)).toBe(`[${wide},${wide}]`);
    const long = `{"${"x".repeat(1000)}":1,"a":2,"a":3}`;
    expect(round(long)).toBe(long.replace('"a":2,', ""));
    const many = Array.from({ length: 10_000 }, (_, i) => `{"a":0,"k${i}":${i}}`).join(",");
    expect(round(`[${many}]`)).toBe(`[${many}]`);
  });
});

describe("numbers", () => {
  it.each([
    ["1.0", "1"],
    ["0.15", "0.15"],
    ["-0", "-0"],
    ["-0.0", "-0"],
    ["1e2", "100"],
    ["1E-7", "0.0000001"],
    ["9007199254740993", "9007199254740993"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["9223372036854775807", "9223372036854775807"],
    ["9223372036854775808", "9223372036854776000"],
    ["12345678901234567890", "12345678901234567000"],
    ["9007199254740993.0", "9007199254740992"],
    ["1e999999999", "null"],
    ["-1e400", "null"],
    ["1e-999999999", "0"],
    ["0.1e1", "1"],
    ["123456789.125", "123456789.125"],
    ["0.30000000000000004", "0.30000000000000004"],
    [`0.${"0".repeat(400)}1`, "0"],
  ])("writes %s again as %s", (text, again) => {
    expect(round(text)).toBe(again);
  });

  it("rounds correctly", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 0, max: 20 }),
        (n, places) => {
          for (const text of [`${n}`, n.toFixed(places)]) {
            if (/^-?[0-9]/.test(text)) expect((parse(text) as NumberValue).p0).toBe(Number(text));
          }
        },
      ),
    );
  });

  it("gives Ints exactly, truncated, saturated", () => {
    const asInt = (text: string) => natives["JsonValue.as_int"]!(parse(text));
    expect(asInt("9007199254740993")).toEqual(new Wide(0x200000, 1));
    expect(asInt("2.9")).toBe(2);
    expect(asInt("-2.9")).toBe(-2);
    expect(Object.is(asInt("-0"), 0)).toBe(true);
    expect(asInt("1e30")).toEqual(INT_MAX);
    expect(asInt("-12345678901234567890")).toEqual(INT_MIN);
    expect(asInt("true")).toBeNull();
  });

  it("forgets exactness where a Float was given", () => {
    expect(stringify(new NumberValue(9007199254740992))).toBe("9007199254740992");
    expect(stringify(natives.json_int!(INT_MAX))).toBe("9223372036854775807");
    expect(stringify(natives.json_number!(NaN))).toBe("null");
  });
});

describe("stringify", () => {
  it("replaces bytes that are not UTF-8, one by one", () => {
    expect(stringify(new StringValue("a\xff\xe2\x82z\xe2\x82\xac"))).toBe(
      '"a\\uFFFD\\uFFFD\\uFFFDz\xe2\x82\xac"',
    );
    expect(stringify(new StringValue('\xc3"\xc3\xa9'))).toBe('"\\uFFFD\\"\xc3\xa9"');
  });

  it("writes the scalars of an array alike in short and long ones", () => {
    const scalar = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom(0, -0, 1e21, 999999999999999900000, 1e-6, 9.9e-7, 65536, 2147483647, 2147483648),
      fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) }),
    );
    fc.assert(
      fc.property(fc.array(scalar, { minLength: 8, maxLength: 12 }), (scalars) => {
        const values = scalars.map((each) =>
          typeof each === "number"
            ? new NumberValue(each)
            : typeof each === "string"
              ? new StringValue(each)
              : natives.json_bool!(each),
        );
        expect(stringify(ArrayValue.of([...scalars]))).toBe(`[${values.map(stringify).join(",")}]`);
      }),
      { numRuns: 500 },
    );
  });

  it("writes one member a line", () => {
    const pretty = (text: string, indent: unknown) =>
      natives.stringify_pretty!(parse(text), indent) as string;
    expect(pretty('{"size":3,"ok":[true,{}],"e":[]}', 2)).toBe(
      '{\n  "size": 3,\n  "ok": [\n    true,\n    {}\n  ],\n  "e": []\n}',
    );
    expect(pretty("[1,2]", 0)).toBe("[\n1,\n2\n]");
    expect(pretty("[1]", -4)).toBe("[\n1\n]");
    expect(pretty("[]", INT_MAX)).toBe("[]");
    expect(() => pretty("[1]", INT_MAX)).toThrow(new Panic("string too large"));
  });

  it("agrees with the host for text and structure", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value);
        const again = JSON.parse(fromBytes(round(toBytes(text)))) as unknown;
        expect(again).toEqual(JSON.parse(text));
      }),
    );
  });
});

it("never throws at any bytes", () => {
  const bytes = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  });
  const jsonish = fc.string({
    unit: fc.constantFrom(...'[]{},:"\\u0d8-+.eE1tfn \n', "true", '"a":', "\xc3\xa9", "\xff"),
  });
  fc.assert(
    fc.property(fc.oneof(bytes, jsonish), (text) => {
      const result = parse(text);
      if (!(result instanceof Err)) expect(stringify(parse(stringify(result)))).toBe(stringify(result));
    }),
    { numRuns: 2000 },
  );
});

describe("objects", () => {
  it("become the live map on request", () => {
    const object = parse('{"a":1,"b":2}') as ObjectValue;
    expect(natives["JsonValue.keys"]!(object)).toEqual(["a", "b"]);
    object.p0.set("a", NULL);
    object.p0.set("c", NULL);
    expect(object.p0).toBe(object.p0);
    expect(stringify(object)).toBe('{"a":null,"b":2,"c":null}');
    expect(natives["JsonValue.length"]!(object)).toBe(3);
    expect(natives["JsonValue.get"]!(object, "b")).toBeInstanceOf(NumberValue);
    expect(natives["JsonValue.get"]!(object, "z")).toBeNull();
  });

  it("wrap the map they are given", () => {
    const map = new ScriptMap<string, JsonValue>();
    const object = natives.json_object!(map);
    map.set("k", NULL);
    expect(stringify(object)).toBe('{"k":null}');
  });

  it("miss fields with the error of the spec", () => {
    for (const text of ["{}", "[]", "3"]) {
      const result = natives.json_field!(parse(text), "id") as Err<ErrorValue>;
      expect(result.error).toEqual(new ErrorValue("json", "missing field id"));
    }
  });

  it("give elements only where there are any", () => {
    const array = parse("[1]");
    for (const i of [-1, 1, INT_MAX, INT_MIN]) expect(natives["JsonValue.at"]!(array, i)).toBeNull();
    expect(natives["JsonValue.at"]!(array, 0)).toBeInstanceOf(NumberValue);
    expect(natives["JsonValue.at"]!(parse("{}"), 0)).toBeNull();
  });
});

describe("derived code", () => {
  const message = (text: string) => {
    const result = natives.__variant!(parse(text), '[["Cash",0],["Card",2]]');
    return result instanceof Err ? (result.error as ErrorValue)._message : result;
  };

  it("checks enums in the order of the spec", () => {
    expect(message("[]")).toBe("missing field tag");
    expect(message('{"tag":1}')).toBe("enum tag is not a string");
    expect(message('{"tag":"None"}')).toBe("missing field values");
    expect(message('{"tag":"None","values":1}')).toBe("unknown tag None");
    expect(message('{"tag":"Card","values":1}')).toBe("enum payload values is not an array");
    expect(message('{"tag":"Card","values":[1]}')).toBe("wrong number of payload values for variant");
    expect(message('{"values":["a",2],"tag":"Card"}')).toBe(1);
  });

  it("builds objects, also with keys that are equal or odd", () => {
    expect(stringify(natives.__record!('["a","b"]', [NULL, new ArrayValue([])]))).toBe('{"a":null,"b":[]}');
    expect(stringify(natives.__record!('["a","a"]', [NULL, new ArrayValue([])]))).toBe('{"a":[]}');
    expect(stringify(natives.__record!("[]", []))).toBe("{}");
    expect(stringify(natives.__tagged!("Off", []))).toBe('{"tag":"Off","values":[]}');
  });

  it("decodes one character", () => {
    expect(natives.__char!(parse(toBytes('"é"')))).toBe(0xe9);
    expect(natives.__char!(parse(toBytes('"😀"')))).toBe(0x1f600);
    expect(natives.__char!(parse('"ab"'))).toBeInstanceOf(Err);
    expect(natives.__char!(parse('""'))).toBeInstanceOf(Err);
  });
});

describe("values of any depth", () => {
  /** Arrays around objects, with something before and after each. */
  function nested(levels: number): { readonly value: JsonValue; readonly text: string } {
    let value: JsonValue = NULL;
    for (let i = 0; i < levels; i++) {
      const map = new ScriptMap<string, JsonValue>();
      map.set("a", value);
      map.set("b", new ArrayValue([]));
      value = new ArrayValue([new StringValue("x"), new ObjectValue(map), new NumberValue(i)]);
    }
    let text = `${'["x",{"a":'.repeat(levels)}null`;
    for (let i = 0; i < levels; i++) text += `,"b":[]},${i}]`;
    return { value, text };
  }

  it.each([0, 1, 499, 500, 501, 100_000])("writes %i levels of both kinds", (levels) => {
    const { value, text } = nested(levels);
    expect(stringify(value) === text).toBe(true);
    if (levels > 0)
      expect((natives.stringify_pretty!(value, 0) as string).replace(/\n|(?<=:) /g, "") === text).toBe(true);
  });

  it("does not follow values that contain themselves for ever", () => {
    const items: JsonValue[] = [];
    const value = new ArrayValue(items);
    items.push(value);
    expect(() => stringify(value)).toThrow(Panic);
  });
});
