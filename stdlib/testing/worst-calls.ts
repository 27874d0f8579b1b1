// Calls of every public function of the library with the worst arguments that a size allows. Arguments are
// drawn by type; tables here name functions that need others. A function with a parameter of an unknown type
// has no row, which is an error.
import type { TypeNode } from "../../interpreter/syntax/index.ts";
import { standardModules } from "../index.ts";
import { Arguments, callText, helpers, importsFor, SUITED } from "./drawn-arguments.ts";
import { LIVE_PROGRAM, liveHandles } from "./live-handles.ts";
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

/** Functions without a row, by name or by `module.Type`, and why. */
export const WITHOUT_ROW: Readonly<Record<string, string>> = {
  "env.exit": "ends the program",
  "process.send_signal": "may end the process of the test",
  "process.signals": "replaces handlers of the process of the test",
  "fs.set_cwd": "changes the folder of the process of the test",
  "io.read_secret": "changes the terminal",
  "test.Test": "exists only in a run of tests, and is written in the language",
  "test.Bench": "exists only in a run of benchmarks, and is written in the language",
};

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
  Template: () => 'html.template("{{ for item in items }}{{ item }}{{ end }}").unwrap()',
  Database: () => 'sqlite.open(":memory:").unwrap()',
  Statement: () => 'sqlite.open(":memory:").unwrap().prepare("SELECT ?").unwrap()',
  "List<Sql>": (text) => `[${text}, ${text}]`,
  "List<List<Sql>>": (text) => `[[${text}]]`,
  SmtpOptions: () => "SmtpOptions.new()",
};

class WorstArguments extends Arguments {
  readonly #unit: string;
  readonly #size: number;

  readonly #live: ReturnType<typeof liveHandles>;

  constructor(kind: TextKind, size: number, folder: string) {
    let seed = 7;
    super((below) => (seed = (seed * 48271) % 2147483647) % below, "/nowhere");
    this.#live = liveHandles(folder);
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
    const live = [`${module}.${text}`, text].find((one) => Object.hasOwn(this.#live, one));
    if (live !== undefined) return this.#live[live]!(`filled(${this.#unit})`);
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
  /** Whether a handle holds a long text. */
  readonly isFilled: boolean;
}

/** The program that contains the calls of a module. */
export interface WorstProgram {
  readonly text: string;
  readonly calls: readonly WorstCall[];
}

/** What the programs may reach. */
export const liveGrants = (folder: string) => ({
  fs: [folder],
  net: ["127.0.0.1"],
  process: [LIVE_PROGRAM],
});

/** The modules whose functions are called. */
export const WORST_MODULES: readonly string[] = standardModules.map(({ name }) => name);

/** @throws Error for a function with a parameter of an unknown type */
export function worstProgram(
  module: string,
  kind: TextKind,
  size: number,
  folder = "/nowhere",
): WorstProgram {
  const make = new WorstArguments(kind, size, folder);
  const suited = new Map(SUITED[module]);
  const calls = publicFunctions(module, true).flatMap((given): WorstCall[] => {
    const names = new Map([...given.names].map(([name, type]) => [name, suited.get(name) ?? type]));
    const callable = { ...given, names };
    const name = nameOf(module, callable);
    if (hasNoRow(name)) return [];
    const { lets, call } = callText(callable, module, make);
    return [
      {
        name,
        entry: `{\n${lets}    print("mark")\n    ${call}\n    print("mark")\n}\n`,
        isLong: /worst\(|many_ints|full_/.test(lets),
        isFilled: /filled\(/.test(lets),
      },
    ];
  });
  const entries = calls.map(({ entry }, i) => `fun call_${i}() ${entry}\n`).join("");
  return {
    calls,
    text: `${importsFor(module)}${helpers(size)}
fun worst(unit: String) -> String = unit.repeat(${size} / unit.len())

fun filled(unit: String) -> String = worst(unit)

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

export function hasNoRow(name: string): boolean {
  return [name, name.replace(/\.\w+$/, "")].some((one) => Object.hasOwn(WITHOUT_ROW, one));
}

export function nameOf(module: string, { fn, names }: Callable): string {
  const owner = names.get("Self")?.replace(/<.*/, "");
  return [module, ...(owner === undefined ? [] : [owner]), fn.name.name].join(".");
}
