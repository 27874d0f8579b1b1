// Equality and hashes of JSON values: numbers by their value, objects in any order of their members. Values may contain
// themselves; then these overflow the stack, as a function of the program would.
import { has } from "../../interpreter/own/index.ts";
import { eqInt, StackOverflow } from "../../interpreter/runtime/index.ts";
import type { Steps, Tally } from "../../interpreter/runtime/index.ts";
import { ArrayValue, NumberValue, ObjectValue, StringValue, valueOf } from "./value.ts";
import type { Part } from "./value.ts";

/** The levels that are followed; a value that contains itself has more. */
const MOST_LEVELS = 5000;

export function* equalSteps(a: Part, b: Part, tally: Tally, level = 0): Steps<boolean> {
  const known = equalUnlessContainers(a, b, tally);
  if (known !== null) return known;
  if (level > MOST_LEVELS) throw new StackOverflow();
  const pairs = pairsOf(valueOf(a), valueOf(b), tally);
  if (pairs === null) return false;
  // Another goroutine may change the values after a step: the pairs do not change with them.
  for (const [left, right] of pairs) {
    if (tally.isFull) yield tally.taken();
    const same = equalUnlessContainers(left, right, tally);
    if (same === false) return false;
    if (same === null && !(yield* equalSteps(left, right, tally, level + 1))) return false;
  }
  return true;
}

/** Null for two containers, which may be equal. */
function equalUnlessContainers(a: Part, b: Part, tally: Tally): boolean | null {
  tally.touch(1 + (typeof a === "string" && typeof b === "string" ? sharedLength(a, b) : 0));
  if (a === b) return true;
  const [left, right] = [valueOf(a), valueOf(b)];
  if (left === right) return true;
  if (left.tag !== right.tag) return false;
  if (left instanceof NumberValue) return sameNumber(left, right as NumberValue);
  if (left instanceof ArrayValue || left instanceof ObjectValue) return null;
  if (left instanceof StringValue) tally.touch(sharedLength(left.p0, (right as StringValue).p0));
  return has(left, "p0") && has(right, "p0") && left.p0 === right.p0;
}

/** Strings of different lengths are not read. */
const sharedLength = (a: string, b: string): number => (a.length === b.length ? a.length : 0);

/** The parts of two containers that must be equal; null if these differ in size or keys. */
function pairsOf(a: Part, b: Part, tally: Tally): readonly (readonly [Part, Part])[] | null {
  if (a instanceof ArrayValue && b instanceof ArrayValue) {
    if (a.parts.length !== b.parts.length) return null;
    return a.parts.map((part, i) => [part, b.parts[i]!]);
  }
  if (!(a instanceof ObjectValue && b instanceof ObjectValue) || a.size !== b.size) return null;
  const parts = a.parts();
  const pairs: [Part, Part][] = [];
  for (const [i, key] of a.keys().entries()) {
    tally.touch(key.length);
    const other = b.part(key, i);
    if (other === undefined) return null;
    pairs.push([parts[i]!, other]);
  }
  return pairs;
}

/** Two numbers that are not finite are equal as Floats are. */
function sameNumber(a: NumberValue, b: NumberValue): boolean {
  if (a.p0 !== b.p0) return Number.isNaN(a.p0) && Number.isNaN(b.p0);
  const [x, y] = [a.whole, b.whole];
  return typeof x === "object" && typeof y === "object" ? eqInt(x, y) : x === y;
}

/** Equal values have equal hashes. */
export function* hashSteps(part: Part, tally: Tally, level = 0): Steps<number> {
  if (level > MOST_LEVELS) throw new StackOverflow();
  tally.touch(1);
  if (tally.isFull) yield tally.taken();
  const value = valueOf(part);
  if (value instanceof ArrayValue) {
    let hash = 17;
    for (const each of [...value.parts]) hash = mixed(hash, yield* hashSteps(each, tally, level + 1));
    return hash;
  }
  if (value instanceof ObjectValue) {
    const parts = [...value.parts()];
    let hash = value.size;
    for (const [i, key] of value.keys().entries()) {
      const ofKey = yield* textHash(key, tally);
      hash = (hash + mixed(ofKey, yield* hashSteps(parts[i]!, tally, level + 1))) | 0;
    }
    return hash;
  }
  if (value instanceof NumberValue) return yield* textHash(String(value.p0), tally);
  return has(value, "p0") ? mixed(value.tag, yield* textHash(String(value.p0), tally)) : 1;
}

const mixed = (hash: number, part: number): number => (Math.imul(hash, 31) + part) | 0;

/** The bytes that are hashed in a step. */
const PIECE = 65_536;

function* textHash(text: string, tally: Tally): Steps<number> {
  let hash = 0x811c9dc5;
  for (let from = 0; from < text.length; from += PIECE) {
    const to = Math.min(from + PIECE, text.length);
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    tally.touch(to - from);
    if (tally.isFull) yield tally.taken();
  }
  return hash | 0;
}
