// What names stand for: a declaration, known by the file and the place of its name, so that different checks of a
// program agree about it.
import type {
  ConstSymbol,
  EnumSymbol,
  FunctionSymbol,
  GlobalSymbol,
  LocalSymbol,
  Meaning,
  StructSymbol,
  TraitSymbol,
  TypeSymbol,
  VariantSymbol,
} from "../../check/index.ts";
import type { Span } from "../../source/index.ts";

export type Kind =
  | "function"
  | "method"
  | "type"
  | "alias"
  | "trait"
  | "constant"
  | "global"
  | "local"
  | "parameter"
  | "typeParameter"
  | "field"
  | "variant"
  | "module"
  | "label"
  | "macro"
  | "builtin";

export interface Target {
  /** The same for all names of one declaration; a method of an impl has that of the member of the trait. */
  readonly key: string;
  readonly kind: Kind;
  readonly name: string;
  /** The file that declares it; null for what is built in. */
  readonly unit: string | null;
  /** Its name there. */
  readonly span: Span;
  readonly symbol?:
    | FunctionSymbol
    | TypeSymbol
    | TraitSymbol
    | ConstSymbol
    | GlobalSymbol
    | LocalSymbol
    | VariantSymbol
    | { readonly kind: "Field"; readonly struct: StructSymbol; readonly index: number };
  /** The enum of a variant. */
  readonly enum?: EnumSymbol;
}

export const NOWHERE: Span = { start: 0, end: 0 };

export function keyOf(unit: string, { start }: Span): string {
  return `${unit}:${start}`;
}

function at(unit: string, span: Span, rest: Pick<Target, "kind" | "name" | "symbol" | "enum">): Target {
  return { key: keyOf(unit, span), unit, span, ...rest };
}

export function functionTarget(fn: FunctionSymbol): Target {
  const { name, module, node, owner } = fn;
  const own = at(module.id, node.name.span, {
    kind: owner === null ? "function" : "method",
    name,
    symbol: fn,
  });
  const member = owner?.kind === "Impl" ? owner.trait?.trait.members.get(name) : undefined;
  return member === undefined ? own : { ...own, key: keyOf(member.module.id, member.node.name.span) };
}

export function typeTarget(symbol: TypeSymbol): Target {
  return symbol.kind === "Primitive"
    ? {
        key: `type ${symbol.name}`,
        kind: "type",
        name: symbol.name,
        unit: null,
        span: NOWHERE,
        symbol,
      }
    : at(symbol.module.id, symbol.node.name.span, { kind: "type", name: symbol.name, symbol });
}

export function traitTarget(trait: TraitSymbol): Target {
  return at(trait.module.id, trait.node.name.span, { kind: "trait", name: trait.name, symbol: trait });
}

export function fieldTarget(struct: StructSymbol, index: number): Target | null {
  const node = struct.node.fields[index];
  if (node === undefined) return null;
  const symbol = { kind: "Field", struct, index } as const;
  return at(struct.module.id, node.name.span, { kind: "field", name: node.name.name, symbol });
}

export function variantTarget(owner: EnumSymbol, variant: VariantSymbol): Target | null {
  const node = owner.node.variants[variant.index];
  if (node === undefined) return null;
  return at(owner.module.id, node.name.span, {
    kind: "variant",
    name: variant.name,
    symbol: variant,
    enum: owner,
  });
}

/** A named part of the payload of a variant. */
export function payloadTarget(owner: EnumSymbol, variant: VariantSymbol, name: string): Target | null {
  const part = owner.node.variants[variant.index]?.payload.find((one) => one.name?.name === name);
  if (part?.name == null) return null;
  return at(owner.module.id, part.name.span, { kind: "field", name });
}

export function moduleTarget(unit: string): Target {
  return {
    key: `module ${unit}`,
    kind: "module",
    name: unit.replace(/^.*[\\/]/, "").replace(/\.std$/, ""),
    unit,
    span: NOWHERE,
  };
}

export function builtinTarget(name: string): Target {
  return { key: `builtin ${name}`, kind: "builtin", name, unit: null, span: NOWHERE };
}

/** What a name at file level refers to. */
export function targetOf(meaning: Meaning): Target | null {
  switch (meaning.kind) {
    case "Function":
      return functionTarget(meaning.function);
    case "Type":
      return typeTarget(meaning.symbol);
    case "TypeAlias": {
      const { alias } = meaning;
      return at(alias.module.id, alias.node.name.span, { kind: "alias", name: alias.name });
    }
    case "Trait":
      return traitTarget(meaning.trait);
    case "Const": {
      const { constant } = meaning;
      return at(constant.module.id, constant.node.name.span, {
        kind: "constant",
        name: constant.name,
        symbol: constant,
      });
    }
    case "Global":
      return globalTarget(meaning.global);
    case "Variant":
      return variantTarget(meaning.enum, meaning.variant);
    case "Builtin":
      return builtinTarget(meaning.name);
    case "Alias":
      return meaning.import.unit === null ? null : moduleTarget(meaning.import.unit);
  }
}

export function globalTarget(global: GlobalSymbol): Target {
  return at(global.module.id, global.node.name.span, {
    kind: "global",
    name: global.name,
    symbol: global,
  });
}
