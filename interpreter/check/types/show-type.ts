// Types as text (reference/reflection#types).
import { notes } from "../../diagnostics/index.ts";
import type { Source } from "../../source/index.ts";
import { isTupleSymbol } from "./tuples.ts";
import { NEVER, prune } from "./type-operations.ts";
import { aliasOf, type TraitRef, type Type } from "./types.ts";
import { isChannelType } from "./channels.ts";

/** A type as a program would write it. */
export function showType(type: Type): string {
  return textOf(type, false);
}

/** A type as a program can write it: what is not known is probably of no importance. */
export function writableType(type: Type): string {
  return showType(type).replace(/(?<!\w)_(?!\w)/g, "()");
}

/** Two types as text, with their modules if the texts would be equal. */
export function showPair(a: Type, b: Type): [string, string] {
  const texts: [string, string] = [showType(a), showType(b)];
  return texts[0] === texts[1] ? [textOf(a, true), textOf(b, true)] : texts;
}

/** The text of a type without its aliases; undefined if it has none. */
export function showReal(type: Type): string | undefined {
  const real = textOf(type, false, true);
  return real === showType(type) ? undefined : real;
}

export function showTrait(ref: TraitRef): string {
  return ref.trait.name + written((text) => text.args(ref.args), false);
}

/**
 * The most parts that are readable. Inferred types can be much larger, because equal parts are one object.
 */
const PARTS = 60;

function textOf(type: Type, qualified: boolean, real = qualified): string {
  return written((text) => text.of(type), qualified, real);
}

/** The whole text or, if it is too long, as many levels of it as are readable. */
function written(write: (text: TypeText) => string, qualified: boolean, real = qualified): string {
  const whole = new TypeText(qualified, real, Infinity);
  let shown = write(whole);
  for (let levels = 1; whole.cut; levels++) {
    const some = new TypeText(qualified, real, levels);
    const next = write(some);
    if (some.cut && levels > 1) break;
    shown = next;
  }
  return shown;
}

class TypeText {
  readonly #qualified: boolean;
  /** Whether aliases are replaced with their types. */
  readonly #real: boolean;
  /** The number of levels that are written; deeper types are `…`. */
  readonly #levels: number;
  #parts = PARTS;
  #depth = 0;

  constructor(qualified: boolean, real: boolean, levels: number) {
    this.#qualified = qualified;
    this.#real = real;
    this.#levels = levels;
  }

  /** Whether parts were omitted. */
  get cut(): boolean {
    return this.#parts < 0;
  }

  of(type: Type): string {
    if (--this.#parts < 0 || this.#depth > this.#levels) return "…";
    this.#depth++;
    const text = this.#inside(type);
    this.#depth--;
    return text;
  }

  #inside(type: Type): string {
    const actual = prune(type);
    const alias = aliasOf(actual);
    if (alias !== undefined && !this.#real) return alias.name + this.args(alias.args);
    switch (actual.kind) {
      case "Named": {
        const symbol = actual.symbol;
        if (symbol.kind === "Primitive")
          return symbol.name === "Unit" ? "()" : symbol.name + this.args(actual.args);
        if (isTupleSymbol(symbol)) return `(${actual.args.map((arg) => this.of(arg)).join(", ")})`;
        const home = this.#qualified ? notes.ofModule(homeOf(symbol.module.source)) : "";
        return symbol.name + (isIntChannel(actual) ? "" : this.args(actual.args)) + home;
      }
      case "Fun":
        return `fun(${actual.params.map((param) => this.of(param)).join(", ")}) -> ${this.of(actual.result)}`;
      case "Dyn":
        return `dyn ${actual.trait.trait.name}${this.args(actual.trait.args)}`;
      case "Param":
        return actual.name;
      case "Var":
        return actual.fallback === "int" ? "Int" : "_";
      case "Never":
        return actual === NEVER ? "never" : "_";
    }
  }

  args(args: readonly Type[]): string {
    return args.length === 0 ? "" : `<${args.map((arg) => this.of(arg)).join(", ")}>`;
  }
}

/**
 * Whether it is a channel of Int, which is written without type argument (reference/concurrency#concurrency).
 */
/** Where a type is declared: the version of its package, of which a program may have several, or the file. */
function homeOf({ name, package: of }: Source): string {
  return of === null ? name : `${of.name} ${of.version}`;
}

function isIntChannel(type: Type & { kind: "Named" }): boolean {
  const symbol = type.symbol;
  if (!isChannelType(symbol) || type.args.length !== 1) return false;
  const arg = prune(type.args[0]!);
  return arg.kind === "Named" && arg.symbol.kind === "Primitive" && arg.symbol.name === "Int";
}
