// Calls of every public function of the library with the worst arguments that a size allows. Arguments are
// drawn by type; tables here name functions that need others. A function with a parameter of an unknown type
// has no row, which is an error.
import type { TypeNode } from "../../interpreter/syntax/index.ts";
import { standardModules } from "../index.ts";
import { Arguments, callText, helpers, importsFor, SUITED } from "./drawn-arguments.ts";
import { publicFunctions, typeText, type Callable, type Names } from "./public-functions.ts";

/** The texts that are slow for some function, as the unit that is repeated. */
const UNITS = {
  letters: '"a"',
  capitals: '"É"',
  spaces: '" "',
  controls: '"\\u{1}"',
  digits: '"1"',
  marks: '"\\u{301}"',
  syntax: '"a.b=[{\\"/../%41\\n"',
} as const;

/** The kinds of worst text. */
export const KINDS = Object.keys(UNITS) as readonly (keyof typeof UNITS)[];
export type TextKind = (typeof KINDS)[number];

/** Values that only handlers, templates and peers have, and handles that need a file, a process or another goroutine. */
const HANDLES =
  /\b(?:Request|BodyReader|BodyWriter|Form|FormFile|EventStream|WebSocket|HttpStream|HttpResponse|Session|TcpListener|TcpStream|UdpSocket|Stdin|Stdout|Stderr|OpenOptions|File|FileLines|TempFile|Command|Child|ChildReader|ChildWriter|Select|Semaphore|RwLock|Once|Task|Rows|Channel|Mutex|WaitGroup|Cancel|Test|Bench|Handler|Operation)\b/;

/**
 * Functions that wait for time, peers, files or threads, or end the program: no limit but the clock concerns
 * them, and the timer of the scheduler checks it.
 */
const WAITING: ReadonlySet<string> = new Set([
  "env.exit",
  "env.set_env",
  "env.unset_env",
  "io.input",
  "io.read_line",
  "io.read_line_opt",
  "error.catch_panic",
  "iter.repeat",
  "time.sleep",
  "time.sleep_millis",
]);
/** Values that are built from a text. */
const BUILT: Readonly<Record<string, (text: string) => string>> = {
  Server: () => "Server.new()",
  Response: (text) => `Response.text(${text})`,
  Limits: () => "Limits.new()",
  Cookie: (text) => `Cookie.new("a", ${text})`,
  Part: (text) => `Part.text("a", ${text})`,
  ClientRequest: () => 'ClientRequest.new("POST", "http://127.0.0.1:1/")',
  Client: () => "Client.new()",
  Method: () => "Method.Get",
  CorsOptions: (text) => `CorsOptions.new([${text}])`,
  SessionOptions: (text) => `SessionOptions { secrets: [${text}], name: "a", max_age: 1, secure: true }`,
  CsrfOptions: (text) => `CsrfOptions { secret: ${text} }`,
  Style: () => "term.style()",
  Table: (text) => `Table.new([${text}])`,
  Progress: (text) => `term.progress(${text}, 1)`,
  Logger: () => 'log.with("a", "b")',
  Message: () => "Message.new()",
  TlsOptions: (text) => `TlsOptions { ca: ${text}, protocols: [${text}], ..TlsOptions.new() }`,
  Flags: (text) => `Flags.new("a", ${text}).describe("b", ${text})`,
  Commands: (text) => `Commands.new("a", ${text})`,
  ApiError: (text) => `ApiError.bad_request(${text})`,
  Api: (text) => `Api.new(${text}, "1")`,
  ApiClient: () => 'Api.new("a", "1").test()',
  "Created<Int>": (text) => `Created.at(${text}, 1)`,
  "Result<Int, ApiError>": (text) => `Err(ApiError.bad_request(${text}))`,
  Given: (text) => `Given { b: ${text} }`,
  Template: () => 'html.template("{{#each this}}{{this}}{{/each}}").unwrap()',
  Database: () => 'sqlite.open(":memory:").unwrap()',
  Statement: () => 'sqlite.open(":memory:").unwrap().prepare("SELECT ?").unwrap()',
  "List<Sql>": (text) => `[${text}, ${text}]`,
  "List<List<Sql>>": (text) => `[[${text}]]`,
  SmtpOptions: () => "SmtpOptions.new()",
};

class WorstArguments extends Arguments {
  readonly #unit: string;
  readonly #size: number;

  constructor(kind: TextKind, size: number) {
    let seed = 7;
    super((below) => (seed = (seed * 48271) % 2147483647) % below, "/nowhere");
    this.#unit = UNITS[kind];
    this.#size = size;
  }

  override of(type: TypeNode, names: Names, param: string, module: string): string {
    const text = typeText(type, names);
    // Patterns and names of time zones are short by nature; long ones are refused by their length.
    if (text === "String") return `worst(${this.#unit})`;
    if (text === "Any") return `to_any<String>(worst(${this.#unit}))`;
    if (text === "JsonValue") return `json.json_array([json.json_string(worst(${this.#unit}))])`;
    if (text === "Char") return "'é'";
    // No more than the bytes of the texts, whose size is a multiple of their units.
    if (text === "Int" && param !== "ms") return `${this.#size - 64}`;
    if (text === "List<Int>") return "many_ints()";
    if (text === "List<String>") return `[worst(${this.#unit}), worst(${this.#unit}) + "b"]`;
    if (text === "List<List<Int>>") return "[many_ints(), many_ints()]";
    if (/^ListIter<Int>/.test(text)) return "many_ints().iter()";
    if (text === "Set<Int>") return "many_elements()";
    if (text === "Map<Int, Int>") return "many_keys()";
    if (text === "Deque<Int>") return "Deque.from(many_ints())";
    if (text === "Regex") return 'regex.compile("(a|b|ab)*[^\\\\w]").unwrap()';
    if (text === "Buffer") return `full_buffer(${this.#unit})`;
    if (text === "TextReader") return `io.reader(worst(${this.#unit}))`;
    if (Object.hasOwn(BUILT, text)) return BUILT[text]!(`worst(${this.#unit})`);
    return super.of(type, names, param, module);
  }
}

export interface WorstCall {
  /** `module.function` or `module.Type.function`. */
  readonly name: string;
  /** The entry function; it prints `mark` immediately before and after the call. */
  readonly entry: string;
  /** Whether an argument is long. */
  readonly isLong: boolean;
}

/** The program that contains the calls of a module. */
export interface WorstProgram {
  readonly text: string;
  readonly calls: readonly WorstCall[];
}

/** The modules whose functions are called. */
export const WORST_MODULES: readonly string[] = standardModules.map(({ name }) => name);

/** @throws Error for a function with a parameter of an unknown type */
export function worstProgram(module: string, kind: TextKind, size: number): WorstProgram {
  const make = new WorstArguments(kind, size);
  const suited = new Map(SUITED[module]);
  const calls = publicFunctions(module).flatMap((given): WorstCall[] => {
    const names = new Map([...given.names].map(([name, type]) => [name, suited.get(name) ?? type]));
    const callable = { ...given, names };
    const name = nameOf(module, callable);
    if (WAITING.has(name) || HANDLES.test(typesOf(callable))) return [];
    const { lets, call } = callText(callable, module, make);
    return [
      {
        name,
        entry: `{\n${lets}    print("mark")\n    ${call}\n    print("mark")\n}\n`,
        isLong: /worst\(|many_ints|full_/.test(lets),
      },
    ];
  });
  const entries = calls.map(({ entry }, i) => `fun call_${i}() ${entry}\n`).join("");
  return {
    calls,
    text: `${importsFor(module)}${helpers(size)}
fun worst(unit: String) -> String = unit.repeat(${size} / unit.len())

fun many_ints() -> List<Int> {
    let xs: List<Int> = []
    for i in 0..${Math.floor(size / 16)} {
        xs.push(i * 7919 % 1000003)
    }
    return xs
}

fun many_elements() -> Set<Int> {
    let found: Set<Int> = Set.new()
    for i in 0..${Math.floor(size / 200)} {
        found.add(i)
    }
    return found
}

fun many_keys() -> Map<Int, Int> {
    let found: Map<Int, Int> = Map.new()
    for i in 0..${Math.floor(size / 200)} {
        found[i] = i
    }
    return found
}

fun full_buffer(unit: String) -> Buffer {
    let b = Buffer.new()
    b.write(worst(unit)).unwrap()
    return b
}

fun main() {}

@derive(FromJson)
struct Given {
    b: String,
}

${entries}`,
  };
}

function nameOf(module: string, { fn, names }: Callable): string {
  const owner = names.get("Self")?.replace(/<.*/, "");
  return [module, ...(owner === undefined ? [] : [owner]), fn.name.name].join(".");
}

function typesOf({ fn, names, owner }: Callable): string {
  return [...(owner === null ? [] : [owner]), ...fn.params.map((param) => param.type!)]
    .map((type) => typeText(type, names))
    .join();
}
