// What RFC 8259 calls JSON and what not, one text each; the host's parser is the witness for the first list.
import { expect, it } from "vitest";
import { Err } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

const parse = create(idleRuntime()).functions.parse as unknown as (text: string) => unknown;

const VALID = [
  "[[] ]", '[""]', "[]", '["a"]', "[false]", '[null, 1, "1", {}]', "[null]", "[1\n]", " [1]", "[1,null,null,null,2]", "[2] ",
  "[123e65]", "[0e+1]", "[0e1]", "[ 4]", "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]", "[20e1]",
  "[-0]", "[-123]", "[-1]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]", "[1e+2]", "[123]", "[123.456789]",
  '{"asd":"sdf", "dfg":"fgh"}', '{"asd":"sdf"}', '{"a":"b","a":"c"}', '{"a":"b","a":"b"}', "{}", '{"":0}', '{"foo\\u0000bar": 42}',
  '{ "min": -1.0e+28, "max": 1.0e+28 }', '{"x":[{"id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}], "id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}',
  '{"a":[]}', '{"title":"\\u041f\\u043e\\u043b\\u0442\\u043e\\u0440\\u0430"}', '{\n"a": "b"\n}',
  '["\\u0060\\u012a\\u12AB"]', '["\\uD801\\udc37"]', '["\\ud83d\\ude39\\ud83d\\udc8d"]', '["\\"\\\\\\/\\b\\f\\n\\r\\t"]', '["\\\\u0000"]', '["\\""]',
  '["a/*b*/c/*d//e"]', '["\\\\a"]', '["\\\\n"]', '["\\u0012"]', '["\\uFFFF"]', '["asd"]', '[ "asd"]', '["\\uDBFF\\uDFFF"]', '["new\\u00A0line"]',
  '["\\u0000"]', '["\\u002c"]', '["\\uD834\\uDd1e"]', '"\\u0821"', '["\\u0061\\u30af\\u30EA\\u30b9"]', '["\x7f"]', "true", "false", "null", "42", "-0.1",
  '"asd"', '["a\x7fa"]', '""', '["a"]\n', "[true]", "[]   ", " [] ", "\t\r\n1",
];

const INVALID = [
  "[1 true]", "[a\xe5]", '["": 1]', '[""],', "[,1]", "[1,,2]", '["x",,]', '["x"]]', '["",]', '["x"', "[x", "[3[4]]", "[\xff]", "[1:2]", "[,]", "[-]",
  "[   , \"\"]", '["a",\n4\n,1,', "[1,]", "[1,,]", "[*]", '[""', "[1,", "[1,\n1\n,1", "[{}", "[fals]", "[nul]", "[tru]", "123\x00", "[++1234]", "[+1]",
  "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]", "[0.1.2]", "[0.3e+]", "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]",
  "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]", "[1eE2]", "[2.e+3]", "[2.e-3]", "[2.e3]", "[9.e+]", "[Inf]", "[NaN]", "[1+2]", "[0x1]", "[0x42]", "[Infinity]",
  "[0e+-1]", "[-123.123foo]", "[123\xe5]", "[1e1\xe5]", "[0\xe5]", "[-Infinity]", "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]", "[1ea]", "[1e\xe5]",
  "[1.]", "[.123]", "[1.2a-3]", "[1.8011670033376514H-308]", "[012]", '["x", truth]', "{[: \"x\"}", '{"x", null}', '{"x"::"b"}', '{"a":"a" 123}',
  "{key: 'value'}", '{"\xb9":"0",}', '{"a" b}', '{:"b"}', '{"a" "b"}', '{"a":', '{"a"', "{1:1}", "{9999E9999:1}", "{null:null,null:null}", '{"id":0,,,,,}',
  "{'a':0}", '{"id":0,}', '{"a":"b"}/**/', '{"a":"b"}/**//', '{"a":"b"}//', '{"a":"b"}/', '{"a":"b",,"c":"d"}', '{a: "b"}', '{"a":"a', '{ "foo" : "bar", "a" }',
  '{"a":"b"}#', " ", '["\\uD800\\"]', '["\\uD800\\u"]', '["\\uD800\\u1"]', '["\\uD800\\u1x"]', "[\xc3\xa9]", '["\\\x00"]', '["\\x00"]', '["\\\\\\"]', '["\\\t"]',
  '["\\\xf0\x9f\x8c\x80"]', '["\\"]', '["\\u00A"]', '["\\uD834\\uDd"]', '["\\uD800\\uD800\\x"]', '["\\a"]', '["\\uqqqq"]', '["\\\xe5"]', "[\\u0020\"asd\"]", "[\\n]",
  '"', "['single quote']", "abc", '["\\', '["a\x00a"]', '["new\nline"]', '["\t"]', '"\\UA66D"', '""x', "<.>", "[<null>]", "[1]x", "[1]]", '["asd]', "a\xe5", "[True]",
  "1]", '{"x": true,', "[][]", "]", "\xef\xbb{}", "\xe5", "[", '{"":', '2@', "{}}", '{"":', '{"a":/*comment*/"b"}', '{"a": true} "x"', "['", '["a', '["a"', "{", "{]",
  "{,", "{[", '{"a', "{'a'", '["\\{["\\{["\\{["\\{', "*", '{"a":"b"}#{}', "[\\u000A\"\"]", "[1", '[ false, nul', "[ true, fals", "[ false, tru", '{"asd":"asd"', "\xc3\xa5",
  "[\u2060]".replace("\u2060", "\xe2\x81\xa0"), "\xef\xbb\xbf[]", "[\x0c]", '["\xff"]', '["\xed\xa0\x80"]', '["\xe0\xff"]', '["\xf4\xbf\xbf\xbf"]', '["\xfc\x80\x80\x80\x80\x80"]',
  '["\xe0\x80\xaf"]', '["\x81"]', '["\\uD800"]', '["\\uDFAA"]', '["\\uDd1e\\uD834"]', '["\\uD888\\u1234"]', "", "nan", "-", "--1", "1e", "0x0", "1_000", "01",
];

it.each(VALID.map((text) => [text]))("takes %j", (text) => {
  JSON.parse(text);
  expect(parse(text)).not.toBeInstanceOf(Err);
});

it.each(INVALID.map((text) => [text]))("refuses %j", (text) => {
  expect(parse(text)).toBeInstanceOf(Err);
});
