// std/yaml: converts between YAML 1.2 and values of std/json.
import { Document } from "yaml";
import {
  fail,
  fromBytes,
  inSteps,
  intToBigInt,
  MAX_STRING,
  Panic,
  toBytes,
  wellFormedText,
  type Err,
  type ErrorValue,
  type NativeTable,
  type Result,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";
import {
  ArrayValue,
  BoolValue,
  NumberValue,
  ObjectValue,
  StringValue,
  type JsonValue,
} from "../json/index.ts";
import { Conversion } from "./conversion.ts";
import { readDocuments, YamlProblem, type YamlDocument } from "./document.ts";

/** The milliseconds that composing a token, and writing a value, take on a slow machine. */
const MILLIS_PER_TOKEN = 0.01;
const MILLIS_PER_VALUE = 0.01;
/** The values between two checks of the clock. */
const STEP = 1_000;
/** Values deeper than this most likely contain themselves. */
const MOST_LEVELS = 1_000;

function failure(text: string, at: number, problem: string): Err<ErrorValue> {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  const column = toBytes(before.slice(before.lastIndexOf("\n") + 1)).length + 1;
  return fail("yaml", `line ${line}, column ${column}: ${toBytes(problem)}`);
}

/** What `JSON.stringify` and the package write, from a value of a script. */
function* plain(value: JsonValue, counted: { values: number }, depth = 0): Steps<unknown> {
  if (++counted.values % STEP === 0) yield;
  if (depth > MOST_LEVELS) throw new Panic("value nested too deeply");
  if (value instanceof StringValue) return fromBytes(value.p0);
  if (value instanceof BoolValue) return value.p0;
  if (value instanceof NumberValue) return value.exact === null ? value.p0 : intToBigInt(value.exact);
  if (value instanceof ArrayValue) {
    const elements: unknown[] = [];
    for (const each of value.p0) elements.push(yield* plain(each, counted, depth + 1));
    return elements;
  }
  if (value instanceof ObjectValue) {
    const members = new Map<string, unknown>();
    for (const { _key: name, _value: each } of value.p0.entries())
      members.set(fromBytes(name), yield* plain(each, counted, depth + 1));
    return members;
  }
  return null;
}

export function create(runtime: Runtime): NativeTable {
  const foresee = (tokens: number): void => {
    if (tokens > STEP) runtime.foresee(tokens * MILLIS_PER_TOKEN);
  };

  function* parsed<T>(
    bytes: string,
    convert: (documents: readonly YamlDocument[]) => Steps<T>,
  ): Steps<Result<T, ErrorValue>> {
    const text = wellFormedText(bytes);
    if (text === null) return fail("yaml", "the text is not UTF-8");
    try {
      return yield* convert(yield* readDocuments(text, foresee));
    } catch (error) {
      if (error instanceof YamlProblem) return failure(text, error.at, error.message);
      throw error;
    }
  }

  function* one(documents: readonly YamlDocument[]): Steps<JsonValue> {
    const [first, second] = documents;
    if (second !== undefined) throw new YamlProblem(second.range[0], "there are several documents");
    return yield* new Conversion().document(first);
  }

  function* all(documents: readonly YamlDocument[]): Steps<JsonValue[]> {
    const values: JsonValue[] = [];
    for (const document of documents) values.push(yield* new Conversion().document(document));
    return values;
  }

  function* stringified(value: JsonValue): Steps<string> {
    const counted = { values: 0 };
    const written = yield* plain(value, counted);
    if (counted.values > STEP) runtime.foresee(counted.values * MILLIS_PER_VALUE);
    const document = new Document(written, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
    const text = toBytes(document.toString({ lineWidth: 0 }));
    if (text.length > MAX_STRING) throw new Panic("string too large");
    return text;
  }

  return {
    functions: {
      parse: (text: string) => inSteps(runtime, parsed(text, one)),
      parse_all: (text: string) => inSteps(runtime, parsed(text, all)),
      __stringify: (value: JsonValue) => inSteps(runtime, stringified(value)),
    },
  };
}
