// Natives of derived impls: by way of a `JsonValue`, straight from a text, and straight to a text.
import { asCount, charText } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Option, Runtime } from "../../interpreter/runtime/index.ts";
import {
  arrayOf,
  decodeBool,
  decodeChar,
  decodeFloat,
  decodeInt,
  decodeString,
  findMember,
  objectOf,
  payloadPart,
  readVariant,
  recordOf,
} from "./decode.ts";
import type { Descriptions, Members } from "./descriptions.ts";
import { belowElement, belowMember, belowPayload } from "./located-error.ts";
import type { ShapeTree } from "./shape.ts";
import { JsonWriter } from "./stringify.ts";
import { NamesReader, TypedReader } from "./typed-reader.ts";
import { ArrayValue, ObjectValue, StringValue, valueOf } from "./value.ts";
import type { JsonValue } from "./value.ts";

type Functions = NativeTable["functions"];

/** The length above which the spare capacity of a list is small in proportion. */
const MOST_TRIMMED = 32;

/** Natives that convert by way of a `JsonValue`. */
export function derivedFunctions(descriptions: Descriptions): Functions {
  const tagged = descriptions.members('["tag","values"]');
  return {
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
  };
}

/** Natives that read from a text, piece by piece. */
export function readerFunctions(
  shapes: ShapeTree,
  descriptions: Descriptions,
  reserve: Runtime["reserve"],
  givesWay: (text: string) => boolean,
): Functions {
  return {
    __reader(text: string): TypedReader {
      shapes.renew();
      return new TypedReader(text, shapes, reserve, givesWay(text));
    },
    __finish: (reader: TypedReader): boolean => reader.finish(),
    __names_reader: (): TypedReader => new NamesReader("{}", shapes, reserve, false),
    __names_read: (reader: NamesReader): string[] => [...reader.names],
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
    __open_variant: (reader: TypedReader, shape: string): Int =>
      reader.openVariant(descriptions.variants(shape)),
    __payload_next: (reader: TypedReader): void => reader.payloadPart(),
    __tuple_end: (reader: TypedReader): void => reader.closeTuple(),
    __close_variant<T>(reader: TypedReader, value: T): T {
      reader.closeVariant();
      return value;
    },
  };
}

/** Natives that write to a text, piece by piece. `idle` holds writers that may be reused. */
export function writerFunctions(idle: JsonWriter[]): Functions {
  return {
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
    __write_scalars: (out: JsonWriter, items: (string | Int)[], start: Int, comma: boolean): boolean =>
      out.scalars(items, asCount(start), comma),
    __write_key: (out: JsonWriter, key: string, comma: boolean): void => out.key(key, comma),
  };
}
