// Natives of std/json: the classes of `JsonValue` and its methods, parsing and writing.
import { asCount, inSteps, UNIT } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Runtime, Steps, Unit } from "../../interpreter/runtime/index.ts";
import { jsonError } from "./decode.ts";
import {
  derivedFunctions,
  readerFunctions,
  valueReaderFunctions,
  writerFunctions,
} from "./derived-natives.ts";
import { Descriptions, Members } from "./descriptions.ts";
import { Documents } from "./documents.ts";
import { Fields } from "./fields.ts";
import { JsonFailure } from "./json-failure.ts";
import { parseJson, parseJsonInSteps } from "./parse.ts";
import { schemaDocument } from "./schema.ts";
import { ShapeTree } from "./shape.ts";
import { isLarge, JsonWriter } from "./stringify.ts";
import { TypedReader } from "./typed-reader.ts";
import { VALUES, wholeValueFunctions } from "./value-natives.ts";
import { ArrayValue, BoolValue, NULL, NumberValue, ObjectValue, StringValue } from "./value.ts";
import type { JsonValue } from "./value.ts";

/** The bytes of a text that takes about a millisecond to parse. */
const LONG_TEXT = 65_536;

export { NO_MEMBER } from "./derived-natives.ts";
export { characters, hasFormat, isMultiple } from "./formats.ts";
export {
  componentName,
  namesFor,
  schemaText,
  SchemaWriter,
  withChecks,
  type DeclaredShape,
  type Schema,
  type Shape,
} from "./schema.ts";
export { nearest } from "./nearest-name.ts";
export { shownName } from "./unknown-name.ts";
export {
  ArrayValue,
  BoolValue,
  NULL,
  NumberValue,
  ObjectValue,
  StringValue,
  type JsonValue,
} from "./value.ts";

export function create(runtime: Runtime): NativeTable {
  const { reserve, scheduler, isLimited } = runtime;
  const worksInSteps = (): boolean => scheduler.shared || isLimited;
  const isLongText = (text: string): boolean => worksInSteps() && text.length > LONG_TEXT;
  const shapes = new ShapeTree();
  const descriptions = new Descriptions(shapes);
  const writer = new JsonWriter();
  /** Writers of derived impls, which may give way to each other: one for each text that is being written. */
  const idle: JsonWriter[] = [];

  const failed = (failure: unknown) => {
    if (failure instanceof JsonFailure) return jsonError(failure.message);
    throw failure;
  };

  function parseWhole(text: string, deepest?: number) {
    try {
      return parseJson(text, shapes, reserve, deepest);
    } catch (failure) {
      return failed(failure);
    }
  }

  function* parsedInSteps(text: string) {
    try {
      return yield* parseJsonInSteps(text, shapes, reserve);
    } catch (failure) {
      return failed(failure);
    }
  }

  const isLong = (value: JsonValue): boolean => worksInSteps() && isLarge(value);

  function* written(value: JsonValue, indent: number | null) {
    const out = idle.pop() ?? new JsonWriter();
    const text = yield* out.inSteps(value, indent);
    idle.push(out);
    return text;
  }

  function* fed(documents: Documents, piece: string): Steps<Unit | ReturnType<typeof failed>> {
    try {
      if (piece === "") documents.end();
      else yield* documents.feed(piece);
      return UNIT;
    } catch (failure) {
      return failed(failure);
    }
  }

  return {
    structs: {
      __Documents: Documents,
      __Reader: TypedReader,
      __Members: Members,
      __Writer: JsonWriter,
      __Fields: Fields,
    },
    whole: { parse: parseWhole, stringify: (value: JsonValue) => writer.compact(value) },
    enums: { JsonValue: [NULL, BoolValue, NumberValue, StringValue, ArrayValue, ObjectValue] },
    functions: {
      parse: (text: string) => (isLongText(text) ? inSteps(runtime, parsedInSteps(text)) : parseWhole(text)),
      ...VALUES,
      __schema_text: schemaDocument,
      ...wholeValueFunctions(runtime),
      ...derivedFunctions(descriptions),
      ...readerFunctions(shapes, descriptions, reserve, isLongText),
      ...valueReaderFunctions(descriptions),
      ...writerFunctions(idle, runtime),
      __documents: () => new Documents(reserve),
      __feed: (documents: Documents, piece: string) => inSteps(runtime, fed(documents, piece)),
      __has_document: (documents: Documents) => documents.hasNext,
      __next_document: (documents: Documents) => documents.take(),
      __located: (documents: Documents, message: string) => documents.located(message),
      stringify: (value: JsonValue) =>
        isLong(value) ? inSteps(runtime, written(value, null)) : writer.compact(value),
      stringify_pretty: (value: JsonValue, indent: Int) =>
        isLong(value)
          ? inSteps(runtime, written(value, asCount(indent)))
          : writer.pretty(value, asCount(indent)),
    },
  };
}
