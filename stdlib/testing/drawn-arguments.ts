// Draws arguments for functions of the library by their types, as expressions: values at the limits of the
// types, and handles.
import type { TypeNode } from "../../interpreter/syntax/index.ts";
import { standardModules } from "../index.ts";
import { publicTypes, typeText, type Callable, type Names } from "./public-functions.ts";

export type Pick = (size: number) => number;

// ---- arguments, as expressions

const STRINGS = [
  '""',
  '"a"',
  '"\\0"',
  '"né"',
  "ill_formed()",
  '" \\t\\r\\n"',
  '"-9223372036854775808"',
  '"1e400"',
  '"%"',
  '"%Y-%m-%q %-d%"',
  '"="',
  '"\\$"',
  '"\\${"',
  '"(a+)+\\$"',
  '"(?i)[^\\\\W]{2,3}|"',
  '"\\\\b"',
  '"["',
  '"[1, {\\"a\\": null}]"',
  '"12:30"',
  '"../a"',
  "huge()",
];
const INTS = [
  "0",
  "1",
  "-1",
  "2",
  "10",
  "16",
  "63",
  "64",
  "2147483648",
  "-2147483648",
  "4294967296",
  "9007199254740991",
  "9007199254740992",
  "-9007199254740993",
  "9223372036854775807",
  "(-9223372036854775807 - 1)",
];
const FLOATS = [
  "0.0",
  "-0.0",
  "1.0",
  "-1.5",
  "0.1",
  "1.0e308",
  "5.0e-324",
  "-1.0e-300",
  "1.0e21",
  "(1.0 / 0.0)",
  "(-1.0 / 0.0)",
  "(0.0 / 0.0)",
];
/** By type; `module.Type` where two modules have types of one name. */
const LETS: Readonly<Record<string, readonly string[]>> = {
  String: STRINGS,
  Int: INTS,
  Float: FLOATS,
  Bool: ["true", "false"],
  Char: ["'a'", "'\\0'", "'é'", "'\\u{10ffff}'"],
  Unit: ["{}"],
  Any: ['to_any<String>("a")'],
  JsonValue: [
    "json.json_null()",
    "json.json_string(ill_formed())",
    "json.json_number(0.0 / 0.0)",
    "json.json_array([json.json_int(1), json.json_null()])",
    'json.json_object(["": json.json_bool(true)])',
  ],
  Regex: [
    'regex.compile("(a)|b*").unwrap()',
    'regex.compile("(?-u)\\\\b.").unwrap()',
    'regex.compile("\\\\bé?").unwrap()',
    "Regex { id: 7 }",
  ],
  Child: ['process.start("true", []).unwrap()', "Child { id: 9 }"],
  Channel: ["sync.channel()", "sync.channel_buffered(2)"],
  Deque: ["Deque<Int>.new()", "Deque.from([3, 1, 2])"],
  Heap: ["Heap<Int>.new()", "Heap.by(fun(a: Int, b: Int) -> Int = b - a)"],
  SortedMap: ["SortedMap.new()"],
  Counter: ["Counter.new()"],
  "metrics.Counter": ['metrics.counter("c", "")', 'metrics.counter("d", "", ["a"]).with([ill_formed()])'],
  Gauge: ['metrics.gauge("g", "")', 'metrics.gauge("e", "", ["a"], "last")'],
  Histogram: ['metrics.histogram("h", "", ["a"]).with([""])', 'metrics.histogram("h", "", ["a"])'],
  Cancel: ["Cancel.new()"],
  Buffered: ["io.buffered(Buffer.new())"],
  Limited: ['io.limited(io.reader("ab"), 1)'],
  Buffer: ["Buffer.new()"],
  TextReader: ['io.reader("ab")'],
  Reader: ['io.reader("ab")'],
  Lines: ['io.lines(io.reader("a\\nb"))'],
  Mutex: ["sync.mutex()"],
  WaitGroup: ["sync.wait_group()"],
  Zone: ['time.zone("Europe/Paris").unwrap()', 'time.zone("+05:45").unwrap()', "Zone { name: ill_formed() }"],
  Duration: ["Duration.nanos(-1)", "Duration.nanos(9223372036854775807)"],
  Row: [
    'csv.decode<Row>("a,b\\n,x\\n").unwrap()[0]',
    'csv.decode<Row>("a\\n9223372036854775808\\n").unwrap()[0]',
  ],
  CompressReader: ['compress.gunzip_reader(io.reader("a"))'],
  CompressWriter: ["compress.gzip_writer(Buffer.new())"],
  TarReader: ['compress.tar_reader(io.reader("a"))'],
  TarWriter: ["compress.tar_writer(Buffer.new())"],
  ZipWriter: ["compress.zip_writer(Buffer.new())"],
  ArchiveEntry: [
    'ArchiveEntry.file(ill_formed(), "a")',
    'ArchiveEntry { name: "a".repeat(300), kind: EntryKind.Link, data: huge(), mode: -1, modified: -9223372036854775807 }',
  ],
  ExtractOptions: ["ExtractOptions {}", "ExtractOptions { max_bytes: -1, max_entries: 0 }"],
  EntryKind: ["EntryKind.Other"],
  Url: ['url.parse("http://a/b?c=%").unwrap()', 'url.parse("mailto:a").unwrap()'],
  Sql: [
    "Sql.Null",
    "Sql.Integer(1)",
    "Sql.Text(ill_formed())",
    'Sql.Named("a", Sql.Named("b", Sql.Null))',
    'Sql.Blob("\\0")',
  ],
  Database: ['sqlite.open(":memory:").unwrap()'],
  Statement: ['sqlite.open(":memory:").unwrap().prepare("SELECT 1, ?").unwrap()'],
  Rows: ['sqlite.open(":memory:").unwrap().rows<Int>("SELECT 1 UNION SELECT NULL", []).unwrap()'],
  CsvReader: ['csv.reader(io.reader("a\\nb"))'],
  CsvRecords: ['csv.reader(io.reader("a\\nb")).records<Int>()'],
  CsvWriter: ["csv.writer(Buffer.new())"],
  JsonReader: ['json.reader(io.reader("[1, {}"))'],
  JsonValues: ['json.reader_of<Int>(io.reader("1 {}"))'],
  JsonWriter: ["json.writer(Buffer.new())"],
  Hasher: ['crypto.hasher("sha1")', 'crypto.hmac_hasher("md5", "")'],
  Element: ["xml.parse(\"<a b='1'>x<c/></a>\").unwrap()"],
  XmlReader: ['xml.reader(io.reader("<a>x</a>"))'],
  Key: ['Key.secret("HS256", "a").unwrap()'],
  Message: ["Message.new()", 'Message.new().from("a@b.c").to("d@e.f").subject("x\\r\\nBcc: y@z").text("t")'],
  Keys: ['jwt.jwks("http://127.0.0.1:1/")'],
  VerifyOptions: ["VerifyOptions {}", "VerifyOptions { issuer: Some(ill_formed()) }"],
  Version: [
    'semver.parse("1.2.3-a.1+b").unwrap()',
    "Version { major: -1, minor: 9223372036854775807, patch: 0, pre: ill_formed(), build: huge() }",
  ],
  Range: ['semver.range("^1.2 || 3.x").unwrap()'],
  Decimal: [
    "Decimal.of(-9223372036854775807)",
    'Decimal.parse("1.5").unwrap()',
    'Decimal.parse("-0.0001").unwrap()',
  ],
  Glob: ['text.glob("{a,b}*/**/[!c]").unwrap()'],
  Builder: ["Builder.new()", 'Builder.new().put("\\0né")'],
  Api: ['Api.new("a", "1")', "Api.new(ill_formed(), huge())"],
  ApiClient: ['Api.new("a", "1").test()', 'Api.new("a", "1").test().header("X-A", "b")'],
  ApiError: ["ApiError.not_found(ill_formed())", "ApiError.new(-1, huge(), ill_formed())"],
  Operation: ['Api.new("a", "1").get("/x", fun() = 1)'],
  Handler: ["fun() = 1", "fun(a: Int) = a"],
  "api.Created": ["Created.at(ill_formed(), 1)"],
  "api.Result": ["Ok(1)", "Err(ApiError.bad_request(ill_formed()))"],
  "api.Method": ["Method.Get", "Method.Head"],
  "api.Response": ['Response.text("a")'],
  "api.HttpResponse": [
    'HttpResponse { status_code: 404, status_text: "", headers: "A: b", body: ill_formed() }',
    'HttpResponse { status_code: -1, status_text: huge(), headers: "", body: "{\\"errors\\": [1, {}]}" }',
  ],
  "api.Request": [
    'Request { method: Method.Get, path: ill_formed(), version: "", headers: [:], params: [:], query: [:], body: "" }',
  ],
};

/** The types for parameters of types that Int does not suit, by module. */
export const SUITED: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  api: [["E", "ApiError"]],
  flags: [["T", "Given"]],
};
const ADAPTERS: Readonly<Record<string, string>> = {
  ListIter: "",
  MapIter: ".map(fun(x: Int) -> Int = x + 1)",
  Filter: ".filter(fun(x: Int) -> Bool = x != 1)",
  Take: ".take(TIMES)",
  Skip: ".skip(TIMES)",
  Enumerate: ".enumerate()",
  Zip: ".zip([4, 5].iter())",
  Chain: ".chain([4, 5].iter())",
  TakeWhile: ".take_while(fun(x: Int) -> Bool = x != 1)",
  SkipWhile: ".skip_while(fun(x: Int) -> Bool = x == 3)",
  FlatMap: ".flat_map(fun(x: Int) -> List<Int> = [x, x])",
  StepBy: ".step_by(2)",
  FilterMap: ".filter_map(fun(x: Int) -> Option<Int> = if x != 1 { Some(x) } else { None })",
  Inspect: ".inspect(fun(_x: Int) {})",
  Scan: ".scan(0, fun(sum: Int, x: Int) -> Int = sum + x)",
};
/** Parameters whose value is a time to wait. */
const WAITS = ["0", "-1", "(-9223372036854775807 - 1)"];

export class Arguments {
  readonly #pick: Pick;
  readonly #folder: string;

  constructor(pick: Pick, folder: string) {
    this.#pick = pick;
    this.#folder = folder;
  }

  #of(pool: readonly string[]): string {
    return pool[this.#pick(pool.length)]!;
  }

  /** The path of an empty folder, or of nothing. */
  #path(): string {
    return this.#of([
      '""',
      '"\\0"',
      `"${this.#folder}/" + ill_formed()`,
      "huge()",
      `"${this.#folder}"`,
      `"${this.#folder}/a"`,
      `"${this.#folder}/a/\\n"`,
      `"${this.#folder}/\\0"`,
    ]);
  }

  of(type: TypeNode, names: Names, param: string, module: string): string {
    const inside = (inner: TypeNode) => this.of(inner, names, param, module);
    if (type.kind === "FunType") {
      const params = type.params.map((each, i) => `x${i}: ${typeText(each, names)}`).join(", ");
      const result = typeText(type.result, names);
      return `fun(${params}) -> ${result === "Unit" ? "Unit {}" : `${result} = ${inside(type.result)}`}`;
    }
    if (type.kind === "DynType")
      return this.#byText(
        typeText(type.trait, names) === "KeySource" ? "Key" : typeText(type.trait, names),
        module,
      );
    if (type.kind === "TupleType") return `(${type.parts.map(inside).join(", ")})`;
    const text = typeText(type, names);
    if (module === "fs" && text === "String" && param !== "contents") return this.#path();
    // Creates the file.
    if (module === "sqlite" && param === "path")
      return this.#of(['""', '"\\0"', "huge()", '":memory:"', `"${this.#folder}"`, `"${this.#folder}/a.db"`]);
    if (param === "ms" && text === "Int") return this.#of(WAITS);
    const [, head = text, first = ""] = /^(\w+)(?:<(.*)>)?$/.exec(text) ?? [];
    const pool = LETS[`${module}.${head}`] ?? LETS[head];
    if (pool !== undefined) return this.#of(pool);
    const some = (size: number) =>
      Array.from({ length: this.#pick(size) }, () => this.#byText(first, module));
    if (head === "List") return `[${some(5).join(", ")}]`;
    if (head === "Option") return this.#of(["None", `Some(${this.#byText(first, module)})`]);
    if (head === "Result" && first === "Int, Error")
      return this.#of(["Ok(1)", 'Err(Error { kind: "", message: ill_formed() })']);
    if (head === "Result") return this.#of(["Ok(1)", "Err(2)"]);
    if (head === "Set") return this.#of(["Set<Int>.new()", "{1, 2, 3}", "{9223372036854775807, 0}"]);
    if (head === "Map") {
      const [key = "", value = ""] = first.split(", ");
      const other = key === "String" ? '"\\0"' : "9223372036854775807";
      return this.#of([
        `Map<${first}>.new()`,
        `[${this.#byText(key, module)}: ${this.#byText(value, module)}, ${other}: ${this.#byText(value, module)}]`,
      ]);
    }
    const adapter = ADAPTERS[head];
    if (head === "ListIter" && first !== "Int")
      // An empty list within needs a type.
      return `{
        let list: List<${first}> = [${[this.#byText(first, module), ...some(5)].join(", ")}]
        list.iter()
    }`;
    if (adapter !== undefined) return `[3, 1, 2].iter()${adapter.replace("TIMES", this.#of(INTS))}`;
    return this.#struct(head);
  }

  #byText(type: string, module: string): string {
    const parts = /^\((\w+), (\w+)\)$/.exec(type);
    if (parts !== null) return `(${this.#byText(parts[1]!, module)}, ${this.#byText(parts[2]!, module)})`;
    const node = (name: string, args: TypeNode[]): TypeNode => ({
      kind: "NamedType",
      id: 0,
      span: { start: 0, end: 0 },
      name: { name, span: { start: 0, end: 0 } },
      args,
      fileLevel: false,
    });
    const [, head = type, inner] = /^(\w+)(?:<(\w+)>)?$/.exec(type) ?? [];
    return this.of(node(head, inner === undefined ? [] : [node(inner, [])]), new Map(), "", module);
  }

  /** Structs that programs construct from arbitrary values. */
  #struct(name: string): string {
    const int = () => this.#of(INTS);
    const text = () => this.#of(STRINGS);
    switch (name) {
      case "Rng":
        return `Rng.new(${int()})`;
      case "Error":
        return `Error { kind: ${text()}, message: ${text()} }`;
      case "FieldError":
        return `FieldError { path: ${text()}, message: ${text()}, code: "custom" }`;
      case "Output":
        return `Output { code: ${int()}, stdout: "", stderr: ${text()} }`;
      case "Date":
        return `Date { year: ${int()}, month: ${int()}, day: ${int()} }`;
      case "Time":
        return `Time { hour: ${int()}, minute: ${int()}, second: ${int()} }`;
      case "DateTime":
        return `DateTime { date: ${this.#struct("Date")}, time: ${this.#struct("Time")} }`;
      default:
        throw new Error(`no arguments of type ${name}`);
    }
  }
}

/** A call as statements that declare its arguments, and an expression. */
export interface CallText {
  readonly lets: string;
  readonly call: string;
  /** The names of arguments that are lists of Ints. */
  readonly lists: readonly string[];
}

export function callText({ fn, names, owner }: Callable, module: string, make: Arguments): CallText {
  const types: TypeNode[] = [
    ...(fn.self !== null && owner !== null ? [owner] : []),
    ...fn.params.map((param) => param.type!),
  ];
  const params = [...(fn.self !== null ? ["self"] : []), ...fn.params.map((param) => param.name.name)];
  const lets = types.map(
    (type, i) => `    let a${i}: ${typeText(type, names)} = ${make.of(type, names, params[i]!, module)}\n`,
  );
  const args = types.map((_, i) => `a${i}`);
  const told = fn.params.map((param) => typeText(param.type!, new Map())).join();
  const untold = fn.generics.some((each) => !new RegExp(`\\b${each.name.name}\\b`).test(told));
  const typeArgs = untold ? `<${fn.generics.map((each) => names.get(each.name.name)!).join(", ")}>` : "";
  const place =
    owner === null
      ? module === "core"
        ? ""
        : `${module}.`
      : fn.self !== null
        ? "a0."
        : `${names.get("Self")!}.`;
  const given = fn.self !== null ? args.slice(1) : args;
  const watched = given.filter((arg) => typeText(types[args.indexOf(arg)]!, names) === "List<Int>");
  return {
    lets: lets.join(""),
    call: `${place}${fn.name.name}${typeArgs}(${given.join(", ")})`,
    // `shuffle` works in place.
    lists: fn.name.name === "shuffle" ? [] : watched,
  };
}

/** The modules whose values the expressions use. */
const USED = [
  "csv",
  "error",
  "io",
  "iter",
  "json",
  "process",
  "regex",
  "string",
  "sqlite",
  "sync",
  "time",
  "collections",
  "random",
];

/** The imports of a program with such calls. A module that has a type of the same name as this one is left out. */
export function importsFor(module: string): string {
  const own = publicTypes(module);
  const used = USED.filter((name) => name !== module && publicTypes(name).isDisjointFrom(own));
  // Without a selector, the name means a type of another module that the library itself loads.
  const shared = [...own].filter((type) =>
    standardModules.some(({ name }) => name !== module && publicTypes(name).has(type)),
  );
  return [...used, module, ...(shared.length > 0 ? [`${module} { ${shared.join(", ")} }`] : [])]
    .filter((name) => name !== "core")
    .map((name) => `import std/${name}\n`)
    .concat(module === "api" ? ["import std/http { HttpResponse, Method, Request, Response }\n"] : [])
    .join("");
}

/** The functions that the expressions call; `size` is the number of bytes of the longest string. */
export function helpers(size: number): string {
  return `fun ill_formed() -> String = __str_from_byte(255) + "a" + __str_from_byte(195)

fun huge() -> String = "ab ".repeat(${Math.floor(size / 3)})
`;
}
