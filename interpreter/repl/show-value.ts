// Shows any value as text, by its type: strings quoted, long values shortened.
import {
  Err,
  floatText,
  fromBytes,
  payload,
  okPayload,
  type AnyValue,
  type EnumValue,
  type Shape,
  type ShownType,
} from "../runtime/host.ts";

const MOST_PARTS = 50;
const MOST_DEPTH = 6;
const LONGEST_TEXT = 500;
/** The most values shown in a value, including nested ones. */
const MOST_VALUES = 400;

export function showValue(value: unknown, type: ShownType): string {
  return show(value, type, { depth: 0, shown: { count: 0 } });
}

interface Place {
  readonly depth: number;
  /** The number of values shown so far. */
  readonly shown: { count: number };
}

function show(value: unknown, type: ShownType, { depth, shown }: Place): string {
  const shape = type.shape();
  shown.count++;
  if (shown.count > MOST_VALUES || (depth > MOST_DEPTH && !isPlain(shape))) return "…";
  const inside = { depth: depth + 1, shown };
  const part = (inner: unknown, of: ShownType) => show(inner, of, inside);
  const parts = <T>(items: readonly T[], text: (item: T, index: number) => string): string =>
    showParts(items, text, shown);
  switch (shape.kind) {
    case "int":
    case "bool":
      return `${value}`;
    case "float":
      return floatText(value as number);
    case "char":
      return `'${quoted(String.fromCodePoint(value as number))}'`;
    case "string":
      return showText(fromBytes(value as string));
    case "unit":
      return "()";
    case "any":
      return showAny(value as AnyValue, inside);
    case "error":
    case "json":
    case "fun":
      return `<${fromBytes(type.text)}>`;
    case "dyn":
    case "reader":
    case "writer":
      return `<${fromBytes(type.text)}>`;
    case "list":
      return `[${parts(value as unknown[], (item) => part(item, shape.element))}]`;
    case "option":
      return value === null ? "None" : `Some(${part(payload(value), shape.some)})`;
    case "result":
      return value instanceof Err
        ? `Err(${part(value.error, shape.error)})`
        : `Ok(${part(okPayload(value), shape.ok)})`;
    case "map":
      return showMap(
        value as Collection,
        parts,
        (key, held) => `${part(key, shape.key)}: ${part(held, shape.value)}`,
      );
    case "set":
      return `{${parts(elementsOf(value as Collection), (element) => part(element, shape.element))}}`;
    case "collection": {
      const { keys, values } = contentOf(value as Record<string, unknown>, shape);
      const [key, held] = shape.parts;
      if (values === null) return `[${parts(keys, (item) => part(item, key!))}]`;
      const text = (at: number) => (held === undefined ? `${values[at] as number}` : part(values[at], held));
      return keys.length === 0 ? "[:]" : `[${parts(keys, (item, i) => `${part(item, key!)}: ${text(i)}`)}]`;
    }
    case "tuple":
      return `(${shape.parts.map((one) => part((value as Record<string, unknown>)[one.property], one.type)).join(", ")})`;
    case "struct": {
      if (shape.fields.length === 0) return shape.name;
      const fields = shape.fields.map(
        (field) => `${field.name}: ${part((value as Record<string, unknown>)[field.property], field.type)}`,
      );
      return `${shape.name} { ${fields.join(", ")} }`;
    }
    case "enum":
      return showVariant(value as EnumValue, shape, part);
  }
}

/**
 * The common members of the stores of Map and Set of std/collections; the keys of a hashed Set are its
 * elements.
 */
interface Collection {
  keys?(): unknown[];
  values(): unknown[];
}

function elementsOf(set: Collection): unknown[] {
  return set.keys === undefined ? set.values() : set.keys();
}

interface Content {
  readonly keys: readonly unknown[];
  /** The values of a map; null for a collection of elements. */
  readonly values: readonly unknown[] | null;
}

/** The contents of a collection, in the order of its text. */
function contentOf(
  value: Record<string, unknown>,
  { name, properties, entry }: Shape & { kind: "collection" },
): Content {
  const [first, second, third] = properties;
  const held = value[first!];
  switch (name) {
    case "Deque": {
      const ring = held as readonly unknown[];
      const at = (i: number): unknown => ring[(Number(value[second!]) + i) % ring.length];
      return { keys: Array.from({ length: Number(value[third!]) }, (_, i) => payload(at(i))), values: null };
    }
    case "Heap":
      return { keys: inOrder(held as readonly unknown[], value[second!] as Compare), values: null };
    case "SortedMap": {
      const entries = (held as readonly (readonly Record<string, unknown>[])[]).flat();
      return { keys: entries.map((one) => one[entry[0]]), values: entries.map((one) => one[entry[1]]) };
    }
    default: {
      const counts = held as Collection;
      return { keys: counts.keys!(), values: counts.values() };
    }
  }
}

type Compare = (a: unknown, b: unknown) => unknown;

/**
 * Sorts by the function of a heap; keeps the order if that function waits or panics, because nothing runs
 * here.
 */
function inOrder(items: readonly unknown[], compare: Compare): readonly unknown[] {
  try {
    return items.toSorted((a, b) => {
      const sign = compare(a, b);
      if (typeof sign !== "number" && typeof sign !== "bigint") throw new TypeError("the comparison waits");
      return Number(sign);
    });
  } catch {
    return items;
  }
}

type ShowParts = (items: readonly unknown[], text: (item: unknown, index: number) => string) => string;

function showMap(map: Collection, parts: ShowParts, text: (key: unknown, value: unknown) => string): string {
  const keys = map.keys!();
  const values = map.values();
  return keys.length === 0 ? "[:]" : `[${parts(keys, (key, i) => text(key, values[i]))}]`;
}

function showVariant(
  value: EnumValue,
  shape: Shape & { kind: "enum" },
  part: (inner: unknown, of: ShownType) => string,
): string {
  const variant = shape.variants[value.tag]!;
  if (variant.parts.length === 0) return variant.name;
  const shown = variant.parts.map((type, i) =>
    part((value as unknown as Record<string, unknown>)[`p${i}`], type),
  );
  return variant.names === null
    ? `${variant.name}(${shown.join(", ")})`
    : `${variant.name} { ${shown.map((text, i) => `${variant.names![i]}: ${text}`).join(", ")} }`;
}

function showAny(any: AnyValue, inside: Place): string {
  return `Any(${show(any.value, any.type as ShownType, inside)})`;
}

function isPlain(shape: Shape): boolean {
  return ["int", "float", "bool", "char", "string", "unit", "fun"].includes(shape.kind);
}

function showParts<T>(
  items: readonly T[],
  text: (item: T, index: number) => string,
  shown: Place["shown"],
): string {
  const texts: string[] = [];
  while (
    texts.length < Math.min(items.length, MOST_PARTS) &&
    (texts.length === 0 || shown.count < MOST_VALUES)
  ) {
    texts.push(text(items[texts.length]!, texts.length));
  }
  const more = items.length - texts.length;
  return more > 0 ? `${texts.join(", ")}, … ${more} more` : texts.join(", ");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "\0": "\\0",
  "\\": "\\\\",
  '"': '\\"',
};

function quoted(text: string): string {
  return text
    .replace(/[\n\t\r\0\\"]/g, (char) => ESCAPES[char]!)
    .replace(/[\x01-\x1f\x7f]/g, (char) => `\\u{${char.charCodeAt(0).toString(16)}}`);
}

function showText(text: string): string {
  if (text.length <= LONGEST_TEXT) return `"${quoted(text)}"`;
  // Do not cut a surrogate pair.
  const head = text.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, "");
  return `"${quoted(head)}"… ${text.length - head.length} more`;
}
