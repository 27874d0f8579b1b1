// Scripts that return, panic and wait where their host expects a value, and hosts that pass what no script
// expects: each is a documented error, and the program can be called again.
import { standardModules } from "../../../stdlib/index.ts";
import { defineModule, type Program } from "../../index.ts";
import type { HostileScript, HostileTable } from "./script.ts";

const app = defineModule({
  name: "app",
  declaration: `
    import std/json { JsonValue }

    struct Order { id: Int, tags: List<String> }
    enum Shape { Dot, Circle(Float) }
    fun order(x: Order) -> Order
    fun shape(x: Shape) -> Shape
    fun json(x: JsonValue) -> JsonValue
    fun call(f: fun(Int) -> Int) -> Int
    @blocking fun later(n: Int) -> Int
  `,
  functions: {
    order: (x: unknown) => x,
    shape: (x: unknown) => x,
    json: (x) => x,
    call: (f: (n: number) => Promise<number>) => {
      void f(1).catch(() => {});
      return 1;
    },
    later: async (n) => n + 1,
  },
});

const TEXT = `import std/app { call, json, later, order, shape, Order, Shape }
import std/collections { Map, Set }
import std/error { error, Error }
import std/json { json_array, JsonValue }
import std/sync { channel, sleep_millis }

struct Node {
    next: Node?,
}

struct Thenable {
    then: fun() -> Int,
}

let count = 0

fun main() {}

fun int(n: Int) -> Int = n
fun float(x: Float) -> Float = x
fun text(s: String) -> String = s
fun char(c: Char) -> Char = c
fun list(xs: List<Int>) -> Int = xs.len()
fun map(m: Map<String, Int>) -> Int = m.len()
fun set(s: Set<Int>) -> Int = s.len()
fun pair(p: (Int, String)) -> (String, Int) = (p.1, p.0)
fun option(x: Int?) -> Int? = x
fun ordered(x: Order) -> Order = order(x)
fun shaped(x: Shape) -> Shape = shape(x)
fun value(x: JsonValue) -> JsonValue = json(x)
fun nodes(n: Int) -> Node {
    let x = Node { next: None }
    for _ in 0..n {
        x = Node { next: Some(x) }
    }
    return x
}
fun take(x: Node) -> Bool = x.next.is_some()
fun thenable() -> Thenable = Thenable { then: fun() = 1 }
fun wrong() -> Int = [1][5]
fun endless() -> Int {
    loop { count += 1 }
}
fun recursive(n: Int) -> Int = recursive(n + 1) + 1
fun waits() -> Int {
    sleep_millis(100_000)
    1
}
fun blocked() -> Int {
    let c = channel<Int>()
    c.recv()
}
fun function() -> fun(Int) -> Int = fun(n) = [1][n]
fun calls(f: fun(Int) -> Int) -> Int = f(1)
fun grows() -> Int {
    let xs: List<Int> = []
    loop { xs.push(1) }
}
fun result(n: Int) -> Result<Int, Error> = if n > 0 { Ok(n) } else { Err(error("none")) }
fun ends() -> Int = panic("here")
fun nested(n: Int) -> Int = call(fun(x: Int) -> Int = x + n) + later(n)
`;

const cyclic: unknown[] = [];
cyclic.push(cyclic);
const chain = (levels: number): unknown => {
  let node: unknown = { next: null };
  for (let i = 0; i < levels; i++) node = { next: node };
  return node;
};
const throwing = Object.defineProperty({}, "id", {
  enumerable: true,
  get() {
    throw new RangeError("trap");
  },
});

/** A call, how it ends, and where. */
type Row = readonly [does: string, name: string, args: readonly unknown[], ends: string | RegExp];

const CALLS: readonly Row[] = [
  ["passes text as an Int", "int", ["1"], /^TypeError: `int` received "1", which is not an Int/],
  ["passes a fraction as an Int", "int", [1.5], /^TypeError: `int` received 1.5, which is not an Int/],
  ["passes NaN as an Int", "int", [NaN], /^TypeError: /],
  ["passes an Int beyond 64 bits", "int", [2n ** 63n], /^TypeError: /],
  ["passes undefined", "int", [undefined], /^TypeError: /],
  ["passes too few arguments", "int", [], /^TypeError: `int` takes 1 arguments, not 0/],
  ["passes too many arguments", "int", [1, 2], /^TypeError: /],
  ["passes half a pair of surrogates", "text", ["\ud800"], '"�"'],
  ["passes two characters as a Char", "char", ["ab"], /^TypeError: /],
  ["passes an object as a list", "list", [{ length: 1 }], /^TypeError: /],
  ["passes a list with a hole", "list", [new Array(2)], /^TypeError: /],
  ["passes a list that contains itself", "list", [cyclic], /^TypeError: /],
  ["passes an object as a Map", "map", [{ a: 1 }], /^TypeError: /],
  ["passes a list as a Set", "set", [[1]], /^TypeError: /],
  ["passes a long tuple", "pair", [[1, "a", 2]], /^TypeError: /],
  ["passes a tuple", "pair", [[1, "a"]], '["a",1]'],
  [
    "passes a struct with another field",
    "ordered",
    [{ id: 1, tags: [], x: 2 }],
    /^TypeError: .*no field "x"/,
  ],
  ["passes a struct without a field", "ordered", [{ id: 1 }], /^TypeError: /],
  ["passes a struct that throws", "ordered", [throwing], /^TypeError: .*trap/],
  ["passes an unknown variant", "shaped", ["Square"], /^TypeError: /],
  ["passes a variant without its payload", "shaped", ["Circle"], /^TypeError: /],
  ["passes JSON that contains itself", "value", [cyclic], /^TypeError: /],
  ["passes JSON that is a function", "value", [() => 1], /^TypeError: /],
  ["passes 100,000 levels", "take", [chain(100_000)], /^TypeError: .*nested too deeply, or contains itself$/],
  ["passes 1,000 levels", "take", [chain(1000)], "true"],
  ["returns 100,000 levels", "nodes", [100_000], /^ScriptError: .*nested too deeply, or contains itself$/],
  ["returns what passes for a promise", "thenable", [], /^HostError: a Thenable with a function `then`/],
  ["panics", "wrong", [], "ScriptError: list index out of bounds: index 5, length 1"],
  ["panics with a text", "ends", [], "ScriptError: here"],
  ["computes without end", "endless", [], "ScriptError: time limit exceeded"],
  ["recurses without end", "recursive", [0], "ScriptError: stack overflow"],
  ["waits without end", "waits", [], "ScriptError: time limit exceeded"],
  ["waits for no goroutine", "blocked", [], /^ScriptError: (?:.*deadlock|time limit exceeded)$/],
  ["grows without end", "grows", [], /^ScriptError: (?:memory|time) limit exceeded$/],
  ["calls a function that is missing", "nothing", [], /^TypeError: /],
  ["calls a function of Object", "toString", [], /^TypeError: /],
  ["calls what is named by a symbol of JavaScript", "__proto__", [], /^TypeError: /],
  ["calls with functions of both sides", "nested", [2], "4"],
];

const SCRIPTS: readonly HostileScript[] = [
  ...CALLS.map(
    ([does, name, args, ends]): HostileScript => ({
      does,
      script: TEXT,
      ends,
      act: (program: Program) => program.call(name, ...args),
    }),
  ),
  {
    does: "ends by the limit of time, and is reset",
    script: TEXT,
    ends: "7",
    act: async (program: Program) => {
      await program.call("endless").catch(() => {});
      await program.reset();
      return program.call("int", 7);
    },
  },
  {
    does: "throws in a function that the host keeps",
    script: TEXT,
    ends: "ScriptError: list index out of bounds: index 5, length 1",
    act: async (program: Program) => {
      const f = (await program.call("function")) as (n: number) => Promise<number>;
      return f(5);
    },
  },
  {
    does: "calls a function that returns a promise",
    script: TEXT,
    ends: /^HostError: a function of the host returned a promise/,
    act: (program: Program) => program.call("calls", async (n: number) => n),
    where: "process",
  },
  {
    does: "calls a function that throws",
    script: TEXT,
    ends: /^HostError: a function of the host threw RangeError: mine/,
    act: (program: Program) =>
      program.call("calls", () => {
        throw new RangeError("mine");
      }),
    where: "process",
  },
  {
    does: "is called after it was closed",
    script: TEXT,
    ends: /^ScriptError: the program has ended/,
    act: (program: Program) => {
      program.close();
      return program.call("int", 1);
    },
  },
];

export const BORDER: HostileTable = {
  kind: "border",
  imports: "",
  options: {
    modules: [...standardModules, app],
    limits: { memory: 100_000_000, wallMillis: 500, compileMillis: 20_000 },
  },
  scripts: SCRIPTS,
};
