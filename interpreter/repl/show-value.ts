// Any value as text for people, by its type: nested, quoted, long ones shortened.
import { Err, floatText, fromBytes, payload, okPayload, type AnyValue, type EnumValue, type Shape, type ShownType } from "../runtime/index.ts";

const MOST_PARTS = 50;
const MOST_DEPTH = 6;
const LONGEST_TEXT = 2000;

export function showValue(value: unknown, type: ShownType, depth = 0): string {
  const shape = type.shape();
  if (depth > MOST_DEPTH && !isPlain(shape)) return "…";
  const part = (inner: unknown, of: ShownType) => showValue(inner, of, depth + 1);
  switch (shape.kind) {
    case "int":
    case "bool":
      return `${value}`;
    case "float":
      return floatText(value as number);
    case "char":
      return `'${quoted(String.fromCodePoint(value as number))}'`;
    case "string":
      return `"${shortened(quoted(fromBytes(value as string)))}"`;
    case "unit":
      return "()";
    case "any":
      return showAny(value as AnyValue, depth);
    case "fun":
      return `<${fromBytes(type.text)}>`;
    case "dyn":
      return `<${fromBytes(type.text)}>`;
    case "list":
      return `[${parts(value as unknown[], (item) => part(item, shape.element))}]`;
    case "option":
      return value === null ? "None" : `Some(${part(payload(value), shape.some)})`;
    case "result":
      return value instanceof Err ? `Err(${part(value.error, shape.error)})` : `Ok(${part(okPayload(value), shape.ok)})`;
    case "map":
      return showMap(value as Collection, (key, held) => `${part(key, shape.key)}: ${part(held, shape.value)}`);
    case "set":
      return `{${parts(elementsOf(value as Collection), (element) => part(element, shape.element))}}`;
    case "struct": {
      if (shape.fields.length === 0) return shape.name;
      const fields = shape.fields.map((field) => `${field.name}: ${part((value as Record<string, unknown>)[field.property], field.type)}`);
      return `${shape.name} { ${fields.join(", ")} }`;
    }
    case "enum":
      return showVariant(value as EnumValue, shape, part);
  }
}

/** What the stores behind Map and Set of std/collections have in common; a hashed Set has its elements as keys. */
interface Collection {
  keys?(): unknown[];
  values(): unknown[];
}

function elementsOf(set: Collection): unknown[] {
  return set.keys === undefined ? set.values() : set.keys();
}

function showMap(map: Collection, show: (key: unknown, value: unknown) => string): string {
  const keys = map.keys!();
  const values = map.values();
  return keys.length === 0 ? "[:]" : `[${parts(keys, (key, i) => show(key, values[i]))}]`;
}

function showVariant(value: EnumValue, shape: Shape & { kind: "enum" }, part: (inner: unknown, of: ShownType) => string): string {
  const variant = shape.variants[value.tag]!;
  if (variant.parts.length === 0) return variant.name;
  const shown = variant.parts.map((type, i) => part((value as unknown as Record<string, unknown>)[`p${i}`], type));
  return variant.names === null
    ? `${variant.name}(${shown.join(", ")})`
    : `${variant.name} { ${shown.map((text, i) => `${variant.names![i]}: ${text}`).join(", ")} }`;
}

function showAny(any: AnyValue, depth: number): string {
  return `Any(${showValue(any.value, any.type as ShownType, depth + 1)})`;
}

function isPlain(shape: Shape): boolean {
  return ["int", "float", "bool", "char", "string", "unit", "fun"].includes(shape.kind);
}

function parts<T>(items: readonly T[], show: (item: T, index: number) => string): string {
  const shown = items.slice(0, MOST_PARTS).map(show);
  const more = items.length - shown.length;
  return more > 0 ? `${shown.join(", ")}, … ${more} more` : shown.join(", ");
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0", "\\": "\\\\", '"': '\\"' };

function quoted(text: string): string {
  return text.replace(/[\n\t\r\0\\"]/g, (char) => ESCAPES[char]!).replace(/[\x01-\x1f\x7f]/g, (char) => `\\u{${char.charCodeAt(0).toString(16)}}`);
}

function shortened(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}
