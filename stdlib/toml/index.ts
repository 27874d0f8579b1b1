// std/toml: converts TOML 1.0 to values of std/json.
import { has } from "../../interpreter/own/index.ts";
import {
  fail,
  fromBytes,
  inSteps,
  isAscii,
  ScriptMap,
  toBytes,
  type ErrorValue,
  type NativeTable,
  type Result,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";
import { machine } from "../../interpreter/host/index.ts";
import {
  ArrayValue,
  BoolValue,
  NumberValue,
  ObjectValue,
  StringValue,
  type JsonValue,
} from "../json/index.ts";
import { readDocument, TomlList, TomlTable, type TomlValue } from "./document.ts";
import { TomlProblem, type Scalar } from "./scanner.ts";

/** The members and elements between two checks of the clock. */
const STEP = 2000;

class Conversion {
  #left = STEP;

  *of(whole: TomlTable | TomlList): Steps<JsonValue> {
    if (whole instanceof TomlList) {
      const elements: JsonValue[] = [];
      for (const each of whole.elements) {
        if (--this.#left < 0) yield* this.#pause();
        elements.push(isScalar(each) ? scalar(each) : yield* this.of(each));
      }
      return new ArrayValue(elements);
    }
    const map = new ScriptMap<string, JsonValue>();
    for (const [name, each] of whole.members) {
      if (--this.#left < 0) yield* this.#pause();
      map.set(name, isScalar(each) ? scalar(each) : yield* this.of(each));
    }
    return new ObjectValue(map);
  }

  *#pause(): Steps<void> {
    this.#left = STEP;
    yield;
  }
}

const isScalar = (value: TomlValue): value is Scalar =>
  !(value instanceof TomlTable || value instanceof TomlList);

function scalar(value: Scalar): JsonValue {
  if (typeof value === "string") return new StringValue(value);
  if (typeof value === "boolean") return new BoolValue(value);
  return has(value, "int") ? NumberValue.ofInt(value.int) : new NumberValue(value.float);
}

function* parse(text: string): Steps<Result<JsonValue, ErrorValue>> {
  const problem = wrongByte(text);
  if (problem >= 0) return failure(text, problem, "not UTF-8");
  const bare = text.startsWith("\xef\xbb\xbf") ? text.slice(3) : text;
  try {
    return yield* new Conversion().of(yield* readDocument(bare));
  } catch (error) {
    if (error instanceof TomlProblem) return failure(bare, error.at, error.message);
    throw error;
  }
}

/** Returns the offset of the first byte that is not valid UTF-8, or -1. */
function wrongByte(text: string): number {
  if (isAscii(text) || machine().javascript.isUtf8(Buffer.from(text, "latin1"))) return -1;
  const proper = toBytes(fromBytes(text));
  let at = 0;
  while (proper[at] === text[at]) at++;
  return at;
}

function failure(text: string, at: number, problem: string): Result<JsonValue, ErrorValue> {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  let line = 1;
  for (let end = text.indexOf("\n"); end >= 0 && end < at; end = text.indexOf("\n", end + 1)) line++;
  return fail("toml", `line ${line}, column ${at - start + 1}: ${problem}`);
}

export function create(runtime: Runtime): NativeTable {
  return { functions: { parse: (text: string) => inSteps(runtime, parse(text)) } };
}
