// Converts documents of YAML to values of std/json.
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar } from "yaml";
import { intFromBigInt, ScriptMap, toBytes, type Steps } from "../../interpreter/runtime/index.ts";
import {
  ArrayValue,
  BoolValue,
  NULL,
  NumberValue,
  ObjectValue,
  StringValue,
  type JsonValue,
} from "../json/index.ts";
import { DEEPEST, YamlProblem, type YamlDocument } from "./document.ts";

/** The nodes between two checks of the clock. */
const STEP = 1_000;
/** Values that aliases may stand for: this many, and this many for each value of the text. */
const FREE_COPIES = 10_000;
const COPIES_OF_EACH = 100;
const INT_MAX = 2n ** 63n - 1n;
const INT_MIN = -(2n ** 63n);

export class Conversion {
  /** What each anchor names at this place of the document. */
  readonly #anchors = new Map<string, Node>();
  /** Anchors whose values are not complete: an alias within would stand for itself. */
  readonly #open = new Set<Node>();
  #nodes = 0;
  #copies = 0;
  /** How many aliases the current node is a copy for, and the outermost of them. */
  #copying = 0;
  #alias: Node | null = null;

  *document(document: YamlDocument | undefined): Steps<JsonValue> {
    const contents = document?.contents ?? null;
    return contents === null ? NULL : yield* this.#value(contents as Node, 0);
  }

  *#value(node: Node, depth: number): Steps<JsonValue> {
    if (++this.#nodes % STEP === 0) yield;
    if (this.#copying > 0) this.#countCopy();
    if (depth > DEEPEST) throw new YamlProblem(startOf(node), "values are nested too deeply");
    if (isAlias(node)) return yield* this.#aliased(node, this.#target(node), depth);
    if (node.anchor !== undefined && this.#copying === 0) this.#anchors.set(node.anchor, node);
    if (isScalar(node)) return scalar(node);
    this.#open.add(node);
    const value = isMap(node)
      ? yield* this.#map(node.items as Pair<Node, Node>[], depth)
      : yield* this.#list(node, depth);
    this.#open.delete(node);
    return value;
  }

  *#list(node: Node, depth: number): Steps<JsonValue> {
    const elements: JsonValue[] = [];
    if (isSeq(node))
      for (const item of node.items)
        elements.push(item === null ? NULL : yield* this.#value(item as Node, depth + 1));
    return new ArrayValue(elements);
  }

  *#map(pairs: readonly Pair<Node, Node | null>[], depth: number): Steps<JsonValue> {
    const members = new ScriptMap<string, JsonValue>();
    const own = new Set<string>();
    const merged: ScriptMap<string, JsonValue>[] = [];
    for (const { key, value } of pairs) {
      const name = yield* this.#key(key);
      if (name === "<<" && isScalar(key) && key.type === "PLAIN" && value !== null) {
        merged.push(...(yield* this.#merged(value, depth)));
        continue;
      }
      if (own.has(name)) throw new YamlProblem(startOf(key), `the key ${shown(name)} occurs twice`);
      own.add(name);
      members.set(name, value === null ? NULL : yield* this.#value(value, depth + 1));
    }
    if (merged.length === 0) return new ObjectValue(members);
    // What is merged comes first; own members and earlier mappings take precedence.
    const all = new ScriptMap<string, JsonValue>();
    for (const other of merged)
      for (const { _key: name, _value: value } of other.entries()) if (!all.has(name)) all.set(name, value);
    for (const { _key: name, _value: value } of members.entries()) all.set(name, value);
    return new ObjectValue(all);
  }

  /** The mappings that `<<` names: one, or a list of them. */
  *#merged(node: Node, depth: number): Steps<ScriptMap<string, JsonValue>[]> {
    const value = yield* this.#value(node, depth + 1);
    const found = value instanceof ArrayValue ? value.p0 : [value];
    return found.map((each) => {
      if (each instanceof ObjectValue) return each.p0;
      throw new YamlProblem(startOf(node), "only mappings can be merged");
    });
  }

  *#key(node: Node | null): Steps<string> {
    if (node === null) return "null";
    if (node.anchor !== undefined && this.#copying === 0) this.#anchors.set(node.anchor, node);
    const target = isAlias(node) ? this.#target(node) : node;
    if (!isScalar(target)) throw new YamlProblem(startOf(node), "a key is a list or a mapping");
    if (++this.#nodes % STEP === 0) yield;
    if (this.#copying > 0) this.#countCopy();
    const { value } = target;
    if (value === null) return "null";
    return typeof value === "string" ? toBytes(value) : toBytes(target.source ?? String(value));
  }

  #target(node: Node & { readonly source: string }): Node {
    const target = this.#anchors.get(node.source);
    if (target === undefined)
      throw new YamlProblem(startOf(node), `there is no anchor ${shown(node.source)}`);
    if (this.#open.has(target))
      throw new YamlProblem(startOf(node), `the anchor ${shown(node.source)} contains itself`);
    return target;
  }

  /** A copy: values of scripts can be changed. */
  *#aliased(alias: Node, target: Node, depth: number): Steps<JsonValue> {
    if (this.#copying++ === 0) this.#alias = alias;
    const value = yield* this.#value(target, depth);
    this.#copying--;
    return value;
  }

  #countCopy(): void {
    const own = this.#nodes - this.#copies;
    if (++this.#copies > FREE_COPIES + COPIES_OF_EACH * own)
      throw new YamlProblem(startOf(this.#alias), "aliases stand for too many values");
  }
}

function scalar({ value }: Scalar): JsonValue {
  switch (typeof value) {
    case "string":
      return new StringValue(toBytes(value));
    case "boolean":
      return new BoolValue(value);
    case "number":
      return new NumberValue(value);
    case "bigint":
      return value >= INT_MIN && value <= INT_MAX
        ? NumberValue.ofInt(intFromBigInt(value))
        : new NumberValue(Number(value));
    default:
      return NULL;
  }
}

function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}

/** The beginning of a name, for messages. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}
