// Functions that are built in elsewhere, and what is written here instead. For unknown names of values.

const instead: Readonly<Record<string, string>> = {
  str: 'turn a value into text with `x.to_string()` or `"${x}"`',
  String: 'turn a value into text with `x.to_string()` or `"${x}"`',
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
  listOf: "lists are written `[1, 2, 3]`",
  mutableListOf: "lists are written `[1, 2, 3]`, an empty one `[]`",
  arrayOf: "lists are written `[1, 2, 3]`",
  setOf: "sets are written `{1, 2}`",
  mapOf: 'maps are written `["a": 1]`',
  dict: 'maps are written `["a": 1]`',
  set: "sets are written `{1, 2}`",
  format: 'values are embedded: `"${x} and ${y}"`',
  sprintf: 'values are embedded: `"${x} and ${y}"`',
  puts: "write `print(…)`",
  System: "write `print(…)`",
  Console: "write `print(…)`",
  cout: "write `print(…)`",
  Println: "write `print(…)`",
  Printf: 'write `print("x is ${x}")`',
  Sprintf: 'values are embedded: `"${x} and ${y}"`',
  sleep: "write `time.sleep_millis(…)` with `import std/time`",
  setTimeout: "write `spawn` and `time.sleep_millis(…)` with `import std/time`",
  fetch: "write `http.get(url)?` with `import std/http`",
  open: "write `fs.open(path)?` with `import std/fs`, or `fs.read(path)?` for all of it",
  sorted: "write `xs.sorted()`",
  reversed: "write `xs.reversed()`",
  enumerate: "write `for (i, x) in xs.enumerate() { … }`",
  zip: "write `xs.zip(ys)`",
  sum: "write `xs.sum()`",
  reduce: "write `xs.fold(start, fun(sum, x) = …)`",
  filter: "write `xs.filter(fun(x) = …)`",
  all: "write `xs.all(fun(x) = …)`",
  any: "write `xs.any(fun(x) = …)`",
  char: "a character of a number is `n.to_char()`, which gives an option; of a text `s.chars()[0]`",
  chr: "a character of a number is `n.to_char()`, which gives an option",
  ord: "the number of a character is `c.to_int()`",
  tuple: 'tuples are written `(1, "a")`',
  range_inclusive: "ranges are written `0..n`, with the end included `0..=n`",
  Math: "functions of numbers come with `import std/math`: `math.sqrt(x)`",
  JSON: "JSON is read and written with `import std/json`",
  fmt: "write `print(…)`; formatting comes with `import std/fmt`",
  process: "arguments, variables and `exit` come with `import std/env`",
  os: "arguments, variables and `exit` come with `import std/env`, files with `import std/fs`",
  sys: "arguments, variables and `exit` come with `import std/env`",
  isinstance: "use `match`, or a method of a trait",
  require: 'modules are imported with `import std/name` or `import "./file"`',
  map: "a list has it as a method: `xs.map(fun(x) = …)`",
  Date: "the time is `time.now_millis()` with `import std/time`",
  Object: "keys and values of a map are `m.keys()`, `m.values()`; a type that may be anything is `Any`",
  Array: "lists are written `[1, 2, 3]`; the characters of a text are `s.chars()`",
  StringBuilder: 'a text grows by `s += …`, or is joined from a list: `parts.join("")`',
  StringBuffer: 'a text grows by `s += …`, or is joined from a list: `parts.join("")`',
  Random: "write `Rng.new(seed)` or `Rng.from_entropy()` with `import std/random`",
  strings: "texts have methods, which come with `import std/string`: `s.to_upper()`",
  strconv: "write `s.parse_int()` with `import std/string`, and `n.to_string()` for a text of a number",
  recover: "a panic is caught by `catch_panic(fun() = …)` of `std/error`",
  stride: "write `list.range(0, n).iter().step_by(2)` with `import std/list`",
  swap: "write `(a, b) = (b, a)`",
  nameof: "write the name as a text",
};

/** Functions of objects that exist only elsewhere. */
const qualified: Readonly<Record<string, string>> = {
  "Math.random": "write `Rng.from_entropy().next_float()` with `import std/random`",
  "string.Join": "the list comes first: `xs.join(separator)`",
  "String.Join": "the list comes first: `xs.join(separator)`",
  "string.Format": 'values are embedded: `"${x} and ${y}"`',
  "String.Format": 'values are embedded: `"${x} and ${y}"`',
  "string.IsNullOrEmpty": "write `s.is_empty()`",
  "Console.ReadLine": "write `read_line()` with `import std/io { read_line }`",
  "Console.Error": "write `eprintln(…)` with `import std/io { eprintln }`",
  "console.error": "write `eprintln(…)` with `import std/io { eprintln }`",
  "sys.stdin": "write `lines(stdin())` with `import std/io { lines, stdin }`",
  "System.in": "write `lines(stdin())` with `import std/io { lines, stdin }`",
};

/** What to write instead of a member of an object that exists only elsewhere. */
export function insteadOfQualified(object: string, member: string): string | undefined {
  const name = `${object}.${member}`;
  return Object.hasOwn(qualified, name) ? qualified[name] : undefined;
}

/** What to write instead of a function or object that exists only elsewhere. */
export function insteadOfFunction(name: string): string | undefined {
  return Object.hasOwn(instead, name) ? instead[name] : undefined;
}

/** Functions of standard modules by the names that they have elsewhere: what is written behind the module, or alone. */
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

/** How a call of the function of a standard module is written here that has this name elsewhere. `behind`: what stands before it, as `fs.`. */
export function insteadInModule(module: string, name: string, behind: string): string | undefined {
  const names = Object.hasOwn(OTHER_NAMES, module) ? OTHER_NAMES[module]! : {};
  return Object.hasOwn(names, name) ? `write \`${behind}${names[name]!}\`` : undefined;
}
