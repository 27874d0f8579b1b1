// Natives that create and inspect `JsonValue`s.
import { asCount, inSteps, Tally } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Option, Runtime, ScriptMap, Steps } from "../../interpreter/runtime/index.ts";
import { equalSteps, hashSteps } from "./compare.ts";
import { intOf, missing } from "./decode.ts";
import { applyOperations, difference, mergePatch, pointedAt } from "./patch.ts";
import { ArrayValue, BoolValue, NULL, NumberValue, ObjectValue, StringValue } from "./value.ts";
import type { JsonValue } from "./value.ts";

export const VALUES: NativeTable["functions"] = {
  json_field: (json: JsonValue, key: string) => memberOf(json, key) ?? missing(key),
  json_null: (): JsonValue => NULL,
  json_bool: (value: boolean): JsonValue => new BoolValue(value),
  json_number: (value: number): JsonValue => new NumberValue(value),
  json_int: (value: Int): JsonValue => NumberValue.ofInt(value),
  json_string: (value: string): JsonValue => new StringValue(value),
  json_array: (items: JsonValue[]): JsonValue => new ArrayValue(items),
  json_object: (map: ScriptMap<string, JsonValue>): JsonValue => new ObjectValue(map),

  "JsonValue.is_null": (json: JsonValue): boolean => json === NULL,
  "JsonValue.as_bool": (json: JsonValue): Option<boolean> => (json instanceof BoolValue ? json.p0 : null),
  "JsonValue.as_number": (json: JsonValue): Option<number> => (json instanceof NumberValue ? json.p0 : null),
  "JsonValue.as_int": (json: JsonValue): Option<Int> => (json instanceof NumberValue ? intOf(json) : null),
  "JsonValue.as_string": (json: JsonValue): Option<string> => (json instanceof StringValue ? json.p0 : null),
  "JsonValue.get": (json: JsonValue, key: string): Option<JsonValue> => memberOf(json, key) ?? null,
  "JsonValue.at": (json: JsonValue, i: Int): Option<JsonValue> =>
    json instanceof ArrayValue ? (json.at(asCount(i)) ?? null) : null,
  "JsonValue.__at": (json: JsonValue, key: string): JsonValue => memberOf(json, key) ?? NULL,
  "JsonValue.__element": (json: JsonValue, i: Int): JsonValue => elementOf(json, i) ?? NULL,
  "JsonValue.as_array": (json: JsonValue): Option<JsonValue[]> =>
    json instanceof ArrayValue ? json.p0 : null,
  pointer: (json: JsonValue, pointer: string): Option<JsonValue> => pointedAt(json, pointer),
  "JsonValue.keys": (json: JsonValue): string[] => (json instanceof ObjectValue ? json.keys() : []),
  "JsonValue.length": (json: JsonValue): Int =>
    json instanceof ArrayValue ? json.parts.length : json instanceof ObjectValue ? json.size : 0,
};

/** Natives that read all of their arguments, and are charged for it. */
export function wholeValueFunctions(runtime: Runtime): NativeTable["functions"] {
  const tally = new Tally();
  const charged = <T>(steps: Steps<T>) => inSteps(runtime, ended(steps, tally));
  return {
    __equal_values: (a: JsonValue, b: JsonValue) => charged(equalSteps(a, b, tally)),
    __hash_value: (json: JsonValue) => charged(hashSteps(json, tally)),
    merge_patch: (json: JsonValue, patch: JsonValue) => charged(mergePatch(json, patch, tally)),
    diff: (a: JsonValue, b: JsonValue) => charged(difference(a, b, tally)),
    patch: (json: JsonValue, operations: JsonValue) => charged(applyOperations(json, operations, tally)),
    "JsonValue.as_object"(json: JsonValue): Option<ScriptMap<string, JsonValue>> {
      if (!(json instanceof ObjectValue)) return null;
      if (json.shape !== null) runtime.worked(json.size * BYTES_OF_A_MEMBER);
      return json.p0;
    },
  };
}

/** The work, with a last step for what is not charged yet, if that is much. */
function* ended<T>(steps: Steps<T>, tally: Tally): Steps<T> {
  const result = yield* steps;
  if (tally.isFull) yield tally.taken();
  return result;
}

/** The members of a parsed object become entries of a map, each as costly as some bytes. */
const BYTES_OF_A_MEMBER = 16;

function elementOf(json: JsonValue, i: Int): JsonValue | undefined {
  return json instanceof ArrayValue ? json.at(asCount(i)) : undefined;
}

function memberOf(json: JsonValue, key: string): JsonValue | undefined {
  return json instanceof ObjectValue ? json.get(key) : undefined;
}
