// The attribute `@json` of fields (reference/derive#derives).
import type { AttributeArg, FieldDecl } from "../../syntax/index.ts";

/** The name of the JSON member of a field. */
export function memberName(field: FieldDecl): string {
  const value = argument(field, "name")?.value;
  return value?.kind === "StringLit" ? value.value : field.name.name;
}

/** Whether a field has `@json(optional)`. */
export function mayBeMissing(field: FieldDecl): boolean {
  return argument(field, "optional") !== undefined;
}

function argument(field: FieldDecl, key: string): AttributeArg | undefined {
  const attribute = field.attributes.find(
    ({ name, args }) => name.name === "json" && args.some((arg) => arg.name.name === key),
  );
  return attribute?.args.findLast((arg) => arg.name.name === key);
}
