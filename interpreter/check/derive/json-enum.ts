// Derived `ToJson` of enums, and what both directions share (reference/json-attributes#enums). `json-enum-read.ts`
// has the other direction.
import type { Block, EnumItem, Expr, Stmt } from "../../syntax/index.ts";
import { matchVariants, perPart } from "./enum.ts";
import { enumForm, type EnumForm, type Member, type VariantForm } from "./json-attributes.ts";
import { objectOf, writeByValue } from "./json-struct.ts";
import { putMembers, writeMembers, writesDirectly } from "./members.ts";
import type { DeriveNodes } from "./nodes.ts";
import { std } from "../standard/index.ts";

const payloadOf = (nodes: DeriveNodes, { variant }: VariantForm): Expr[] =>
  perPart(nodes, variant, (index) => nodes.name(`a·${index}`));

const memberValue =
  (nodes: DeriveNodes) =>
  (member: Member): Expr =>
    nodes.name(`a·${member.index}`);

// ---- to a JsonValue

export function enumToJson(nodes: DeriveNodes, item: EnumItem): Block {
  const form = enumForm(item);
  return matchVariants(
    nodes,
    item,
    () => nodes.call(std.json.json_null),
    (variant) => variantJson(nodes, form, form.variants[item.variants.indexOf(variant)]!),
  );
}

function variantJson(nodes: DeriveNodes, form: EnumForm, variant: VariantForm): Expr {
  const name = () => nodes.call(std.json.json_string, nodes.text(variant.name));
  const payload = variant.variant.payload;
  if (variant.isOther && payload.length > 0) return nodes.name("a·0");
  switch (form.form) {
    case "values": {
      const values = payloadOf(nodes, variant).map((part) => nodes.call(std.json.__to_json, part));
      return nodes.call(std.json.__tagged, nodes.text(variant.name), nodes.list(values));
    }
    case "string":
      return name();
    case "external":
      return payload.length === 0
        ? name()
        : objectOf(nodes, [put(nodes, variant.name, contentJson(nodes, variant))]);
    case "content": {
      const content = payload.length === 0 ? [] : [put(nodes, form.content, contentJson(nodes, variant))];
      return objectOf(nodes, [put(nodes, form.tag, name()), ...content]);
    }
    case "untagged":
      return payload.length === 0 ? nodes.call(std.json.json_null) : contentJson(nodes, variant);
    case "tag": {
      const tag = put(nodes, form.tag, name());
      if (payload.length === 0) return objectOf(nodes, [tag]);
      if (variant.members !== null)
        return objectOf(nodes, [
          tag,
          ...putMembers(nodes, { members: variant.members, value: memberValue(nodes) }),
        ]);
      const [part] = payloadOf(nodes, variant);
      const json = nodes.call(std.json.__to_json, part!);
      return objectOf(nodes, [
        tag,
        nodes.statement(nodes.call(std.json.__merge, nodes.name("fields·"), json)),
      ]);
    }
  }
}

function put(nodes: DeriveNodes, key: string, value: Expr): Stmt {
  return nodes.statement(nodes.call(std.json.__put, nodes.name("fields·"), nodes.text(key), value));
}

/** The JSON of a payload without its tag. */
function contentJson(nodes: DeriveNodes, variant: VariantForm): Expr {
  if (variant.members !== null)
    return objectOf(nodes, putMembers(nodes, { members: variant.members, value: memberValue(nodes) }));
  const parts = payloadOf(nodes, variant).map((part) => nodes.call(std.json.__to_json, part));
  return parts.length === 1 ? parts[0]! : nodes.call(std.json.__json_array, nodes.list(parts));
}

// ---- to a text

export function enumWrite(nodes: DeriveNodes, item: EnumItem): Block {
  const form = enumForm(item);
  if (form.variants.some((variant) => !isDirect(form, variant))) return writeByValue(nodes);
  return matchVariants(
    nodes,
    item,
    () => nodes.block([], null),
    (variant) =>
      nodes.block(variantWrites(nodes, form, form.variants[item.variants.indexOf(variant)]!), null),
  );
}

function isDirect(form: EnumForm, { variant, members, isOther }: VariantForm): boolean {
  if (isOther && variant.payload.length > 0) return false;
  if (members !== null) return writesDirectly(members);
  return form.form !== "tag" || variant.payload.length === 0;
}

function variantWrites(nodes: DeriveNodes, form: EnumForm, variant: VariantForm): Stmt[] {
  const raw = (json: string): Stmt =>
    nodes.statement(nodes.call(std.json.__raw, nodes.name("out"), nodes.text(json)));
  const name = JSON.stringify(variant.name);
  const isUnit = variant.variant.payload.length === 0;
  const tag = `${JSON.stringify(form.tag)}:${name}`;
  switch (form.form) {
    case "values":
      return [raw(`{"tag":${name},"values":[`), ...partWrites(nodes, variant), raw("]}")];
    case "string":
      return [raw(name)];
    case "external":
      return isUnit ? [raw(name)] : [raw(`{${name}:`), ...contentWrites(nodes, variant), raw("}")];
    case "content":
      return isUnit
        ? [raw(`{${tag}}`)]
        : [raw(`{${tag},${JSON.stringify(form.content)}:`), ...contentWrites(nodes, variant), raw("}")];
    case "untagged":
      return isUnit ? [raw("null")] : contentWrites(nodes, variant);
    case "tag":
      return isUnit
        ? [raw(`{${tag}}`)]
        : writeMembers(nodes, { members: variant.members!, value: memberValue(nodes) }, tag);
  }
}

function contentWrites(nodes: DeriveNodes, variant: VariantForm): Stmt[] {
  if (variant.members !== null)
    return writeMembers(nodes, { members: variant.members, value: memberValue(nodes) });
  const raw = (json: string): Stmt =>
    nodes.statement(nodes.call(std.json.__raw, nodes.name("out"), nodes.text(json)));
  const parts = partWrites(nodes, variant);
  return variant.variant.payload.length === 1 ? parts : [raw("["), ...parts, raw("]")];
}

/** The parts of a payload, with commas between them. */
function partWrites(nodes: DeriveNodes, { variant }: VariantForm): Stmt[] {
  return perPart(nodes, variant, (index) => [
    ...(index === 0 ? [] : [nodes.statement(nodes.call(std.json.__raw, nodes.name("out"), nodes.text(",")))]),
    nodes.statement(nodes.call(std.json.__write_part, nodes.name(`a·${index}`), nodes.name("out"))),
  ]).flat();
}
