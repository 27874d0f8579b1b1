// Derived `FromJson` of enums, one reader for each form (reference/json-attributes#enums). Forms of which the parts
// are read out of order, or more than once, hold the value in a buffer (`__buffer`).
import type { Block, EnumItem, Expr, Stmt } from "../../syntax/index.ts";
import { checksOf } from "./checks.ts";
import { perPart } from "./enum.ts";
import { enumForm, isPlainEnum, type EnumForm, type Member, type VariantForm } from "./json-attributes.ts";
import { READER } from "./json-struct.ts";
import { readMembers, variableOf } from "./members.ts";
import type { DeriveNodes } from "./nodes.ts";
import { std, type StandardItem } from "../standard/index.ts";

/**
 * `__variant` checks the tag, the values and their number, and returns the index of the variant; an arm
 * builds each variant.
 */
export function enumFromJson(nodes: DeriveNodes, item: EnumItem): Block {
  const form = enumForm(item);
  if (!isPlainEnum(form)) return nodes.block([], nodes.call(std.json.__from_value, nodes.name("json")));
  const last = item.variants.length - 1;
  if (last < 0) return nodes.block([], nodes.call(std.json.__no_variant, nodes.name("json")));
  const index = nodes.try(nodes.call(std.json.__variant, nodes.name("json"), nodes.text(describe(form))));
  const part = (i: number) => nodes.try(nodes.call(std.json.__payload, nodes.name("json"), nodes.int(i)));
  const arms = form.variants.map((variant, i) =>
    nodes.arm(
      i === last ? nodes.wildcard() : nodes.number(i),
      nodes.call(std.json.__verified, built(nodes, item, variant, part)),
    ),
  );
  return nodes.block([], nodes.match(index, arms));
}

export function enumRead(nodes: DeriveNodes, item: EnumItem): Block {
  const form = enumForm(item);
  const given = () => nodes.name(READER);
  const reader = () => nodes.name("reader");
  const validated = (value: Expr) => nodes.call(std.json.__validated, reader(), value);
  const value = form.form === "untagged" ? untagged(nodes, item, form) : byVariant(nodes, item, form);
  if (!isBuffered(form)) return nodes.block([nodes.let("reader", given())], validated(value));
  return nodes.block(
    [
      nodes.let("reader", nodes.call(std.json.__buffer, given())),
      nodes.let("value·", validated(value), ownType(nodes, item)),
      nodes.statement(nodes.call(std.json.__unbuffer, given(), reader())),
    ],
    nodes.name("value·"),
  );
}

const ownType = (nodes: DeriveNodes, item: EnumItem) => nodes.ownType(item);

function isBuffered({ form, variants }: EnumForm): boolean {
  if (form === "tag" || form === "content" || form === "untagged") return true;
  return variants.some((variant) => variant.isOther);
}

const OPENING: Readonly<Record<Exclude<EnumForm["form"], "untagged">, StandardItem>> = {
  values: std.json.__open_variant,
  string: std.json.__read_name,
  external: std.json.__open_external,
  tag: std.json.__open_tag,
  content: std.json.__open_content,
};

/** The native finds the variant, or -1, and steps to its payload. */
function byVariant(nodes: DeriveNodes, item: EnumItem, form: EnumForm): Expr {
  const keys = form.form === "tag" ? [form.tag] : form.form === "content" ? [form.tag, form.content] : [];
  const opening = OPENING[form.form as keyof typeof OPENING];
  const index = nodes.call(
    opening,
    nodes.name("reader"),
    ...keys.map((key) => nodes.text(key)),
    nodes.text(describe(form)),
  );
  const arms = form.variants.map((variant, i) =>
    nodes.arm(nodes.number(i), payload(nodes, item, form, variant)),
  );
  return nodes.match(index, [...arms, nodes.arm(nodes.wildcard(), nodes.call(std.json.__absent))]);
}

function payload(nodes: DeriveNodes, item: EnumItem, form: EnumForm, variant: VariantForm): Expr {
  const reader = () => nodes.name("reader");
  if (variant.isOther) return built(nodes, item, variant, () => nodes.call(std.json.__value, reader()));
  const isUnit = variant.variant.payload.length === 0;
  switch (form.form) {
    case "values": {
      const part = (index: number): Expr => {
        const read = nodes.call(std.json.__read_payload, reader());
        const member = variant.members?.[index];
        if (member === undefined || member.checks.length === 0) return read;
        const name = variableOf(member);
        return nodes.block(
          [nodes.let(name, read, member.part.type), ...checksOf(nodes, member, name)],
          nodes.name(name),
        );
      };
      return nodes.call(std.json.__close_variant, reader(), built(nodes, item, variant, part));
    }
    case "string":
      return built(nodes, item, variant, () => nodes.call(std.json.__absent));
    case "external":
      return isUnit
        ? built(nodes, item, variant, () => nodes.call(std.json.__absent))
        : closed(nodes, content(nodes, item, form, variant), std.json.__close_external);
    case "content":
      return isUnit
        ? closed(
            nodes,
            built(nodes, item, variant, () => nodes.call(std.json.__absent)),
            std.json.__close_content,
          )
        : closed(nodes, content(nodes, item, form, variant), std.json.__close_content);
    case "tag":
      return isUnit
        ? closed(
            nodes,
            built(nodes, item, variant, () => nodes.call(std.json.__absent)),
            std.json.__close_unit,
          )
        : content(nodes, item, form, variant);
    case "untagged":
      throw new Error("untagged enums have no tag");
  }
}

function closed(nodes: DeriveNodes, value: Expr, close: StandardItem): Expr {
  return nodes.call(close, nodes.name("reader"), value);
}

/** The value of a variant from its payload alone: a value, a list of values, or an object. */
function content(nodes: DeriveNodes, item: EnumItem, form: EnumForm, variant: VariantForm): Expr {
  const reader = () => nodes.name("reader");
  const { members } = variant;
  if (members !== null) {
    const build = (values: readonly { readonly member: Member; readonly value: Expr }[]): Expr =>
      nodes.methodCall(
        nodes.name(item.name.name, true),
        variant.variant.name.name,
        values.map(({ member, value }) => ({ name: member.part.name, value })),
      );
    const { stmts, value } = readMembers(nodes, { members, refusesUnknown: form.refusesUnknown, build });
    return nodes.block(stmts, value);
  }
  const parts = variant.variant.payload.length;
  if (parts === 1) return built(nodes, item, variant, () => nodes.call(std.json.__read_part, reader()));
  const opened = nodes.statement(nodes.call(std.json.__open_list, reader()));
  const value = built(nodes, item, variant, () => nodes.call(std.json.__read_payload, reader()));
  return nodes.block(
    [
      opened,
      nodes.let("tuple·", value, ownType(nodes, item)),
      nodes.statement(nodes.call(std.json.__tuple_end, reader())),
    ],
    nodes.name("tuple·"),
  );
}

/** Tries the variants in order. */
function untagged(nodes: DeriveNodes, item: EnumItem, form: EnumForm): Expr {
  const reader = () => nodes.name("reader");
  const names = form.variants.map(({ name }) => name);
  let rest: Block = nodes.block(
    [],
    nodes.call(std.json.__no_match, reader(), nodes.text(JSON.stringify(names))),
  );
  for (const variant of form.variants.toReversed()) {
    const attempt = `u·${variant.index}`;
    const stmts: Stmt[] = [
      nodes.statement(nodes.call(std.json.__attempt, reader())),
      nodes.let(attempt, attempted(nodes, item, form, variant), ownType(nodes, item)),
    ];
    const settles = nodes.call(std.json.__settles, reader(), nodes.text(variant.name));
    rest = nodes.block(stmts, nodes.if(settles, nodes.block([], nodes.name(attempt)), rest));
  }
  return rest;
}

function attempted(nodes: DeriveNodes, item: EnumItem, form: EnumForm, variant: VariantForm): Expr {
  if (variant.isOther && variant.variant.payload.length > 0)
    return built(nodes, item, variant, () => nodes.call(std.json.__value, nodes.name("reader")));
  if (variant.variant.payload.length > 0) return content(nodes, item, form, variant);
  const unit = built(nodes, item, variant, () => nodes.call(std.json.__absent));
  return variant.isOther ? unit : nodes.call(std.json.__expect_null, nodes.name("reader"), unit);
}

/** The description of the variants, in the form that `Descriptions.variants` of std/json reads. */
function describe(form: EnumForm): string {
  const variants = form.variants.map(({ variant, name, aliases, isOther, members }) => {
    const size = members !== null && form.form !== "values" ? -1 : variant.payload.length;
    if (isOther) return [name, size, aliases, 1];
    return aliases.length > 0 ? [name, size, aliases] : [name, size];
  });
  return JSON.stringify(form.refusesUnknown ? { variants, refuses: true } : variants);
}

function built(
  nodes: DeriveNodes,
  item: EnumItem,
  { variant }: VariantForm,
  part: (index: number) => Expr,
): Expr {
  const type = nodes.name(item.name.name, true);
  if (variant.payload.length === 0) return nodes.field(type, variant.name.name);
  const args = perPart(nodes, variant, (index) => ({
    name: variant.payload[index]!.name,
    value: part(index),
  }));
  return nodes.methodCall(type, variant.name.name, args);
}
