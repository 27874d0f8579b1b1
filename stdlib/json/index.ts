// Natives of std/json: the classes of `JsonValue`, its methods, reading, writing, and what derived impls use.
import { asCount, charText, inSteps } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Option, Runtime, ScriptMap } from "../../interpreter/runtime/index.ts";
import {
  arrayOf, decodeBool, decodeChar, decodeFloat, decodeInt, decodeString, findMember, intOf, jsonError, missing, objectOf,
  payloadPart, readVariant, recordOf,
} from "./decode.ts";
import { Descriptions, Members } from "./descriptions.ts";
import { JsonFailure } from "./json-failure.ts";
import { belowElement, belowMember, belowPayload } from "./located-error.ts";
import { parseJson, parseJsonInSteps } from "./parse.ts";
import { ShapeTree } from "./shape.ts";
import { isLarge, JsonWriter } from "./stringify.ts";
import { TypedReader } from "./typed-reader.ts";
import { ArrayValue, BoolValue, NULL, NumberValue, ObjectValue, StringValue, valueOf } from "./value.ts";
import type { JsonValue } from "./value.ts";

/** Bytes of a text that takes about a millisecond. */
const LONG_TEXT = 65_536;

/** Longer lists have little room to grow, in proportion. */
const MOST_TRIMMED = 32;

export { ArrayValue, BoolValue, NumberValue, ObjectValue, StringValue, type JsonValue } from "./value.ts";

export function create(runtime: Runtime): NativeTable {
  const { reserve, scheduler } = runtime;
  const shapes = new ShapeTree();
  const descriptions = new Descriptions(shapes);
  const writer = new JsonWriter();
  /** Of derived impls, which may give way to each other: one for each text that is being written. */
  const idle: JsonWriter[] = [];
  const tagged = descriptions.members('["tag","values"]');

  const failed = (failure: unknown) => {
    if (failure instanceof JsonFailure) return jsonError(failure.message);
    throw failure;
  };

  function* parsedInSteps(text: string) {
    try {
      return yield* parseJsonInSteps(text, shapes, reserve);
    } catch (failure) {
      return failed(failure);
    }
  }

  const isLong = (value: JsonValue): boolean => scheduler.shared && isLarge(value);

  function* written(value: JsonValue, indent: number | null) {
    const out = idle.pop() ?? new JsonWriter();
    const text = yield* out.inSteps(value, indent);
    idle.push(out);
    return text;
  }

  return {
    structs: { __Reader: TypedReader, __Members: Members, __Writer: JsonWriter },
    enums: { JsonValue: [NULL, BoolValue, NumberValue, StringValue, ArrayValue, ObjectValue] },
    functions: {
      parse(text: string) {
        if (scheduler.shared && text.length > LONG_TEXT) return inSteps(runtime, parsedInSteps(text));
        try {
          return parseJson(text, shapes, reserve);
        } catch (failure) {
          return failed(failure);
        }
      },
      stringify: (value: JsonValue) => (isLong(value) ? inSteps(runtime, written(value, null)) : writer.compact(value)),
      stringify_pretty: (value: JsonValue, indent: Int) =>
        isLong(value) ? inSteps(runtime, written(value, asCount(indent))) : writer.pretty(value, asCount(indent)),
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
      __record: (keys: string, values: JsonValue[]): JsonValue => recordOf(descriptions.members(keys), values),
      __tagged: (tag: string, payload: JsonValue[]): JsonValue =>
        recordOf(tagged, [new StringValue(tag), arrayOf(payload)]),
      __variant: (json: JsonValue, shape: string) => readVariant(json, descriptions.variants(shape)),
      __payload_part: (json: JsonValue, i: number): JsonValue => payloadPart(json, i),
      __below_member: belowMember,
      __below_element: belowElement,
      __below_payload: belowPayload,

      __reader(text: string): TypedReader {
        shapes.renew();
        return new TypedReader(text, shapes, reserve);
      },
      __finish: (reader: TypedReader): boolean => reader.finish(),
      __read_int: (reader: TypedReader): Int => reader.int(),
      __read_float: (reader: TypedReader): number => reader.float(),
      __read_bool: (reader: TypedReader): boolean => reader.bool(),
      __read_string: (reader: TypedReader): string => reader.quoted(),
      __read_char: (reader: TypedReader): number => reader.char(),
      __read_null: (reader: TypedReader): boolean => reader.null(),
      __skip: (reader: TypedReader): void => reader.skip(),
      __open_list: (reader: TypedReader): void => reader.openList(),
      __has_element: (reader: TypedReader): boolean => reader.hasElement(),
      __trimmed: <T>(list: T[]): T[] => (list.length < MOST_TRIMMED ? list.slice() : list),
      __open_map: (reader: TypedReader): void => reader.openObject(),
      __has_member: (reader: TypedReader): boolean => reader.hasMember(),
      __map_key: (reader: TypedReader): string => reader.mapKey(),
      __open_struct(reader: TypedReader, keys: string): Members {
        reader.openObject();
        return descriptions.members(keys);
      },
      __next_member: (reader: TypedReader, members: Members, last: number): Int => reader.member(members, last),
      __absent: (): undefined => undefined,
      __given<T>(reader: TypedReader, value: T): T {
        if (value === undefined) reader.refuse(value);
        return value;
      },
      __or_none: <T>(value: Option<T> | undefined): Option<T> => (value === undefined ? null : value),
      __open_variant: (reader: TypedReader, shape: string): Int => reader.openVariant(descriptions.variants(shape)),
      __payload_next: (reader: TypedReader): void => reader.payloadPart(),
      __tuple_end: (reader: TypedReader): void => reader.closeTuple(),
      __close_variant<T>(reader: TypedReader, value: T): T {
        reader.closeVariant();
        return value;
      },

      __writer: (): JsonWriter => (idle.pop() ?? new JsonWriter()).begin(),
      __written(out: JsonWriter): string {
        const text = out.finish();
        idle.push(out);
        return text;
      },
      __raw: (out: JsonWriter, text: string): void => out.raw(text),
      __write_int: (out: JsonWriter, value: Int): void => out.scalar(value),
      __write_float: (out: JsonWriter, value: number): void => out.scalar(value),
      __write_bool: (out: JsonWriter, value: boolean): void => out.scalar(value),
      __write_string: (out: JsonWriter, value: string): void => out.scalar(value),
      __write_char: (out: JsonWriter, value: number): void => out.scalar(charText(value)),
      __write_scalars: (out: JsonWriter, items: (string | Int)[], start: Int): void => out.scalars(items, asCount(start)),
      __write_key: (out: JsonWriter, key: string, comma: boolean): void => out.key(key, comma),
    },
  };
}

function memberOf(json: JsonValue, key: string): JsonValue | undefined {
  return json instanceof ObjectValue ? json.get(key) : undefined;
}
