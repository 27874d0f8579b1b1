// Natives of std/json: the classes of `JsonValue`, its methods, reading, writing, and what derived impls use.
import { asCount, charText } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Option, ScriptMap } from "../../interpreter/runtime/index.ts";
import {
  arrayOf, decodeBool, decodeChar, decodeFloat, decodeInt, decodeString, findMember, intOf, jsonError, missing, objectOf,
  payloadPart, RecordBuilder, VariantReader,
} from "./decode.ts";
import { JsonFailure } from "./json-failure.ts";
import { parseJson } from "./parse.ts";
import { ShapeTree } from "./shape.ts";
import { JsonWriter } from "./stringify.ts";
import { ArrayValue, BoolValue, NULL, NumberValue, ObjectValue, StringValue, valueOf } from "./value.ts";
import type { JsonValue } from "./value.ts";

export function create(): NativeTable {
  const shapes = new ShapeTree();
  const records = new RecordBuilder(shapes);
  const writer = new JsonWriter();
  const variants = new VariantReader();
  const tagged = JSON.stringify(["tag", "values"]);

  return {
    enums: { JsonValue: [NULL, BoolValue, NumberValue, StringValue, ArrayValue, ObjectValue] },
    functions: {
      parse(text: string) {
        try {
          return parseJson(text, shapes);
        } catch (failure) {
          if (failure instanceof JsonFailure) return jsonError(failure.message);
          throw failure;
        }
      },
      stringify: (value: JsonValue): string => writer.compact(value),
      stringify_pretty: (value: JsonValue, indent: Int): string => writer.pretty(value, asCount(indent)),
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
      "JsonValue.keys": (json: JsonValue): string[] => (json instanceof ObjectValue ? json.keys() : []),
      "JsonValue.length": (json: JsonValue): Int =>
        json instanceof ArrayValue ? json.parts.length : json instanceof ObjectValue ? json.size : 0,

      __int: decodeInt,
      __float: decodeFloat,
      __bool: decodeBool,
      __string: decodeString,
      __char: decodeChar,
      __char_json: (value: number): JsonValue => new StringValue(charText(value)),
      __find: findMember,
      __parts: (json: JsonValue): Int => (json instanceof ArrayValue ? json.parts.length : -1),
      __part: (json: JsonValue, i: number): JsonValue => valueOf((json as ArrayValue).parts[i]!),
      __array: (values: JsonValue[]): JsonValue => arrayOf(values),
      __is_object: (json: JsonValue): boolean => json instanceof ObjectValue,
      __object_of: (keys: string[], values: JsonValue[]): JsonValue => objectOf(keys, values),
      __record: (keys: string, values: JsonValue[]): JsonValue => records.build(keys, values),
      __tagged: (tag: string, payload: JsonValue[]): JsonValue =>
        records.build(tagged, [new StringValue(tag), arrayOf(payload)]),
      __variant: (json: JsonValue, shape: string) => variants.read(json, shape),
      __payload_part: (json: JsonValue, i: number): JsonValue => payloadPart(json, i),
    },
  };
}

function memberOf(json: JsonValue, key: string): JsonValue | undefined {
  return json instanceof ObjectValue ? json.get(key) : undefined;
}
