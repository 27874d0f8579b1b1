// Derived `ToJson` and `FromJson` of structs (reference/derive#derives, reference/json-attributes).
import type { Block, Expr, Stmt, StructItem } from "../../syntax/index.ts";
import { isPlainStruct, membersOf, refusesUnknown, type Member } from "./json-attributes.ts";
import {
  needsBuffer,
  perMember,
  putMembers,
  readMembers,
  writeMembers,
  writesDirectly,
  type WriteMembers,
} from "./members.ts";
import type { DeriveNodes } from "./nodes.ts";
import { std } from "../standard/index.ts";

function writing(nodes: DeriveNodes, item: StructItem): WriteMembers {
  return {
    members: membersOf(item),
    value: (member) => nodes.field(nodes.self(), member.part.name.name),
  };
}

const writesAll = (member: Member): boolean =>
  !(member.skipped || member.flattened || member.omitsNone || member.asText);

export function structToJson(nodes: DeriveNodes, item: StructItem): Block {
  const { members, value } = writing(nodes, item);
  if (members.every(writesAll)) {
    const keys = JSON.stringify(members.map((member) => member.name));
    const values = perMember(nodes, members, (member) => nodes.call(std.json.__to_json, value(member)));
    return nodes.block([], nodes.call(std.json.__record, nodes.text(keys), nodes.list(values)));
  }
  return objectOf(nodes, putMembers(nodes, { members, value }));
}

/** A block that builds an object from members; `puts` adds them to `fields·`. */
export function objectOf(nodes: DeriveNodes, puts: readonly Stmt[]): Block {
  return nodes.block(
    [nodes.let("fields·", nodes.call(std.json.__fields)), ...puts],
    nodes.call(std.json.__object, nodes.name("fields·")),
  );
}

export function structWrite(nodes: DeriveNodes, item: StructItem): Block {
  const written = writing(nodes, item);
  if (!writesDirectly(written.members)) return writeByValue(nodes);
  return nodes.block(writeMembers(nodes, written), null);
}

/** Writes the result of `to_json`. */
export function writeByValue(nodes: DeriveNodes): Block {
  const json = nodes.methodCall(nodes.self(), "to_json", []);
  return nodes.block([nodes.statement(nodes.call(std.json.__write_value, json, nodes.name("out")))], null);
}

export function structFromJson(nodes: DeriveNodes, item: StructItem): Block {
  if (!isPlainStruct(item)) return nodes.block([], nodes.call(std.json.__from_value, nodes.name("json")));
  const fields = perMember(nodes, membersOf(item), (member) => {
    const decode = member.missing === "none" ? std.json.__optional_member : std.json.__member;
    const read = nodes.call(decode, nodes.name("json"), nodes.int(member.index), nodes.text(member.name));
    return { name: member.part.name.name, value: nodes.try(read) };
  });
  return nodes.block([], nodes.call(std.json.__verified, nodes.structLit(item, fields)));
}

/** The name of the parameter of `__read`: `reader` is the one that holds the object. */
export const READER = "reader·";

/**
 * Reads a struct from JSON text. Fields are variables until the object ends, because its members may be in
 * any order.
 */
export function structRead(nodes: DeriveNodes, item: StructItem): Block {
  const members = membersOf(item);
  const reader = () => nodes.name("reader");
  const given = () => nodes.name(READER);
  if (members.length === 0 && !refusesUnknown(item)) {
    const nothing = nodes.structLit(item, []);
    return nodes.block(
      [nodes.statement(nodes.call(std.json.__skip, given()))],
      nodes.call(std.json.__validated, given(), nothing),
    );
  }
  const build = (values: readonly { readonly member: Member; readonly value: Expr }[]): Expr =>
    nodes.structLit(
      item,
      values.map(({ member, value }) => ({ name: member.part.name.name, value })),
    );
  const buffered = needsBuffer(members);
  const start = nodes.let("reader", buffered ? nodes.call(std.json.__buffer, given()) : given());
  const { stmts, value } = readMembers(nodes, { members, refusesUnknown: refusesUnknown(item), build });
  const validated = nodes.call(std.json.__validated, reader(), value);
  if (!buffered) return nodes.block([start, ...stmts], validated);
  return nodes.block(
    [
      start,
      ...stmts,
      nodes.let("value·", validated),
      nodes.statement(nodes.call(std.json.__unbuffer, given(), reader())),
    ],
    nodes.name("value·"),
  );
}
