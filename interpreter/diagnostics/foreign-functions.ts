// Hints for unknown names that are built-in functions or objects in other languages.

const instead: Readonly<Record<string, string>> = {
  fatalError: 'end the program with `panic("message")`',
  die: 'end the program with `panic("message")` or `exit(1)`',
  todo: 'write `panic("not written yet")`',
  isset: "write `m.has(key)` for a map, `o.is_some()` for an option",
  empty: "write `xs.is_empty()`",
  implode: 'write `parts.join(",")`',
  explode: 'write `s.split(",")`',
  in_array: "write `xs.contains(x)`",
  var_dump: "write `print(x)`",
  IO: "write `print(x)`",
  str: 'convert a value to a string with `x.to_string()` or `"${x}"`',
  String: 'convert a value to a string with `x.to_string()` or `"${x}"`',
  repr: "write `x.debug()` with `import std/fmt`",
  int: "write `x.to_int()` for a Float, `s.parse_int()` of std/string for a String",
  Int: "write `x.to_int()` for a Float, `s.parse_int()` of std/string for a String",
  parseInt: "write `s.parse_int()` with `import std/string`",
  atoi: "write `s.parse_int()` with `import std/string`",
  float: "write `n.to_float()` for an Int, `s.parse_float()` of std/string for a String",
  Float: "write `n.to_float()` for an Int, `s.parse_float()` of std/string for a String",
  Number: "write `s.parse_int()` or `s.parse_float()` with `import std/string`",
  parseFloat: "write `s.parse_float()` with `import std/string`",
  len: "write `xs.len()`",
  append: "write `xs.push(x)`",
  push: "write `xs.push(x)`",
  make: "write an empty list as `[]`, an empty map as `Map.new()` of std/collections",
  vec: "write a list as `[1, 2, 3]`",
  list: "write a list as `[1, 2, 3]`; functions for lists are in `std/list`",
  listOf: "write a list as `[1, 2, 3]`",
  mutableListOf: "write a list as `[1, 2, 3]`, an empty one as `[]`",
  arrayOf: "write a list as `[1, 2, 3]`",
  setOf: "write a set as `{1, 2}`",
  mapOf: 'write a map as `["a": 1]`',
  mutableMapOf: 'write a map as `["a": 1]`, an empty one as `[:]`',
  hashMapOf: 'write a map as `["a": 1]`, an empty one as `[:]`',
  mutableSetOf: "write a set as `{1, 2}`, an empty one as `Set.new()`",
  hashSetOf: "write a set as `{1, 2}`, an empty one as `Set.new()`",
  emptyList: "write an empty list as `[]`",
  emptyMap: "write an empty map as `[:]`",
  emptySet: "write an empty set as `Set.new()`",
  dict: 'write a map as `["a": 1]`',
  set: "write a set as `{1, 2}`, an empty one as `Set.new()`",
  Pair: 'write a pair as `(1, "a")`',
  Triple: 'write a triple as `(1, "a", true)`',
  to: 'write a pair as `(1, "a")`, an entry of a map as `["a": 1]`',
  format: 'embed values in a string: `"${x} and ${y}"`',
  sprintf: 'embed values in a string: `"${x} and ${y}"`',
  puts: "write `print(…)`",
  System: "write `print(…)`",
  Console: "write `print(…)`",
  cout: "write `print(…)`",
  Println: "write `print(…)`",
  Printf: 'write `print("x is ${x}")`',
  Sprintf: 'embed values in a string: `"${x} and ${y}"`',
  sleep: "write `time.sleep_millis(…)` with `import std/time`",
  setTimeout: "write `spawn` and `time.sleep_millis(…)` with `import std/time`",
  setInterval: "receive from `ticker(ms)` of `std/sync` in a `spawn`",
  delay: "write `sleep_millis(…)` with `import std/sync { sleep_millis }`",
  launch: "start goroutines with `spawn`: `spawn(fun() { … })`",
  runBlocking: "remove `runBlocking`: every function may wait",
  coroutineScope: "start goroutines with `task(f)` of `std/sync`, and wait for them with `join_all(tasks)`",
  TODO: 'write `panic("not implemented")`',
  check: 'write `if !c { panic("…") }`',
  NaN: "write `math.nan()` with `import std/math`",
  type: "`type_name` returns the name of a type, `type_name_of` that of the value of an `Any`",
  fetch: "write `http.get(url)?` with `import std/http`",
  open: "write `fs.open(path)?` with `import std/fs`, or `fs.read(path)?` for the whole file",
  sorted: "write `xs.sorted()`",
  reversed: "write `xs.reversed()`",
  enumerate: "write `for (i, x) in xs.enumerate() { … }`",
  zip: "write `xs.zip(ys)`",
  sum: "write `xs.sum()`",
  reduce: "write `xs.fold(start, fun(sum, x) = …)`",
  filter: "write `xs.filter(fun(x) = …)`",
  all: "write `xs.all(fun(x) = …)`",
  any: "write `xs.any(fun(x) = …)`",
  char: "write `n.to_char()`, which returns an option, for a code point; `s.chars()[0]` for a String",
  chr: "write `n.to_char()`, which returns an option",
  ord: "write `c.to_int()` for the code point of a character",
  tuple: 'write a tuple as `(1, "a")`',
  range_inclusive: "write a range as `0..n`, with its end included as `0..=n`",
  Math: "functions for numbers are in `std/math`: `math.sqrt(x)`",
  JSON: "functions for JSON are in `std/json`",
  fmt: "write `print(…)`; functions for formatting are in `std/fmt`",
  process: "arguments, variables and `exit` are in `std/env`",
  os: "arguments, variables and `exit` are in `std/env`, files in `std/fs`",
  sys: "arguments, variables and `exit` are in `std/env`",
  isinstance: "use `match`, or a method of a trait",
  require: 'import modules with `import std/name` or `import "./file"`',
  map: "write `xs.map(fun(x) = …)`",
  Date: "write `time.now_millis()` with `import std/time`",
  Object: "write `m.keys()` and `m.values()` for keys and values of a map; the type of any value is `Any`",
  Array: "write a list as `[1, 2, 3]`; `list.repeat(0, n)` of std/list makes one of equal elements",
  List: "write a list as `[1, 2, 3]`, an empty one as `[]`",
  Vec: "write a list as `[1, 2, 3]`, an empty one as `[]`",
  StringBuilder: 'append to a string with `s += …`, or join a list of strings with `parts.join("")`',
  StringBuffer: 'append to a string with `s += …`, or join a list of strings with `parts.join("")`',
  Random: "write `Rng.new(seed)` or `Rng.from_entropy()` with `import std/random`",
  strings: "strings have methods, `s.to_upper()`, which need `import std/string`",
  strconv: "write `s.parse_int()` with `import std/string`; `n.to_string()` converts a number to a string",
  recover: "catch a panic with `catch_panic(fun() = …)` of `std/error`",
  stride: "write `list.range(0, n).iter().step_by(2)` with `import std/list`",
  swap: "write `(a, b) = (b, a)`",
  nameof: "write the name as a string",
};

/** Members of objects that exist only in other languages. */
const qualified: Readonly<Record<string, string>> = {
  "Integer.parseInt": "write `s.parse_int()` with `import std/string`",
  "Double.parseDouble": "write `s.parse_float()` with `import std/string`",
  "Integer.toString": "write `n.to_string()`",
  "Integer.MAX_VALUE": "write `9223372036854775807`",
  "String.valueOf": "write `x.to_string()`",
  "String.format": 'embed values in a string: `"${x} and ${y}"`',
  "List.of": "write a list as `[1, 2]`",
  "Map.of": 'write a map as `["a": 1]`',
  "Set.of": "write a set as `{1, 2}`",
  "List.from": "write a list as `[1, 2]`, a copy as `xs[..]`, the list of an iterator as `it.collect()`",
  "Array.from": "write a list as `[1, 2]`, a copy as `xs[..]`, the list of an iterator as `it.collect()`",
  "Array.isArray": "the type of a variable is known before the program runs: remove it",
  "String.fromCharCode": "write `n.to_char()`, which returns an option",
  "Date.now": "write `time.now_millis()` with `import std/time`",
  "fmt.Println": "write `print(…)`",
  "fmt.Printf": 'write `print("x is ${x}")`',
  "fmt.Print": "write `print(…)` with `import std/io { print }`, which adds no line break",
  "fmt.Sprintf": 'embed values in a string: `"${x} and ${y}"`',
  "fmt.Sprint": 'embed values in a string: `"${x} and ${y}"`',
  "fmt.Errorf": 'write `error("… ${e}")` with `import std/error { error }`',
  "errors.New": 'write `error("…")` with `import std/error { error }`',
  "Math.random": "write `Rng.from_entropy().next_float()` with `import std/random`",
  "string.Join": "call it on the list: `xs.join(separator)`",
  "String.Join": "call it on the list: `xs.join(separator)`",
  "string.Format": 'embed values in a string: `"${x} and ${y}"`',
  "String.Format": 'embed values in a string: `"${x} and ${y}"`',
  "string.IsNullOrEmpty": "write `s.is_empty()`",
  "Console.ReadLine": "write `read_line()` with `import std/io { read_line }`",
  "Console.Error": "write `eprintln(…)` with `import std/io { eprintln }`",
  "console.error": "write `eprintln(…)` with `import std/io { eprintln }`",
  "Response.status": 'set it: `Response.text("…").status_code(404)`',
  "sys.stdin": "write `lines(stdin())` with `import std/io { lines, stdin }`",
  "System.in": "write `lines(stdin())` with `import std/io { lines, stdin }`",
};

/** Members of the object `process`. */
const NODE: Readonly<Record<string, string>> = {
  argv: "write `env.args()` with `import std/env`",
  env: 'write `env.get_env("NAME")` with `import std/env`',
  exit: "write `env.exit(1)` with `import std/env`",
  stdout: "write `print(text)` with `import std/io { print }`, which adds no line break",
};

/** The hint for a member of an object that exists only in other languages. */
export function insteadOfQualified(object: string, member: string): string | undefined {
  if (object === "process") return Object.hasOwn(NODE, member) ? NODE[member] : undefined;
  const name = `${object}.${member}`;
  return Object.hasOwn(qualified, name) ? qualified[name] : undefined;
}

/** The hint for a function or object that exists only in other languages. */
export function insteadOfFunction(name: string): string | undefined {
  return Object.hasOwn(instead, name) ? instead[name] : undefined;
}

/**
 * By module, the names that its functions have in other languages, each with the call to write after the
 * module's name.
 */
export const OTHER_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "std/json": renamed({
    "stringify(x.to_json())": "dump dumps encode marshal serialize to_json to_string toString Marshal write",
    "parse(text)": "load loads from_string read JSON",
    "decode<T>(text)": "deserialize from_str unmarshal Unmarshal parse_as",
    "stringify_pretty(value, 2)": "pretty to_string_pretty MarshalIndent marshal_indent",
  }),
  "std/fs": renamed({
    "read(path)": "load read_all read_file read_text read_to_string readFile readFileSync ReadFile slurp",
    "write(path, text)": "save write_all write_file write_text writeFile writeFileSync WriteFile",
    "append(path, text)": "append_file appendFile appendFileSync",
    "lines(path)": "readlines read_lines_of",
    "remove_file(path)": "delete delete_file remove unlink unlinkSync Remove",
    "remove_all(path)": "remove_dir_all remove_tree rimraf rm rmtree RemoveAll",
    "create_dir(path)": "make_dir mkdir mkdirSync Mkdir",
    "create_dir_all(path)": "ensure_dir makedirs mkdir_all mkdir_p MkdirAll",
    "list_dir(path)": "dir_entries entries list listdir ls read_dir readdir readdirSync ReadDir",
    "rename(from, to)": "move mv",
    "copy(from, to)": "copy_file copyFile cp",
    "metadata(path)": "file_info lstat stat Stat",
    "is_file(path)": "isfile isFile",
    "is_dir(path)": "isdir isDirectory is_directory",
    "real_path(path)": "canonicalize realpath",
    "cwd()": "current_dir getcwd",
    "set_cwd(path)": "chdir",
    "set_mode(path, 0o644)": "chmod",
    "set_modified_ms(path, ms)": "chtimes set_modified set_mtime touch utime utimes utimesSync Chtimes",
    "temp_dir()": "mkdtemp mkdtempSync tempdir tmpdir",
    "temp_file()": "mkstemp tmpfile",
  }),
  "std/env": renamed({
    "get_env(name)": "get getenv Getenv lookup_env LookupEnv var",
    "set_env(name, value)": "set setenv Setenv set_var",
    "unset_env(name)": "remove_var unsetenv",
    "all_env()": "environ env vars",
    "args()": "argv",
    "exit(1)": "quit",
    "host_name()": "gethostname hostname",
    "os_name()": "os platform",
    "cpu_count()": "cpus num_cpu",
  }),
  "std/time": renamed({
    "now_millis()": "currentTimeMillis millis now_ms unix_millis",
    "now()": "time unix unix_time",
    "monotonic_nanos()": "instant perf_counter monotonic",
    "format_timestamp(seconds, format)": "format strftime",
    "parse_timestamp(text, format)": "parse strptime",
  }),
  "std/net": renamed({
    'connect("host:port")': "create_connection dial Dial",
    "dns_lookup(name)": "lookup lookup_host resolve getaddrinfo",
    'udp_bind("host:port")': "listen_udp bind_udp",
  }),
  "std/process": renamed({
    "run(program, args)": "exec execFile spawn_sync spawnSync call check_output",
    "start(program, args)": "Popen popen spawn",
    "send_signal(pid, signal)": "kill",
    "pid()": "getpid id",
  }),
  "std/io": renamed({
    "eprint(text)": "eprintf print_err stderr_print",
    "read_line()": "getline gets readline readLine",
    "read_all(stdin())": "read_to_end read_to_string slurp",
    "is_terminal(stdout())": "isatty is_tty",
  }),
  "std/error": renamed({
    "error(message)": "new make create from errorf",
  }),
  "std/sync": renamed({
    "channel_buffered<T>(n)": "bounded buffered_channel sync_channel",
    "wait_group()": "WaitGroup waitgroup",
    "rw_lock()": "RWMutex RwLock rwlock",
    "mutex()": "lock Lock",
  }),
  "std/random": renamed({
    "Rng.from_entropy().gen_range(1, 7)":
      "randint rand random_int int_range next_int nextInt uniform_int Intn range randrange gen_range int",
    "Rng.from_entropy().next_float()": "random random_float float next_float nextDouble Float64",
    "Rng.from_entropy().choice(xs)": "choice choose pick sample_one random_element",
    "Rng.from_entropy().shuffle(xs)": "shuffle shuffled",
    "Rng.new(seed)": "seed srand Seed",
  }),
  "std/log": renamed({
    "warn(message)": "warning Warn",
    "error(message)": "critical fatal exception",
  }),
  "std/regex": renamed({
    "compile(pattern)": "new regex re Regexp RegExp MustCompile",
  }),
  "std/encoding": renamed({
    "hex_encode(s)": "hex hexlify to_hex encode_hex EncodeToString",
    "hex_decode(s)": "unhexlify from_hex decode_hex fromhex",
    "base64_encode(s)": "base64 b64encode btoa to_base64 encode_base64",
    "base64_decode(s)": "b64decode atob from_base64 decode_base64",
    "url_encode(s)": "quote urlencode encodeURIComponent percent_encode",
    "url_decode(s)": "unquote decodeURIComponent percent_decode",
  }),
  "std/crypto": renamed({
    "hmac_sha256(key, text)": "hmac HMAC createHmac",
    "sha256(text)": "createHash digest",
    "constant_time_eq(a, b)": "compare_digest timingSafeEqual timing_safe_equal secure_compare",
    "random_bytes(n)": "randomBytes token_bytes urandom",
  }),
  "std/test": renamed({
    "assert_eq(a, b)": "assertEquals assertEqual assert_equal assert_equals expect strictEqual equal",
    "assert_ne(a, b)": "assertNotEquals assertNotEqual assert_not_equal assert_neq",
    "assert_true(c)": "assertTrue ok",
    "assert_false(c)": "assertFalse",
  }),
  "std/math": renamed({
    "pow(x, y)": "power",
    "atan2(y, x)": "arctan2",
    "abs(x)": "absolute",
    "ceil(x)": "ceiling",
    "ln(x)": "log_e",
    "nan()": "NaN NAN",
    "infinity()": "inf INFINITY",
    "pi()": "PI Pi",
  }),
};

function renamed(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([form, others]) => others.split(" ").map((other) => [other, form])),
  );
}

/**
 * The hint for a function of a standard module under another name; `behind` is what precedes its name here,
 * such as `fs.`.
 */
export function insteadInModule(module: string, name: string, behind: string): string | undefined {
  const names = Object.hasOwn(OTHER_NAMES, module) ? OTHER_NAMES[module]! : {};
  if (!Object.hasOwn(names, name)) return undefined;
  // A type is not qualified by its module.
  const form = names[name]!;
  return `write \`${/^[A-Z]/.test(form) ? "" : behind}${form}\``;
}
