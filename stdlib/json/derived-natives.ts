// Natives of derived impls: by way of a `JsonValue`, straight from a text, and straight to a text.
import { asCount, charText, withChecks } from "../../interpreter/runtime/index.ts";
import type { ErrorValue, Int, NativeTable, Option, Runtime } from "../../interpreter/runtime/index.ts";
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
import { Fields } from "./fields.ts";
import { characters, hasFormat, isMultiple } from "./formats.ts";
import { belowElement, belowMember, belowPayload, errorAt } from "./located-error.ts";
import { AllProblems, FirstProblem } from "./problems.ts";
import type { ShapeTree } from "./shape.ts";
import { isLarge, JsonWriter } from "./stringify.ts";
import { NamesReader, TypedReader } from "./typed-reader.ts";
import { ArrayValue, NumberValue, ObjectValue, StringValue, valueOf } from "./value.ts";
import type { JsonValue } from "./value.ts";
import { ValueReader } from "./value-reader.ts";

/** In the place of the name of a field without a member; no source can contain it in a name. */
export const NO_MEMBER = "\0";

type AnyReader = TypedReader | ValueReader;
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
    __decimal_json: (text: string): JsonValue => NumberValue.ofDecimal(text),
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
    __names_read: (reader: NamesReader): string[] => reader.names.map((name) => name ?? NO_MEMBER),
    __names_free: (reader: NamesReader): boolean[] => [...reader.free],
    __read_int: (reader: AnyReader): Int => reader.int(),
    __read_float: (reader: AnyReader): number => reader.float(),
    __read_bool: (reader: AnyReader): boolean => reader.bool(),
    __read_string: (reader: AnyReader): string => reader.quoted(),
    __read_char: (reader: AnyReader): number => reader.char(),
    __read_null: (reader: AnyReader): boolean => reader.null(),
    __skip: (reader: AnyReader): void => reader.skip(),
    __open_list: (reader: AnyReader): void => reader.openList(),
    __has_element: (reader: AnyReader): boolean => reader.hasElement(),
    __trimmed: <T>(list: T[]): T[] => (list.length < MOST_TRIMMED ? list.slice() : list),
    __open_map: (reader: AnyReader): void => reader.openObject(),
    __has_member: (reader: AnyReader): boolean => reader.hasMember(),
    __map_key: (reader: AnyReader): string => reader.mapKey(),
    __open_struct(reader: AnyReader, keys: string): Members {
      const members = descriptions.members(keys);
      reader.openStruct(members);
      return members;
    },
    __next_member: (reader: AnyReader, members: Members, last: number): Int => reader.member(members, last),
    __absent: (): undefined => undefined,
    __given<T>(reader: AnyReader, value: T): T {
      if (value === undefined) reader.given(value);
      return value;
    },
    __or_none: <T>(value: Option<T> | undefined): Option<T> => (value === undefined ? null : value),
    __open_variant: (reader: AnyReader, shape: string): Int =>
      reader.openVariant(descriptions.variants(shape)),
    __read_name: (reader: AnyReader, shape: string): Int => reader.name(descriptions.variants(shape)),
    __open_external: (reader: AnyReader, shape: string): Int =>
      reader.openExternal(descriptions.variants(shape)),
    __close_external<T>(reader: AnyReader, value: T): T {
      reader.closeExternal();
      return value;
    },
    __value: (reader: AnyReader): JsonValue => reader.value(),
    __buffer: (reader: AnyReader): ValueReader => reader.buffer(),
    __unbuffer: (reader: AnyReader, buffer: ValueReader): void => reader.unbuffer(buffer),
    __refused(reader: AnyReader, error: ErrorValue): undefined {
      reader.refused(error);
    },
    __read_digits: (reader: AnyReader, orText: boolean): string => reader.digits(orText),
    __read_text_int: (reader: AnyReader): Int => reader.textInt(),
    __is_missing: (reader: AnyReader, value: unknown): boolean => reader.isMissing(value),
    __is_read: (reader: AnyReader, value: unknown): boolean => reader.isRead(value),
    __is_whole: (reader: AnyReader, value: unknown): boolean => reader.isWhole(value),
    __broken: (reader: AnyReader, position: Int, code: string, message: string): void =>
      reader.broken(asCount(position), code, message),
    __broken_at: (reader: AnyReader, path: string, message: string, code: string): void =>
      reader.brokenAt(path, message, code),
    __payload_next: (reader: AnyReader): void => reader.payloadPart(),
    __tuple_end: (reader: AnyReader): void => reader.closeTuple(),
    __close_variant<T>(reader: AnyReader, value: T): T {
      reader.closeVariant();
      return value;
    },
  };
}

/** Natives of readers of values, which collect problems. */
export function valueReaderFunctions(descriptions: Descriptions): Functions {
  return {
    __first_problem: (json: JsonValue): ValueReader => new ValueReader(json, new FirstProblem()),
    __problem: (reader: ValueReader): Option<ErrorValue> =>
      reader.problems instanceof FirstProblem ? reader.problems.error : null,
    __all_problems: (json: JsonValue, limit: Int): ValueReader =>
      new ValueReader(json, new AllProblems(Math.max(asCount(limit), 1))),
    __problems: (reader: ValueReader): string[] =>
      reader.problems instanceof AllProblems
        ? reader.problems.list.flatMap(({ path, message, code }) => [path, message, code])
        : [],
    __open_tag: (reader: ValueReader, tag: string, shape: string): Int =>
      reader.openTag(tag, descriptions.variants(shape)),
    __close_unit<T>(reader: ValueReader, value: T): T {
      reader.closeUnit();
      return value;
    },
    __open_content: (reader: ValueReader, tag: string, content: string, shape: string): Int =>
      reader.openContent(tag, content, descriptions.variants(shape)),
    __close_content<T>(reader: ValueReader, value: T): T {
      reader.closeContent();
      return value;
    },
    __attempt: (reader: ValueReader): void => reader.attempt(),
    __settles: (reader: ValueReader): boolean => reader.settles(),
    __no_match(reader: ValueReader, names: string): undefined {
      reader.noMatch(JSON.parse(names) as string[]);
    },
    __expect_null<T>(reader: ValueReader, value: T): T {
      reader.expectNull();
      return value;
    },
    __rest: (reader: ValueReader): ValueReader => reader.rest(),
    __end_rest: (reader: ValueReader): void => reader.endRest(),
    __error_at: (path: string, message: string): ErrorValue =>
      errorAt(message, path === "" || path.startsWith("[") ? path : `.${path}`),
    __is_multiple_of: (value: number, of: number): boolean => isMultiple(value, of),
    __characters: (text: string, most: Int): Int => characters(text, asCount(most)),
    __has_format: (text: string, format: string): boolean => hasFormat(text, format),
    __fields: (): Fields => new Fields(),
    __put: (fields: Fields, key: string, value: JsonValue): void => fields.put(key, value),
    __merge: (fields: Fields, value: JsonValue): void => fields.merge(value),
    __object: (fields: Fields): JsonValue => fields.object(),
  };
}

/** Natives that write to a text, piece by piece. `idle` holds writers that may be reused. */
export function writerFunctions(idle: JsonWriter[], runtime: Runtime): Functions {
  return {
    __writer: (): JsonWriter => (idle.pop() ?? new JsonWriter()).begin(),
    __written(out: JsonWriter): string {
      const text = out.finish();
      idle.push(out);
      return text;
    },
    __label: (out: JsonWriter, label: string): void => out.label(label),
    __write_value(value: JsonValue, out: JsonWriter): void {
      if (runtime.isLimited && isLarge(value)) withChecks(runtime, out.valueInSteps(value));
      else out.value(value);
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
