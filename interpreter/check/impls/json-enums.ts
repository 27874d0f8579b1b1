// Cross-checks the form of an enum in JSON (D4, P4): the keys of the enum with each other, with its variants, and
// the tag with the members beside it.
import { notes } from "../../diagnostics/index.ts";
import { enumForm, membersOf, type EnumForm, type VariantForm } from "../derive/index.ts";
import { isStandard, std } from "../standard/index.ts";
import { prune, type EnumSymbol, type Type } from "../types/index.ts";
import { keySpan, membersFit, type AttributeCheck } from "./json-members.ts";

const FORMS = ["string", "external", "untagged", "tag"] as const;

export function enumFits(check: AttributeCheck, symbol: EnumSymbol): void {
  const { attributes } = symbol.node;
  const given = FORMS.filter((key) => keySpan(attributes, key) !== undefined);
  if (given.length > 1)
    check.misfit(keySpan(attributes, given[1]!)!, notes.twoForms(given[0]!, given[1]!), notes.oneForm);
  const form = enumForm(symbol.node);
  const content = keySpan(attributes, "content");
  if (content !== undefined && form.form !== "content")
    check.misfit(content, notes.contentWithoutTag, notes.addTag);
  if (form.form === "content" && form.tag === form.content)
    check.misfit(content!, notes.tagIsContent(form.tag), notes.renameContent);
  check.distinct(
    form.variants
      .filter(({ isOther }) => !isOther)
      .flatMap(({ variant, name, aliases }) =>
        [name, ...aliases].map((each) => ({ name: each, span: variant.name.span })),
      ),
  );
  for (const variant of form.variants) {
    const types = symbol.variants[variant.index]!.payload.map(prune);
    if (variant.members !== null) membersFit(check, symbol, variant.members, types);
    if (variant.isOther) otherFits(check, form, variant, types);
    else variantFits(check, form, variant, types);
  }
}

function otherFits(
  check: AttributeCheck,
  form: EnumForm,
  { variant, index }: VariantForm,
  types: readonly Type[],
): void {
  const span = keySpan(variant.attributes, "other")!;
  if (index !== form.variants.length - 1) check.misfit(span, notes.otherIsNotLast, notes.moveOther);
  const takesValue = types.length === 1 && isJsonValue(types[0]!);
  if (types.length > 0 && !takesValue) check.misfit(span, notes.otherHasPayload, notes.otherTakesValue);
}

const isJsonValue = (type: Type): boolean =>
  type.kind === "Named" && type.symbol.kind === "Enum" && isStandard(type.symbol, std.json.JsonValue);

function variantFits(
  check: AttributeCheck,
  { form, tag }: EnumForm,
  { variant, members }: VariantForm,
  types: readonly Type[],
): void {
  const { span, name } = variant.name;
  if (form === "string" && types.length > 0)
    check.misfit(span, notes.stringWithPayload(name), notes.otherFormsHavePayloads);
  if (form !== "tag" || types.length === 0) return;
  const inner = members ?? membersOfStruct(types);
  if (inner === null) return check.misfit(span, notes.noPlaceForTag(name), notes.addContent);
  for (const member of inner)
    if (!member.skipped && [member.name, ...member.aliases].includes(tag))
      check.misfit(span, notes.tagIsMember(tag, name), notes.renameTag);
}

/** The members of a payload that is one struct; null for another payload. */
function membersOfStruct(types: readonly Type[]) {
  const [type] = types;
  if (types.length !== 1) return null;
  if (type!.kind !== "Named") return type!.kind === "Param" ? [] : null;
  return type!.symbol.kind === "Struct" && !type!.symbol.module.standard
    ? membersOf(type!.symbol.node)
    : null;
}
