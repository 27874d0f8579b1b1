// The corpus of toml-test for TOML 1.0: invalid documents are refused with a location, and valid ones have
// the expected values.
import { expect, it } from "vitest";
import { Err, fromBytes } from "../../interpreter/runtime/index.ts";
import { corpus } from "../testing/corpora/read.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { readDocument, TomlList, TomlTable, type TomlValue } from "./document.ts";
import { create } from "./index.ts";

interface TomlTest {
  readonly invalid: Readonly<Record<string, string>>;
  readonly valid: Readonly<Record<string, readonly [text: string, meaning: Expected]>>;
}
type Expected = readonly Expected[] | { readonly [name: string]: Expected | string };

const tests = corpus<TomlTest>("toml-test");
const parse = create(idleRuntime()).functions["parse"] as unknown as (text: string) => unknown;

/** Returns a value in the notation of toml-test; moments are strings here. */
function tagged(value: TomlValue): unknown {
  if (typeof value === "string") return { type: "string", value: fromBytes(value) };
  if (typeof value === "boolean") return { type: "bool", value: String(value) };
  if (value instanceof TomlList) return value.elements.map(tagged);
  if (value instanceof TomlTable)
    return Object.fromEntries([...value.members].map(([name, member]) => [fromBytes(name), tagged(member)]));
  return "int" in value
    ? { type: "integer", value: String(value.int) }
    : { type: "float", value: value.float + 0 };
}

/** Returns an expected value in the same form. */
function expected(value: Expected): unknown {
  if (Array.isArray(value)) return value.map(expected);
  const { type, value: text } = value as Record<string, unknown>;
  if (typeof type !== "string" || typeof text !== "string") {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, expected(member as Expected)]),
    );
  }
  if (type === "float") return { type, value: Number(text.replace("inf", "Infinity")) + 0 };
  return { type: /date|time/.test(type) ? "string" : type, value: text };
}

const MOMENT = /^\d{4}-\d\d-\d\d|^\d\d:\d\d:\d\d/;

/** Moments are only checked with `isMoment`: the corpus writes them in another form. */
function withoutMoments(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === "string" && MOMENT.test(part)
        ? "a moment"
        : typeof part === "number"
          ? String(part)
          : part,
    ),
  );
}

it.each(Object.entries(tests.invalid))("refuses invalid/%s", async (_, text) => {
  const result = await parse(text);
  expect(result).toBeInstanceOf(Err);
  expect(String((result as Err<{ readonly _message: string }>).error._message)).toMatch(
    /^line \d+, column \d+: ./,
  );
});

it.each(Object.entries(tests.valid))("reads valid/%s", async (_, [text, meaning]) => {
  expect(await parse(text)).not.toBeInstanceOf(Err);
  const reading = readDocument(text.replace(/^\xef\xbb\xbf/, ""));
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  expect(withoutMoments(tagged(step.value))).toEqual(withoutMoments(expected(meaning)));
});
