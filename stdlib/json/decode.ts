// Called by derived `from_json` and `to_json` (reference/derive#derives): finds members, checks variants,
// builds objects.
import { fail, floatToInt, ScriptMap } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue, Int, Option } from "../../interpreter/runtime/index.ts";
import type { Members, Variants } from "./descriptions.ts";
import {
  ArrayValue,
  BoolValue,
  isTooLarge,
  NumberValue,
  ObjectValue,
  partOf,
  StringValue,
  valueOf,
} from "./value.ts";
import type { JsonValue, Part } from "./value.ts";

type Failure = Err<ErrorValue>;

export function jsonError(message: string): Failure {
  return fail("json", message);
}

export const missing = (key: string): Failure => jsonError(`missing field ${key}`);

// ---- scalars

/** For `as_int`: the exact Int if it is known, otherwise truncated and saturated (std/json). */
export function intOf(value: NumberValue): Int {
  return value.exact ?? floatToInt(value.p0);
}

/** Decodes exactly the number that was written (reference/derive#decoding). */
export function decodeInt(json: JsonValue): Int | Failure {
  if (!(json instanceof NumberValue)) return jsonError("expected a number");
  const { whole } = json;
  return typeof whole === "string" ? jsonError(whole) : whole;
}

export function decodeFloat(json: JsonValue): number | Failure {
  if (!(json instanceof NumberValue)) return jsonError("expected a number");
  return isTooLarge(json) ? jsonError("number out of range") : json.p0;
}

export function decodeBool(json: JsonValue): boolean | Failure {
  return json instanceof BoolValue ? json.p0 : jsonError("expected a bool");
}

export function decodeString(json: JsonValue): string | Failure {
  return json instanceof StringValue ? json.p0 : jsonError("expected a string");
}

/** Decodes a string of one character (reference/derive#derives). */
export function decodeChar(json: JsonValue): number | Failure {
  if (!(json instanceof StringValue)) return jsonError("expected a string");
  return singleCharacter(json.p0) ?? jsonError("expected a single character");
}

/** Returns the code point of a string of one character, or undefined for any other string. */
export function singleCharacter(bytes: string): number | undefined {
  const text = Buffer.from(bytes, "latin1").toString("utf8");
  const code = text.codePointAt(0);
  return code === undefined || text.length !== (code > 0xffff ? 2 : 1) ? undefined : code;
}

// ---- structs

/**
 * Returns the member that the field at `position` is decoded from. The value is short-lived, so it is not
 * kept.
 */
export function findMember(json: JsonValue, position: number, key: string): Option<JsonValue> {
  const part = json instanceof ObjectValue ? json.part(key, position) : undefined;
  return part === undefined ? null : valueOf(part);
}

/** Returns the object of a struct, which takes over `values`. */
export function recordOf(members: Members, values: JsonValue[]): ObjectValue {
  return members.shape === null
    ? objectOf(members.keys, values)
    : ObjectValue.shaped(members.shape, bare(values));
}

/** Returns an array of the values, which takes over the list. */
export function arrayOf(values: JsonValue[]): ArrayValue {
  return ArrayValue.of(bare(values));
}

/** Converts in place: the values of scalars become garbage immediately. */
function bare(values: JsonValue[]): Part[] {
  const parts: Part[] = values;
  for (let i = 0; i < values.length; i++) parts[i] = partOf(values[i]!);
  return parts;
}

/** The last value of a repeated key applies, at the index of the first. */
export function objectOf(keys: readonly string[], values: readonly JsonValue[]): ObjectValue {
  const map = new ScriptMap<string, JsonValue>();
  keys.forEach((key, i) => map.set(key, values[i]!));
  return new ObjectValue(map);
}

// ---- enums

/** Checks `{"tag": …, "values": […]}` and returns the index of the variant. */
export function readVariant(json: JsonValue, variants: Variants): Int | Failure {
  const object = json instanceof ObjectValue ? json : null;
  const part = object?.part("tag");
  if (part === undefined) return missing("tag");
  const tag = typeof part === "object" ? partOf(part) : part;
  if (typeof tag !== "string") return jsonError("enum tag is not a string");
  const values = object!.part("values", 1);
  if (values === undefined) return missing("values");
  const index = variants.index.get(tag);
  if (index === undefined) return jsonError(`unknown tag ${tag}`);
  if (!(values instanceof ArrayValue)) return jsonError("enum payload values is not an array");
  if (values.parts.length !== variants.sizes[index])
    return jsonError("wrong number of payload values for variant");
  return index;
}

/** Returns part `i` of a payload that `readVariant` has found complete. */
export function payloadPart(json: JsonValue, i: number): JsonValue {
  return valueOf(((json as ObjectValue).part("values", 1) as ArrayValue).parts[i]!);
}
