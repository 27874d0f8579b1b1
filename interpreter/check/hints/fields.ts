// Hints for fields that do not exist.
import type { Body } from "../body/index.ts";
import { isPrimitive, prune, type StructSymbol, type Type } from "../types/index.ts";
import type { FieldAccess } from "../../syntax/index.ts";
import { insteadOfMember, notes } from "../../diagnostics/index.ts";
import { methodForm } from "./method-forms.ts";
import { isOfModule, isStandard, standardModules, std } from "../standard/index.ts";
import { fieldHint } from "../declare/index.ts";

/** The hint for `xs.each { print(it) }`. */
export function trailingHint(body: Body, type: Type, { name }: FieldAccess): string | undefined {
  const { text } = body.state.unit.source;
  const rest = text.slice(name.span.end, name.span.end + 60);
  if (!/^[ \t]*(?:\{|do\b)/.test(rest)) return undefined;
  // `3.times do |i|`
  if (name.name === "times" && isPrimitive(prune(type), "Int")) return notes.countByLoop;
  const param = /^[ \t]*(?:\{|do)\s*\|\s*([\w, ]+?)\s*\|/.exec(rest)?.[1] ?? "x";
  return methodForm(body, type, name.name) === "(…)"
    ? notes.functionBlockIsArgument(name.name, param)
    : undefined;
}

/** The hint for an unknown field of a struct; entries of a map are not fields. */
export function collectionFieldHint(struct: StructSymbol, name: string): string | undefined {
  const isMap = isOfModule(struct, standardModules.collections) && /Map$/.test(struct.name);
  if (!isMap)
    return (
      (struct.module.standard ? insteadOfMember(struct.name, name, () => true) : undefined) ??
      fieldHint(struct, name)
    );
  return insteadOfMember(struct.name, name, () => true) ?? notes.entryByKey(name);
}

/** The hint for `v.name` where `v` is a `JsonValue`. */
export function memberOfJsonHint(
  body: Body,
  type: Type,
  { receiver, name }: FieldAccess,
): string | undefined {
  if (!isJson(type)) return undefined;
  const written = body.state.unit.source.text.slice(receiver.span.start, receiver.span.end);
  return notes.memberByKey(written, name.name);
}

/** The hint for a loop over a `JsonValue`. */
export function elementsOfJsonHint(type: Type, written: string): string | undefined {
  return isJson(type) ? notes.elementsOfJson(written) : undefined;
}

function isJson(type: Type): boolean {
  return type.kind === "Named" && isStandard(type.symbol, std.json.JsonValue);
}

export function foreignMemberHint(body: Body, type: Type, name: string): string | undefined {
  // As a field, it is the length in other languages.
  if (isPrimitive(prune(type), "String") && /^(?:[cC]ount|[lL]ength|size)$/.test(name))
    return notes.writeMethod(".len()");
  return type.kind === "Named" && (type.symbol.kind === "Primitive" || type.symbol.module.standard)
    ? insteadOfMember(type.symbol.name, name, (module) => body.context.names.states.has(module))
    : undefined;
}
