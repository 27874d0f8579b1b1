// Hints for patterns that do not fit the type of the matched value.
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Pattern } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { isPrimitive, showType, takenApart, type EnumSymbol, type Type } from "../types/index.ts";

/** The most variants that a hint lists. */
const MOST_LISTED = 6;

/** The hint for `"x"` as the pattern of a character. */
export function quotesHint({ state }: Body, { span }: Pattern, type: Type): { hint?: string } {
  const { text } = state.unit.source;
  const inner = text.slice(span.start + 1, span.end - 1);
  if (text[span.start] !== '"' || [...inner].length !== 1 || !isPrimitive(type, "Char")) return {};
  return { hint: notes.character(inner) };
}

/**
 * The hint for `Some`, `None`, `Ok` and `Err` as patterns of a value that is not wrapped, or wrapped
 * otherwise.
 */
export function plainValueHint(
  { context, state }: Body,
  name: string,
  actual: Type,
  { start }: Span,
): string | undefined {
  const wrapper = wrapperOf(context, name);
  if (wrapper === undefined) return undefined;
  const { option, result } = context.enums;
  if (actual.kind === "Named" && actual.symbol === option) return notes.matchOption;
  if (actual.kind === "Named" && actual.symbol === result) return notes.matchBothOutcomes;
  const after = /^Some\b[^=\n]*=\s*(.*)/.exec(state.unit.source.text.slice(start, start + 300))?.[1] ?? "";
  return optionalForm(after) ?? notes.isThereAlready(showType(actual), wrapper.name);
}

/** The hint for an expression that has no option, but could. */
function optionalForm(text: string): string | undefined {
  const search = /\b((?:last_)?index_of)\(/.exec(text)?.[1];
  if (search !== undefined) return notes.returnsMinusOne(search);
  if (/^read_line\(\)/.test(text)) return notes.readLineOpt;
  return /^[\w.]+\[[^\]]*\]\s*(?:\{|else\b|&&)/.test(text) ? notes.elementOrPanic : undefined;
}

/** The cause of a variant that the enum lacks: `Ok` and `Err` for an option are one mistake. */
export function lackingCause({ context }: Body, name: string, symbol: EnumSymbol): { cause: string } {
  return { cause: `variant ${symbol.name}.${wrapperOf(context, name)?.name ?? name}` };
}

/** Option or Result, for the name of one of its variants. */
function wrapperOf(context: Body["context"], name: string): EnumSymbol | undefined {
  const entry = context.names.builtin.get(name);
  return entry?.kind === "Variant" ? entry.enum : undefined;
}

/** The hint for a tuple pattern; `ofFor` means that it is in the head of a `for`. */
export function tupleHint(body: Body, actual: Type, size: number, ofFor: boolean): string | undefined {
  const wrapped = wrappedHint(body, actual, size);
  if (wrapped !== undefined) return wrapped;
  if (isPrimitive(actual, "List")) return notes.listByIndex;
  return ofFor && size === 2 ? notes.pairsByEnumerate : undefined;
}

/** The hint for `(a, b)` if the pair is in an option or result. */
function wrappedHint(body: Body, type: Type, size: number): string | undefined {
  const { option, result } = body.context.enums;
  if (type.kind !== "Named" || (type.symbol !== option && type.symbol !== result)) return undefined;
  const variant = type.symbol === option ? "Some" : "Ok";
  return takenApart(type.args[0]!)?.args.length === size
    ? notes.takePairOut(variant)
    : notes.takeOneOut(variant);
}

/** The hint with all variants of an enum, if they are few. */
export function variantsHint({ name: type, variants }: EnumSymbol): string | undefined {
  return variants.length > MOST_LISTED
    ? undefined
    : notes.variantsAre(type, variants.map(({ name }) => `\`${name}\``).join(", "));
}

/** The hint for `P(a, b)` if `P` is a struct. */
export function structHint(name: string, type: Type): string | undefined {
  if (type.kind !== "Named" || type.symbol.kind !== "Struct" || type.symbol.name !== name) return undefined;
  const fields = type.symbol.fields.map((field) => field.name);
  return notes.structByFields(name, fields.join(", "));
}
