// Folds file-level constants (reference/checking#constants): literals, other constants and operators on them,
// with the arithmetic of run time. Types are checked elsewhere; folding stops at a type error and at an
// unknown name.
import { notes } from "../../diagnostics/index.ts";
import { LIMITS } from "../../limits/index.ts";
import { toByteString } from "../../source/index.ts";
import { operatorOf, type BinaryOp, type Expr } from "../../syntax/index.ts";
import type { Context } from "../context.ts";
import type { ModuleState } from "../names/index.ts";
import type { ConstSymbol, ConstValue } from "../types/index.ts";

/** Thrown and caught in this file if there is no value; the reason has been reported. */
class NoValue extends Error {}

/** The constants without a value; constants that use them have none either. */
const failed = new WeakSet<ConstSymbol>();

export function foldConstant(context: Context, state: ModuleState, symbol: ConstSymbol): ConstValue {
  context.folding.add(symbol);
  try {
    return new Folder(context, state, symbol).fold(symbol.node.value);
  } catch (error) {
    if (!(error instanceof NoValue)) throw error;
    failed.add(symbol);
    return 0n;
  } finally {
    context.folding.delete(symbol);
  }
}

/** Whether a constant has no value, for a reason that was reported, perhaps at another constant. */
export function hasFailed(symbol: ConstSymbol): boolean {
  return failed.has(symbol);
}

type Binary = Expr & { kind: "Binary" };

class Folder {
  readonly #context: Context;
  readonly #state: ModuleState;
  readonly #symbol: ConstSymbol;

  constructor(context: Context, state: ModuleState, symbol: ConstSymbol) {
    this.#context = context;
    this.#state = state;
    this.#symbol = symbol;
  }

  fold(node: Expr): ConstValue {
    switch (node.kind) {
      case "IntLit":
        return BigInt.asIntN(64, node.value);
      case "FloatLit":
      case "BoolLit":
      case "StringLit":
        return node.value;
      case "CharLit":
        return { char: node.value };
      case "Paren":
        return this.fold(node.inner);
      case "Interpolation":
        return this.#text(
          node,
          node.parts.map((part) => (typeof part === "string" ? part : constantText(this.fold(part)))),
        );
      case "Unary":
        return this.#unary(node.op, this.fold(node.value));
      case "Binary":
        return this.#chain(node);
      case "Name":
        return this.#name(node.name, node);
      case "BrokenExpr":
        throw new NoValue();
      default:
        return this.#reject(node, notes.thisCannotBeComputedBefore);
    }
  }

  #reject(node: Expr, label: string): never {
    this.#context.report(
      "T16",
      this.#state,
      node.span,
      { problem: notes.mustBeConstantExpression(this.#symbol.name) },
      { label, hint: notes.computedWithLet(this.#symbol.name) },
    );
    throw new NoValue();
  }

  #text(node: Expr, parts: readonly string[]): string {
    const limit = LIMITS.constantBytes;
    if (parts.reduce((sum, part) => sum + part.length, 0) <= limit) return parts.join("");
    this.#context.report("G1", this.#state, node.span, {
      limit,
      of: notes.bytesOfConstant(this.#symbol.name),
    });
    throw new NoValue();
  }

  #name(name: string, node: Expr): ConstValue {
    const entry = this.#context.names.lookup(this.#state, name);
    if (entry === null || entry === "reported") throw new NoValue();
    if (entry.kind !== "Const") return this.#reject(node, notes.thisIsNotConstant);
    const context = this.#context;
    if (context.folding.has(entry.constant)) context.cyclic = entry.constant;
    else {
      const value = entry.constant.value;
      if (failed.has(entry.constant) && context.cyclic === null) throw new NoValue();
      if (context.cyclic === null) return value;
    }
    // The cycle is reported once, at the constant through which it was entered.
    if (context.cyclic !== this.#symbol) throw new NoValue();
    context.cyclic = null;
    return this.#reject(node, notes.thisRefersBackToConstant);
  }

  #unary(op: "-" | "!" | "~", value: ConstValue): ConstValue {
    if (op === "!" && typeof value === "boolean") return !value;
    if (op === "-" && typeof value === "number") return -value;
    if (op === "-" && typeof value === "bigint") return BigInt.asIntN(64, -value);
    if (op === "~" && typeof value === "bigint") return ~value;
    throw new NoValue();
  }

  /** Chains of operators may be thousands long. */
  #chain(last: Binary): ConstValue {
    const chain: Binary[] = [];
    let first: Expr = last;
    for (; first.kind === "Binary"; first = first.left) chain.push(first);
    return chain.reduceRight((left, node) => this.#binary(node, left), this.fold(first));
  }

  #binary(node: Binary, left: ConstValue): ConstValue {
    const right = this.fold(node.right);
    if (typeof left === "bigint" && typeof right === "bigint") {
      const arithmetic = this.#integers(node, left, right);
      if (arithmetic !== null) return arithmetic;
    } else if (typeof left === "number" && typeof right === "number") {
      const arithmetic = operatorOf(node.op).floats?.(left, right);
      if (arithmetic !== undefined) return arithmetic;
    } else if (typeof left === "boolean" && typeof right === "boolean") {
      if (node.op === "&&") return left && right;
      if (node.op === "||") return left || right;
    } else if (typeof left === "string" && typeof right === "string" && node.op === "+") {
      return this.#text(node, [left, right]);
    }
    const result = compareConstants(node.op, left, right);
    if (result === null) throw new NoValue();
    return result;
  }

  #integers(node: Binary, a: bigint, b: bigint): bigint | null {
    if (node.op === "/" || node.op === "%") {
      if (b === 0n) return this.#reject(node, notes.thisDividesByZero);
      if (b === -1n && a === -(2n ** 63n)) return this.#reject(node, notes.thisDividesMinimumValueBy);
    }
    return operatorOf(node.op).ints?.(a, b) ?? null;
  }
}

function compareConstants(op: BinaryOp, a: ConstValue, b: ConstValue): boolean | null {
  const left = typeof a === "object" ? a.char : a;
  const right = typeof b === "object" ? b.char : b;
  if (typeof left !== typeof right) return null;
  return operatorOf(op).compares?.(left, right) ?? null;
}

/** The text of a constant (reference/prelude#text), as a byte string. */
function constantText(value: ConstValue): string {
  if (typeof value === "object") return toByteString(String.fromCodePoint(value.char));
  return typeof value === "number" ? floatText(value) : String(value);
}

/** The shortest digits, without exponent. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value < 0 ? "-inf" : "inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(
    String(value),
  )!;
  const digits = whole! + fraction;
  const point = whole!.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + "0".repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
