// What the attributes of a type say about its JSON, rows and checks (reference/json-attributes). Without types: an
// `Option` is one that is written as such.
import { has as hasOwn } from "../../own/index.ts";
import type {
  Attribute,
  AttributeArg,
  AttributeValue,
  Case,
  EnumItem,
  FieldDecl,
  PayloadDecl,
  StructItem,
  TypeNode,
  VariantDecl,
} from "../../syntax/index.ts";
import { renamedField, renamedVariant } from "./rename.ts";

export type AttributeName = "json" | "check" | "from";

/** A field of a struct, or a part with a name in the payload of a variant. */
export type Part = FieldDecl | (PayloadDecl & { readonly name: NonNullable<PayloadDecl["name"]> });

/** One member of an object, and the field that holds its value. */
export interface Member {
  readonly part: Part;
  readonly index: number;
  /** The name of the member in JSON. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** What a missing member means. */
  readonly missing: "problem" | "none" | "default" | "zero";
  /** The field is neither read nor written. */
  readonly skipped: boolean;
  /** `None` is not written. */
  readonly omitsNone: boolean;
  /** The members of the value are members of the object. */
  readonly flattened: boolean;
  /** The value is written as a string. */
  readonly asText: boolean;
  /** An `Option` of an `Option`: `None` is a missing member, `Some(None)` is null. */
  readonly isDouble: boolean;
  readonly checks: readonly Check[];
}

/** One key of `@check`. */
export interface Check {
  readonly key: string;
  readonly arg: AttributeArg;
  /** Whether it holds for the elements of the field. */
  readonly ofItems: boolean;
}

export function argument(
  attributes: readonly Attribute[],
  key: string,
  of: AttributeName = "json",
): AttributeArg | undefined {
  const attribute = attributes.findLast(
    ({ name, args }) => name.name === of && args.some((arg) => arg.name.name === key),
  );
  return attribute?.args.findLast((arg) => arg.name.name === key);
}

function has(attributes: readonly Attribute[], key: string): boolean {
  return argument(attributes, key) !== undefined;
}

function text(attributes: readonly Attribute[], key: string): string | undefined {
  return textOf(argument(attributes, key)?.value ?? null);
}

function textOf(value: AttributeValue | null): string | undefined {
  return value?.kind === "StringLit" ? value.value : undefined;
}

function aliases(attributes: readonly Attribute[]): readonly string[] {
  const value = argument(attributes, "alias")?.value;
  return value?.kind === "AttributeList" ? value.elements.flatMap((each) => textOf(each) ?? []) : [];
}

/** The type inside a written `Option`, or null for any other type. */
export function insideOption(type: TypeNode): TypeNode | null {
  if (type.kind === "OptionType") return type.inner;
  return type.kind === "NamedType" && type.name.name === "Option" && type.args.length === 1
    ? type.args[0]!
    : null;
}

// ---- structs

/** The column of a field: `rename_all` is about JSON only. */
export function columnName(field: FieldDecl): string {
  return text(field.attributes, "name") ?? field.name.name;
}

export function membersOf(item: StructItem): readonly Member[] {
  const style = text(item.attributes, "rename_all") as Case | undefined;
  const allOptional = has(item.attributes, "optional");
  return item.fields.map((field, index) => memberOf(field, index, style, allOptional));
}

function memberOf(part: Part, index: number, style: Case | undefined, allOptional: boolean): Member {
  const { attributes, name } = part;
  const inner = insideOption(part.type);
  const isDouble = inner !== null && insideOption(inner) !== null;
  const omitsNone = isDouble || has(attributes, "skip_none");
  const mayLack = has(attributes, "optional") || omitsNone || (allOptional && inner !== null);
  return {
    part,
    index,
    name: text(attributes, "name") ?? (style === undefined ? name.name : renamedField(name.name, style)),
    aliases: aliases(attributes),
    missing:
      hasOwn(part, "default") && part.default !== null
        ? "default"
        : mayLack
          ? "none"
          : has(attributes, "default")
            ? "zero"
            : "problem",
    skipped: has(attributes, "skip"),
    omitsNone,
    flattened: has(attributes, "flatten"),
    asText: has(attributes, "text"),
    isDouble,
    checks: checksOf(attributes),
  };
}

export function checksOf(attributes: readonly Attribute[]): Check[] {
  return attributes
    .filter(({ name }) => name.name === "check")
    .flatMap(({ args }) => args)
    .map((arg) => {
      const ofItems = arg.name.name.startsWith("items_");
      return { key: ofItems ? arg.name.name.slice("items_".length) : arg.name.name, arg, ofItems };
    });
}

export function refusesUnknown(item: StructItem | EnumItem): boolean {
  return has(item.attributes, "deny_unknown");
}

/** Whether a member is only a name and perhaps `optional`: the forms of which the errors stay as they are. */
export function isPlain(member: Member): boolean {
  return (
    (member.missing === "problem" || (member.missing === "none" && !member.omitsNone)) &&
    member.aliases.length === 0 &&
    !(member.skipped || member.omitsNone || member.flattened || member.asText) &&
    member.checks.length === 0
  );
}

export function isPlainStruct(item: StructItem): boolean {
  const members = membersOf(item);
  // Without a member that must be there, nothing else would refuse what is no object.
  const needsObject = members.length > 0 && members.every(({ missing }) => missing === "none");
  return !refusesUnknown(item) && !needsObject && members.every(isPlain);
}

// ---- enums

export type Form = "values" | "string" | "external" | "tag" | "content" | "untagged";

export interface EnumForm {
  readonly form: Form;
  readonly tag: string;
  readonly content: string;
  readonly refusesUnknown: boolean;
  readonly variants: readonly VariantForm[];
}

export interface VariantForm {
  readonly variant: VariantDecl;
  readonly index: number;
  readonly name: string;
  readonly aliases: readonly string[];
  /** It takes values of unknown variants. */
  readonly isOther: boolean;
  /** The members of a payload with names; null for any other payload. */
  readonly members: readonly Member[] | null;
}

export function enumForm(item: EnumItem): EnumForm {
  const { attributes } = item;
  const style = text(attributes, "rename_all") as Case | undefined;
  const fieldStyle = text(attributes, "rename_fields") as Case | undefined;
  return {
    form: formOf(attributes),
    tag: text(attributes, "tag") ?? "",
    content: text(attributes, "content") ?? "",
    refusesUnknown: refusesUnknown(item),
    variants: item.variants.map((variant, index) => {
      const own = variant.name.name;
      const named = variant.payload.filter((part): part is PayloadDecl & Part => part.name !== null);
      return {
        variant,
        index,
        name: text(variant.attributes, "name") ?? (style === undefined ? own : renamedVariant(own, style)),
        aliases: aliases(variant.attributes),
        isOther: has(variant.attributes, "other"),
        members: named.length === 0 ? null : named.map((part, i) => memberOf(part, i, fieldStyle, false)),
      };
    }),
  };
}

function formOf(attributes: readonly Attribute[]): Form {
  if (has(attributes, "string")) return "string";
  if (has(attributes, "external")) return "external";
  if (has(attributes, "untagged")) return "untagged";
  if (has(attributes, "tag")) return has(attributes, "content") ? "content" : "tag";
  return "values";
}

/** Whether it has the form `{"tag": …, "values": […]}` and no names but its own. */
export function isPlainEnum({ form, variants, refusesUnknown: refuses }: EnumForm): boolean {
  return (
    form === "values" &&
    !refuses &&
    variants.every(
      ({ aliases: others, isOther, members }) =>
        others.length === 0 && !isOther && (members ?? []).every((each) => each.checks.length === 0),
    )
  );
}
