// The bodies of derived methods of enums, one function per trait (reference/derive#derives; named fields:
// reference/types#enums). Payloads are bound as `a·0`, `b·0`, …: names that no source can contain, so none is
// a variant.
import type { Arm, Block, EnumItem, Expr, Pattern, VariantDecl } from "../../syntax/index.ts";
import type { DeriveNodes } from "./nodes.ts";
import { allEqual, firstDifference, mixedHash, textOf } from "./struct.ts";
import { std } from "../standard/index.ts";

/** Calls `make` for each payload part; the new nodes have the location of the type of the part. */
export function perPart<T>(nodes: DeriveNodes, variant: VariantDecl, make: (index: number) => T): T[] {
  const outer = nodes.span;
  const made = variant.payload.map((part, index) => {
    nodes.span = part.type.span;
    return make(index);
  });
  nodes.span = outer;
  return made;
}

function pattern(nodes: DeriveNodes, variant: VariantDecl, side: "a" | "b"): Pattern {
  return nodes.variant(
    variant.name.name,
    perPart(nodes, variant, (index) => nodes.binding(`${side}·${index}`)),
  );
}

function parts(nodes: DeriveNodes, variant: VariantDecl): Expr[] {
  return perPart(nodes, variant, (index) => nodes.name(`a·${index}`));
}

function pairs(nodes: DeriveNodes, variant: VariantDecl): Expr[][] {
  return perPart(nodes, variant, (index) => [nodes.name(`a·${index}`), nodes.name(`b·${index}`)]);
}

const tagOf = (nodes: DeriveNodes, value: Expr): Expr => nodes.call(std.core.__tag, value);

/** A match with one arm for each variant with a payload, and `rest` for all others. */
function matchPayloads(
  nodes: DeriveNodes,
  item: EnumItem,
  arm: (variant: VariantDecl) => Expr,
  rest: () => Expr,
): Block {
  const loaded = item.variants.filter((variant) => variant.payload.length > 0);
  if (loaded.length === 0) return nodes.block([], rest());
  const arms = loaded.map((variant) => nodes.arm(pattern(nodes, variant, "a"), arm(variant)));
  if (loaded.length < item.variants.length) arms.push(nodes.arm(nodes.wildcard(), rest()));
  return nodes.block([], nodes.match(nodes.self(), arms));
}

/** A match that yields `same` if the other value is also this variant, else `different`. */
function withOther(
  nodes: DeriveNodes,
  item: EnumItem,
  variant: VariantDecl,
  same: Expr,
  different: () => Expr,
): Expr {
  const arms: Arm[] = [nodes.arm(pattern(nodes, variant, "b"), same)];
  if (item.variants.length > 1) arms.push(nodes.arm(nodes.wildcard(), different()));
  return nodes.match(nodes.name("other"), arms);
}

export function enumEquals(nodes: DeriveNodes, item: EnumItem): Block {
  return matchPayloads(
    nodes,
    item,
    (variant) =>
      withOther(nodes, item, variant, allEqual(nodes, pairs(nodes, variant)), () => nodes.bool(false)),
    () => nodes.binary("==", tagOf(nodes, nodes.self()), tagOf(nodes, nodes.name("other"))),
  );
}

export function enumCompare(nodes: DeriveNodes, item: EnumItem): Block {
  const byTag = () =>
    nodes.call(std.core.__compare, tagOf(nodes, nodes.self()), tagOf(nodes, nodes.name("other")));
  return matchPayloads(
    nodes,
    item,
    (variant) => withOther(nodes, item, variant, firstDifference(nodes, pairs(nodes, variant)), byTag),
    byTag,
  );
}

export function enumHash(nodes: DeriveNodes, item: EnumItem): Block {
  return matchPayloads(
    nodes,
    item,
    (variant) => mixedHash(nodes, 17 * item.variants.indexOf(variant) + 1, parts(nodes, variant)),
    () => nodes.binary("+", nodes.binary("*", nodes.int(17), tagOf(nodes, nodes.self())), nodes.int(1)),
  );
}

export function enumText(nodes: DeriveNodes, item: EnumItem, debug: boolean): Block {
  return matchVariants(
    nodes,
    item,
    () => nodes.text(""),
    (variant) => variantText(nodes, variant, debug),
  );
}

function variantText(nodes: DeriveNodes, variant: VariantDecl, debug: boolean): Expr {
  const name = variant.name.name;
  if (variant.payload.length === 0) return nodes.text(name);
  const named = variant.payload[0]!.name !== null;
  const pieces = perPart(nodes, variant, (index) => {
    const before = index > 0 ? ", " : named ? `${name} { ` : `${name}(`;
    const label = variant.payload[index]!.name;
    return [
      label === null ? before : `${before}${label.name}: `,
      textOf(nodes, nodes.name(`a·${index}`), debug),
    ];
  }).flat();
  return nodes.interpolation([...pieces, named ? " }" : ")"]);
}

/** A match with one arm for every variant; `nothing` for an enum without variants, which has no values. */
export function matchVariants(
  nodes: DeriveNodes,
  item: EnumItem,
  nothing: () => Expr,
  make: (variant: VariantDecl) => Expr,
): Block {
  if (item.variants.length === 0) return nodes.block([], nothing());
  const arms = item.variants.map((variant) => nodes.arm(pattern(nodes, variant, "a"), make(variant)));
  return nodes.block([], nodes.match(nodes.self(), arms));
}
