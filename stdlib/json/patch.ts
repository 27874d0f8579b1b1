// Parts of documents by their pointers (RFC 6901), and changes of documents: merge patches (RFC 7396) and lists of
// operations (RFC 6902). Documents are not changed: a result shares what is equal.
import { fail, StackOverflow } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue, Steps, Tally } from "../../interpreter/runtime/index.ts";
import { equalSteps } from "./compare.ts";
import { arrayOf, objectOf } from "./decode.ts";
import { shownName } from "./unknown-name.ts";
import { ArrayValue, NULL, ObjectValue, StringValue, valueOf } from "./value.ts";
import type { JsonValue } from "./value.ts";

const MOST_LEVELS = 5000;
const INDEX = /^(?:0|[1-9][0-9]{0,14})$/;

// ---- pointers

/** Returns the names of a pointer, or null if it is none. */
function namesOf(pointer: string): string[] | null {
  if (!isPointer(pointer)) return null;
  if (pointer === "") return [];
  const names = pointer.slice(1).split("/", MOST_LEVELS + 1);
  if (names.length > MOST_LEVELS) throw new StackOverflow();
  return names.map(unescaped);
}

const isPointer = (text: string): boolean => text === "" || (text.startsWith("/") && !/~(?![01])/.test(text));

const unescaped = (name: string): string => name.replaceAll("~1", "/").replaceAll("~0", "~");

const pointerOf = (names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

function childOf(value: JsonValue, name: string): JsonValue | undefined {
  if (value instanceof ObjectValue) return value.get(name);
  return value instanceof ArrayValue && INDEX.test(name) ? value.at(Number(name)) : undefined;
}

export function pointedAt(value: JsonValue, pointer: string): JsonValue | null {
  if (!isPointer(pointer)) return null;
  let part: JsonValue = value;
  // Name by name: most of a long pointer leads to nothing.
  for (let at = 0; at < pointer.length; ) {
    const next = pointer.indexOf("/", at + 1);
    const end = next < 0 ? pointer.length : next;
    const child = childOf(part, unescaped(pointer.slice(at + 1, end)));
    if (child === undefined) return null;
    part = child;
    at = end;
  }
  return part;
}

// ---- merge patches

export function* mergePatch(value: JsonValue, patch: JsonValue, tally: Tally, level = 0): Steps<JsonValue> {
  tally.touch(1);
  if (!(patch instanceof ObjectValue)) return patch;
  if (level > MOST_LEVELS) throw new StackOverflow();
  const members = membersOf(value instanceof ObjectValue ? value : null);
  // Another goroutine may change the values after a step: the lists of members do not change with them.
  const changes = membersOf(patch);
  tally.touch(members.size + changes.size);
  for (const [key, change] of changes) {
    tally.touch(key.length);
    if (tally.isFull) yield tally.taken();
    if (change === NULL) members.delete(key);
    else members.set(key, yield* mergePatch(members.get(key) ?? NULL, change, tally, level + 1));
  }
  return objectOf([...members.keys()], [...members.values()]);
}

function membersOf(object: ObjectValue | null): Map<string, JsonValue> {
  return new Map(object === null ? [] : object.keys().map((key) => [key, object.get(key)!]));
}

// ---- operations

/** The operations that turn one document into the other. */
export function* difference(from: JsonValue, to: JsonValue, tally: Tally): Steps<JsonValue> {
  const operations: JsonValue[] = [];
  yield* collect(from, to, [], { operations, tally });
  return arrayOf(operations);
}

interface Difference {
  readonly operations: JsonValue[];
  readonly tally: Tally;
}

function operation(op: string, path: readonly string[], value?: JsonValue): JsonValue {
  const keys = ["op", "path", ...(value === undefined ? [] : ["value"])];
  const values = [
    new StringValue(op),
    new StringValue(pointerOf(path)),
    ...(value === undefined ? [] : [value]),
  ];
  return objectOf(keys, values);
}

function* collect(from: JsonValue, to: JsonValue, path: readonly string[], into: Difference): Steps<void> {
  const { operations, tally } = into;
  if (path.length > MOST_LEVELS) throw new StackOverflow();
  if (from instanceof ObjectValue && to instanceof ObjectValue) {
    const [before, after] = [membersOf(from), membersOf(to)];
    tally.touch(before.size + after.size);
    for (const key of before.keys())
      if (!after.has(key)) operations.push(operation("remove", [...path, key]));
    for (const [key, value] of after) {
      tally.touch(key.length + path.length);
      if (tally.isFull) yield tally.taken();
      const old = before.get(key);
      if (old === undefined) operations.push(operation("add", [...path, key], value));
      else yield* collect(old, value, [...path, key], into);
    }
  } else if (from instanceof ArrayValue && to instanceof ArrayValue)
    yield* collectElements(from.parts.map(valueOf), to.parts.map(valueOf), path, into);
  else if (!(yield* equalSteps(from, to, tally))) operations.push(operation("replace", path, to));
}

/** Equal elements at both ends stay; the others are compared in pairs. */
function* collectElements(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  path: readonly string[],
  into: Difference,
): Steps<void> {
  const { operations, tally } = into;
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && (yield* equalSteps(before[start]!, after[start]!, tally))) start++;
  let end = 0;
  while (end < shorter - start && (yield* equalSteps(before.at(-1 - end)!, after.at(-1 - end)!, tally)))
    end++;
  const both = shorter - end;
  for (let i = start; i < both; i++) yield* collect(before[i]!, after[i]!, [...path, `${i}`], into);
  for (let i = before.length - end - 1; i >= both; i--) {
    operations.push(operation("remove", [...path, `${i}`]));
    tally.touch(1 + path.length);
    if (tally.isFull) yield tally.taken();
  }
  for (let i = both; i < after.length - end; i++) {
    operations.push(operation("add", [...path, `${i}`], after[i]!));
    tally.touch(1 + path.length);
    if (tally.isFull) yield tally.taken();
  }
}

type Result = JsonValue | Err<ErrorValue>;

/** What a change of a part is; a failure is thrown as its text. */
class Misapplied extends Error {}

export function* applyOperations(value: JsonValue, operations: JsonValue, tally: Tally): Steps<Result> {
  if (!(operations instanceof ArrayValue)) return fail("json", "expected an array of operations");
  let result = value;
  for (const [i, each] of [...operations.parts].entries()) {
    try {
      result = yield* applied(result, valueOf(each), tally);
      if (tally.isFull) yield tally.taken();
    } catch (problem) {
      if (!(problem instanceof Misapplied)) throw problem;
      return fail("json", `operation ${i}: ${problem.message}`);
    }
  }
  return result;
}

function* applied(value: JsonValue, operation: JsonValue, tally: Tally): Steps<JsonValue> {
  const member = (key: string): JsonValue => {
    const found = operation instanceof ObjectValue ? operation.get(key) : undefined;
    if (found === undefined) throw new Misapplied(`missing field ${key}`);
    return found;
  };
  const pathOf = (key: string): string[] => {
    const text = member(key);
    const names = text instanceof StringValue ? namesOf(text.p0) : null;
    if (names === null) throw new Misapplied(`${key} is no pointer`);
    return names;
  };
  const op = member("op");
  const path = pathOf("path");
  switch (op instanceof StringValue ? op.p0 : "") {
    case "add":
      return changed(value, path, tally, (parent, name) => added(parent, name, member("value")));
    case "remove":
      return removedAt(value, path, tally).rest;
    case "replace": {
      if (path.length === 0) return member("value");
      partAt(value, path);
      return changed(value, path, tally, (parent, name) => replaced(parent, name, member("value")));
    }
    case "move": {
      const from = pathOf("from");
      if (from.length < path.length && from.every((name, i) => name === path[i]))
        throw new Misapplied("a value cannot be moved into itself");
      const { part, rest } = removedAt(value, from, tally);
      return changed(rest, path, tally, (parent, name) => added(parent, name, part));
    }
    case "copy": {
      const part = partAt(value, pathOf("from"));
      return changed(value, path, tally, (parent, name) => added(parent, name, part));
    }
    case "test":
      if (!(yield* equalSteps(partAt(value, path), member("value"), tally)))
        throw new Misapplied("the values differ");
      return value;
    default:
      throw new Misapplied("unknown op");
  }
}

function partAt(value: JsonValue, path: readonly string[]): JsonValue {
  const part = pointedAt(value, pointerOf(path));
  if (part === null) throw new Misapplied(`there is no ${shownName(pointerOf(path))}`);
  return part;
}

/** Copies the containers along the path, and changes the last one; at the empty path `change` gets no container. */
function changed(
  value: JsonValue,
  path: readonly string[],
  tally: Tally,
  change: (parent: JsonValue | null, name: string) => JsonValue,
): JsonValue {
  // The containers are copied.
  tally.touch(
    value instanceof ArrayValue ? value.parts.length : value instanceof ObjectValue ? value.size : 0,
  );
  if (path.length === 0) return change(null, "");
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) return change(value, name);
  const child = childOf(value, name);
  if (child === undefined) throw new Misapplied(`there is no ${shownName(pointerOf(path))}`);
  return replaced(value, name, changed(child, rest, tally, change));
}

function replaced(parent: JsonValue | null, name: string, value: JsonValue): JsonValue {
  if (parent instanceof ArrayValue)
    return arrayOf(parent.parts.map((part, i) => (i === Number(name) ? value : valueOf(part))));
  const members = membersOf(parent as ObjectValue);
  members.set(name, value);
  return objectOf([...members.keys()], [...members.values()]);
}

function added(parent: JsonValue | null, name: string, value: JsonValue): JsonValue {
  if (parent === null) return value;
  if (parent instanceof ObjectValue) return replaced(parent, name, value);
  const index = name === "-" ? Infinity : INDEX.test(name) ? Number(name) : Number.NaN;
  if (!(parent instanceof ArrayValue)) throw new Misapplied("a scalar has no parts");
  const parts = parent.parts.map(valueOf);
  const at = index === Infinity ? parts.length : index;
  if (!(at <= parts.length)) throw new Misapplied("the index is out of range");
  return arrayOf([...parts.slice(0, at), value, ...parts.slice(at)]);
}

function removedAt(
  value: JsonValue,
  path: readonly string[],
  tally: Tally,
): { part: JsonValue; rest: JsonValue } {
  const part = partAt(value, path);
  const rest = changed(value, path, tally, (parent, name) => {
    if (parent === null) return NULL;
    if (parent instanceof ArrayValue)
      return arrayOf(parent.parts.filter((_, i) => i !== Number(name)).map(valueOf));
    const members = membersOf(parent as ObjectValue);
    members.delete(name);
    return objectOf([...members.keys()], [...members.values()]);
  });
  return { part, rest };
}
