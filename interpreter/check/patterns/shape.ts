// Shapes: patterns reduced to what coverage needs, which is constructors, ranges, literals and wildcards.
import type { Pattern } from "../../syntax/index.ts";
import type { Facts } from "../types/index.ts";
import { isError, type EnumSymbol, type StructSymbol, type VariantSymbol } from "../types/index.ts";

export type Shape =
  | { readonly kind: "Any" }
  | {
      readonly kind: "Variant";
      readonly enum: EnumSymbol;
      readonly variant: VariantSymbol;
      readonly parts: readonly Shape[];
    }
  | { readonly kind: "Struct"; readonly struct: StructSymbol; readonly parts: readonly Shape[] }
  | { readonly kind: "Bool"; readonly value: boolean }
  /** A range of Int or Char, with both bounds included. */
  | { readonly kind: "Range"; readonly low: bigint; readonly high: bigint; readonly literal: boolean }
  | { readonly kind: "Text"; readonly value: string }
  /** `rest`: whether there may be further elements between both. */
  | {
      readonly kind: "List";
      readonly before: readonly Shape[];
      readonly rest: boolean;
      readonly after: readonly Shape[];
    }
  | { readonly kind: "Float"; readonly value: number }
  | { readonly kind: "Or"; readonly alternatives: readonly Shape[] };

export const ANY: Shape = { kind: "Any" };

/** The shape of a pattern; null if an error in it has been reported. */
export function shapeOf(pattern: Pattern, facts: Facts): Shape | null {
  switch (pattern.kind) {
    case "WildcardPattern":
      return ANY;
    case "BrokenPattern":
      return null;
    case "ParenPattern":
      return shapeOf(pattern.inner, facts);
    case "LiteralPattern":
      return fits(pattern, facts) ? literal(pattern.value) : null;
    case "RangePattern": {
      if (!fits(pattern, facts)) return null;
      const low = bound(pattern.low);
      const high = bound(pattern.high) - (pattern.inclusive ? 0n : 1n);
      return { kind: "Range", low, high, literal: false };
    }
    case "NamePattern": {
      const use = facts.uses[pattern.id];
      if (use?.kind === "Binding") return ANY;
      return use?.kind === "VariantPattern"
        ? { kind: "Variant", enum: use.enum, variant: use.variant, parts: [] }
        : null;
    }
    case "CtorPattern": {
      const use = facts.uses[pattern.id];
      if (use?.kind !== "VariantPattern" || pattern.args.length !== use.variant.payload.length) return null;
      const parts = all(pattern.args, facts);
      return parts === null ? null : { kind: "Variant", enum: use.enum, variant: use.variant, parts };
    }
    case "StructPattern": {
      const use = facts.uses[pattern.id];
      const fields = all(
        pattern.fields.map((field) => field.pattern),
        facts,
      );
      if (fields === null) return null;
      if (use?.kind === "VariantPattern") {
        return {
          kind: "Variant",
          enum: use.enum,
          variant: use.variant,
          parts: use.order.map((i) => (i < 0 ? ANY : fields[i]!)),
        };
      }
      if (use?.kind !== "StructPattern" || use.fields.includes(-1)) return null;
      const parts: Shape[] = use.struct.fields.map(() => ANY);
      use.fields.forEach((index, i) => {
        if (index >= 0) parts[index] = fields[i]!;
      });
      return { kind: "Struct", struct: use.struct, parts };
    }
    case "TuplePattern": {
      const use = facts.uses[pattern.id];
      const parts = all(pattern.parts, facts);
      return use?.kind === "StructPattern" && parts !== null
        ? { kind: "Struct", struct: use.struct, parts }
        : null;
    }
    case "ListPattern": {
      const before = all(pattern.before, facts);
      const after = all(pattern.after, facts);
      if (before === null || after === null || !fits(pattern, facts)) return null;
      return { kind: "List", before, rest: pattern.rest !== null, after };
    }
    case "OrPattern": {
      const alternatives = all(pattern.alternatives, facts);
      return alternatives === null ? null : { kind: "Or", alternatives };
    }
  }
}

/** Whether no error has been reported for the type that it matches. */
function fits(pattern: Pattern, facts: Facts): boolean {
  const type = facts.types[pattern.id];
  return type !== undefined && !isError(type);
}

function all(patterns: readonly Pattern[], facts: Facts): Shape[] | null {
  const shapes: Shape[] = [];
  for (const pattern of patterns) {
    const shape = shapeOf(pattern, facts);
    if (shape === null) return null;
    shapes.push(shape);
  }
  return shapes;
}

function literal(value: (Pattern & { kind: "LiteralPattern" })["value"]): Shape {
  switch (value.kind) {
    case "IntLit":
      return { kind: "Range", low: value.value, high: value.value, literal: true };
    case "CharLit":
      return { kind: "Range", low: BigInt(value.value), high: BigInt(value.value), literal: true };
    case "BoolLit":
      return { kind: "Bool", value: value.value };
    case "StringLit":
      return { kind: "Text", value: value.value };
    case "FloatLit":
      return { kind: "Float", value: value.value };
  }
}

function bound(node: { readonly value: bigint | number }): bigint {
  return BigInt(node.value);
}

/** Whether it matches every value of its type. */
export function isIrrefutable(shape: Shape): boolean {
  switch (shape.kind) {
    case "Any":
      return true;
    case "Struct":
      return shape.parts.every(isIrrefutable);
    case "List":
      return shape.rest && shape.before.length + shape.after.length === 0;
    case "Or":
      return shape.alternatives.some(isIrrefutable);
    case "Variant":
      return shape.enum.variants.length === 1 && shape.parts.every(isIrrefutable);
    case "Bool":
    case "Range":
    case "Text":
    case "Float":
      return false;
  }
}
