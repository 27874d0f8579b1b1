// Derived `FromColumn` and `ToSql` of enums without payloads (reference/derive#derives): columns and parameters
// have the names that variants have in JSON.
import type { Block, EnumItem, Expr } from "../../syntax/index.ts";
import { matchVariants } from "./enum.ts";
import { enumForm, type VariantForm } from "./json-attributes.ts";
import type { DeriveNodes } from "./nodes.ts";
import { okOf } from "./struct.ts";
import { std } from "../standard/index.ts";

/** Whether each variant is a name alone. */
export const hasNamesOnly = (item: EnumItem): boolean =>
  item.variants.every(({ payload }) => payload.length === 0);

export function enumToSql(nodes: DeriveNodes, item: EnumItem): Block {
  const { variants } = enumForm(item);
  return matchVariants(
    nodes,
    item,
    () => nodes.call(std.sqlite.__to_sql, nodes.text("")),
    (variant) => nodes.call(std.sqlite.__to_sql, nodes.text(variants[item.variants.indexOf(variant)]!.name)),
  );
}

export function enumFromColumn(nodes: DeriveNodes, item: EnumItem): Block {
  const { variants } = enumForm(item);
  const row = () => nodes.name("row");
  const column = () => nodes.name("column");
  const own = (variant: VariantForm): Expr =>
    okOf(nodes, nodes.field(nodes.name("Self"), variant.variant.name.name));
  const others = variants.find(({ isOther }) => isOther);
  const names = variants.filter(({ isOther }) => !isOther).map(({ name }) => name);
  const unknown =
    others === undefined
      ? nodes.call(std.row.__no_variant, row(), column(), nodes.text(names.join(", ")))
      : own(others);
  const isNamed = (variant: VariantForm): Expr =>
    [variant.name, ...variant.aliases]
      .map((name): Expr => nodes.binary("==", nodes.name(TEXT), nodes.text(name)))
      .reduce((any, each) => nodes.binary("||", any, each));
  const found = variants.reduceRight<Expr>(
    (otherwise, variant) =>
      variant === others
        ? otherwise
        : nodes.if(isNamed(variant), nodes.block([], own(variant)), nodes.block([], otherwise)),
    unknown,
  );
  const read = nodes.try(nodes.call(std.row.__string, row(), column()));
  return nodes.block([nodes.let(TEXT, read)], found);
}

const TEXT = "text·";
