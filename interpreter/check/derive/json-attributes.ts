// What `@json` before a field says (reference/derive#derives).
import type { FieldDecl } from "../../syntax/index.ts";

/** The member that a field is written to and read from. */
export function memberName(field: FieldDecl): string {
  return field.attributes.find((attribute) => attribute.json?.name != null)?.json?.name ?? field.name.name;
}

/** True for `@json(optional)`. */
export function mayBeMissing(field: FieldDecl): boolean {
  return field.attributes.some((attribute) => attribute.json?.optional === true);
}
