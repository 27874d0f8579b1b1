// Hints for names that exist elsewhere: as members of `self` or an enum, or of the value in an option.
import { changerNote, isForeignType, notes, type Extra, type Label } from "../../diagnostics/index.ts";
import type { Expr, Name } from "../../syntax/index.ts";
import type { Span } from "../../source/index.ts";
import type { Body } from "../body/index.ts";
import { fieldIndex, variantNamed } from "../declare/index.ts";
import { isPrimitive, prune, showType, takenApart, type Type } from "../types/index.ts";

/**
 * The hint for a name that is parsed as a separate statement: the type of `int x = 5`, the prefix of `f"…"`.
 */
export function misreadHint({ state }: Body, { name, span }: Name): string | undefined {
  const rest = state.unit.source.text.slice(span.end, span.end + 200);
  if (/^"/.test(rest) && name.length <= 2) return notes.stringsHaveNoPrefix;
  const declared = /^(?:<[\w<>, ]*>|\[\])?[ \t]+([A-Za-z_]\w*)[ \t]*=(?!=)/.exec(rest)?.[1];
  const isType = /^[A-Z]/.test(name) || isForeignType(name);
  return declared === undefined || !isType ? undefined : notes.variablesAreDeclaredWithLet(declared);
}

/** The hint for `P { x = 1 }`, which is parsed as a type and a block. */
export function fieldsHint({ state }: Body, { name, span }: Name): string | undefined {
  const field = /^\s*\{\s*([A-Za-z_]\w*)\s*=(?!=)/.exec(
    state.unit.source.text.slice(span.end, span.end + 200),
  )?.[1];
  return field === undefined ? undefined : notes.fieldsAreWrittenWith(name, field);
}

/** The hint for an unknown name: a field or method of `self`, or a variant of an enum of the file. */
export function plainNameHint(body: Body, name: string): string | undefined {
  const self = body.types.self === null ? null : prune(body.types.self);
  if (self?.kind === "Named") {
    const accessor = body.local("self") === undefined ? `${showType(self)}.` : "self.";
    if (self.symbol.kind === "Struct" && fieldIndex(self.symbol, name) >= 0 && accessor === "self.")
      return notes.writeSelfForField(name);
    if (body.context.impls.candidates(self.symbol, name) !== undefined)
      return notes.accessorOfField(accessor, name);
  }
  for (const symbol of body.state.types) {
    if (symbol.kind === "Enum" && variantNamed(symbol, name) !== undefined)
      return notes.writeForVariant(symbol.name, name);
  }
  return undefined;
}

/**
 * A label at the value of a variable that is an option or result, if the value inside has the member: there a
 * `?` is missing.
 */
export function wrappedAt(body: Body, receiver: Expr, type: Type, name: string): Extra {
  if (isPrimitive(prune(type), "Unit")) return unitAt(body, receiver, prune(type));
  return payloadHint(body, type, name) === undefined ? {} : { related: wholeAt(body, receiver, type) };
}

/** The hint for the value of `xs.sort()`. */
export function changerHint(node: Expr, type: Type): string | undefined {
  return node.kind === "MethodCall" && isPrimitive(type, "Unit") ? changerNote(node.name.name) : undefined;
}

/** A label at the value of a variable that is `()`. */
export function unitAt(body: Body, receiver: Expr, type: Type): Extra {
  const local = receiver.kind === "Name" && isPrimitive(type, "Unit") ? body.local(receiver.name) : undefined;
  if (local === undefined) return {};
  const line = body.state.unit.source.text.slice(local.span.end, local.span.end + 200).split("\n", 1)[0]!;
  if (/^\s*=\s*\{\s*\}\s*$/.test(line))
    return { hint: notes.emptyCollection, related: [body.label(local.span, notes.thisIs("()"))] };
  const called = /\.(\w+)\(.*\)\s*$/.exec(line)?.[1] ?? "";
  return {
    related: [body.label(local.span, changerNote(called) ?? notes.thisIs("()"))],
  };
}

/** The text for a name that binds a whole option or result. */
function wholeText(body: Body, { name }: { readonly name: string }, type: Type): string {
  const isOption = type.kind === "Named" && type.symbol === body.context.enums.option;
  return notes.takesTheWhole(showType(type), `${isOption ? "Some" : "Ok"}(${name})`);
}

/** For a name that took a pair as a whole: `for k in m`, `let (n) = pair`. */
export function partsAt(
  { state }: Body,
  local: { readonly name: string; readonly span: Span; readonly whole?: boolean },
  type: Type,
): string | undefined {
  const pair = takenApart(type);
  const isGrouped = state.unit.source.text[local.span.start - 1] === "(";
  if (pair === null || (local.whole !== true && !isGrouped)) return undefined;
  const count = pair.symbol.kind === "Struct" ? pair.symbol.fields.length : 2;
  const others = Array.from({ length: count - 1 }, () => "_");
  return notes.takesParts(showType(type), `(${[local.name, ...others].join(", ")})`);
}

/** A label at the binding of a variable to an option or result whose value is needed. */
export function wholeAt(body: Body, node: Expr, type: Type): Label[] {
  const local = node.kind === "Name" ? body.local(node.name) : undefined;
  const { option, result } = body.context.enums;
  const actual = prune(type);
  if (local?.misfits === undefined || actual.kind !== "Named") return [];
  const parts = partsAt(body, local, actual);
  if (parts !== undefined) return [body.label(local.span, parts)];
  if (actual.symbol !== option && actual.symbol !== result) return [];
  const outer = prune(body.frame.result);
  const passesOn = outer.kind === "Named" && outer.symbol === actual.symbol;
  const text =
    local.whole === true
      ? wholeText(body, local, actual)
      : passesOn
        ? notes.needsQuestionMark(showType(type))
        : notes.thisIs(showType(type));
  return [body.label(local.span, text)];
}

/** The hint for a member of the value in an option or result. */
export function payloadHint(body: Body, type: Type, name: string): string | undefined {
  const { option, result } = body.context.enums;
  const actual = prune(type);
  if (actual.kind !== "Named" || (actual.symbol !== option && actual.symbol !== result)) return undefined;
  const payload = prune(actual.args[0]!);
  if (payload.kind !== "Named") return undefined;
  const has =
    (payload.symbol.kind === "Struct" && fieldIndex(payload.symbol, name) >= 0) ||
    body.context.impls.candidates(payload.symbol, name) !== undefined;
  return has ? notes.hasItTakeValueOut(showType(payload)) : undefined;
}

/** The hint for `is_some`, `unwrap_or` and similar methods on a value that is not wrapped. */
export function plainHint({ context }: Body, type: Type, name: string): string | undefined {
  if (!/^(?:is_(?:some|none|ok|err)|unwrap.*|expect)$/.test(name)) return undefined;
  const { option, result } = context.enums;
  const wrapper = [option, result].find((each) => context.impls.candidates(each, name) !== undefined);
  return wrapper === undefined ? undefined : notes.isThereAlready(showType(type), wrapper.name);
}
