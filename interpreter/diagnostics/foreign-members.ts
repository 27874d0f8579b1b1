// Methods that values of built-in types have in other languages or in modules that are not imported,
// and what is written here. For calls of methods that do not exist.

/** Methods that `import std/string` adds. */
const STRING_METHODS: ReadonlySet<string> = new Set([
  "length", "is_blank", "char_at", "byte_at", "substring", "concat", "to_upper", "to_lower", "trim", "trim_start", "trim_end",
  "repeat", "reverse", "matches_at", "index_of", "last_index_of", "contains", "starts_with", "ends_with", "count", "replace",
  "split", "split_whitespace", "lines", "parse_int", "parse_float",
]);

export function isStringMethod(name: string): boolean {
  return STRING_METHODS.has(name);
}

/** Methods of the iterator that `xs.iter()` of std/iter gives. */
const ITERATOR_METHODS: ReadonlySet<string> = new Set(["map", "filter", "take", "skip", "enumerate"]);
/** Functions on an iterator, and functions on a list. */
const ITERATOR_FUNCTIONS: ReadonlySet<string> = new Set(["fold", "any", "all", "find", "position", "for_each", "sum", "product", "nth"]);
const LIST_FUNCTIONS: ReadonlySet<string> = new Set(["contains", "index_of", "reverse", "slice", "concat", "flatten", "first", "last", "insert", "remove_at"]);

type Names = Readonly<Record<string, string>>;

const STRING_SYNONYMS: Names = {
  upper: "to_upper", toUpperCase: "to_upper", to_uppercase: "to_upper", lower: "to_lower", toLowerCase: "to_lower", to_lowercase: "to_lower",
  strip: "trim", lstrip: "trim_start", rstrip: "trim_end", includes: "contains", has: "contains", startswith: "starts_with", endswith: "ends_with",
  hasPrefix: "starts_with", hasSuffix: "ends_with", find: "index_of", rfind: "last_index_of", substr: "substring", slice: "substring",
  replaceAll: "replace", replace_all: "replace", splitlines: "lines", at: "char_at", charCodeAt: "byte_at",
};

const LIST_SYNONYMS: Names = {
  forEach: "for_each", reduce: "fold", some: "any", every: "all", indexOf: "index_of", includes: "contains", reversed: "reverse",
  findIndex: "position", flat: "flatten", removeAt: "remove_at",
};

/** What a call of `name` on a value of the type becomes. */
const CALLS: Readonly<Record<string, Names>> = {
  String: {
    size: "write `.len()`", chars: "write `for c in s { … }`", bytes: "use `.byte_at(i)` of std/string",
    format: "values are embedded: `\"${x} and ${y}\"`", join: "write `fmt.join(parts, \", \")` with `import std/fmt`",
    to_int: "write `.parse_int()` with `import std/string`", parse: "write `.parse_int()` or `.parse_float()` with `import std/string`",
    push: "strings do not change: write `s += …`", push_str: "strings do not change: write `s += …`", append: "strings do not change: write `s += …`",
    clone: "strings never change, so they need no copy", as_str: "leave it out: there is one type of strings", to_owned: "leave it out: there is one type of strings",
  },
  List: {
    append: "write `.push(x)`, or `list.concat(xs, ys)` with `import std/list`", add: "write `.push(x)`", push_back: "write `.push(x)`",
    length: "write `.len()`", size: "write `.len()`", count: "write `.len()`", extend: "write `list.concat(xs, ys)` with `import std/list`",
    sort: "write `cmp.sort(xs)` with `import std/cmp`", sorted: "write `cmp.sort(xs)` with `import std/cmp`", sort_by: "write `cmp.sorted_by(xs, f)` with `import std/cmp`",
    join: "write `fmt.join(parts, \", \")` with `import std/fmt`", shift: "write `list.remove_at(xs, 0)` with `import std/list`",
    remove: "write `list.remove_at(xs, i)` with `import std/list`", set: "write `xs[i] = x`", clone: "write `list.concat(xs, [])` with `import std/list`",
  },
  Map: {
    put: "write `.set(key, value)`", insert: "write `.set(key, value)`", contains_key: "write `.has(key)`", containsKey: "write `.has(key)`", contains: "write `.has(key)`",
    delete: "write `.remove(key)`", size: "write `.len()`", length: "write `.len()`", items: "write `.entries()`", iter: "write `for e in m { … }`",
  },
  Set: {
    push: "write `.add(x)`", insert: "write `.add(x)`", has: "write `.contains(x)`", delete: "write `.remove(x)`", size: "write `.len()`", length: "write `.len()`",
    iter: "write `for x in s { … }`",
  },
  Option: {
    expect: "write `.unwrap()`, or give another value with `.unwrap_or(…)`", get: "write `.unwrap()`", value: "write `.unwrap()`",
    map: "write `option.map(o, f)` with `import std/option`", and_then: "write `option.and_then(o, f)` with `import std/option`", or_else: "write `option.or_else(o, f)` with `import std/option`",
  },
  Result: {
    expect: "write `.unwrap()`, or look at the error with `match`", map_err: "write `error.map_err(r, f)` with `import std/error`", map: "write `error.map_ok(r, f)` with `import std/error`",
    unwrap_err: "look at the error with `match r { Ok(v) -> …, Err(e) -> … }`",
  },
  Int: { toString: "write `.to_string()`", abs: "write `math.abs_int(n)` with `import std/math`", pow: "write `math.pow_int(n, k)` with `import std/math`" },
  Float: {
    toString: "write `.to_string()`", abs: "write `math.abs(x)` with `import std/math`", sqrt: "write `math.sqrt(x)` with `import std/math`", floor: "write `math.floor(x)` with `import std/math`",
    round: "write `math.round(x)` with `import std/math`", toFixed: "write `fmt.format_float(x, digits)` with `import std/fmt`",
  },
};

/**
 * The next step after a call of a method that a type does not have; `loaded` tells which standard
 * modules the program has already.
 */
export function insteadOfMember(type: string, name: string, loaded: (module: string) => boolean): string | undefined {
  const direct = lookUp(CALLS[type] ?? {}, name);
  if (direct !== undefined) return direct;
  if (type === "String") return stringMethod(name, loaded("std/string"));
  return type === "List" ? listCall(lookUp(LIST_SYNONYMS, name) ?? name, loaded) : undefined;
}

function stringMethod(name: string, loaded: boolean): string | undefined {
  const own = lookUp(STRING_SYNONYMS, name) ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (!STRING_METHODS.has(own)) return undefined;
  if (own === name) return loaded ? undefined : `\`${name}\` comes with \`import std/string\``;
  return `write \`.${own}(…)\`${loaded ? "" : " with `import std/string`"}`;
}

function listCall(name: string, loaded: (module: string) => boolean): string | undefined {
  const importing = (module: string): string => (loaded(module) ? "" : ` with \`import ${module}\``);
  if (ITERATOR_METHODS.has(name)) return `write \`xs.iter().${name}(…)\`${importing("std/iter")}`;
  if (ITERATOR_FUNCTIONS.has(name)) return `write \`iter.${name}(xs.iter(), …)\`${importing("std/iter")}`;
  if (LIST_FUNCTIONS.has(name)) return `write \`list.${name}(xs${name === "reverse" || name === "flatten" || name === "first" || name === "last" ? "" : ", …"})\`${importing("std/list")}`;
  return name === "iter" && !loaded("std/iter") ? "`iter` comes with `import std/iter`" : undefined;
}

function lookUp(names: Names, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
