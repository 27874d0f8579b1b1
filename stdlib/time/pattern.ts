// Patterns of `format_timestamp` and `parse_timestamp` as data (std/time). Composite directives are expanded.
// An invalid directive is an item, too, because parsing fails only when it gets there.

/** Numbers, with the width to which they are padded and their default padding. */
export type Numeric =
  | "year"
  | "century"
  | "yearOfCentury"
  | "isoYear"
  | "isoYearOfCentury"
  | "quarter"
  | "month"
  | "day"
  | "ordinal"
  | "sundayWeek"
  | "mondayWeek"
  | "isoWeek"
  | "sundayWeekday"
  | "mondayWeekday"
  | "hour"
  | "hour12"
  | "minute"
  | "second"
  | "nanosecond"
  | "timestamp";

export type Fixed =
  | "shortMonth"
  | "longMonth"
  | "shortWeekday"
  | "longWeekday"
  | "upperAmPm"
  | "lowerAmPm"
  | "zoneName"
  | "fraction"
  | "fraction3"
  | "fraction6"
  | "fraction9"
  | "digits3"
  | "digits6"
  | "digits9"
  | "offset"
  | "offsetColon"
  | "offsetSeconds"
  | "offsetHours"
  | "offsetPermissive"
  | "standardYear"
  | "standardMonth"
  | "standardDay"
  | "standardHour"
  | "standardMinute"
  | "standardSecond"
  | "standardOffset";

export type Padding = "none" | "zero" | "space";

export type Item =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "space"; readonly text: string }
  | { readonly kind: "numeric"; readonly field: Numeric; readonly padding: Padding }
  | { readonly kind: "fixed"; readonly field: Fixed }
  | { readonly kind: "invalid" };

const INVALID: Item = { kind: "invalid" };

const numeric = (field: Numeric, padding: Padding): readonly Item[] => [{ kind: "numeric", field, padding }];
const fixed = (field: Fixed): readonly Item[] => [{ kind: "fixed", field }];

const literal = (text: string): Item => ({ kind: "literal", text });

const SIMPLE: Readonly<Record<string, readonly Item[]>> = {
  Y: numeric("year", "zero"),
  C: numeric("century", "zero"),
  y: numeric("yearOfCentury", "zero"),
  G: numeric("isoYear", "zero"),
  g: numeric("isoYearOfCentury", "zero"),
  q: numeric("quarter", "none"),
  m: numeric("month", "zero"),
  d: numeric("day", "zero"),
  e: numeric("day", "space"),
  j: numeric("ordinal", "zero"),
  U: numeric("sundayWeek", "zero"),
  W: numeric("mondayWeek", "zero"),
  V: numeric("isoWeek", "zero"),
  w: numeric("sundayWeekday", "none"),
  u: numeric("mondayWeekday", "none"),
  H: numeric("hour", "zero"),
  k: numeric("hour", "space"),
  I: numeric("hour12", "zero"),
  l: numeric("hour12", "space"),
  M: numeric("minute", "zero"),
  S: numeric("second", "zero"),
  f: numeric("nanosecond", "zero"),
  s: numeric("timestamp", "none"),
  b: fixed("shortMonth"),
  h: fixed("shortMonth"),
  B: fixed("longMonth"),
  a: fixed("shortWeekday"),
  A: fixed("longWeekday"),
  p: fixed("upperAmPm"),
  P: fixed("lowerAmPm"),
  Z: fixed("zoneName"),
  z: fixed("offset"),
  ".f": fixed("fraction"),
  ".3f": fixed("fraction3"),
  ".6f": fixed("fraction6"),
  ".9f": fixed("fraction9"),
  "3f": fixed("digits3"),
  "6f": fixed("digits6"),
  "9f": fixed("digits9"),
  ":z": fixed("offsetColon"),
  "::z": fixed("offsetSeconds"),
  ":::z": fixed("offsetHours"),
  "#z": fixed("offsetPermissive"),
  "%": [literal("%")],
  n: [{ kind: "space", text: "\n" }],
  t: [{ kind: "space", text: "\t" }],
};

const COMPOSITE: Readonly<Record<string, string>> = {
  D: "%m/%d/%y",
  x: "%m/%d/%y",
  F: "%Y-%m-%d",
  v: "%e-%b-%Y",
  c: "%a %b %e %H:%M:%S %Y",
  T: "%H:%M:%S",
  X: "%H:%M:%S",
  R: "%H:%M",
  r: "%I:%M:%S %p",
};

/**
 * `%+`: the format of ISO 8601 and RFC 3339. It is formatted without a fraction; when parsing, one is
 * accepted.
 */
const STANDARD: readonly Item[] = [
  ...fixed("standardYear"),
  literal("-"),
  ...fixed("standardMonth"),
  literal("-"),
  ...fixed("standardDay"),
  literal("T"),
  ...fixed("standardHour"),
  literal(":"),
  ...fixed("standardMinute"),
  literal(":"),
  ...fixed("standardSecond"),
  ...fixed("fraction"),
  ...fixed("standardOffset"),
];

const PADDINGS: Readonly<Record<string, Padding>> = { "-": "none", _: "space", "0": "zero" };

/** Unicode white space. */
export const WHITE_SPACE = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/uy;
const PIECE =
  /%([-_0]?)(\.[369]?f|[369]f|:{1,3}z|#z|[A-Za-z%+])|([\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+)|([^%\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+)|%/guy;

/**
 * Yields the items of `pattern`, in order. They are read on demand, so a mismatch at the first ends the
 * reading.
 */
export function* itemsOf(pattern: string): Generator<Item, void, void> {
  for (const [, padding, directive, space, literal] of pattern.matchAll(PIECE)) {
    if (space !== undefined) yield { kind: "space", text: space };
    else if (literal !== undefined) yield { kind: "literal", text: literal };
    else yield* directiveItems(directive ?? "", padding ?? "");
  }
}

/** The directives of a pattern that do not exist, with their offsets. */
export function* unknownDirectives(
  pattern: string,
): Generator<{ readonly at: number; readonly text: string }> {
  for (const { 0: text, 1: padding, 2: directive, index: at } of pattern.matchAll(PIECE))
    if (text.startsWith("%") && directiveItems(directive ?? "", padding ?? "").some(isInvalid))
      yield { at, text };
}

const isInvalid = ({ kind }: Item): boolean => kind === "invalid";

function directiveItems(directive: string, padding: string): readonly Item[] {
  const composite = COMPOSITE[directive];
  const items =
    composite !== undefined
      ? [...itemsOf(composite)]
      : directive === "+"
        ? STANDARD
        : (SIMPLE[directive] ?? [INVALID]);
  if (padding === "") return items;
  const [only] = items;
  if (items.length !== 1 || only?.kind !== "numeric") return [INVALID];
  return [{ ...only, padding: PADDINGS[padding]! }];
}
