// The attribute `@json` of fields (reference/derive#derives).
import type { FieldDecl } from "../../syntax/index.ts";

/** The name of the JSON member of a field. */
export function memberName(field: FieldDecl): string {
  return field.attributes.find((attribute) => attribute.json?.name != null)?.json?.name ?? field.name.name;
}

/** Whether a field has `@json(optional)`. */
export function mayBeMissing(field: FieldDecl): boolean {
  return field.attributes.some((attribute) => attribute.json?.optional === true);
}
