// Notes literals and constants that are arguments of parameters with a checker: `@literal(pattern: "regex")` in the
// declaration of a standard or host module. The checkers run after the check (interpreter/literals).
import type { Span } from "../../source/index.ts";
import type { Arg, Call, Expr, Interpolation, MethodCall } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import type { ArgumentOrder } from "../types/index.ts";
import type { LiteralArgument, LiteralPart, LiteralType } from "../literal-use.ts";
import { typeData } from "./type-data.ts";
import { isError, showType, type ConstSymbol, type FunctionSymbol } from "../types/index.ts";

/** The calls whose result is unwrapped at once. */
const unwrapped = new WeakMap<Body, Set<number>>();

const MOST_ELEMENTS = 1000;
/** Constants that are made of others, to this depth. */
const DEEPEST = 20;

/** Notes what a call gives to checkers; called for each call of a known function. */
export function noteLiterals(
  body: Body,
  node: Call | MethodCall,
  fn: FunctionSymbol,
  order: ArgumentOrder | null,
): void {
  if (body.silent || body.state.unit.standard || !fn.module.native) return;
  if (node.kind === "MethodCall" && (fn.name === "unwrap" || fn.name === "expect")) {
    const inner = withoutParens(node.receiver);
    let calls = unwrapped.get(body);
    if (calls === undefined) unwrapped.set(body, (calls = new Set()));
    calls.add(inner.id);
    return;
  }
  const attribute = fn.node.attributes.find(({ name }) => name.name === "literal");
  if (attribute === undefined) return;
  const panics = attribute.args.some(({ name, value }) => name.name === "panics" && value === null);
  for (const { name, value } of attribute.args) {
    const index = fn.params.findIndex((param) => param.name === name.name);
    const given = argumentAt(node.args, order, index);
    if (value?.kind !== "StringLit" || given === undefined) continue;
    body.finally.push(() => {
      const use = body.state.facts.uses[node.id];
      const parts = partsOf(body, given);
      if (parts === null || use?.kind !== "Call" || isError(body.solved(body.state.facts.types[given.id]!)))
        return;
      const { callee } = use;
      const params = [...(fn.owner?.typeParams ?? []), ...fn.typeParams];
      const types = params.map((param, i) => [
        param.name,
        typeData(body.solved(callee.typeArgs[i] ?? param)),
      ]);
      const others = fn.params.flatMap((param, i) => {
        const other = i === index ? undefined : argumentAt(node.args, order, i);
        return other === undefined ? [] : [[param.name, argumentData(body, other)]];
      });
      body.state.literals.push({
        module: fn.module.id,
        checker: value.value,
        function: fn.name,
        at: { unit: body.state.unit.id, span: given.span },
        parts,
        panics: panics || unwrapped.get(body)?.has(node.id) === true,
        types: Object.fromEntries(types) as Record<string, LiteralType>,
        arguments: Object.fromEntries(others) as Record<string, LiteralArgument>,
      });
    });
  }
}

function argumentAt(args: readonly Arg[], order: ArgumentOrder | null, index: number): Expr | undefined {
  return args[order === null ? index : (order[index] ?? -1)]?.value;
}

function withoutParens(node: Expr): Expr {
  let inner = node;
  while (inner.kind === "Paren") inner = inner.inner;
  return inner;
}

/** The text of an argument in parts; null if it is not written here, as that of a variable. */
function partsOf(body: Body, node: Expr): readonly LiteralPart[] | null {
  const { unit } = body.state;
  const parts = new Parts(body, unit.id, unit.source.text);
  return parts.add(node) ? parts.found : null;
}

class Parts {
  readonly found: LiteralPart[] = [];
  readonly #body: Body;
  readonly #unit: string;
  readonly #text: string;
  readonly #depth: number;

  constructor(body: Body, unit: string, text: string, found: LiteralPart[] = [], depth = 0) {
    this.#body = body;
    this.#unit = unit;
    this.#text = text;
    this.found = found;
    this.#depth = depth;
  }

  /** Adds the parts of an expression; false if it has no text that is written. */
  add(node: Expr): boolean {
    switch (node.kind) {
      case "Paren":
        return this.add(node.inner);
      case "StringLit": {
        const quote = node.block ? 3 : 1;
        const { start, end } = node.span;
        this.#push(node.value, node.block ? "block" : "escaped", { start: start + quote, end: end - quote });
        return true;
      }
      case "Interpolation":
        this.#addPieces(node);
        return true;
      case "Binary": {
        if (node.op !== "+") return false;
        const before = this.found.length;
        if (this.add(node.left) && this.add(node.right)) return true;
        this.found.length = before;
        return false;
      }
      case "Name":
      case "FieldAccess": {
        const constant = this.#constant(node);
        return constant !== null && this.#addConstant(constant, node.span);
      }
      default:
        return false;
    }
  }

  #push(text: string | null, form: LiteralPart["form"], span: Span): void {
    this.found.push({ text, form, at: { unit: this.#unit, span } });
  }

  #constant(node: Expr): ConstSymbol | null {
    const { facts } = this.#body.state;
    if (this.#depth === 0) {
      const use = facts.uses[node.id];
      return use?.kind === "Const" ? use.constant : null;
    }
    // The names in a constant were looked up when it was folded.
    const { names } = this.#body.context;
    const entry = node.kind === "Name" ? names.states.get(this.#unit)?.names.get(node.name) : undefined;
    const meant =
      entry?.kind === "Selector" && entry.import.unit !== null
        ? names.declared(names.states.get(entry.import.unit), entry.import.name)
        : entry;
    return meant?.kind === "Const" ? meant.constant : null;
  }

  #addConstant(constant: ConstSymbol, span: Span): boolean {
    const { value, module, node } = constant;
    if (typeof value !== "string" || this.#depth >= DEEPEST) return false;
    const before = this.found.length;
    const inner = new Parts(this.#body, module.id, module.source.text, this.found, this.#depth + 1);
    const text = (): string =>
      this.found
        .slice(before)
        .map((part) => part.text ?? "")
        .join("");
    if (!module.standard && inner.add(node.value) && text() === value) return true;
    this.found.length = before;
    this.#push(value, "expression", span);
    return true;
  }

  /** The texts between the embedded expressions, and these. */
  #addPieces(node: Interpolation): void {
    let at = node.span.start + 1;
    node.parts.forEach((part, i) => {
      const next = node.parts[i + 1];
      if (typeof part === "string") {
        const end = next === undefined || typeof next === "string" ? node.span.end - 1 : this.#opening(next);
        this.#push(part, "escaped", { start: at, end });
        at = end;
        return;
      }
      this.#addEmbedded(part);
      at = this.#text.indexOf("}", part.span.end) + 1;
    });
  }

  /** The offset of `${` before an embedded expression. */
  #opening(part: Expr): number {
    return this.#text.lastIndexOf("${", part.span.start);
  }

  #addEmbedded(part: Expr): void {
    const literal = withoutParens(part);
    const constant = this.#constant(literal);
    if (constant !== null && this.#addConstant(constant, part.span)) return;
    if (literal.kind === "StringLit") {
      this.add(literal);
      return;
    }
    const value = literal.kind === "IntLit" ? BigInt.asIntN(64, literal.value) : constant?.value;
    if (typeof value === "bigint" || this.#depth > 0) {
      this.#push(typeof value === "bigint" ? String(value) : null, "expression", part.span);
      return;
    }
    const { facts } = this.#body.state;
    const stands = standsFor(this.#body, literal);
    const type = showType(this.#body.solved(facts.types[part.id]!));
    const fn = calledFunction(this.#body, literal);
    this.found.push({
      text: stands,
      form: "expression",
      at: { unit: this.#unit, span: part.span },
      ...(stands === null && { type }),
      ...(fn !== null && { call: `${fn.module.id}.${fn.name}` }),
    });
  }
}

/** The text that a checker sees for a call of a function that is declared `@inserts(text: "…")`. */
function standsFor(body: Body, node: Expr): string | null {
  const fn = calledFunction(body, node);
  const attribute = fn?.node.attributes.find(({ name }) => name.name === "inserts");
  const value = attribute?.args[0]?.value;
  return value?.kind === "StringLit" ? value.value : null;
}

/** The function of a standard or host module that a call calls. */
function calledFunction(body: Body, node: Expr): FunctionSymbol | null {
  if (node.kind !== "Call" && node.kind !== "MethodCall") return null;
  const use = body.state.facts.uses[node.id];
  return use?.kind === "Call" && use.callee.function.module.native ? use.callee.function : null;
}

function argumentData(body: Body, node: Expr, depth = 0): LiteralArgument {
  const inner = withoutParens(node);
  if (inner.kind === "ListLit" && depth < 2 && inner.elements.length <= MOST_ELEMENTS)
    return {
      elements: inner.elements.map((element) => argumentData(body, element, depth + 1)),
      call: null,
      text: null,
    };
  const fn = calledFunction(body, inner);
  const first = fn === null ? inner : (inner as Call | MethodCall).args[0]?.value;
  const parts = first === undefined ? null : partsOf(body, first);
  const text = parts?.every((part) => part.text !== null) ? parts.map((part) => part.text).join("") : null;
  return { elements: null, call: fn === null ? null : `${fn.module.id}.${fn.name}`, text };
}
