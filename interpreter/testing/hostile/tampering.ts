// Hosts that change what JavaScript shares before they create an engine: the formats of stacks, and prototypes
// extended by names of their own. Programs end and report as usual.
import type { HostileScript, HostileTable } from "./script.ts";

type Restore = () => void;

function replaced(target: object, name: string, descriptor: PropertyDescriptor): Restore {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, ...descriptor });
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  };
}

function extended(target: object, names: readonly string[], value: unknown, enumerable: boolean): Restore {
  const undo = names.map((name) => replaced(target, name, { value, enumerable, writable: true }));
  return () => undo.forEach((each) => each());
}

const NAMES = ["extend", "clone", "each", "isEmpty", "merge", "pick", "omit", "tap", "first", "last"];

const HOSTS: readonly (readonly [has: string, prepare: () => Restore])[] = [
  [
    "call sites as stacks",
    () =>
      replaced(Error, "prepareStackTrace", { value: (_: Error, calls: unknown) => calls, writable: true }),
  ],
  ["a format of stacks that throws", () => replaced(Error, "prepareStackTrace", { value: () => { throw new Error("no stack"); }, writable: true })], // biome-ignore format: a table
  ["numbers as stacks", () => replaced(Error, "prepareStackTrace", { value: () => 7, writable: true })],
  [
    "nothing as stacks",
    () => replaced(Error, "prepareStackTrace", { value: () => undefined, writable: true }),
  ],
  ["stacks without calls", () => replaced(Error, "stackTraceLimit", { value: 0, writable: true })],
  ["stacks of one call", () => replaced(Error, "stackTraceLimit", { value: 1, writable: true })],
  ["endless stacks", () => replaced(Error, "stackTraceLimit", { value: Infinity, writable: true })],
  [
    "text as the limit of stacks",
    () => replaced(Error, "stackTraceLimit", { value: "many", writable: true }),
  ],
  ["functions in all objects", () => extended(Object.prototype, NAMES, () => 1, false)],
  ["functions in all objects that are enumerated", () => extended(Object.prototype, NAMES, () => 1, true)],
  ["functions in all lists", () => extended(Array.prototype, NAMES, () => 1, true)],
  ["functions in all texts", () => extended(String.prototype, NAMES, () => 1, true)],
  ["functions in all functions", () => extended(Function.prototype, NAMES, () => 1, true)],
  [
    "functions in all maps and promises",
    () => {
      const undo = [Map, Set, Promise, Error, Number].map((each) =>
        extended(each.prototype, NAMES, () => 1, true),
      );
      return () => undo.forEach((each) => each());
    },
  ],
];

const PROGRAM = `import std/error { catch_panic }
import std/json { parse, stringify }
import std/regex { compile }
import std/sync { channel, yield_now }
import std/time { sleep_millis }

struct Order {
    id: Int,
    tags: List<String>,
}

fun deep(n: Int) -> Int = if n == 0 { [1][5] } else { deep(n - 1) + 1 }

fun endless(n: Int) -> Int = endless(n + 1) + 1

fun main() {
    let order = Order { id: 1, tags: ["a"] }
    print(order.tags.len())
    print(stringify(parse("{\\"a\\":[1]}").unwrap()))
    print(compile("a+").unwrap().replace_all("baab", "x"))
    let c = channel<Int>()
    spawn c.send(2)
    print(c.recv())
    sleep_millis(1)
    print(catch_panic(fun() -> Int = deep(3)).is_err())
    print(catch_panic(fun() -> Int = endless(0)).is_err())
    yield_now()
    print(deep(2))
}
`;

const SCRIPTS: readonly HostileScript[] = [
  ...HOSTS.map(
    ([has, prepare]): HostileScript => ({
      does: `runs in a host with ${has}`,
      script: PROGRAM,
      ends: "panic: list index out of bounds: index 5, length 1",
      prints: '1\n{"a":[1]}\nbxb\n2\ntrue\ntrue\n',
      prepare,
    }),
  ),
  ...HOSTS.slice(0, 8).map(
    ([has, prepare]): HostileScript => ({
      does: `overflows the stack of a host with ${has}`,
      script: "fun down(n: Int) -> Int = down(n + 1) + 1\n\nfun main() {\n    print(down(0))\n}\n",
      ends: "panic: stack overflow",
      prepare,
    }),
  ),
];

export const TAMPERING: HostileTable = {
  kind: "tampering",
  imports: "",
  options: { limits: { memory: 200_000_000, wallMillis: 20_000, compileMillis: 20_000 } },
  scripts: SCRIPTS,
};
