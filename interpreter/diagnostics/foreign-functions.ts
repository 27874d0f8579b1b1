// Functions that are built in elsewhere, and what is written here instead. For unknown names of values.

const instead: Readonly<Record<string, string>> = {
  str: "turn a value into text with `x.to_string()` or `\"${x}\"`",
  String: "turn a value into text with `x.to_string()` or `\"${x}\"`",
  repr: "write `x.debug()` with `import std/fmt`",
  int: "write `x.to_int()` for a Float, `s.parse_int()` of std/string for text",
  Int: "write `x.to_int()` for a Float, `s.parse_int()` of std/string for text",
  parseInt: "write `s.parse_int()` with `import std/string`",
  atoi: "write `s.parse_int()` with `import std/string`",
  float: "write `n.to_float()` for an Int, `s.parse_float()` of std/string for text",
  Float: "write `n.to_float()` for an Int, `s.parse_float()` of std/string for text",
  Number: "write `s.parse_int()` or `s.parse_float()` with `import std/string`",
  parseFloat: "write `s.parse_float()` with `import std/string`",
  len: "write `xs.len()`",
  append: "write `xs.push(x)`",
  push: "write `xs.push(x)`",
  make: "an empty list is `[]`, an empty map `Map.new()` of std/collections",
  vec: "lists are written `[1, 2, 3]`",
  list: "lists are written `[1, 2, 3]`; functions on them come with `import std/list`",
  dict: "maps are written `[\"a\": 1]`",
  set: "sets are written `{1, 2}`",
  format: "values are embedded: `\"${x} and ${y}\"`",
  sprintf: "values are embedded: `\"${x} and ${y}\"`",
  puts: "write `print(…)`",
  System: "write `print(…)`",
  Console: "write `print(…)`",
  cout: "write `print(…)`",
  Println: "write `print(…)`",
  Printf: "write `print(\"x is ${x}\")`",
  Sprintf: "values are embedded: `\"${x} and ${y}\"`",
  eprintln: "write `print(…)`; only panics write to standard error",
  sleep: "write `time.sleep_millis(…)` with `import std/time`",
  setTimeout: "write `spawn` and `time.sleep_millis(…)` with `import std/time`",
  fetch: "write `http.get(url)?` with `import std/http`",
  open: "write `fs.read(path)?` with `import std/fs`",
  input: "write `io.input(…)` with `import std/io`",
  sorted: "write `cmp.sort(xs)` with `import std/cmp`",
  sort: "write `cmp.sort(xs)` with `import std/cmp`",
  reversed: "write `list.reverse(xs)` with `import std/list`",
  enumerate: "write `xs.iter().enumerate()` with `import std/iter`",
  sum: "write `iter.sum(xs.iter())` with `import std/iter`",
  max: "write `cmp.max(a, b)` with `import std/cmp`",
  min: "write `cmp.min(a, b)` with `import std/cmp`",
  abs: "write `math.abs(x)` or `math.abs_int(n)` with `import std/math`",
  sqrt: "write `math.sqrt(x)` with `import std/math`",
  pow: "write `math.pow(x, y)` or `math.pow_int(n, k)` with `import std/math`",
  Math: "functions of numbers come with `import std/math`: `math.sqrt(x)`",
  JSON: "JSON is read and written with `import std/json`",
  fmt: "write `print(…)`; formatting comes with `import std/fmt`",
  process: "arguments, variables and `exit` come with `import std/env`",
  os: "arguments, variables and `exit` come with `import std/env`, files with `import std/fs`",
  sys: "arguments, variables and `exit` come with `import std/env`",
  isinstance: "use `match`, or a method of a trait",
  assert: "`assert` comes with `import std/test { assert }`",
  require: "modules are imported with `import std/name` or `import \"./file\"`",
};

/** Functions that programs use by name, by the standard module that has them. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  env: ["exit", "args", "get_env"],
  error: ["error"],
  io: ["read_line"],
  math: ["floor", "ceil", "round"],
  sync: ["channel", "channel_buffered", "select_recv", "wait_group", "yield_now"],
  test: ["assert", "assert_eq", "assert_ne", "assert_true", "assert_false", "assert_some", "assert_none", "assert_ok", "assert_err"],
  time: ["sleep_millis"],
};

/** What to write instead of a function or object that exists only elsewhere, or which import brings it. */
export function insteadOfFunction(name: string): string | undefined {
  if (Object.hasOwn(instead, name)) return instead[name];
  const home = Object.keys(HOMES).find((module) => HOMES[module]!.includes(name));
  return home === undefined ? undefined : `\`${name}\` comes with \`import std/${home} { ${name} }\``;
}
