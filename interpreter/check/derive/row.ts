// The body of a derived `from_row` (reference/library#rows-of-tables).
import type { Block, Expr, Stmt, StructItem } from "../../syntax/index.ts";
import { columnName, membersOf, type Member } from "./json-attributes.ts";
import { variableOf } from "./members.ts";
import type { DeriveNodes } from "./nodes.ts";
import { okOf } from "./struct.ts";
import { std } from "../standard/index.ts";

/** The columns have the names of the fields, or their names in `@json`; a default serves a missing one. */
export function structFromRow(nodes: DeriveNodes, item: StructItem): Block {
  const members = membersOf(item);
  const outer = nodes.span;
  const lets: Stmt[] = [];
  const fields: { name: string; value: Expr }[] = [];
  const each = (member: Member, make: () => void): void => {
    nodes.span = member.part.type.span;
    make();
  };
  for (const member of members) each(member, () => lets.push(...columnRead(nodes, item, member)));
  for (const member of members)
    each(member, () => {
      const value = columnValue(nodes, item, member, members);
      if (value !== null) fields.push({ name: member.part.name.name, value });
    });
  nodes.span = outer;
  return nodes.block(lets, okOf(nodes, nodes.structLit(item, fields)));
}

const column = (nodes: DeriveNodes, item: StructItem, member: Member): Expr =>
  nodes.text(columnName(item.fields[member.index]!));

/** The variables of fields that may be missing; the others are read in the literal. */
function columnRead(nodes: DeriveNodes, item: StructItem, member: Member): Stmt[] {
  const name = () => column(nodes, item, member);
  const row = () => nodes.name("row");
  const read = (): Expr => {
    if (member.skipped) return nodes.call(std.row.__absent);
    if (member.missing === "problem") return nodes.try(nodes.call(std.row.__column, row(), name()));
    if (member.missing === "none") return nodes.try(nodes.call(std.row.__optional_column, row(), name()));
    return nodes.if(
      nodes.call(std.row.__has_column, row(), name()),
      nodes.block([], nodes.try(nodes.call(std.row.__column, row(), name()))),
      nodes.block([], nodes.call(std.row.__absent)),
    );
  };
  return [nodes.let(variableOf(member), read(), member.part.type)];
}

function columnValue(
  nodes: DeriveNodes,
  item: StructItem,
  member: Member,
  members: readonly Member[],
): Expr | null {
  const value = () => nodes.name(variableOf(member));
  const zero = () => (member.missing === "none" ? nodes.name("None") : nodes.call(std.json.__zero));
  if (member.skipped) return member.missing === "default" ? null : zero();
  if (member.missing === "problem" || member.missing === "none") return value();
  const instead = (): Expr => {
    if (member.missing === "zero") return zero();
    // A literal without the field evaluates its default value.
    const others = members.filter((other) => other !== member);
    const fields = others.map((other) => ({
      name: other.part.name.name,
      value: nodes.name(variableOf(other)),
    }));
    return nodes.field(nodes.structLit(item, fields), member.part.name.name);
  };
  return nodes.if(
    nodes.call(std.row.__is_absent, value()),
    nodes.block([], instead()),
    nodes.block([], value()),
  );
}
