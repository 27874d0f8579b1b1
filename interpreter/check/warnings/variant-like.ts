// W10: a name in a pattern that looks like a variant, but is a variable that matches every value
// (reference/checking#exhaustiveness); and the arms that are unreachable because of it.
import { nearestSome, type Label, notes } from "../../diagnostics/index.ts";
import { plainName, type NamePattern, type Pattern } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { variantNamed, type BodyLocal } from "../declare/index.ts";
import { prune, showType, type EnumSymbol, type Type } from "../types/index.ts";

const SUGGESTED = 3;
const LISTED = 6;

/** Reports a binding that looks like a variant, when the type of the matched value is known. */
export function warnVariantLike(body: Body, { name: written, span, id }: NamePattern, type: Type): void {
  const name = plainName(written);
  if (!/^[A-Z]/.test(name)) return;
  body.finally.push(() => {
    const actual = prune(type);
    if (actual.kind !== "Named" || actual.symbol.kind !== "Enum" || actual.symbol.variants.length === 0)
      return;
    const { symbol } = actual;
    const variant = variantNamed(symbol, name);
    if (variant !== undefined && variant.payload.length === 0) return;
    body.variantLike.add(id);
    // One warning is enough: the variable is unused, too.
    const local = body.state.facts.locals[id] as BodyLocal | undefined;
    if (local !== undefined) local.used = true;
    body.warn(
      "W10",
      span,
      { name, type: showType(actual), payload: variant !== undefined },
      {
        hint: variant !== undefined ? notes.writePattern(patternOf(symbol, name)) : suggestion(symbol, name),
      },
    );
  });
}

function suggestion(symbol: EnumSymbol, name: string): string {
  const near = nearestSome(
    name,
    symbol.variants.map((variant) => variant.name),
    SUGGESTED,
  );
  if (near.length > 0)
    return notes.didYouMeanOneOf(
      joined(
        near.map((one) => patternOf(symbol, one)),
        " or ",
      ),
    );
  const all = symbol.variants.slice(0, LISTED).map((variant) => patternOf(symbol, variant.name));
  const more = symbol.variants.length > LISTED ? notes.andOthers : "";
  return notes.itsVariantsAreVariableStarts(joined(all, more === "" ? " and " : ", "), more);
}

function joined(names: readonly string[], last: string): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length === 1 ? quoted[0]! : quoted.slice(0, -1).join(", ") + last + quoted.at(-1)!;
}

/** A pattern that matches all values of the variant. */
function patternOf(symbol: EnumSymbol, name: string): string {
  const variant = variantNamed(symbol, name)!;
  if (variant.payload.length === 0) return name;
  return variant.names !== null ? `${name} {}` : `${name}(${variant.payload.map(() => "_").join(", ")})`;
}

/** The variant-like names of a pattern. */
export function variantLikeIn(body: Body, pattern: Pattern): readonly NamePattern[] {
  if (body.variantLike.size === 0) return [];
  switch (pattern.kind) {
    case "NamePattern":
      return body.variantLike.has(pattern.id) ? [pattern] : [];
    case "TuplePattern":
      return pattern.parts.flatMap((part) => variantLikeIn(body, part));
    case "ParenPattern":
      return variantLikeIn(body, pattern.inner);
    case "CtorPattern":
      return pattern.args.flatMap((part) => variantLikeIn(body, part));
    case "StructPattern":
      return pattern.fields.flatMap((field) => variantLikeIn(body, field.pattern));
    case "ListPattern":
      return [...pattern.before, ...pattern.after].flatMap((part) => variantLikeIn(body, part));
    case "OrPattern":
      return pattern.alternatives.flatMap((part) => variantLikeIn(body, part));
    case "BrokenPattern":
    case "LiteralPattern":
    case "RangePattern":
    case "WildcardPattern":
      return [];
  }
}

/** A label at the name that makes an arm unreachable. */
export function takesAll(body: Body, { name, span }: NamePattern): Label {
  return body.label(span, notes.takesEveryValueHere(plainName(name)));
}
