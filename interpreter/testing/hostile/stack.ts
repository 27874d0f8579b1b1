// Scripts that nest calls without end, and call natives and functions of the host where little stack is left.
import { standardModules } from "../../../stdlib/index.ts";
import { defineModule } from "../../index.ts";
import type { HostileScript, HostileTable } from "./script.ts";

const OVERFLOW = "panic: stack overflow";

/** Ends with the name of any exception that the host has seen between its statements. */
function steady<T>(value: T): T {
  const list = Array.from({ length: 50 }, (_, i) => i);
  JSON.stringify(list.map((i) => ({ i })));
  return value;
}

const app = defineModule({
  name: "app",
  declaration: `
    fun twice(n: Int) -> Int
    fun length(text: String) -> Int
    fun total(xs: List<Int>) -> Int
    fun with_call(f: fun(Int) -> Int) -> Int
    @blocking fun later(n: Int) -> Int
  `,
  functions: {
    twice: (n) => steady(n * 2),
    length: (text) => steady(text.length),
    total: (xs) => steady(xs.reduce((sum, x) => sum + x, 0)),
    with_call: (f) => {
      void f(1).catch(() => {});
      return 1;
    },
    later: async (n) => steady(n),
  },
});

/** What recursions do on their way down; `n` is the number of the call. */
const DOWN: readonly (readonly [does: string, work: string])[] = [
  ["does nothing else", "n"],
  ["prints", 'eprint("x")\nn'],
  ["calls the host", "twice(n)"],
  ["passes text to the host", 'length("tea ${n}")'],
  ["passes lists to the host", "total([n, 1, 2])"],
  ["passes functions to the host", "with_call(fun(x: Int) -> Int = x + n)"],
  ["waits for the host", "later(n)"],
  ["reads the clock", "now_nanos()"],
  ["sorts", "[3, 1, 2].sorted_by(fun(a: Int, b: Int) -> Int = a - b)[0]"],
  ["parses JSON", 'parse("[1, [2, {\\"a\\": 3}]]").is_ok().to_string().len()'],
  ["matches patterns", 'compile("(a|b)+c").unwrap().is_match("ababc").to_string().len()'],
  ["compares", "if [[n]] == [[n]] { 1 } else { 0 }"],
  ["writes values as text", '"${[[n], [n]]}".len()'],
  ["uses maps", "let m: Map<String, Int> = Map.new()\nm[n.to_string()] = n\nm.len()"],
  ["formats dates", "format_rfc3339(0).len()"],
  ["compresses", 'gzip("tea").len()'],
  ["hashes", 'sha256("tea").len()'],
  ["starts goroutines", "spawn yield_now()\nn"],
  ["takes locks", "let m = mutex()\nm.lock()\nm.unlock()\nn"],
];

const IMPORTS = `import std/app { later, length, total, twice, with_call }
import std/collections { Map }
import std/compress { gzip }
import std/crypto { sha256 }
import std/error { catch_panic }
import std/io { eprint }
import std/json { parse }
import std/regex { compile }
import std/sync { mutex, yield_now }
import std/time { format_rfc3339, now_nanos }

struct Node {
    next: Node?,
}

@derive(Eq, Hash, ToString)
enum Chain {
    End,
    Link(Chain),
}

fun chain(count: Int) -> Chain {
    let c = Chain.End
    for _ in 0..count {
        c = Chain.Link(c)
    }
    return c
}

`;

const program = (text: string): string => `${IMPORTS}${text}`;

const SCRIPTS: readonly HostileScript[] = [
  ...DOWN.map(
    ([does, work]): HostileScript => ({
      does: `recurses and ${does}`,
      script: program(
        `fun step(n: Int) -> Int {\n${work}\n}\n\nfun down(n: Int) -> Int = step(n) % 2 + down(n + 1) + 1\n\nfun main() {\n    print(down(0))\n}\n`,
      ),
      // In a thread, each call of the host takes two messages.
      ends: [OVERFLOW, "panic: time limit exceeded"],
      prints: "",
    }),
  ),
  {
    does: "catches the overflow, again and again",
    script: program(
      'fun down(n: Int) -> Int = twice(down(n + 1)) + 1\n\nfun main() {\n    let n = 0\n    for _ in 0..20 {\n        if catch_panic(fun() -> Int = down(0)).is_err() {\n            n += 1\n        }\n    }\n    print("${n} ${twice(n)}")\n}\n',
    ),
    ends: "done",
    prints: "20 40\n",
  },
  {
    does: "recurses in deferred calls",
    script: program("fun down(n: Int) {\n    defer down(n + 1)\n}\n\nfun main() = down(0)\n"),
    ends: OVERFLOW,
  },
  {
    does: "recurses in a comparison",
    script: program(
      "fun order(a: Int, b: Int) -> Int = [a, b].sorted_by(order)[0]\n\nfun main() {\n    print([3, 1, 2].sorted_by(order))\n}\n",
    ),
    ends: OVERFLOW,
  },
  {
    does: "recurses between two functions",
    script: program(
      "fun a(n: Int) -> Int = b(n + 1) + 1\n\nfun b(n: Int) -> Int = a(n + 1) + 1\n\nfun main() {\n    print(a(0))\n}\n",
    ),
    ends: OVERFLOW,
  },
  {
    does: "recurses in functions that wait",
    script: program(
      "fun down(n: Int) -> Int {\n    yield_now()\n    down(n + 1) + 1\n}\n\nfun main() {\n    print(down(0))\n}\n",
    ),
    ends: [OVERFLOW, "panic: memory limit exceeded", "panic: time limit exceeded"],
  },
  {
    does: "recurses in a goroutine",
    script: program(
      "fun down(n: Int) -> Int = down(n + 1) + 1\n\nfun main() {\n    spawn fun() { print(down(0)) }()\n    for _ in 0..1000 {\n        yield_now()\n    }\n}\n",
    ),
    ends: OVERFLOW,
  },
  {
    does: "compares long chains",
    script: program("fun main() {\n    print(chain(200000) == chain(200000))\n}\n"),
    ends: [OVERFLOW, "done"],
  },
  {
    does: "hashes a long chain",
    script: program("fun main() {\n    print(chain(200000).hash() == 0)\n}\n"),
    ends: [OVERFLOW, "done"],
  },
  {
    does: "writes a long chain as text",
    script: program('fun main() {\n    print("${chain(200000)}".len() > 0)\n}\n'),
    ends: [OVERFLOW, "done"],
  },
  {
    does: "nests more calls than the host allows",
    script: program(
      "fun down(n: Int) -> Int = if n == 0 { 0 } else { down(n - 1) + 1 }\n\nfun main() {\n    print(down(400))\n    print(down(600))\n}\n",
    ),
    ends: "panic: recursion limit exceeded",
    prints: "400\n",
    options: { limits: { depth: 500 } },
  },
];

export const STACK: HostileTable = {
  kind: "stack",
  imports: IMPORTS,
  options: {
    modules: [...standardModules, app],
    limits: { memory: 200_000_000, wallMillis: 10_000, compileMillis: 20_000 },
  },
  scripts: SCRIPTS,
};
