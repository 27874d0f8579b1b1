// Names, imports and declarations: R codes, T12, T16, T25, T28 and constants.
import { describe, expect, test } from "vitest";
import { announced, checkTexts, reported } from "../testing/check-texts.ts";

const programs: Record<string, string> = {
  "unknown names": `
fun f(a: Nothing) {} //= R1
struct S { x: Missing<Int> } //= R1
impl Nope for S {} //= R1
fun main() {
    print(totl) //= R1
    absent(1) //= R1
    let n = missing //= R1
    n.anything()
    print(n + 1)
    let s = Missing2 { x: 1 } //= R1
    s.x = 2
    q.f() //= R1
}`,
  "one namespace per file": `
import std/math { min }
fun area() {}
fun area() {} //= R2
struct area {} //= R2
const area = 1 //= R2
fun g<T, T>(x: T) {} //= R2
fun main() { print(min(1.0, 2.0)) }`,
  "one alias for one module": `
import std/error
import std/error { error }
import std/math
import std/math as math //= R2
import std/time as clock
import std/time
fun main() {
    let made = error("x")
    print(made)
    print(error.error("y"))
    print(math.min(1.0, 2.0))
    print(clock.now() == time.now())
}`,
  "self and Self": `
fun f() { print(self) } //= R5
fun g() -> Self = 1 //= R5
struct P { x: Int }
impl P {
    fun make() -> Int = self.x //= R6
    fun twin(self) -> Self = self
}
fun main() {}`,
  "aliases give functions": `
import std/math
import std/time { now, nope } //= R7
fun main() {
    print(math.min(1.0, 2.0))
    math.PI //= R7
    math.mni(1, 2) //= R7
    math //= R1
    nope()
}`,
  "traits are no types": `
trait Pet { fun name(self) -> String }
fun f(p: Pet) {} //= T12
fun g(p: dyn Pet) -> String = p.name()
fun h(p: dyn Eq) {} //= T12
fun i(p: dyn Int) {} //= R1
fun j<T: Int>(p: T) {} //= R1
fun main() { Pet.name() } //= T12`,
  "type arguments": `
struct Box<T> { v: T }
fun f(a: Box, b: Box<Int, Int>, c: Int<Int>) {} //= T4 T4 T4
fun id<T>(x: T) -> T = x
fun main() {
    id<Int, Int>(1) //= T4
    print(id<Int>(1))
    let b = Box<Int, Int> { v: 1 } //= T4
    type_name() //= T4
}`,
  constants: `
const A: Int = B * 2
const B: Int = 4
const C = -3
const D = 1 + 2 //= T16
const E: Int = f() //= T16
const F: Int = 1 / 0 //= T16
const G: Int = H //= T16
const H: Int = G
const T: String = "a" + "b\${A} \${1.5}"
const W: Float = 1 //= T1
const X: Int = f2 //= R1
let g = 1
let h = f() //= T16
let i: List<Int> //= T16
let j: String
fun f() -> Int = 1
fun main() {
    A = 2 //= T15
    const k = f()
    k = 3 //= T15
    g = 5
    f = 3 //= P2
    print("\${T} \${A} \${W} \${j}")
}`,
  duplicates: `
enum Light { On, Off, On } //= T25
struct P {}
impl P { fun f(self) {} fun f(self) {} } //= T25
fun g(a: Int, a: Int, _: Int, _: Int) {} //= T25
fun main() {
    let f = fun(a: Int, a: Int) = a //= T25
    match Some(1) { Some(x) -> print(x), None -> print(f(1, 2)) }
}`,
};

describe("names", () => {
  for (const [name, text] of Object.entries(programs))
    test(name, () => expect(reported(text)).toEqual(announced(text)));

  test("a missing or unsuitable main", () => {
    expect(reported("fun start() {}")).toEqual(["1 T28"]);
    expect(reported("fun main(a: Int) {}")).toEqual(["1 T28"]);
    expect(reported("fun main<T>() {}")).toEqual(["1 T28"]);
    expect(reported("fun main() -> Int = 1")).toEqual([]);
  });

  test("constants are folded as at run time, across files", () => {
    const { program } = checkTexts({
      other: 'const MAX = 9223372036854775807\nconst TEXT: String = "é"',
      main: 'import "./other" { MAX, TEXT }\nconst A: Int = MAX + 1\nconst B: String = TEXT + "${A > 0} ${1e21}"\nconst C: Char = \'x\'\nfun main() { print("${A} ${B} ${C}") }',
    });
    const main = program.modules.get("main")!;
    const values = new Map(
      main.facts.uses.flatMap((use) =>
        use?.kind === "Const" ? [[use.constant.name, use.constant.value]] : [],
      ),
    );
    expect(values.get("A")).toBe(-(2n ** 63n));
    expect(values.get("B")).toBe("\u00c3\u00a9false 1000000000000000000000");
    expect(values.get("C")).toEqual({ char: 0x78 });
  });

  test("imported names refer to the declarations of their module", () => {
    const other =
      'struct Item { x: Int }\nlet count: Int = 0\nfun make() -> Item = Item { x: 1 }\ntrait Show { fun show(self) -> String }\nimpl Show for Int { fun show(self) -> String = "i" }';
    expect(
      reported({
        other,
        main: 'import "./other" { Item as Thing, count, make }\nimport "./other"\nstruct Item { y: Int }\nfun main() {\n    let t: Thing = make()\n    count += t.x\n    let i = Item { y: other.make().x }\n    print(1.show())\n    let bad: Item = t\n    print(i.y)\n}',
      }),
    ).toEqual(["9 T1"]);
  });

  test("selecting from a module that was not resolved is not another error", () => {
    expect(reported('import "./gone" { a, B }\nfun f(b: B) {}\nfun main() { a(1).x }')).toEqual([]);
  });

  test("suggestions", () => {
    const { diagnostics } = checkTexts({ main: "fun main() {\n    let total = 1\n    print(totl)\n}" });
    expect(diagnostics.find(({ code }) => code === "R1")?.hint).toBe("did you mean `total`?");
  });
});

describe("hints", () => {
  const hint = (text: string): string | undefined =>
    checkTexts({ main: `${text}\nfun main() {}` }, { warnings: false }).diagnostics[0]?.hint;

  test("names of other languages and modules", () => {
    expect(hint("enum Shape { Dot, Box(Int) }\nfun f() -> Shape = Box(1)")).toContain("Shape.Box");
    expect(hint("struct P { width: Int }\nimpl P { fun f(self) -> Int = width }")).toContain("self.width");
    expect(
      hint("struct P { width: Int }\nimpl P { fun f(self) -> Int = g(1)  fun g(self) -> Int = 1 }"),
    ).toContain("self.g");
    expect(hint("struct P { width: Int }\nfun f(p: Option<P>) -> Int = p.width")).toContain(
      "take the value out",
    );
    expect(hint("fun f(p: Result<String, Int>) -> Int = p.len()")).toContain("take the value out");
    expect(hint("fun f(m: Map2<Int>) {}\nstruct Map1<T> { x: T }")).toBe("did you mean `Map1`?");
    expect(hint("fun f() { var x = 1 }")).toContain("let");
    expect(hint("fun f(s: String) -> Int = s.trim()")).toContain("import std/string");
  });
});

test("a name that a module only imports is suggested by the path from the importing file", () => {
  const { diagnostics } = checkTexts({
    main: 'import "./sub/middle" { made }\nfun main() {\n    made()\n}\n',
    "sub/middle": 'import "./sub/deep/origin" { made }\nfun used() = made()\n',
    "sub/deep/origin": "fun made() {}\n",
  });
  expect(diagnostics.map(({ code, hint }) => `${code} ${hint}`)).toEqual([
    'R7 imported names are not re-exported: import it from "./sub/deep/origin"',
  ]);
});
