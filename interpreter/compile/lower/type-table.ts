// Interns actual types: one object per type, so that `===` is type equality and tables can be keyed by type.
// Also formats types (reference/reflection#types).
import { LIMITS, spend } from "../../limits/index.ts";
import {
  isChannelType,
  isTupleSymbol,
  type NamedType,
  type ParamType,
  type Substitution,
  type TraitSymbol,
  type Type,
  type TypeSymbol,
} from "../../check/index.ts";
import { isPrimitive } from "../ir/index.ts";

export class TypeTable {
  readonly #byKey = new Map<string, Type>();
  readonly #ids = new Map<Type, number>();
  readonly #symbolIds = new Map<TypeSymbol | TraitSymbol | ParamType, number>();
  readonly #known = new WeakMap<Type, Type>();
  readonly #texts = new Map<Type, string>();
  readonly #depths = new Map<Type, number>();
  /** Whether the text of some type exceeded the limit. */
  tooLong = false;

  /** The interned type, with `substitution` for its parameters. */
  actual(type: Type, substitution: Substitution | null): Type {
    if (this.#ids.has(type)) return type;
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    const open = { hit: false };
    const result = this.#intern(type, substitution, open);
    if (!open.hit) this.#known.set(type, result);
    return result;
  }

  #intern(type: Type, substitution: Substitution | null, open: { hit: boolean }): Type {
    spend();
    if (this.#ids.has(type)) return type;
    switch (type.kind) {
      case "Named": {
        // Equal parts of an inferred type are one object, which may occur in it exponentially often.
        const known = type.ground === true ? this.#known.get(type) : undefined;
        if (known !== undefined) return known;
        const args = type.args.map((arg) => this.#intern(arg, substitution, open));
        const result = this.#unique(`N${this.#symbolId(type.symbol)}`, args, () => ({
          kind: "Named",
          symbol: type.symbol,
          args,
          ground: args.every(isGround),
        }));
        if (type.ground === true) this.#known.set(type, result);
        return result;
      }
      case "Fun": {
        const params = type.params.map((param) => this.#intern(param, substitution, open));
        const result = this.#intern(type.result, substitution, open);
        return this.#unique("F", [...params, result], () => ({ kind: "Fun", params, result }));
      }
      case "Dyn": {
        const { trait } = type.trait;
        const args = type.trait.args.map((arg) => this.#intern(arg, substitution, open));
        return this.#unique(`D${this.#symbolId(trait)}`, args, () => ({
          kind: "Dyn",
          trait: { trait, args },
        }));
      }
      case "Param": {
        open.hit = true;
        const given = substitution?.get(type);
        if (given !== undefined) return this.#intern(given, null, open);
        return this.#unique(`P${this.#symbolId(type)}`, [], () => type);
      }
      case "Never":
        return this.#unique("!", [], () => type);
      case "Var":
        if (type.solution !== null) return this.#intern(type.solution, substitution, open);
        // The other half of an `Ok` or `Err`, which is never examined (reference/checking#inference rule 5).
        return this.#unique("!", [], () => ({ kind: "Never" }));
    }
  }

  #unique(head: string, parts: readonly Type[], make: () => Type): Type {
    const key = parts.length === 0 ? head : `${head}(${parts.map((part) => this.#ids.get(part)).join(",")})`;
    let type = this.#byKey.get(key);
    if (type === undefined) {
      type = make();
      this.#byKey.set(key, type);
      this.#ids.set(type, this.#ids.size);
      this.#depths.set(
        type,
        parts.reduce((depth, part) => Math.max(depth, 1 + this.#depths.get(part)!), 1),
      );
    }
    return type;
  }

  #symbolId(symbol: TypeSymbol | TraitSymbol | ParamType): number {
    let id = this.#symbolIds.get(symbol);
    if (id === undefined) this.#symbolIds.set(symbol, (id = this.#symbolIds.size));
    return id;
  }

  /** The id of an interned type. */
  idOf(type: Type): number {
    return this.#ids.get(type)!;
  }

  /** The nesting depth of type arguments. */
  depthOf(type: Type): number {
    return this.#depths.get(type)!;
  }

  /** As `type_name` returns it: `Map<String, Int>`, `fun(Int) -> ()`, `dyn Pet`. */
  textOf(type: Type): string {
    let text = this.#texts.get(type);
    if (text === undefined) {
      text = this.#write(type);
      if (text.length > LIMITS.typeName) {
        this.tooLong = true;
        text = "…";
      }
      this.#texts.set(type, text);
    }
    return text;
  }

  #write(type: Type): string {
    const list = (types: readonly Type[]) => types.map((each) => this.textOf(each)).join(", ");
    const applied = (name: string, args: readonly Type[]) =>
      args.length === 0 ? name : `${name}<${list(args)}>`;
    switch (type.kind) {
      case "Named":
        if (isPrimitive(type, "Unit")) return "()";
        // A channel of Int is formatted without its argument (reference/concurrency#concurrency).
        if (isIntChannel(type)) return type.symbol.name;
        if (isTupleSymbol(type.symbol)) return `(${list(type.args)})`;
        return applied(type.symbol.name, type.args);
      case "Fun":
        return `fun(${list(type.params)}) -> ${this.textOf(type.result)}`;
      case "Dyn":
        return `dyn ${applied(type.trait.trait.name, type.trait.args)}`;
      case "Param":
        return type.name;
      case "Never":
      case "Var":
        return "()";
    }
  }
}

function isGround(type: Type): boolean {
  return type.kind === "Named" && type.ground === true;
}

function isIntChannel(type: NamedType): boolean {
  return isChannelType(type.symbol) && type.args.length === 1 && isPrimitive(type.args[0]!, "Int");
}
