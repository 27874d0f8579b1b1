// Natives of lists and texts beside other goroutines: those whose time grows give way, and give then what they give
// at one go. One that is in no table here is neither declared `@long` nor known to be fast.
import { describe, expect, test } from "vitest";
import "../interpreter/host/node/index.ts";
import { readDeclaration } from "../interpreter/modules/index.ts";
import { GoroutineScheduler } from "../interpreter/runtime/host.ts";
import type { FunctionItem } from "../interpreter/syntax/index.ts";
import { standardModules } from "./index.ts";
import { idleRuntime } from "./testing/idle-runtime.ts";

/** As if every slice were over when it begins. */
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
  const offer = standardModules.find((each) => each.name === module)!;
  const scheduler = new Hurried();
  scheduler.shared = shared;
  const { functions } = (await offer.load!()).create({ ...idleRuntime(), scheduler });
  return functions[name] as unknown as (...args: unknown[]) => unknown;
}

/** What it comes to. Taken at once: a result that nobody waits for is gone. */
function settled(waited: unknown): Promise<unknown> {
  expect(waited instanceof Promise).toBe(true);
  return new Promise((resolve, reject) => void (waited as Promise<unknown>).then(resolve, reject));
}

/** Without a list of all differences where there is one. */
function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((element, at) => Object.is(element, b[at]));
}

function little(arg: unknown): unknown {
  if (Array.isArray(arg)) return arg.slice(0, 3).map(little);
  return typeof arg === "string" ? arg.slice(0, 3) : arg === COUNT ? 3 : arg;
}

const COUNT = 120_000;
const range = <T>(element: (at: number) => T): T[] => Array.from({ length: COUNT }, (_, at) => element(at));
const scattered = (at: number): number => (at * 7919) % 100_003;
const words = range((at) => `w${scattered(at)}`).join(" ");
const broken = Buffer.from(range((at) => "aé€😀\n"[at % 5]).join(""))
  .toString("latin1")
  .replaceAll("a", "\x80\xe2\x82");

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

test("extend gives way and appends a copy of what was there", async () => {
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

/** Constant, or so fast that a million bytes or elements take a few milliseconds. */
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
    "String.width",
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
};

describe.each(Object.entries(FAST))("std/%s", (module, fast) => {
  test("has no other natives than long and fast ones", async () => {
    const offer = standardModules.find((each) => each.name === module)!;
    const { functions } = (await offer.load!()).create(idleRuntime());
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
