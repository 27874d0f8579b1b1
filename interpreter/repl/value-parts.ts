// The parts of a value, which a debugger shows below it.
import { Err, okPayload, payload, type EnumValue, type ShownType } from "../runtime/host.ts";
import { elementsOf, type Collection } from "./show-value.ts";

export interface ValuePart {
  readonly name: string;
  readonly value: unknown;
  readonly type: ShownType;
}

/** The most elements or entries that are shown of a value. */
const MOST_PARTS = 1000;

/** How many elements or entries of a value `partsOf` leaves out. */
export function partsLeftOut(value: unknown, type: ShownType): number {
  const { kind } = type.shape();
  if (kind === "list") return Math.max(0, (value as readonly unknown[]).length - MOST_PARTS);
  if (kind === "map" || kind === "set")
    return Math.max(0, (value as { readonly size: number }).size - MOST_PARTS);
  return 0;
}

/** The elements, entries or fields of a value, without those after the first thousand. */
export function partsOf(value: unknown, type: ShownType): ValuePart[] {
  const shape = type.shape();
  const field = (property: string): unknown => (value as Record<string, unknown>)[property];
  switch (shape.kind) {
    case "list":
      return (value as readonly unknown[])
        .slice(0, MOST_PARTS)
        .map((each, i) => ({ name: String(i), value: each, type: shape.element }));
    case "set":
      return elementsOf(value as Collection)
        .slice(0, MOST_PARTS)
        .map((each, i) => ({ name: String(i), value: each, type: shape.element }));
    case "option":
      return value === null ? [] : [{ name: "Some", value: payload(value), type: shape.some }];
    case "result":
      return value instanceof Err
        ? [{ name: "Err", value: value.error, type: shape.error }]
        : [{ name: "Ok", value: okPayload(value), type: shape.ok }];
    case "tuple":
      return shape.parts.map((part, i) => ({
        name: String(i),
        value: field(part.property),
        type: part.type,
      }));
    case "struct":
      return shape.fields.map(({ name, property, type: of }) => ({ name, value: field(property), type: of }));
    case "enum": {
      const { parts, names } = shape.variants[(value as EnumValue).tag]!;
      return parts.map((of, i) => ({ name: names?.[i] ?? String(i), value: field(`p${i}`), type: of }));
    }
    case "map": {
      const { keys, values } = value as { keys(): readonly unknown[]; values(): readonly unknown[] };
      const held = values.call(value);
      return keys
        .call(value)
        .slice(0, MOST_PARTS)
        .flatMap((key, i) => [
          { name: `key ${i}`, value: key, type: shape.key },
          { name: `value ${i}`, value: held[i], type: shape.value },
        ]);
    }
    default:
      return [];
  }
}
