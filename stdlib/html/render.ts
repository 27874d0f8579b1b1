// Renders trees of templates with values, which are JSON, as returned by `ToJson`.
import type { EnumValue, Runtime, ScriptMap, Steps } from "../../interpreter/runtime/index.ts";
import { MAX_STRING } from "../../interpreter/runtime/index.ts";
import { escape, scriptSafe, urlPart, urlStart } from "./escape.ts";
import { TemplateError } from "./parse.ts";
import type { Condition, Node, Operand, Path } from "./parse.ts";

/** The enum JsonValue of std/json: Null, Bool, Number, Str, Array, Object. */
export interface Json extends EnumValue {
  readonly p0?: unknown;
}

type Plain = null | boolean | number | string | readonly Json[] | ScriptMap<string, Json>;

const OBJECT = 5;

function plain(value: Json): Plain {
  return value.tag === 0 ? null : (value.p0 as Plain);
}

interface Scope {
  readonly names: ReadonlyMap<string, Json>;
  readonly outer: Scope | null;
}

/** The number of nodes written in a step. */
const NODES = 1000;

export function* render(
  runtime: Runtime,
  nodes: readonly Node[],
  value: Json,
  stringify: (value: Json) => string,
): Steps<string> {
  const pieces: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    length += piece.length;
    if (length > MAX_STRING) throw new TemplateError("the page is too large");
    pieces.push(piece);
  };
  yield* new Renderer(add, value, stringify).run(nodes, null);
  runtime.reserve(length);
  return pieces.join("");
}

class Renderer {
  private readonly add: (piece: string) => void;
  private readonly root: Json;
  private readonly stringify: (value: Json) => string;
  private left = NODES;

  constructor(add: (piece: string) => void, root: Json, stringify: (value: Json) => string) {
    this.add = add;
    this.root = root;
    this.stringify = stringify;
  }

  *run(nodes: readonly Node[], scope: Scope | null): Steps<void> {
    for (const node of nodes) {
      if (--this.left === 0) {
        this.left = NODES;
        yield;
      }
      switch (node.kind) {
        case "text":
          this.add(node.text);
          break;
        case "value":
          this.add(this.made(node, this.find(node.path, scope, node.where)));
          break;
        case "if": {
          const arm = node.arms.find(({ condition }) => this.holds(condition, scope, node.where));
          yield* this.run(arm?.body ?? node.otherwise, scope);
          break;
        }
        case "for":
          yield* this.loop(node, scope);
          break;
      }
    }
  }

  private made(node: Node & { readonly kind: "value" }, value: Json): string {
    const text = node.json ? this.stringify(value) : this.text(value, node);
    switch (node.how) {
      case "raw":
        return text;
      case "url start":
        return escape(urlStart(text));
      case "url path":
        return urlPart(text, true);
      case "url query":
        return urlPart(text, false);
      case "data script":
        return scriptSafe(text);
      case "text":
      case "json":
        return escape(text);
    }
  }

  private text(value: Json, node: { readonly path: Path; readonly where: string }): string {
    const inner = plain(value);
    if (inner === null) return "";
    if (typeof inner === "object")
      throw new TemplateError(
        `${node.where}: ${node.path.join(".") || "."} is a list or an object, not text`,
      );
    return String(inner);
  }

  private *loop(node: Node & { readonly kind: "for" }, scope: Scope | null): Steps<void> {
    const inner = plain(this.find(node.path, scope, node.where));
    const pairs: (readonly [Json, Json])[] = [];
    if (Array.isArray(inner))
      (inner as Json[]).forEach((element, at) => pairs.push([{ tag: 2, p0: at }, element]));
    else if (inner !== null && typeof inner === "object")
      for (const [key, element] of (inner as ScriptMap<string, Json>).pairs())
        pairs.push([{ tag: 3, p0: key }, element]);
    else if (inner !== null)
      throw new TemplateError(`${node.where}: ${node.path.join(".") || "."} is not a list`);
    for (const [key, element] of pairs) {
      const names = new Map([[node.name, element]]);
      if (node.key !== null) names.set(node.key, key);
      yield* this.run(node.body, { names, outer: scope });
    }
    if (pairs.length === 0) yield* this.run(node.otherwise, scope);
  }

  private holds(condition: Condition, scope: Scope | null, where: string): boolean {
    const left = this.operand(condition.left, scope, where);
    const right = condition.right === null ? null : this.operand(condition.right, scope, where);
    const truth =
      right === null
        ? isTrue(plain(left))
        : (this.stringify(left) === this.stringify(right)) === condition.equal;
    return truth !== condition.negated;
  }

  private operand(operand: Operand, scope: Scope | null, where: string): Json {
    return operand.kind === "text" ? { tag: 3, p0: operand.text } : this.find(operand.path, scope, where);
  }

  private find(path: Path, scope: Scope | null, where: string): Json {
    let value = this.root;
    path.forEach((name, at) => {
      const next = (at === 0 ? named(name, scope) : undefined) ?? member(value, name);
      if (next === undefined)
        throw new TemplateError(`${where}: there is no ${path.slice(0, at + 1).join(".")}`);
      value = next;
    });
    return value;
  }
}

function named(name: string, scope: Scope | null): Json | undefined {
  for (let each = scope; each !== null; each = each.outer)
    if (each.names.has(name)) return each.names.get(name);
  return undefined;
}

function member(value: Json, name: string): Json | undefined {
  const inner = plain(value);
  if (value.tag === OBJECT) return (inner as ScriptMap<string, Json>).get(name);
  return Array.isArray(inner) && /^\d+$/.test(name) ? (inner as Json[])[Number(name)] : undefined;
}

/** Empty values, 0 and null are false. */
function isTrue(value: Plain): boolean {
  if (value === null || typeof value !== "object") return Boolean(value);
  return Array.isArray(value) ? value.length > 0 : (value as ScriptMap<string, Json>).size > 0;
}
