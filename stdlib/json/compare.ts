// Equality and hashes of JSON values: numbers by their value, objects in any order of their members. Values may contain
// themselves; then these overflow the stack, as a function of the program would.
import { eqInt, StackOverflow } from "../../interpreter/runtime/index.ts";
import type { Int } from "../../interpreter/runtime/index.ts";
import { ArrayValue, NumberValue, ObjectValue, valueOf } from "./value.ts";
import type { Part } from "./value.ts";

/** The levels that are followed; a value that contains itself has more. */
const MOST_LEVELS = 5000;

export function equalParts(a: Part, b: Part, level = 0): boolean {
  if (a === b) return true;
  const [left, right] = [valueOf(a), valueOf(b)];
  if (left === right) return true;
  if (level > MOST_LEVELS) throw new StackOverflow();
  if (left instanceof NumberValue) return right instanceof NumberValue && sameNumber(left, right);
  if (left instanceof ArrayValue) {
    if (!(right instanceof ArrayValue) || left.parts.length !== right.parts.length) return false;
    return left.parts.every((part, i) => equalParts(part, right.parts[i]!, level + 1));
  }
  if (left instanceof ObjectValue) {
    if (!(right instanceof ObjectValue) || left.size !== right.size) return false;
    const parts = left.parts();
    return left.keys().every((key, i) => {
      const other = right.part(key, i);
      return other !== undefined && equalParts(parts[i]!, other, level + 1);
    });
  }
  return left.tag === right.tag && "p0" in left && "p0" in right && left.p0 === right.p0;
}

/** Two numbers that are not finite are equal as Floats are. */
function sameNumber(a: NumberValue, b: NumberValue): boolean {
  if (a.p0 !== b.p0) return Number.isNaN(a.p0) && Number.isNaN(b.p0);
  const [x, y] = [a.whole, b.whole];
  return typeof x === "object" && typeof y === "object" ? eqInt(x, y) : x === y;
}

/** Equal values have equal hashes. */
export function hashOf(part: Part, level = 0): Int {
  if (level > MOST_LEVELS) throw new StackOverflow();
  const value = typeof part === "object" ? part : valueOf(part);
  if (value instanceof ArrayValue)
    return value.parts.reduce<number>((hash, each) => mixed(hash, hashOf(each, level + 1) as number), 17);
  if (value instanceof ObjectValue) {
    const parts = value.parts();
    return value
      .keys()
      .reduce(
        (hash, key, i) => (hash + mixed(textHash(key), hashOf(parts[i]!, level + 1) as number)) | 0,
        value.size,
      );
  }
  if (value instanceof NumberValue) return textHash(String(value.p0));
  return "p0" in value ? mixed(value.tag, textHash(String(value.p0))) : 1;
}

const mixed = (hash: number, part: number): number => (Math.imul(hash, 31) + part) | 0;

function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
