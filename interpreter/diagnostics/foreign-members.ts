// Hints for calls of methods that a built-in type does not have, but has in other languages or in modules
// that are not imported.
import { CALLS, type Names } from "./foreign-calls.ts";

/** Methods that `import std/string` adds. */
const STRING_METHODS: ReadonlySet<string> = new Set([
  "length",
  "is_blank",
  "char_at",
  "byte_at",
  "substring",
  "concat",
  "to_upper",
  "to_lower",
  "trim",
  "trim_start",
  "trim_end",
  "repeat",
  "reverse",
  "matches_at",
  "index_of",
  "last_index_of",
  "contains",
  "starts_with",
  "ends_with",
  "count",
  "replace",
  "split",
  "split_whitespace",
  "lines",
  "parse_int",
  "parse_float",
]);

export function isStringMethod(name: string): boolean {
  return STRING_METHODS.has(name);
}

const STRING_SYNONYMS: Names = {
  upper: "to_upper",
  toUpperCase: "to_upper",
  to_uppercase: "to_upper",
  lower: "to_lower",
  toLowerCase: "to_lower",
  to_lowercase: "to_lower",
  gsub: "replace",
  strip: "trim",
  lstrip: "trim_start",
  rstrip: "trim_end",
  includes: "contains",
  has: "contains",
  startswith: "starts_with",
  endswith: "ends_with",
  hasPrefix: "starts_with",
  hasSuffix: "ends_with",
  rfind: "find_last",
  substr: "substring",
  slice: "substring",
  replaceAll: "replace",
  replace_all: "replace",
  splitlines: "lines",
  at: "char_at",
  charCodeAt: "byte_at",
};

/** Methods of lists by their names in other languages. */
const LIST_SYNONYMS: Names = {
  forEach: "each",
  for_each: "each",
  foldl: "fold",
  some: "any",
  every: "all",
  indexOf: "index_of",
  includes: "contains",
  flatMap: "flat_map",
  shift: "pop_first",
  removeAt: "remove_at",
  skip: "drop",
  groupBy: "group_by",
  sortBy: "sort_by_key",
  sortedBy: "sorted_by_key",
  minBy: "min_by",
  maxBy: "max_by",
  filterMap: "filter_map",
  findIndex: "position",
  find_index: "position",
  indexOfFirst: "position",
  indexWhere: "position",
  lastIndexOf: "last_index_of",
  takeWhile: "take_while",
  dropWhile: "drop_while",
  skip_while: "drop_while",
  binarySearch: "binary_search",
  has: "contains",
  delete: "remove_at",
};
/** Methods that iterators have, but lists do not. */
const ITERATOR_ONLY: Names = { nth: "nth" };

/**
 * The hint for a call of a method that a type does not have; `loaded` reports whether the program imports a
 * standard module.
 */
export function insteadOfMember(
  type: string,
  name: string,
  loaded: (module: string) => boolean,
): string | undefined {
  const direct = lookUp(CALLS[type] ?? {}, name);
  if (direct !== undefined) return direct;
  const snake = snakeCase(name);
  const spelt = snake === name ? undefined : lookUp(CALLS[type] ?? {}, snake);
  if (spelt !== undefined) return spelt;
  if (type === "String") return stringMethod(name, loaded("std/string"));
  return type === "List" ? listCall(name) : undefined;
}

/** `to_list` for `toList` and `ToList`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, "");
}

/** `toList` for `to_list`: the tables have one spelling of each name. */
function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function stringMethod(name: string, loaded: boolean): string | undefined {
  const own = lookUp(STRING_SYNONYMS, name) ?? lookUp(STRING_SYNONYMS, camelCase(name)) ?? snakeCase(name);
  if (!STRING_METHODS.has(own)) return undefined;
  if (own === name) return loaded ? undefined : `\`${name}\` needs \`import std/string\``;
  return `write \`.${own}(…)\``;
}

function listCall(name: string): string | undefined {
  const own = lookUp(LIST_SYNONYMS, name) ?? lookUp(LIST_SYNONYMS, camelCase(name));
  if (own !== undefined) return `write \`.${own}(…)\``;
  const method = lookUp(ITERATOR_ONLY, name);
  return method === undefined ? undefined : `write \`xs.iter().${method}(…)\``;
}

function lookUp(names: Names, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
