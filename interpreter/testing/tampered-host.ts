// A host that changes what JavaScript shares, then runs programs; its standard output shows what they did. Run
// as `node tampered-host.ts KIND before|after`: before or after the import of the engine.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [kind, when] = process.argv.slice(2);

/** The package that this host runs. */
const DIST = join(import.meta.dirname, "../../dist");
/** Names that JavaScript itself reads, of descriptors, iterators, promises and options. */
const OF_JAVASCRIPT = new Set(
  "get set value writable enumerable configurable then done next return throw has keys size cause toJSON".split(
    " ",
  ),
);
/**
 * Adds every name in the package to all objects, with a function as its value. Node and other packages, which
 * read names of their own, do not see them.
 */
function addEveryName(): void {
  const names = globSync("**/*.js", { cwd: DIST }).flatMap(
    (file) => readFileSync(join(DIST, file), "utf8").match(/[A-Za-z_$][\w$]*/g) ?? [],
  );
  for (const name of new Set(names)) {
    if (OF_JAVASCRIPT.has(name) || name in Object.prototype || name in Function.prototype) continue;
    Object.defineProperty(Object.prototype, name, {
      configurable: true,
      get: () => {
        const reader = new Error().stack!.split("\n")[2] ?? "";
        return reader.includes(DIST) || reader.includes("std:") ? () => 1 : undefined;
      },
      set(value: unknown) {
        Object.defineProperty(this, name, { value, configurable: true, enumerable: true, writable: true });
      },
    });
  }
}

const TAMPERING: Readonly<Record<string, () => void>> = {
  nothing: () => {},
  "call sites": () => {
    Error.prepareStackTrace = (_error, calls) => calls;
  },
  "a format that throws": () => {
    Error.prepareStackTrace = () => {
      throw new Error("no stack");
    };
  },
  "a number": () => {
    Error.prepareStackTrace = () => 7;
  },
  "no calls": () => {
    Error.stackTraceLimit = 0;
  },
  "no limit": () => {
    Reflect.deleteProperty(Error, "stackTraceLimit");
  },
  "frozen call sites": () => {
    Error.prepareStackTrace = (_error, calls) => calls;
    Object.freeze(Error);
  },
  "frozen prototypes": () => {
    const iterator = Object.getPrototypeOf([][Symbol.iterator]()) as object;
    const bytes = Object.getPrototypeOf(Uint8Array) as { prototype: object };
    const asyncFunction = Object.getPrototypeOf(async () => {}) as object;
    const classes = [Object, Function, Array, String, Number, Boolean, Symbol, Map, Set, WeakMap, Promise];
    const more = [RegExp, Date, Error, RangeError, TypeError, BigInt, ArrayBuffer, AbortSignal, URL, Buffer];
    for (const each of [...classes, ...more, bytes, Uint8Array]) {
      Object.freeze(each);
      Object.freeze(each.prototype);
    }
    for (const each of [iterator, asyncFunction, Math, JSON, Reflect]) Object.freeze(each);
  },
  "extended prototypes": () => {
    const common = ["extend", "each", "clone", "isEmpty", "extra"];
    for (const name of common) Object.assign(Object.prototype, { [name]: 1 });
    Object.assign(Array.prototype, { last: () => 1 });
    Object.assign(String.prototype, { shout: () => 1 });
  },
  "every name of the sources": addEveryName,
};

const tamper = TAMPERING[kind!]!;
if (when === "before") tamper();
// As JavaScript: Node strips types with names that the host may have added.
const built = (await import(join(DIST, "interpreter/index.js"))) as typeof import("../index.ts");
const { standardModules: builtModules } = (await import(
  join(DIST, "stdlib/index.js")
)) as typeof import("../../stdlib/index.ts");
if (when === "after") tamper();

const show = (bytes: string): void => void process.stdout.write(bytes, "latin1");
const app = built.defineModule({
  name: "app",
  declaration:
    "struct Spot { x: Int }\nfun moved(spot: Spot) -> Spot\n@blocking fun ask(text: String) -> String",
  functions: {
    moved: ({ x }: { x: number }) => ({ x: x + 1 }),
    ask: async (text: string) => `${text}?`,
  },
});
const engine = built.createEngine({
  modules: [...builtModules, app],
  capabilities: { net: true },
  limits: { wallMillis: 60_000, memory: 200_000_000 },
  stdout: show,
  stderr: show,
});

const outcome = await engine.run({
  path: "a.std",
  text: `
import std/app { moved, ask, Spot }
import std/error { catch_panic }
import std/http { get, Response, Server }
import std/json
import std/regex { compile }
import std/sync { channel, sleep_millis }

@derive(ToJson, FromJson, Eq, ToString)
struct Order { id: Int, tags: List<String>, price: Option<Float> }

fun deep(n: Int) -> Int = if n == 0 { [1][5] } else { deep(n - 1) + 1 }

fun main() {
    print(moved(Spot { x: 1 }).x)
    print(ask("tea"))
    let order: Order = json.decode("{\\"id\\":1,\\"tags\\":[\\"a\\"],\\"price\\":1.5}").unwrap()
    print("\${order} \${json.stringify(order.to_json())}")
    let app = Server.new()
    app.get("/hello/:name", fun(req) = Response.json(["name": req.param("name")]))
    app.get("/panic", fun(req) = Response.text("\${deep(1)}"))
    let addr = app.start("127.0.0.1:0").unwrap()
    print(get("http://\${addr}/hello/ann").unwrap().body)
    print(get("http://\${addr}/panic").unwrap().status_code)
    app.shutdown()
    print(compile("a+").unwrap().replace_all("baab", "x"))
    let texts = channel<String>()
    spawn fun() {
        sleep_millis(1)
        texts.send("sent")
    }()
    print(texts.recv())
    print(catch_panic(fun() = deep(2)).is_err())
    print(deep(3))
}
`,
});
console.log(outcome.exitReason, outcome.problem);

const { program } = await engine.load({
  path: "b.std",
  text: "fun add(a: Int, b: Int) -> Int = a + b\nfun wrong() -> Int = [1][3]\nfun endless(n: Int) -> Int = endless(n) + 1",
});
console.log(await program!.call("add", 1, 2), program!.callSync("add", 3, 4));
for (const [name, ...args] of [["wrong"], ["endless", 1]] as const) {
  const error = await program!.call(name, ...args).catch((reason: unknown) => reason);
  const { message, trace } = error as InstanceType<typeof built.ScriptError>;
  console.log(message, trace);
}
program!.close();
