// Shows any value as text, by its type: strings quoted, long values shortened or as a whole on many lines.
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

interface Bounds {
  readonly parts: number;
  readonly depth: number;
  readonly text: number;
  /** The most values shown in a value, including nested ones. */
  readonly values: number;
}

const SHORT: Bounds = { parts: 50, depth: 6, text: 500, values: 400 };
const WHOLE: Bounds = { parts: 200_000, depth: 100, text: 5_000_000, values: 200_000 };

/** Shows a value on one line, shortened. */
export function showValue(value: unknown, type: ShownType): string {
  return show(value, type, { depth: 0, shown: { count: 0 }, bounds: SHORT, width: Infinity });
}

/** Shows a value with all of its parts, on as many lines as a screen of this width needs. */
export function showWhole(value: unknown, type: ShownType, width: number): string {
  return show(value, type, { depth: 0, shown: { count: 0 }, bounds: WHOLE, width });
}

const STEP = "  ";

interface Layout {
  readonly depth: number;
  /** The number of values shown so far. */
  readonly shown: { count: number };
  readonly bounds: Bounds;
  /** The columns for the text of the value. */
  readonly width: number;
}

/** Parts between brackets: on one line if they fit, otherwise each on its own. */
function group(
  [open, close]: readonly [string, string],
  parts: readonly string[],
  { width }: Layout,
): string {
  const line = `${open}${parts.join(", ")}${close}`;
  if (parts.length === 0 || (line.length <= width && !line.includes("\n"))) return line;
  if (width === Infinity) return line;
  const rows = parts.map((part) => `${STEP}${part.replaceAll("\n", `\n${STEP}`)}`);
  return `${open.trimEnd()}\n${rows.join(",\n")}\n${close.trimStart()}`;
}

function show(value: unknown, type: ShownType, layout: Layout): string {
  const { depth, shown, bounds } = layout;
  const shape = type.shape();
  shown.count++;
  if (shown.count > bounds.values || (depth > bounds.depth && !isPlain(shape))) return "…";
  const inside: Layout = { ...layout, depth: depth + 1, width: layout.width - STEP.length };
  const part = (inner: unknown, of: ShownType) => show(inner, of, inside);
  const parts: ShowParts = (items, text) => showParts(items, text, layout);
  switch (shape.kind) {
    case "int":
    case "bool":
      return `${value}`;
    case "float":
      return floatText(value as number);
    case "char":
      return `'${quoted(String.fromCodePoint(value as number))}'`;
    case "string":
      return showText(fromBytes(value as string), bounds.text);
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
      return group(
        ["[", "]"],
        parts(value as unknown[], (item) => part(item, shape.element)),
        layout,
      );
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
        layout,
      );
    case "set":
      return group(
        ["{", "}"],
        parts(elementsOf(value as Collection), (element) => part(element, shape.element)),
        layout,
      );
    case "collection": {
      const { keys, values } = contentOf(value as Record<string, unknown>, shape);
      const [key, held] = shape.parts;
      if (values === null)
        return group(
          ["[", "]"],
          parts(keys, (item) => part(item, key!)),
          layout,
        );
      const text = (at: number) => (held === undefined ? `${values[at] as number}` : part(values[at], held));
      if (keys.length === 0) return "[:]";
      return group(
        ["[", "]"],
        parts(keys, (item, i) => `${part(item, key!)}: ${text(i)}`),
        layout,
      );
    }
    case "tuple":
      return group(
        ["(", ")"],
        shape.parts.map((one) => part((value as Record<string, unknown>)[one.property], one.type)),
        layout,
      );
    case "struct": {
      if (shape.fields.length === 0) return shape.name;
      const fields = shape.fields.map(
        (field) => `${field.name}: ${part((value as Record<string, unknown>)[field.property], field.type)}`,
      );
      return group([`${shape.name} { `, " }"], fields, layout);
    }
    case "enum":
      return showVariant(value as EnumValue, shape, part, layout);
  }
}

/**
 * The common members of the stores of Map and Set of std/collections; the keys of a hashed Set are its
 * elements.
 */
export interface Collection {
  keys?(): unknown[];
  values(): unknown[];
}

export function elementsOf(set: Collection): unknown[] {
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

type ShowParts = <T>(items: readonly T[], text: (item: T, index: number) => string) => string[];

function showMap(
  map: Collection,
  parts: ShowParts,
  text: (key: unknown, value: unknown) => string,
  layout: Layout,
): string {
  const keys = map.keys!();
  const values = map.values();
  if (keys.length === 0) return "[:]";
  return group(
    ["[", "]"],
    parts(keys, (key, i) => text(key, values[i])),
    layout,
  );
}

function showVariant(
  value: EnumValue,
  shape: Shape & { kind: "enum" },
  part: (inner: unknown, of: ShownType) => string,
  layout: Layout,
): string {
  const variant = shape.variants[value.tag]!;
  if (variant.parts.length === 0) return variant.name;
  const shown = variant.parts.map((type, i) =>
    part((value as unknown as Record<string, unknown>)[`p${i}`], type),
  );
  if (variant.names === null) return group([`${variant.name}(`, ")"], shown, layout);
  const fields = shown.map((text, i) => `${variant.names![i]}: ${text}`);
  return group([`${variant.name} { `, " }"], fields, layout);
}

function showAny(any: AnyValue, inside: Layout): string {
  return `Any(${show(any.value, any.type as ShownType, inside)})`;
}

function isPlain(shape: Shape): boolean {
  return ["int", "float", "bool", "char", "string", "unit", "fun"].includes(shape.kind);
}

function showParts<T>(
  items: readonly T[],
  text: (item: T, index: number) => string,
  { shown, bounds }: Layout,
): string[] {
  const texts: string[] = [];
  while (
    texts.length < Math.min(items.length, bounds.parts) &&
    (texts.length === 0 || shown.count < bounds.values)
  ) {
    texts.push(text(items[texts.length]!, texts.length));
  }
  const more = items.length - texts.length;
  return more > 0 ? [...texts, `… ${more} more`] : texts;
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

function showText(text: string, longest: number): string {
  if (text.length <= longest) return `"${quoted(text)}"`;
  // Do not cut a surrogate pair.
  const head = text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  return `"${quoted(head)}"… ${text.length - head.length} more`;
}
