// Natives of lists and strings beside other goroutines: those whose time grows with their input give way and
// return the same result as without goroutines. Each native is in a table here, declared `@long`, or fast.
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import "../interpreter/host/node/index.ts";
import { readDeclaration } from "../interpreter/modules/index.ts";
import { GoroutineScheduler } from "../interpreter/runtime/host.ts";
import { ScriptMap, ScriptSet, type NativeKey } from "../interpreter/runtime/index.ts";
import type { FunctionItem } from "../interpreter/syntax/index.ts";
import { standardModules } from "./index.ts";
import { parseJson } from "./json/parse.ts";
import { ShapeTree } from "./json/shape.ts";
import { JsonWriter } from "./json/stringify.ts";
import type { JsonValue } from "./json/value.ts";
import { Rng } from "./random/splitmix64.ts";
import { idleRuntime } from "./testing/idle-runtime.ts";

/** A scheduler whose time slices are all over when they begin. */
class Hurried extends GoroutineScheduler {
  override due(): boolean {
    return true;
  }
}

async function native(
  module: string,
  name: string,
  shared: boolean,
): Promise<(...args: unknown[]) => unknown> {
  const descriptor = standardModules.find((each) => each.name === module)!;
  const scheduler = new Hurried();
  scheduler.shared = shared;
  const { functions } = (await descriptor.load!()).create({ ...idleRuntime(), scheduler });
  return functions[name] as unknown as (...args: unknown[]) => unknown;
}

/** The result. It is taken immediately: a result without a waiting call is lost. */
function settled(waited: unknown): Promise<unknown> {
  expect(waited instanceof Promise).toBe(true);
  return new Promise((resolve, reject) => void (waited as Promise<unknown>).then(resolve, reject));
}

/** Compares without listing all differences. */
function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return isDeepStrictEqual(a, b);
  return a.length === b.length && a.every((element, at) => isDeepStrictEqual(element, b[at]));
}

function little(arg: unknown): unknown {
  if (Array.isArray(arg)) return arg.slice(0, 3).map(little);
  if (arg instanceof ScriptMap) return new ScriptMap();
  if (arg instanceof ScriptSet) return new ScriptSet();
  return typeof arg === "string" ? arg.slice(0, 3) : arg === COUNT ? 3 : arg;
}

const COUNT = 80_000;
const range = <T>(element: (at: number) => T): T[] => Array.from({ length: COUNT }, (_, at) => element(at));
const scattered = (at: number): number => (at * 7919) % 100_003;
const words = range((at) => `w${scattered(at)}`).join(" ");
const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");
const broken = bytesOf(range((at) => "aé€😀\n"[at % 5]).join("")).replaceAll("a", "\x80\xe2\x82");

function mapOf(keys: NativeKey[]): ScriptMap<NativeKey, number> {
  const map = new ScriptMap<NativeKey, number>();
  keys.forEach((key, at) => map.set(key, at));
  return map;
}
function setOf(elements: NativeKey[]): ScriptSet<NativeKey> {
  const set = new ScriptSet<NativeKey>();
  for (const each of elements) set.add(each);
  return set;
}
const hex = Buffer.from(words).toString("hex");

const LONG: readonly (readonly [module: string, name: string, args: () => unknown[]])[] = [
  ["string", "String.split", () => [words, " "]],
  ["string", "String.split", () => ["a".repeat(COUNT + 1), "aa"]],
  ["string", "String.split_whitespace", () => [` ${words}\t\n`]],
  ["string", "String.lines", () => [`${words.replaceAll(" 1", "\r\n")}\n`.replaceAll(" ", "\n")]],
  ["string", "String.replace", () => [words, "w1", "w"]],
  ["string", "String.replace", () => ["a".repeat(COUNT + 1), "aa", "b"]],
  ["string", "String.count", () => [words, "1"]],
  ["string", "String.to_upper", () => [broken]],
  ["string", "String.to_lower", () => [words.toUpperCase()]],
  ["string", "String.reverse", () => [words]],
  ["core", "String.hash", () => [words]],
  ["hash", "fnv1a", () => [words]],
  ["hash", "djb2", () => [broken]],
  ["hash", "checksum", () => [broken]],
  ["encoding", "hex_encode", () => [broken]],
  ["encoding", "hex_decode", () => [hex]],
  ["encoding", "base64_encode", () => [broken]],
  ["encoding", "base64_decode", () => [Buffer.from(words).toString("base64")]],
  ["encoding", "base64url_encode", () => [broken]],
  ["encoding", "base64url_decode", () => [Buffer.from(words).toString("base64url")]],
  ["encoding", "base64_decode_loose", () => [Buffer.from(words).toString("base64").replaceAll("a", "a\n")]],
  ["encoding", "base32_encode", () => [broken]],
  ["encoding", "base32_decode", () => ["MFRGGZDF".repeat(COUNT / 4)]],
  ["encoding", "url_encode", () => [broken]],
  ["encoding", "url_decode", () => ["%41%e9+%".repeat(COUNT / 4)]],
  ["fmt", "join", () => [range(String), ", "]],
  ["collections", "__enclose", () => ["[", range(String), "]"]],
  ["collections", "__largest", () => [range(scattered), 1000]],
  ["collections", "__map_entries", () => [mapOf(range(scattered))]],
  ["collections", "__set_union", () => [setOf(range(scattered)), setOf(range((at) => at * 2))]],
  ["collections", "__set_filtered", () => [setOf(range(scattered)), setOf(range((at) => at * 2)), true]],
  ["collections", "__set_filtered", () => [setOf(range(String)), setOf(range((at) => `${at * 2}`)), false]],
  ["term", "plain", () => ["\x1b[31mred\x1b[0m \x1b]0;title\x07".repeat(COUNT / 10)]],
  ["html", "escape", () => [words.replaceAll(" ", "<&>")]],
  ["json", "parse", () => [JSON.stringify(words.replaceAll(" ", '\n"\\'))]],
  [
    "json",
    "parse",
    () => [bytesOf(JSON.stringify(words.replaceAll(" ", "é€😀\n")).replaceAll("é", "\\u00e9"))],
  ],
  ["json", "parse", () => [JSON.stringify({ a: { b: { c: [{ d: [range((at) => [at, at])] }] } } })]],
  ["prelude", "String.width", () => [broken]],
  ["prelude", "String.chars", () => [words]],
  ["prelude", "String.chars", () => [broken]],
  ["prelude", "String.bytes", () => [broken]],
  ["prelude", "String.char_count", () => [broken]],
  ["prelude", "String.split_n", () => [words, " ", COUNT - 5]],
  ["prelude", "__join", () => [range(String), ", "]],
  ["list", "flatten", () => [range((at) => [at, at])]],
  ["list", "flatten", () => [[range((at) => at), [], range((at) => at)]]],
  ["list", "repeat", () => ["x", COUNT]],
  ["list", "range", () => [-5, COUNT]],
  ["cmp", "__sorted", () => [range(scattered)]],
  ["cmp", "__sorted", () => [range((at) => `name ${scattered(at)}`)]],
  ["cmp", "__sorted", () => [range((at) => "same beginnings, then ".repeat(at % 3) + String(at % 7))]],
  [
    "cmp",
    "__sorted",
    () => [range((at) => (at % 3 === 0 ? Number.NaN : at % 5 === 0 ? -0 : scattered(at) / 7))],
  ],
  ["cmp", "__sorted", () => [range((at) => at % 2 === 0)]],
];

test.each(LONG)("%s %s gives way and gives the same", async (module, name, args) => {
  const whole = (await native(module, name, false))(...args());
  expect(whole instanceof Promise).toBe(false);
  const hurried = await native(module, name, true);
  expect(isSame(await settled(hurried(...args())), whole)).toBe(true);
});

const ofText = (text: unknown): unknown => parseJson(JSON.stringify(text), new ShapeTree(), () => {});
const shown = (value: unknown): unknown =>
  typeof value === "object" ? new JsonWriter().compact(value as JsonValue) : value;
const numbered = (text: string) =>
  Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`k${at}`, text.repeat(10)]));
const removals = Array.from({ length: 100 }, (_, at) => ({ op: "remove", path: `/k${at}` }));

test.each<[name: string, args: unknown[]]>([
  ["__equal_values", [range(String), range(String)]],
  ["__equal_values", [{ a: [{ b: words }] }, { a: [{ b: words }] }]],
  ["__equal_values", [{ a: [numbered("a"), 1] }, { a: [numbered("a"), 2] }]],
  ["__hash_value", [[numbered("a"), range(String)]]],
  ["__hash_value", [words]],
  ["merge_patch", [numbered("a"), { k1: null, k2: numbered("b"), ...numbered("c") }]],
  ["diff", [numbered("a"), { ...numbered("b"), k1: numbered("a") }]],
  ["diff", [range(String), [1, ...range(String), 2]]],
  ["patch", [numbered("a"), removals]],
])("json %s gives way and gives the same", async (name, args) => {
  const whole = (await native("json", name, false))(...args.map(ofText));
  expect(whole instanceof Promise).toBe(false);
  const hurried = await native("json", name, true);
  expect(shown(await settled(hurried(...args.map(ofText))))).toBe(shown(whole));
  expect(hurried(...args.map(() => ofText([]))) instanceof Promise).toBe(false);
});

test("extend gives way and appends a copy of the elements at its start", async () => {
  const extend = await native("prelude", "List.extend", true);
  const list = range((at) => at);
  await settled(extend(list, list));
  expect(isSame(list, [...range((at) => at), ...range((at) => at)])).toBe(true);
});

test.each(LONG.filter(([, , args], at) => LONG.findIndex(([, , each]) => each === args) === at))(
  "%s %s does little at one go",
  async (module, name, args) => {
    const few = args().map(little);
    expect((await native(module, name, true))(...few) instanceof Promise).toBe(false);
  },
);

test("shuffle and sample give way and draw the same numbers as without giving way", async () => {
  const whole = range((at) => at);
  ((await native("random", "Rng.shuffle", false)) as (rng: Rng, list: number[]) => void)(new Rng(1), whole);
  const hurried = range((at) => at);
  await settled((await native("random", "Rng.shuffle", true))(new Rng(1), hurried));
  expect(isSame(hurried, whole)).toBe(true);
  const list = range((at) => at);
  const sample = await settled((await native("random", "Rng.sample", true))(new Rng(1), list, COUNT - 5));
  expect(isSame(sample, whole.slice(0, COUNT - 5))).toBe(true);
  expect(
    isSame(
      list,
      range((at) => at),
    ),
  ).toBe(true);
});

test("entries are those of the map at the time when they are complete", async () => {
  const scheduler = new Hurried();
  scheduler.shared = true;
  const map = mapOf(range((at) => at));
  const steps = map.entriesInSteps();
  steps.next();
  map.set(0, -1);
  map.delete(1);
  map.set(COUNT, -2);
  map.set(COUNT - 1, -3);
  steps.next();
  map.delete(2);
  map.set(2, -4);
  expect(map.get(0)).toBe(-1);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const entries = step.value;
  expect(entries.map(({ _key }) => _key)).toEqual([0, ...range((at) => at).slice(3), COUNT, 2]);
  expect(entries.map(({ _key }) => map.get(_key))).toEqual(entries.map(({ _value }) => _value));
  entries[0]!._value = 7;
  expect([map.get(0), map.get(2), map.get(COUNT - 1), map.get(COUNT)]).toEqual([7, -4, -3, -2]);
});

test("if a map is cleared while its entries are listed, the list has the entries added later", () => {
  const map = mapOf(range((at) => at));
  const steps = map.entriesInSteps();
  steps.next();
  map.clear();
  map.set(5, 6);
  expect(map.entries().map(({ _key, _value }) => [_key, _value])).toEqual([[5, 6]]);
  expect(steps.next()).toMatchObject({ done: true, value: [{ _key: 5, _value: 6 }] });
});

/** Natives that take constant time, or a few milliseconds for a million bytes or elements. */
const FAST: Readonly<Record<string, readonly string[]>> = {
  string: [
    "String.is_blank",
    "String.char_at",
    "String.trim",
    "String.trim_start",
    "String.trim_end",
    "String.repeat",
    "String.matches_at",
    "String.index_of",
    "String.last_index_of",
    "String.contains",
    "String.starts_with",
    "String.ends_with",
    "String.parse_int",
    "String.parse_float",
  ],
  prelude: [
    "List.reversed",
    "List.slice",
    "List.insert",
    "List.clear",
    "__assign",
    "__drop_at",
    "__find",
    "__find_last",
    "String.strip_prefix",
    "String.strip_suffix",
    "String.pad_left",
    "String.pad_right",
    "String.center",
    "Char.to_int",
    "Char.is_alphabetic",
    "Char.is_whitespace",
    "Char.to_upper",
    "Char.to_lower",
    "Int.to_char",
  ],
  list: ["reverse", "slice", "concat", "insert", "remove_at"],
  cmp: ["__copy"],
  core: [
    "panic",
    "__panic",
    "__fail",
    "__str_byte_at",
    "__str_substring",
    "__str_part",
    "__list_part",
    "__str_from_byte",
    "__io_print_str",
    "__io_println_str",
    "__io_read_line",
    "__tag",
    "Int.to_float",
    "Int.to_string",
    "Float.to_int",
    "Float.to_string",
    "Char.to_string",
    "Char.hash",
    "String.len",
    "List.len",
    "List.push",
    "List.pop",
  ],
  hash: ["crc32", "hash_int", "combine"],
  encoding: [],
  fmt: ["repeat", "pad_left", "pad_right", "center", "to_radix", "from_radix", "pad_int", "format_float"],
  collections: [
    "__ring_part",
    "__ring_grown",
    "__carry",
    "__lift",
    "__slice_of",
    "__run_part",
    "__run_insert",
    "__run_remove",
    "__run_cut",
    "__map_new",
    "__map_len",
    "__map_set",
    "__map_get",
    "__map_get_or",
    "__map_has",
    "__map_remove",
    "__map_keys",
    "__map_values",
    "__map_clear",
    "__set_new",
    "__set_len",
    "__set_add",
    "__set_has",
    "__set_remove",
    "__set_values",
    "__slots",
    "__elements",
    "__table_map",
    "__table_set",
    "__table_len",
    "__table_version",
    "__table_first",
    "__table_next",
    "__table_key",
    "__table_entry",
    "__table_append",
    "__table_append_entry",
    "__table_remove",
    "__table_keys",
    "__table_values",
    "__table_entries",
    "__table_clear",
  ],
};

describe.each(Object.entries(FAST))("std/%s", (module, fast) => {
  test("has no other natives than long and fast ones", async () => {
    const descriptor = standardModules.find((each) => each.name === module)!;
    const { functions } = (await descriptor.load!()).create(idleRuntime());
    const long = longNatives(module);
    const tested = new Set([
      ...LONG.filter(([each]) => each === module).map(([, name]) => name),
      ...(module === "prelude" ? ["List.extend"] : []),
    ]);
    expect([...long].sort()).toEqual([...tested].sort());
    expect(Object.keys(functions).sort()).toEqual([...fast, ...long].sort());
  });
});

function longNatives(module: string): string[] {
  const { tree } = readDeclaration(standardModules.find((each) => each.name === module)!);
  const isLong = ({ attributes }: FunctionItem): boolean =>
    attributes.some(({ name }) => name.name === "long");
  return tree.items.flatMap((item) => {
    if (item.kind === "FunctionItem") return isLong(item) ? [item.name.name] : [];
    return item.kind === "ImplItem"
      ? item.methods.filter(isLong).map(({ name }) => `${item.target.name.name}.${name.name}`)
      : [];
  });
}
