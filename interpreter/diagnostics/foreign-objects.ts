// Hints for functions of packages and objects of other languages, such as `strings.Split(s, ",")` and
// `Math.max(a, b)`: by package or object, the form to write and the names that it is for.

import { IMPORTED, type Names } from "./foreign-imports.ts";

const MATH: Names = {
  "a.max(b)": "Max max maximum",
  "a.min(b)": "Min min minimum",
  "x.abs()": "Abs fabs",
  "x.sqrt()": "Sqrt",
  "x.cbrt()": "Cbrt",
  "x.pow(y)": "Pow",
  "x.floor()": "Floor",
  "x.ceil()": "Ceil",
  "x.round()": "Round",
  "x.trunc()": "Trunc",
  "x.sign()": "Signum",
  "x.exp()": "Exp",
  "x.ln()": "Log log",
  "x.log2()": "Log2",
  "x.log10()": "Log10",
  "x.sin()": "Sin",
  "x.cos()": "Cos",
  "x.tan()": "Tan",
  "y.atan2(x)": "Atan2",
  "x.hypot(y)": "Hypot",
  "x.is_nan()": "IsNaN isnan",
  "x.is_infinite()": "IsInf isinf",
  "x.is_finite()": "isfinite",
  "a % b": "Mod fmod",
  "a.rem_euclid(b)": "floorMod",
  "a.gcd(b)": "GCD",
  "xs.product()": "prod",
  "xs.sum()": "fsum",
  "n.isqrt()": "isqrt",
  "9223372036854775807": "MaxInt64 MaxInt",
  "-9223372036854775807 - 1": "MinInt64 MinInt",
};

/** By package or object, the forms that need no import. */
const PLAIN: Readonly<Record<string, Names>> = {
  math: MATH,
  Math: {
    ...MATH,
    "x.abs()": "abs",
    "x.sqrt()": "sqrt",
    "x.cbrt()": "cbrt",
    "x.pow(y)": "pow",
    "x.floor()": "floor",
    "x.ceil()": "ceil",
    "x.round()": "round",
    "x.trunc()": "trunc",
    "x.sign()": "sign",
    "x.exp()": "exp",
    "x.ln()": "log",
    "x.log2()": "log2",
    "x.log10()": "log10",
    "x.sin()": "sin",
    "x.cos()": "cos",
    "x.tan()": "tan",
    "y.atan2(x)": "atan2",
    "x.hypot(y)": "hypot",
  },
  strings: {
    "s.to_upper()": "ToUpper",
    "s.to_lower()": "ToLower",
    "s.title()": "Title ToTitle",
    "s.trim()": "TrimSpace",
    "s.trim_matches(chars)": "Trim TrimLeft TrimRight TrimFunc",
    "s.remove_prefix(text)": "TrimPrefix CutPrefix",
    "s.remove_suffix(text)": "TrimSuffix CutSuffix",
    "s.split(separator)": "Split SplitSeq",
    "s.split_n(separator, n)": "SplitN",
    "s.words()": "Fields FieldsSeq",
    "s.lines()": "Lines",
    "xs.join(separator)": "Join",
    "s.contains(text)": "Contains",
    "s.chars().contains(c)": "ContainsRune",
    "s.chars().any(f)": "ContainsAny ContainsFunc",
    "s.starts_with(prefix)": "HasPrefix",
    "s.ends_with(suffix)": "HasSuffix",
    "s.index_of(text)": "Index IndexByte IndexRune",
    "s.chars().position(f)": "IndexFunc IndexAny",
    "s.last_index_of(text)": "LastIndex LastIndexByte",
    "s.replace(from, to)": "Replace ReplaceAll NewReplacer",
    "s.repeat(n)": "Repeat",
    "s.count(text)": "Count",
    "s.equals_ignore_case(other)": "EqualFold",
    "s.compare(other)": "Compare",
    's.chars().map(f).join("")': "Map",
    "s.split_once(separator)": "Cut",
    's += "…"': "Builder",
  },
  strconv: {
    "n.to_string()": "Itoa FormatFloat FormatBool",
    "n.to_base(base)": "FormatInt FormatUint",
    "s.to_int()": "Atoi ParseInt ParseUint",
    "s.to_float()": "ParseFloat",
    "s.to_bool()": "ParseBool",
  },
  slices: {
    "xs.sort()": "Sort",
    "xs.sort_by(f)": "SortFunc SortStableFunc",
    "xs.sorted()": "Sorted",
    "xs.sorted_by(f)": "SortedFunc",
    "xs.is_sorted()": "IsSorted",
    "xs.contains(x)": "Contains",
    "xs.any(f)": "ContainsFunc",
    "xs.index_of(x)": "Index",
    "xs.position(f)": "IndexFunc",
    "xs.reverse()": "Reverse",
    "xs.max()": "Max",
    "xs.max_by(f)": "MaxFunc",
    "xs.min()": "Min",
    "xs.min_by(f)": "MinFunc",
    "xs.binary_search(x)": "BinarySearch",
    "xs == ys": "Equal",
    "xs.insert(i, x)": "Insert",
    "xs.remove_at(i)": "Delete",
    "xs.retain(f)": "DeleteFunc",
    "xs.copy()": "Clone",
    "xs.dedup()": "Compact",
    "xs.concat(ys)": "Concat",
    "it.collect()": "Collect",
    "xs.repeat(n)": "Repeat",
    "xs.chunks(n)": "Chunk",
    "xs.enumerate()": "All",
  },
  maps: {
    "m.keys()": "Keys",
    "m.values()": "Values",
    "m.copy()": "Clone",
    "m.extend(other)": "Copy",
    "a == b": "Equal",
    "m.retain(f)": "DeleteFunc",
  },
  sort: {
    "xs.sort()": "Ints Strings Float64s Sort Stable",
    "xs.sort_by(f)": "Slice SliceStable",
    "xs.binary_search(x)": "Search SearchInts SearchStrings",
    "xs.is_sorted()": "IntsAreSorted StringsAreSorted SliceIsSorted",
  },
  unicode: {
    "c.is_alphabetic()": "IsLetter",
    "c.is_digit()": "IsDigit IsNumber",
    "c.is_whitespace()": "IsSpace",
    "c.is_upper()": "IsUpper",
    "c.is_lower()": "IsLower",
    "c.is_punctuation()": "IsPunct",
    "c.to_upper()": "ToUpper",
    "c.to_lower()": "ToLower",
  },
  utf8: {
    "s.char_count()": "RuneCountInString RuneCount",
    "s.is_valid_utf8()": "ValidString Valid",
    "s.chars().first()": "DecodeRuneInString",
    "c.to_string().len()": "RuneLen",
  },
  bits: {
    "n.count_ones()": "OnesCount OnesCount64",
    "n.leading_zeros()": "LeadingZeros LeadingZeros64",
    "n.trailing_zeros()": "TrailingZeros TrailingZeros64",
    "n.to_binary().len()": "Len Len64",
  },
  reflect: { "a == b": "DeepEqual" },
  errors: { "e.is(code)": "Is As" },
  Object: {
    "m.keys()": "keys",
    "m.values()": "values",
    "m.to_list()": "entries",
    "pairs.to_map(fun(pair) = pair)": "fromEntries",
    "m.extend(other)": "assign",
    "xs.group_by(f)": "groupBy",
    "m.has(key)": "hasOwn",
  },
  Number: {
    "x.is_integer()": "isInteger isSafeInteger",
    "x.is_nan()": "isNaN",
    "x.is_finite()": "isFinite",
    "s.to_int()": "parseInt",
    "s.to_float()": "parseFloat",
    "9223372036854775807": "MAX_SAFE_INTEGER MAX_VALUE",
    "-9223372036854775807 - 1": "MIN_SAFE_INTEGER",
  },
  Int: {
    "9223372036854775807": "MAX_VALUE MAX max max_value MaxValue",
    "-9223372036854775807 - 1": "MIN_VALUE MIN min min_value MinValue",
    "s.to_int()": "parse from_str parse_int",
  },
  Float: { "s.to_float()": "parse from_str parse_float" },
  itertools: {
    "a.iter().chain(b.iter())": "chain",
    "xs.group_by(f)": "groupby",
    "xs.scan(start, f)": "accumulate",
    "xs.windows(2)": "pairwise",
    "xs.chunks(n)": "batched",
    "xs.take_while(f)": "takewhile",
    "xs.drop_while(f)": "dropwhile",
    "xs.zip(ys)": "zip_longest",
    "list.repeat(x, n)": "repeat",
    "for x in xs { for y in ys { … } }": "product combinations permutations",
  },
  functools: { "xs.reduce(f)": "reduce" },
  copy: { "xs.copy()": "copy deepcopy" },
  pprint: { "print(x)": "pprint" },
  os: { "e.is(code)": "IsNotExist IsExist IsPermission" },
  fmt: { "print(…)": "Fprintln Fprintf Fprint" },
  cmp: { "a.compare(b)": "Compare" },
  list: { "[]": "New" },
  operator: { "fun(x) = x.name": "itemgetter attrgetter" },
};

function byName(forms: Names, hint: (form: string) => string): Map<string, string> {
  const names = new Map<string, string>();
  for (const [form, others] of Object.entries(forms))
    for (const other of others.split(" ")) names.set(other, hint(form.trim()));
  return names;
}

function withImport(form: string): string {
  const [module] = /^\w+/.exec(form)!;
  return `write \`${form.replace(/^\w+\.(?=[A-Z])/, "")}\` with \`import std/${module}\``;
}

function merged(): Map<string, Map<string, string>> {
  const all = new Map<string, Map<string, string>>();
  for (const object of new Set([...Object.keys(PLAIN), ...Object.keys(IMPORTED)])) {
    const plain = Object.hasOwn(PLAIN, object) ? PLAIN[object]! : {};
    const imported = Object.hasOwn(IMPORTED, object) ? IMPORTED[object]! : {};
    all.set(
      object,
      new Map([...byName(plain, (form) => `write \`${form}\``), ...byName(imported, withImport)]),
    );
  }
  return all;
}

let hints: Map<string, Map<string, string>> | undefined;

/** The hint for a function of a package or object that exists only in other languages. */
export function insteadOfObject(object: string, member: string): string | undefined {
  hints ??= merged();
  return hints.get(object)?.get(member);
}

/** All forms that the hints name, for tests. */
export function suggestedForms(): {
  readonly plain: readonly string[];
  readonly imported: readonly string[];
} {
  const forms = (table: Readonly<Record<string, Names>>): string[] =>
    Object.values(table).flatMap((names) => Object.keys(names).map((form) => form.trim()));
  return { plain: forms(PLAIN), imported: forms(IMPORTED) };
}
