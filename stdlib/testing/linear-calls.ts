// Calls of every function of the library that takes text, for `linear-work.slow.test.ts`: ten times the text may cost
// twelve times the work. Public functions with a parameter of text are called once for each such parameter; a table
// here adds calls whose other arguments matter, and another names the functions that are not called.
import type { TypeNode } from "../../interpreter/syntax/index.ts";
import { standardModules } from "../index.ts";
import { Arguments, callText, helpers, importsFor } from "./drawn-arguments.ts";
import { publicFunctions, typeText, type Callable, type Names } from "./public-functions.ts";

/** What is repeated, and what stands before and after it. */
export type Frame = readonly [before: string, unit: string, after: string];

const UNITS = [
  ..."a A 0 9 / . ( [ { \\ & ; , - = @ # ? < ' \" % * + ~ ^ $ | :".split(" "),
  ...'aB ../ ./ a/ %41 %zz [] &a=1 ," é ☃ 1. a@ a. ab <!-- {{ {{a}} {{#a}} {{#a}}{{/a}} %Y 1h (a a| a? a*'.split(
    " ",
  ),
  ..."[a-z] (?i) (?:a) \\b a{2} \x1b[ \x1b[1m ::1 1:".split(" "),
  ...[
    " ",
    "\t",
    "\n",
    "\r\n",
    "a\n",
    " a\n  ",
    "b a",
    "<a b=c ",
    "e\u0301",
    "\u0301",
    "👨‍👩‍👧",
    "\0",
    "# a\n",
    "* a\n",
    "> ",
  ],
];
export const FRAMES: readonly Frame[] = [
  ...UNITS.map((unit): Frame => ["", unit, ""]),
  ...UNITS.filter((unit) => unit.length === 1).map((unit): Frame => ["a", unit, "b"]),
  ["[", "[],", "1]"],
  ["[", '"a",', "1]"],
  ["[", "1,", "2]"],
  ["", "[", "]"],
  ['"', "\\u0041", '"'],
  ['"', "a", '"'],
  ["{", '"a":1,', '"b":2}'],
  ["1.", "0", "1"],
  ["1e", "0", "1"],
  ["-", "9", ".5"],
  ["a = [", "1,", "]"],
  ['a = "', "a", '"'],
  ['a = """', '"a', '"""'],
  ["a = '''", "'a", "'''"],
  ["", "[a]\n", ""],
  ["", "[[a]]\n", ""],
  ["", "[[a]]\nb.c = 1\n", ""],
  ["a", ".a", " = 1"],
  ["[a", ".a", "]\nb = 1"],
  ["x = {", "a = 1,", "}"],
  ["x = {", "a.b = {", "}"],
  ["http://", "a", "/"],
  ["http://h/", "a/", ""],
  ["http://h/", "../", ""],
  ["http://", "a.", "/"],
  ["http://", "@", "/"],
  ["http://h?", "a=b&", ""],
  ["http://h#", "é", ""],
  ["http://[", ":", "]/"],
  ["http://", "%41", "/"],
  ["http://", "é.", "/"],
  ["2020-01-01T00:00:00.", "0", "Z"],
  ["2020-01-01 00:00:00 ", " ", "+0100"],
  ["(", "a|", ")"],
  ["(", "(a)*", ")*"],
  ["[", "a-z", "]"],
  ["[", "[a]", "]"],
  ["x", "{1}", ""],
  ['"', '""', '"'],
  ["", "a,b\n", ""],
  ["", '"a",', "b"],
  ["", "a,\n", ""],
  ['"a', "\n", '"'],
  ["<p ", 'a="b" ', ">"],
  ["<!--", "-", "-->"],
  ["<script>", "<", "</script>"],
  ["Basic ", "YQ==", ""],
  ["Bearer ", "a", ""],
  ["Cookie: a=", "b", "; c=d"],
  ["PK\x05\x06", "PK\x01\x02", ""],
  ["\x1f\x8b\x08\0\0\0\0\0\0\x03", "\0", ""],
  ["1h", "1ms", ""],
];

/** The text as one flat string of bytes, as it comes from a socket. */
export function textOf([before, unit, after]: Frame, size: number): string {
  const bytes = Buffer.byteLength(unit);
  return Buffer.from(before + unit.repeat(Math.ceil(size / bytes)) + after).toString("latin1");
}

/** Values of types that `Arguments` does not draw. */
const VALUES: Readonly<Record<string, string>> = {
  Request: 'request_with("accept", "a")',
  Response: 'Response.text("a")',
  Cookie: 'Cookie.new("a", "b")',
  Server: "Server.new()",
  Method: "Method.Get",
  HttpResponse: 'HttpResponse { status_code: 200, status_text: "", headers: "A: b", body: "" }',
  ClientRequest: 'ClientRequest.new("GET", "http://127.0.0.1/")',
  Client: "Client.new()",
  Limits: "Limits.new()",
  Message: "Message.new()",
  Style: "Style.new()",
  Table: 'Table.new(["a"])',
  Commands: 'Commands.new("a", "b")',
  Flags: 'Flags.new("a", "b")',
  Regex: 'regex.compile("(a|b)*c").unwrap()',
  JsonValue: "json.json_null()",
  CorsOptions: 'CorsOptions.new(["https://a.test"])',
  ListIter: "[1].iter()",
  SortedMap: "SortedMap<String, Int>.new()",
  Counter: "Counter<String>.new()",
  "metrics.Counter": 'metrics.counter("c", "")',
  Api: 'Api.new("a", "1")',
  ApiClient: 'Api.new("a", "1").test()',
  ApiError: 'ApiError.bad_request("a")',
  Operation: 'Api.new("a", "1").get("/x", fun() = 1)',
  Handler: "fun() = 1",
};

/** Arguments of one call: the text `t` for one parameter, and short values for the others. */
class LinearArguments extends Arguments {
  readonly #target: string;

  constructor(target: string) {
    super((below) => Math.min(1, below - 1), "/nowhere");
    this.#target = target;
  }

  override of(type: TypeNode, names: Names, param: string, module: string): string {
    const text = typeText(type, names);
    const isTarget = param === this.#target;
    if (text === "String") return isTarget ? "t" : '"a"';
    if (text === "List<String>") return isTarget ? '[t, "a"]' : '["a"]';
    if (text === "List<List<String>>") return isTarget ? '[[t, "a"], ["b", t]]' : '[["a"]]';
    if (text === "Map<String, String>") return isTarget ? '["a": t]' : '["a": "b"]';
    if (text === "List<(String, String)>") return isTarget ? '[("a", t)]' : '[("a", "b")]';
    if (text === "Int") return param === "at" || param === "i" ? "t.len() / 2" : "16";
    if (text === "Result<Unit, Error>") return "Ok({})";
    if (text === "Created<Int>") return 'Created.at("a", 1)';
    if (text === "Result<Int, ApiError>") return 'Err(ApiError.bad_request("a"))';
    if (text === "Char") return "'a'";
    const name = /^\w+/.exec(text)?.[0] ?? "";
    const value = VALUES[`${module}.${name}`] ?? VALUES[name];
    if (value !== undefined && type.kind !== "FunType") return value;
    return super.of(type, names, param, module);
  }
}

/** Modules whose functions work outside of the program: the file system, other processes, servers, the terminal. */
const OUTSIDE: ReadonlySet<string> = new Set(["fs", "process", "net", "term", "sqlite", "env", "test"]);

/** Functions that are not called with each parameter as a long text, with the reason. */
export const NOT_CALLED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      "get post put delete patch head request request_with_timeout request_following stream websocket " +
      "Server.start Server.serve Server.listen Server.start_tls Server.start_tls_text Server.tls_host"
    )
      .split(" ")
      .map((name) => [`http.${name}`, "works with sockets"]),
  ),
  ...Object.fromEntries(
    (
      "BodyWriter.write BodyWriter.trailer EventStream.send EventStream.send_event EventStream.comment WebSocket.send_text " +
      "WebSocket.send_binary WebSocket.close Form.value Form.values Form.file Form.files FormFile.save " +
      "HttpStream.header HttpStream.header_all"
    )
      .split(" ")
      .map((name) => [`http.${name}`, "only a connection makes such a value"]),
  ),
  ...Object.fromEntries(
    "Session.get Session.set Session.remove"
      .split(" ")
      .map((name) => [`web.${name}`, "only a request makes such a value: sessions below"]),
  ),
  "http.Server.mount": "the pattern is called with get",
  "http.Response.file": "reads the file system",
  "http.Response.file_of": "reads the file system",
  "html.load": "reads the file system",
  "compress.CompressWriter.write": "compresses in other threads",
  "crypto.password_hash": "slow on purpose",
  "crypto.password_verify": "slow on purpose",
  "crypto.scrypt": "slow on purpose",
  "core.panic": "ends the goroutine",
  "core.Option.expect": "ends the goroutine",
  "core.Result.expect": "ends the goroutine",
  "io.input": "reads standard input",
  "io.print": "prints",
  "io.println": "prints",
  "io.Stdout.write": "prints",
  "io.Stderr.write": "writes outside",
  "row.Row.get": "only a query makes such a value",
  "row.Row.problem": "only a query makes such a value",
  "log.set_format": "takes two words",
};

const UNDER_TEXT: readonly (readonly [name: string, call: string])[] = [
  ["index_of its half", 't.index_of(t.substring(0, t.len() / 2) + "!")'],
  ["last_index_of its half", 't.last_index_of("!" + t.substring(0, t.len() / 2))'],
  ["contains itself and more", 't.contains(t + "!")'],
  ["count of its half", 't.count(t.substring(0, t.len() / 2) + "!")'],
  ["split at its half", 't.split(t.substring(0, t.len() / 2) + "!")'],
  ["split_n into letters", 't.split_n("a", 1000000)'],
  ["replace of a letter by two", 't.replace("a", "bb")'],
  ["replace of its half", 't.replace(t.substring(0, t.len() / 2) + "!", "b")'],
  ["replace_first of its half", 't.replace_first(t.substring(0, t.len() / 2) + "!", "b")'],
  ["trim_matches of many", 't.trim_matches("a/ é(<")'],
  ["trim_matches of its own letters", "t.trim_matches(t.substring(0, 300))"],
  ["nth_char in the middle", "t.nth_char(t.len() / 2)"],
  ["truncate to a third", 't.truncate(t.len() / 3, "…")'],
  ["equals_ignore_case of more", 't.equals_ignore_case(t + "x")'],
  ["split_once at the end", 't.split_once("!")'],
  ["rsplit_once at the start", 't.rsplit_once("!")'],
  ["join of its lines", 't.lines().join(", ")'],
  ["the Chars by for", "for _c in t {}"],
  ["text of its Chars", "t.chars().to_string()"],
];
const REGEX_CALLS = [
  "find_matches(t)",
  "is_match(t)",
  "find_all(t)",
  "groups(t)",
  "captures_all(t)",
  "split(t)",
  'replace_all(t, "-")',
  'replace_with(t, fun(_g) = "-")',
];
/** All methods with the first pattern, the first two with each. */
const REGEX = [
  "(a*)*b|(\\\\w+)\\\\s(.*)x",
  "[\\\\w.+-]+@[\\\\w-]+\\\\.[\\\\w.-]+",
  "a.*b|a",
  "x*",
  "\\\\b",
  "(a{1,50}|b){1,3}c",
  "(?i)é|[^a-f]+\\$",
  "(.*)(.*)(.*)(.*)x",
].flatMap((pattern, i) =>
  REGEX_CALLS.slice(0, i === 0 ? undefined : 2).map(
    (call) => [`${call} of ${pattern}`, `regex.compile("${pattern}").unwrap().${call}`] as const,
  ),
);
const wrapped = (wrapper: string, header: string, value = "t"): string =>
  `${wrapper}(fun(r) = Response.text(r.path))(request_with("${header}", ${value}))`;

/** Calls whose other arguments matter, and calls of several functions, by module. */
const MORE: Readonly<Record<string, readonly (readonly [name: string, call: string])[]>> = {
  string: UNDER_TEXT.slice(0, 8),
  texts: UNDER_TEXT.slice(8, 14),
  prelude: UNDER_TEXT.slice(14),
  regex: [
    ...REGEX,
    [
      "a pattern over a text",
      'regex.compile(t.substring(0, 50)).map(fun(r) = r.is_match("a".repeat(t.len())))',
    ],
    ["replace by many groups", 'regex.compile("(a)").unwrap().replace_all("a", t)'],
  ],
  json: [
    ["text of a JSON text", "json.stringify(json.json_string(t))"],
    ["reader", "for _doc in json.reader(io.reader(t)) {}"],
    ["reader of one long list", 'for _doc in json.reader(io.reader("[" + t + "]")) {}'],
  ],
  csv: [["reader", "for _row in csv.reader(io.reader(t)) {}"]],
  io: [["lines", "for _l in io.lines(io.reader(t)) {}"]],
  html: [
    ["render", 'html.template("{{a}}").map(fun(p) = p.render(["a": t]))'],
    ["render of a template", 'html.template(t).map(fun(p) = p.render(["a": "b"]))'],
  ],
  url: [
    ["the parts of a URL", 'url.parse(t).map(fun(u) = (u.to_string(), u.query_value("b")))'],
    ["a reference", 'url.parse("http://h/a/b?c#d").map(fun(u) = u.join(t))'],
    ["a changed query", 'url.parse(t).map(fun(u) = u.with_query("a", "b").without_query("b").to_string())'],
  ],
  time: [
    ["parse_timestamp by a pattern", 'time.parse_timestamp(t, "%Y-%m-%d %H:%M:%S %z")'],
    ["parse_datetime by a pattern", 'time.parse_datetime(t, "%d %B %Y %H:%M %p")'],
    ["parse_date by a pattern", 'time.parse_date(t, "%d %B %Y")'],
    ["a pattern for parsing", 'time.parse_timestamp("2020-01-01", t)'],
  ],
  flags: [
    ["arguments", 'Flags.new("a", "b").parse_from<Parsed>([t])'],
    ["an option", 'Flags.new("a", "b").parse_from<Parsed>(["--name", t])'],
    ["an unknown option", 'Flags.new("a", "b").parse_from<Parsed>(["--" + t])'],
    ["many arguments", 'Flags.new("a", "b").parse_from<Parsed>(t.split("a"))'],
  ],
  http: [
    ["cookie", 'request_with("cookie", t).cookie("zz")'],
    [
      "header of a response",
      'HttpResponse { status_code: 200, status_text: "", headers: t, body: "" }.header("zz")',
    ],
    [
      "header_all of a response",
      'HttpResponse { status_code: 200, status_text: "", headers: t, body: "" }.header_all("a")',
    ],
    [
      "clean_path",
      'Request { method: Method.Get, path: "/" + t, version: "", headers: [:], params: [:], query: [:], body: "" }.clean_path()',
    ],
    [
      "form",
      'Request { method: Method.Post, path: "/", version: "", headers: ["content-type": "application/x-www-form-urlencoded"], params: [:], query: [:], body: t }.form()',
    ],
    [
      "multipart form",
      'Request { method: Method.Post, path: "/", version: "", headers: ["content-type": "multipart/form-data; boundary=a"], params: [:], query: [:], body: t }.form()',
    ],
    [
      "boundary of a form",
      'Request { method: Method.Post, path: "/", version: "", headers: ["content-type": "multipart/form-data; boundary=" + t], params: [:], query: [:], body: "a" }.form()',
    ],
    [
      "decoded_param",
      'Request { method: Method.Get, path: "/", version: "", headers: [:], params: ["a": t], query: [:], body: "" }.decoded_param("a")',
    ],
    ["a URL of a request", 'ClientRequest.new("GET", "http://h/" + t).query("a", "b")'],
  ],
  web: [
    ["cors", wrapped('web.cors(["https://a.test"])', "origin")],
    ["compress", wrapped("web.compress()", "accept-encoding")],
    ["basic_auth", wrapped('web.basic_auth("a", fun(u, p) = u == p)', "authorization")],
    [
      "basic_auth of coded text",
      wrapped('web.basic_auth("a", fun(u, p) = u == p)', "authorization", '"Basic " + t'),
    ],
    ["bearer", wrapped('web.bearer(fun(x) = x == "a")', "authorization")],
    ["sessions", wrapped('web.sessions("0123456789abcdef0123456789abcdef")', "cookie", '"session=" + t')],
    ["csrf", wrapped('web.csrf("0123456789abcdef0123456789abcdef")', "origin")],
    ["csrf by a cookie", wrapped('web.csrf("0123456789abcdef0123456789abcdef")', "cookie", '"csrf=" + t')],
    ["security_headers", wrapped("web.security_headers()", "host")],
    ["metrics", wrapped('web.metrics("/metrics")', "host")],
    ["metrics for one reader", wrapped('web.metrics("/")', "accept")],
    ["rate_limit_by", wrapped('web.rate_limit_by(10, 1000, fun(r) = r.header("x-key"))', "x-key")],
  ],
};

export interface LinearCall {
  /** `module.function`, `module.Type.function`, and the parameter that is long. */
  readonly name: string;
  /** The entry function: it prints `begin` and `end` around each call. */
  readonly entry: string;
}

export const LINEAR_MODULES: readonly string[] = standardModules
  .map(({ name }) => name)
  .filter((name) => !OUTSIDE.has(name) && name !== "log");

const TAKES_TEXT = /\bString\b/;

/** The name of a function, and those of its parameters that are or hold text. */
function textParameters({ fn, names, owner }: Callable): string[] {
  const params = fn.params
    .filter(({ type }) => type!.kind !== "FunType" && TAKES_TEXT.test(typeText(type!, names)))
    .map(({ name }) => name.name);
  return fn.self !== null && owner !== null && typeText(owner, names) === "String"
    ? ["self", ...params]
    : params;
}

export function nameOf(module: string, { fn, names }: Callable): string {
  const owner = names.get("Self")?.replace(/<.*/, "");
  return [module, ...(owner === undefined ? [] : [owner]), fn.name.name].join(".");
}

/** The functions of a module that take text. */
export const takingText = (module: string): Callable[] =>
  publicFunctions(module).filter((callable) => textParameters(callable).length > 0);

function entryOf(lets: string, call: string): string {
  // What a call does with a text that it refuses counts, too.
  return `{
    for t in args().drop(1) {
        let _caught = error.catch_panic(fun() {
${lets}
            print("begin")
            ${/^(?:for|\{)/.test(call) ? call : `let _result = ${call}`}
        })
        print("end")
    }
}
`;
}

/** A program with an entry function for each call. The texts are its arguments. */
export function linearProgram(module: string): {
  readonly calls: readonly LinearCall[];
  readonly text: string;
} {
  const calls = [
    ...takingText(module)
      .filter((callable) => NOT_CALLED[nameOf(module, callable)] === undefined)
      .flatMap((callable) =>
        textParameters(callable).map((param): LinearCall => {
          const { lets, call } = callText(callable, module, new LinearArguments(param));
          return { name: `${nameOf(module, callable)}, ${param}`, entry: entryOf(lets, call) };
        }),
      ),
    ...(MORE[module] ?? []).map(([name, call]) => ({ name: `${module}: ${name}`, entry: entryOf("", call) })),
  ];
  const named = ["http", "web", "flags"].includes(module)
    ? "import std/http { Server, Request, Response, Method, Cookie, HttpResponse, ClientRequest, Client, Limits, Part }\nimport std/flags { Flags, Commands }\nimport std/web { CorsOptions }\n"
    : "";
  return {
    calls,
    text: `${importsFor(module)}import std/env { args }
${named}${helpers(16)}
@derive(FromJson)
struct Parsed { name: String }
${
  named === ""
    ? ""
    : `
fun request_with(name: String, value: String) -> Request = Request {
    method: Method.Post, path: "/a", version: "HTTP/1.1", headers: [name: value], params: [:], query: [:], body: "",
}
`
}
fun main() {}

${calls.map(({ entry }, i) => `fun call_${i}() ${entry}\n`).join("")}`,
  };
}
