// Methods that values of built-in types have in other languages or in modules that are not imported,
// and what is written here. For calls of methods that do not exist.

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

type Names = Readonly<Record<string, string>>;

const STRING_SYNONYMS: Names = {
  upper: "to_upper",
  toUpperCase: "to_upper",
  to_uppercase: "to_upper",
  lower: "to_lower",
  toLowerCase: "to_lower",
  to_lowercase: "to_lower",
  strip: "trim",
  lstrip: "trim_start",
  rstrip: "trim_end",
  includes: "contains",
  has: "contains",
  startswith: "starts_with",
  endswith: "ends_with",
  hasPrefix: "starts_with",
  hasSuffix: "ends_with",
  find: "index_of",
  rfind: "last_index_of",
  substr: "substring",
  slice: "substring",
  replaceAll: "replace",
  replace_all: "replace",
  splitlines: "lines",
  at: "char_at",
  charCodeAt: "byte_at",
};

/** What a list calls what other languages call so. */
const LIST_SYNONYMS: Names = {
  forEach: "each",
  for_each: "each",
  reduce: "fold",
  foldl: "fold",
  some: "any",
  every: "all",
  indexOf: "index_of",
  includes: "contains",
  reverse: "reversed",
  flatMap: "flat_map",
  shift: "pop_first",
  removeAt: "remove_at",
  skip: "drop",
  groupBy: "group_by",
  sortBy: "sort_by",
  has: "contains",
  delete: "remove_at",
};
/** Functions of std/list, and what only iterators have. */
const LIST_FUNCTIONS: Names = { flat: "flatten", flatten: "flatten", concat: "concat" };
const ITERATOR_ONLY: Names = {
  position: "position",
  findIndex: "position",
  product: "product",
  nth: "nth",
  take_while: "take_while",
  skip_while: "skip_while",
  step_by: "step_by",
  to_map: "to_map",
  partition: "partition",
};

/** For both kinds of maps. */
const MAP_CALLS: Names = {
  put: "write `.set(key, value)`",
  insert: "write `.set(key, value)`",
  contains_key: "write `.has(key)`",
  containsKey: "write `.has(key)`",
  contains: "write `.has(key)`",
  delete: "write `.remove(key)`",
  size: "write `.len()`",
  length: "write `.len()`",
  items: "write `.entries()`",
  iter: "write `for e in m { … }`",
};

/** What a call of `name` on a value of the type becomes. */
const CALLS: Readonly<Record<string, Names>> = {
  String: {
    size: "write `.len()`",
    format: 'values are embedded: `"${x} and ${y}"`',
    join: "the list comes first: `xs.join(separator)`",
    to_int: "write `.parse_int()` with `import std/string`",
    parse: "write `.parse_int()` or `.parse_float()` with `import std/string`",
    push: "strings do not change: write `s += …`",
    push_str: "strings do not change: write `s += …`",
    append: "strings do not change: write `s += …`",
    clone: "strings never change, so they need no copy",
    as_str: "leave it out: there is one type of strings",
    to_owned: "leave it out: there is one type of strings",
  },
  List: {
    append: "write `.push(x)`, or `.extend(xs)` for several",
    add: "write `.push(x)`",
    push_back: "write `.push(x)`",
    length: "write `.len()`",
    size: "write `.len()`",
    count: "write `.len()`, or `.filter(…).len()`",
    unshift: "write `.insert(0, x)`",
    remove: "write `.remove_at(i)`",
    set: "write `xs[i] = x`",
    clone: "write `.slice(0, xs.len())`",
  },
  Map: MAP_CALLS,
  SortedMap: {
    ...MAP_CALLS,
    min: "write `.first()`, the entry with the smallest key",
    max: "write `.last()`, the entry with the largest key",
    pop_first: "write `.remove_first()`",
  },
  Set: {
    push: "write `.add(x)`",
    insert: "write `.add(x)`",
    has: "write `.contains(x)`",
    delete: "write `.remove(x)`",
    size: "write `.len()`",
    length: "write `.len()`",
    iter: "write `for x in s { … }`",
  },
  Deque: {
    push: "write `.push_back(x)`",
    append: "write `.push_back(x)`",
    add: "write `.push_back(x)`",
    unshift: "write `.push_front(x)`",
    pop: "write `.pop_back()`",
    shift: "write `.pop_front()`",
    popleft: "write `.pop_front()`",
    appendleft: "write `.push_front(x)`",
    first: "write `.front()`",
    last: "write `.back()`",
    length: "write `.len()`",
    size: "write `.len()`",
  },
  Heap: {
    add: "write `.push(x)`",
    insert: "write `.push(x)`",
    top: "write `.peek()`",
    first: "write `.peek()`",
    to_list: "write `.to_sorted_list()`",
    length: "write `.len()`",
    size: "write `.len()`",
  },
  Counter: {
    get: "write `.count(x)`",
    get_or: "write `.count(x)`",
    push: "write `.add(x)`",
    increment: "write `.add(x)`",
    update: "write `.add_n(x, n)`",
    length: "write `.len()`",
    size: "write `.len()`",
  },
  Option: {
    get: "write `.unwrap()`",
    value: "write `.unwrap()`",
    flat_map: "write `.and_then(f)`",
    unwrap_or_default: "write `.unwrap_or(…)`",
  },
  Result: {
    unwrap_err: "write `.err()`, or look at the error with `match`",
    flat_map: "write `.and_then(f)`",
  },
  Char: {
    is_numeric: "write `.is_digit()`",
    is_number: "write `.is_digit()`",
    isdigit: "write `.is_digit()`",
    is_ascii_digit: "write `.is_digit()`",
    is_alpha: "write `.is_alphabetic()`",
    isalpha: "write `.is_alphabetic()`",
    is_letter: "write `.is_alphabetic()`",
    is_alphanumeric: "write `c.is_alphabetic() || c.is_digit()`",
    isalnum: "write `c.is_alphabetic() || c.is_digit()`",
    is_space: "write `.is_whitespace()`",
    isspace: "write `.is_whitespace()`",
    is_uppercase: "write `c.to_lower() != c`",
    is_upper: "write `c.to_lower() != c`",
    is_lowercase: "write `c.to_upper() != c`",
    is_lower: "write `c.to_upper() != c`",
    upper: "write `.to_upper()`",
    lower: "write `.to_lower()`",
    to_uppercase: "write `.to_upper()`",
    to_lowercase: "write `.to_lower()`",
    to_digit: "write `c.to_int() - '0'.to_int()`",
    code: "write `.to_int()`",
    ord: "write `.to_int()`",
  },
  Iterator: {
    to_list: "write `.collect()`",
    toList: "write `.collect()`",
    list: "write `.collect()`",
    collect_vec: "write `.collect()`",
    len: "write `.count()`",
    forEach: "write `for x in … { … }`",
    for_each: "write `for x in … { … }`",
    each: "write `for x in … { … }`",
    sorted: "write `.collect().sorted()`",
    reversed: "write `.collect().reversed()`",
    rev: "write `.collect().reversed()`",
    join: "write `.collect().join(separator)`",
    first: "write `.next()`",
    reduce: "write `.fold(start, f)`",
  },
  TcpListener: {
    addr: "write `.local_addr()`",
    address: "write `.local_addr()`",
    port: "write `.local_addr()`",
  },
  Response: {
    with_status: "write `.status_code(code)`",
    set_status: "write `.status_code(code)`",
  },
  Server: {
    stop: "write `.shutdown()`",
    close: "write `.shutdown()`",
  },
  Stdin: {
    lines: "write `io.lines(io.stdin())` with `import std/io`",
    read_line: "write `io.read_line()` with `import std/io`",
  },
  Int: {
    toString: "write `.to_string()`",
    abs: "write `math.abs_int(n)` with `import std/math`",
    pow: "write `math.pow_int(n, k)` with `import std/math`",
  },
  Float: {
    toString: "write `.to_string()`",
    abs: "write `math.abs(x)` with `import std/math`",
    sqrt: "write `math.sqrt(x)` with `import std/math`",
    floor: "write `math.floor(x)` with `import std/math`",
    round: "write `math.round(x)` with `import std/math`",
    toFixed: "write `fmt.format_float(x, digits)` with `import std/fmt`",
  },
};

/**
 * The next step after a call of a method that a type does not have; `loaded` tells which standard
 * modules the program has already.
 */
export function insteadOfMember(
  type: string,
  name: string,
  loaded: (module: string) => boolean,
): string | undefined {
  const direct = lookUp(CALLS[type] ?? {}, name);
  if (direct !== undefined) return direct;
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const spelt = snake === name ? undefined : lookUp(CALLS[type] ?? {}, snake);
  if (spelt !== undefined) return spelt;
  if (type === "String") return stringMethod(name, loaded("std/string"));
  return type === "List" ? listCall(name, loaded) : undefined;
}

function stringMethod(name: string, loaded: boolean): string | undefined {
  const own = lookUp(STRING_SYNONYMS, name) ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (!STRING_METHODS.has(own)) return undefined;
  if (own === name) return loaded ? undefined : `\`${name}\` comes with \`import std/string\``;
  return `write \`.${own}(…)\`${loaded ? "" : " with `import std/string`"}`;
}

function listCall(name: string, loaded: (module: string) => boolean): string | undefined {
  const importing = (module: string): string => (loaded(module) ? "" : ` with \`import ${module}\``);
  const own = lookUp(LIST_SYNONYMS, name);
  if (own !== undefined) return `write \`.${own}(…)\``;
  const fn = lookUp(LIST_FUNCTIONS, name);
  if (fn !== undefined)
    return `write \`list.${fn}(xs${fn === "flatten" ? "" : ", …"})\`${importing("std/list")}`;
  const method = lookUp(ITERATOR_ONLY, name);
  return method === undefined ? undefined : `write \`xs.iter().${method}(…)\``;
}

function lookUp(names: Names, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
