// Natives that create and inspect `JsonValue`s.
import { asCount } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Option, ScriptMap } from "../../interpreter/runtime/index.ts";
import { equalParts, hashOf } from "./compare.ts";
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
  "JsonValue.as_object": (json: JsonValue): Option<ScriptMap<string, JsonValue>> =>
    json instanceof ObjectValue ? json.p0 : null,
  __equal_values: (a: JsonValue, b: JsonValue): boolean => equalParts(a, b),
  __hash_value: (json: JsonValue): Int => hashOf(json),
  pointer: (json: JsonValue, pointer: string): Option<JsonValue> => pointedAt(json, pointer),
  merge_patch: (json: JsonValue, patch: JsonValue): JsonValue => mergePatch(json, patch),
  diff: difference,
  patch: applyOperations,
  "JsonValue.keys": (json: JsonValue): string[] => (json instanceof ObjectValue ? json.keys() : []),
  "JsonValue.length": (json: JsonValue): Int =>
    json instanceof ArrayValue ? json.parts.length : json instanceof ObjectValue ? json.size : 0,
};

function elementOf(json: JsonValue, i: Int): JsonValue | undefined {
  return json instanceof ArrayValue ? json.at(asCount(i)) : undefined;
}

function memberOf(json: JsonValue, key: string): JsonValue | undefined {
  return json instanceof ObjectValue ? json.get(key) : undefined;
}
