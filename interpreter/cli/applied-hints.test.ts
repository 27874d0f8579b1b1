// The fixes of hints write what the hint means: the program with them is the one on the right.
import { expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { createEngine } from "../engine.ts";
import { memoryReader } from "../modules/index.ts";
import { applyFix } from "../testing/apply-fix.ts";

function check(text: string): readonly Diagnostic[] {
  const files = { "main.std": `${text}fun main() {}\n`, "util.std": "fun two() -> Int = 2\n" };
  return createEngine({ modules: standardModules, reader: memoryReader(files) }).check([{ path: "main.std" }])
    .diagnostics;
}

/** The program after the first fix of its first diagnostic with one, again and again while there are errors. */
function repaired(text: string): string {
  let now = text;
  for (let times = 0; times < 5; times++) {
    const found = check(now);
    if (!found.some(({ severity }) => severity === "error")) return now;
    const fix = found.find(({ fixes }) => fixes !== undefined)?.fixes?.[0];
    if (fix === undefined) break;
    now = applyFix(now, fix);
  }
  throw new Error(
    `no fix for ${check(now).map(({ code, message, hint }) => `[${code}] ${message}: ${hint}`)}\n${now}`,
  );
}

const PARAMETERS =
  "n: Int, x: Float, b: Bool, s: String, o: Int?, xs: List<Int>, m: Map<String, Int>, t: (Int, Int), f: fun(Int) -> Int";

test.each([
  ["let y = n ** 2", "let y = n.pow(2)"],
  ["let y = if n === 1 { 2 } else { 3 }", "let y = if n == 1 { 2 } else { 3 }"],
  ["print(n !== 1)", "print(n != 1)"],
  ["if not b { print(1) }", "if !b { print(1) }"],
  ["print(o ?? 3)", "print(o.unwrap_or(3))"],
  ["let y = n |> f", "let y = f(n)"],
  ['let y = n > 0 ? "a" : "b"', 'let y = if n > 0 { "a" } else { "b" }'],
  ["let y = n if n > 0 else 0", "let y = if n > 0 { n } else { 0 }"],
  ["if n == 1 then print(1)", "if n == 1 { print(1) }"],
  ["print(0 < n < 9)", "print(0 < n && n < 9)"],
  ["print(n in 1..5)", "print(n >= 1 && n < 5)"],
  ["if n in xs { print(1) }", "if xs.contains(n) { print(1) }"],
  ["if n not in xs { print(1) }", "if !xs.contains(n) { print(1) }"],
  ["if o is None { print(1) }", "if o.is_none() { print(1) }"],
  ["if o is not None { print(1) }", "if o.is_some() { print(1) }"],
  ["let y = n as Float", "let y = n.to_float()"],
  ["let y = [0] * n", "let y = list.repeat(0, n)"],
  ['print("-" * n)', 'print("-".repeat(n))'],
  ["for i in 0..10 step 2 { print(i) }", "for i in list.range(0, 10).iter().step_by(2) { print(i) }"],
  ['print(", ".join(xs))', 'print(xs.join(", "))'],
  ["print(len(xs))", "print(xs.len())"],
  ['panic!("no")', 'panic("no")'],
  ['println!("{} of {}", n, xs.len())', 'print("${n} of ${xs.len()}")'],
  ['let y = "{} of {}".format(n, m.len())', 'let y = "${n} of ${m.len()}"'],
  ['let y = "n is %d" % n', 'let y = "n is ${n}"'],
  ['print("n is \\(n)")', 'print("n is ${n}")'],
  ['print("${x:.2f}")', 'print("${fmt.format_float(x, 2)}")'],
  ['print("${x / 2.0:.1f} m")', 'print("${fmt.format_float(x / 2.0, 1)} m")'],
  ["let y: Int? = null", "let y: Int? = None"],
  ["let y = listOf(1, 2)", "let y = [1, 2]"],
  ['let y = {"a": 1, "b": 2}', 'let y = ["a": 1, "b": 2]'],
  ["let y = new Set([1, 2])", "let y = {1, 2}"],
  ["let y = 1,000", "let y = 1_000"],
  ["print(t[1])", "print(t.1)"],
  ["print(xs[1:2])", "print(xs[1..2])"],
  ["print(xs[1:])", "print(xs[1..])"],
  ["for k, v in m { print(k) print(v) }", "for (k, v) in m { print(k) print(v) }"],
  ["let y, z = n, 2", "let (y, z) = (n, 2)"],
  ["let y = xs.map(x => x + 1)", "let y = xs.map(fun(x) = x + 1)"],
  ["let y = xs.map(|x| x + 1)", "let y = xs.map(fun(x) = x + 1)"],
  ["let y = xs.map(lambda x: x + 1)", "let y = xs.map(fun(x) = x + 1)"],
  ["xs.each(x => { print(x) })", "xs.each(fun(x) { print(x) })"],
  ["print(o! + 1)", "print(o.unwrap() + 1)"],
  ["print(in_array(1, xs))", "print(xs.contains(1))"],
  ['let y = parseInt("7")', 'let y = "7".to_int()'],
  ["print(f[1])", "print(f(1))"],
  ["let Some(y) = o else return", "let Some(y) = o else { return }"],
  ["xs[] = 2", "xs.push(2)"],
  ["print(n &^ 2)", "print(n & ~2)"],
  ["print('n = 1')", 'print("n = 1")'],
  ["print(f'n = {n}')", 'print("n = ${n}")'],
  ["print(`n is ${n}`)", 'print("n is ${n}")'],
  ['print($"n is {n}")', 'print("n is ${n}")'],
  ['print("a\\qb")', 'print("a\\\\qb")'],
  ['print("n is ${}")', 'print("n is \\${}")'],
  ["let y = %w[a b]", 'let y = ["a", "b"]'],
  ["console.log(n)", "print(n)"],
  ["System.out.println(n)", "print(n)"],
  ["puts n", "print(n)"],
  ["append(xs, n)", "xs.push(n)"],
  ["print(filter(xs, fun(x) = x > n))", "print(xs.filter(fun(x) = x > n))"],
  ['print(m.get("a", 0))', 'print(m.get_or("a", 0))'],
  ["print(xs[..len - 1])", "print(xs[..xs.len() - 1])"],
  ["print(xs.associateBy(fun(x) = x + 1))", "print(xs.to_map(fun(x) = (x + 1, x)))"],
  ["k := n", "let k = n"],
  ["int k = n", "let k = n"],
  ["let y: Int | null = None", "let y: Int? = None"],
  ["if n > 0 { print(1) } else { print(2)) }", "if n > 0 { print(1) } else { print(2) }"],
  ["unless b { print(n) }", "if !b { print(n) }"],
  ["unless n > 1 { print(n) }", "if !(n > 1) { print(n) }"],
  ["for (x of xs) { print(x) }", "for x in xs { print(x) }"],
  ["for (const x of xs) { print(x) }", "for x in xs { print(x) }"],
  ["let y = xs.map { $0 * 2 }", "let y = xs.map(fun(it) = it * 2)"],
  ["let y = xs.map({ x in x * 2 })", "let y = xs.map(fun(x) = x * 2)"],
  ["let y = xs.map(it * 2)", "let y = xs.map(fun(it) = it * 2)"],
  ["let y = [a: 1]", 'let y = ["a": 1]'],
  ["let y = match n { 1, 2 -> n, _ -> 0 }", "let y = match n { 1 | 2 -> n, _ -> 0 }"],
  ["let y = match n { 1 -> n, else -> 0 }", "let y = match n { 1 -> n, _ -> 0 }"],
])("%s", (wrong, right) => {
  const program = (line: string): string => `fun g(${PARAMETERS}) {\n    ${line}\n}\n`;
  const body = repaired(program(wrong));
  expect(body.slice(body.indexOf("fun g("))).toBe(program(right));
});

test.each([
  ["fun f(a: Int): Int = a\n", "fun f(a: Int) -> Int = a\n"],
  ["fun f(g: (Int) -> Int) -> Int = g(1)\n", "fun f(g: fun(Int) -> Int) -> Int = g(1)\n"],
  ["fun f(a: ?Int) -> Int = a.unwrap_or(1)\n", "fun f(a: Int?) -> Int = a.unwrap_or(1)\n"],
  ['fun f() -> Int, String { return (1, "a") }\n', 'fun f() -> (Int, String) { return (1, "a") }\n'],
  ["fun f() -> (Int, Int) { return 1, 2 }\n", "fun f() -> (Int, Int) { return (1, 2) }\n"],
  ["fun f(xs: List<T>) -> T = xs[0]\n", "fun f<T>(xs: List<T>) -> T = xs[0]\n"],
  ["fun f<T>(a: T, b: T) -> Bool = a < b\n", "fun f<T: Ord>(a: T, b: T) -> Bool = a < b\n"],
  ["struct C<K, V> { m: Map<K, V> }\n", "struct C<K: Eq + Hash, V> { m: Map<K, V> }\n"],
  ["struct P { x, y: Int }\n", "struct P { x: Int, y: Int }\n"],
  ["struct P { x?: Int }\n", "struct P { x: Int? }\n"],
  ["#[derive(Eq)]\nstruct P { x: Int }\n", "@derive(Eq)\nstruct P { x: Int }\n"],
  ["enum E { A { w: Int, h: Int } }\n", "enum E { A(w: Int, h: Int) }\n"],
  [
    "struct P { x: Int }\nimpl P {\n    fun get() -> Int = self.x\n}\n",
    "struct P { x: Int }\nimpl P {\n    fun get(self) -> Int = self.x\n}\n",
  ],
  ["fun f() -> Int = 3\nconst B: Int = f()\n", "fun f() -> Int = 3\nlet B: Int = f()\n"],
  ["import std.math\nfun f() -> Float = math.pi()\n", "import std/math\nfun f() -> Float = math.pi()\n"],
  ["fun f(xs: Int...) -> Int = xs.sum()\n", "fun f(xs: List<Int>) -> Int = xs.sum()\n"],
  ["fun f(vararg xs: Int) -> Int = xs.sum()\n", "fun f(xs: List<Int>) -> Int = xs.sum()\n"],
  ["fun f(a: Int, {b: Int = 2}) -> Int = a + b\n", "fun f(a: Int, b: Int = 2) -> Int = a + b\n"],
  ["fun f(xs: List[Int]) -> Int = xs.sum()\n", "fun f(xs: List<Int>) -> Int = xs.sum()\n"],
  ["enum E: String { A, B }\n", "enum E { A, B }\n"],
  ["struct P { x: Int }\nfun f() -> P = P(3)\n", "struct P { x: Int }\nfun f() -> P = P { x: 3 }\n"],
  [
    "struct P { x: Int, y: Int }\nfun f() -> P = P(x = 1, y = 2)\n",
    "struct P { x: Int, y: Int }\nfun f() -> P = P { x: 1, y: 2 }\n",
  ],
  ["struct P { x: Int }\nfun f() -> P = P { x = 1 }\n", "struct P { x: Int }\nfun f() -> P = P { x: 1 }\n"],
  [
    "enum E { A, B }\nfun f(e: E) -> Int = match e { .A -> 1, E.B -> 2 }\n",
    "enum E { A, B }\nfun f(e: E) -> Int = match e { A -> 1, B -> 2 }\n",
  ],
  [
    "fun f() -> Float {\n    import std/math\n    return math.pi()\n}\n",
    "import std/math\n\nfun f() -> Float {\n    return math.pi()\n}\n",
  ],
  [
    "fun f() -> Id {\n    type Id = Int\n    return 1\n}\n",
    "type Id = Int\nfun f() -> Id {\n    return 1\n}\n",
  ],
  [
    "fun f(n: Int) {\n    if n > 0 {\n        print(n)\n    end\n}\n",
    "fun f(n: Int) {\n    if n > 0 {\n        print(n)\n    }\n}\n",
  ],
  [
    'fun f() {\n    let m = {\n        "tea": 3,\n        "milk": 1,\n    }\n    print(m)\n}\n',
    'fun f() {\n    let m = [\n        "tea": 3,\n        "milk": 1,\n    ]\n    print(m)\n}\n',
  ],
  [
    "struct P { x: Int }\nimpl P {\n    y: Int\n    fun f(self) -> Int = self.y\n}\n",
    "struct P { x: Int, y: Int }\nimpl P {\n    fun f(self) -> Int = self.y\n}\n",
  ],
  [
    "import std/sync { WaitGroup }\nfun f() -> WaitGroup = WaitGroup()\n",
    "import std/sync { WaitGroup }\nimport std/sync { wait_group }\nfun f() -> WaitGroup = wait_group()\n",
  ],
  [
    "import std/time { Duration }\nfun f(d: Duration) -> Duration = d * 2\n",
    "import std/time { Duration }\nfun f(d: Duration) -> Duration = d.times(2)\n",
  ],
])("%s", (wrong, right) => {
  expect(repaired(wrong)).toBe(right);
});

test.each([
  "import std/http { Response }\nfun f() -> Response = Response.status(404)\n",
  "import std/http { Server }\nfun f() { Server.new().listen(8080) }\n",
  "import ./util\nfun f() -> Int = util.two()\n",
  "fun f() -> Int {\n    let n = [1, 2];\n        .len()\n    return n\n}\n",
  'fun f(x: Float) -> String = "${x:.2f}"\n',
])("a hint that once led in circles leads to a program that checks: %s", (wrong) => {
  expect(check(repaired(wrong)).filter(({ severity }) => severity === "error")).toEqual([]);
});
