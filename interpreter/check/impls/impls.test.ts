// Traits, impls, methods, bounds, derives (T2, T10, T11, T12, T18, D1, D3).
import { standardModules } from "../../../stdlib/index.ts";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { announced, checkTexts, reported } from "../testing/check-texts.ts";

const programs: Record<string, string> = {
  "impls fit their trait": `
trait Shape<T> {
    fun area(self) -> T
    fun scale(self, by: T) -> Self
    fun unit() -> Self
    fun name(self) -> String = "shape \${self.area2()}" //= T2
}
struct A {}
struct B {}
struct C {}
struct D {}
impl Shape<Int> for A {} //= T18
impl Shape<Int> for B {
    fun area(self) -> Float = 1.0 //= T18
    fun scale(self, by: Int, more: Int) -> B = self //= T18
    fun unit(self) -> B = self //= T18
}
impl Shape<Float> for C {
    fun area(self) -> Float = 1.0
    fun scale(self, by: Float) -> Self = self
    fun unit() -> C = C {}
    fun extra(self) -> Int = 1
}
impl Shape<Int, Int> for D {} //= T4
impl Nope for D {} //= R1
impl D for D {} //= R1
impl<T> Eq for T { fun equals(self, other: T) -> Bool = true } //= R1
fun main() { print(C {}.extra()) C.unit().name() }`,
  overlap: `
struct P {}
struct Box<T> { v: T }
trait Show { fun show(self) -> String }
impl Show for P { fun show(self) -> String = "a" }
impl Show for P { fun show(self) -> String = "b" } //= T11
impl<T> Show for Box<T> { fun show(self) -> String = "c" }
impl Show for Box<Int> { fun show(self) -> String = "d" } //= T11
impl Box<Int> { fun only(self) -> Int = self.v  fun both(self) -> Int = 1 }
impl Box<String> { fun both(self) -> Int = 2 }
impl P { fun f(self) -> Int = 1 }
impl P { fun f(self) -> Int = 2 }
fun main() {
    P {}.f() //= T11
    print(Box { v: 1 }.only() + Box { v: "s" }.both())
    Box { v: "s" }.only() //= T2
}`,
  "precedence of methods": `
struct P { len: Int }
trait Show { fun show(self) -> Int  fun to_text(self) -> Int = 1 }
impl Show for P { fun show(self) -> Int = 1 }
impl P { fun show(self) -> String = "own"  fun len(self) -> String = "m" }
impl List<Int> { fun len(self) -> String = "mine" }
impl String { fun is_empty(self) -> Int = 1 }
trait Sized2 { fun len(self) -> Float }
impl Sized2 for String { fun len(self) -> Float = 1.5 }
trait Loud { fun cry(self) -> Int = 1 }
trait Soft { fun cry(self) -> String  fun hum(self) -> Int = 1 }
trait Low { fun hum(self) -> Int = 2 }
impl Loud for P {}
impl Low for P {}
impl Soft for P { fun cry(self) -> String = "soft" }
fun cries(p: P) -> String = p.cry()
fun hums(p: P) -> Int = p.hum() //= T11
fun main() {
    let a: String = P { len: 1 }.show()
    let b: String = P { len: 1 }.len()
    let c: Int = P { len: 1 }.len
    let d: String = [1].len()
    let e: Int = ["a"].len()
    let f: Int = "a".is_empty()
    let g: Float = "a".len()
    let h: Int = P { len: 1 }.to_text()
    print("\${a}\${b}\${c}\${d}\${e}\${f}\${g}\${h}")
}`,
  bounds: `
import std/collections
struct NoHash { x: Int }
trait Make { fun make() -> Self  fun tag(self) -> Int }
impl Make for Int { fun make() -> Int = 7  fun tag(self) -> Int = self }
fun build<T: Make>() -> T = T.make()
fun tags<T: Make + ToString>(xs: List<T>) -> Int { let n = 0  for x in xs { n += x.tag() print(x) x.nope() } return n } //= T2
fun free<T>(x: T) -> Int = x.tag() //= T2
struct Pair<A: Make> { a: A }
impl<A: Make> Pair<A> { fun t(self) -> Int = self.a.tag() }
fun f(p: Pair<String>) {} //= T10
fun g(m: Map<NoHash, Int>) {} //= T10
fun h<T: Make>(p: Pair<T>) -> Int = p.t()
fun i<T>(p: Pair<T>) {} //= T10
fun main() {
    let n: Int = build()
    tags(["a"]) //= T10
    build<String>() //= T10
    Pair { a: "s" } //= T10
    print(h(Pair { a: n }))
    let m = Map.new()
    m.set(NoHash { x: 1 }, 1)
    let k = [1.5: 2] //= T10
}`,
  iterators: `
import std/iter { collect }
struct Count { n: Int }
impl Count { fun next(self) -> Option<Int> { self.n += 1 return if self.n > 3 { None } else { Some(self.n) } } }
struct Words {}
impl Iterator<String> for Words { fun next(self) -> Option<String> = None }
fun drain<T, S: Iterator<T>>(src: S) -> List<T> { let out: List<T> = [] for x in src { out.push(x) } return out }
fun all(d: dyn Iterator<Int>) -> Int { let s = 0 for x in d { s += x } return s }
fun main() {
    let a: List<Int> = drain(Count { n: 0 })
    let b: List<String> = drain(Words {})
    let c: List<Int> = drain(Words {}) //= T10
    for x in (Count { n: 0 }) { print(x + 1) }
    drain(5) //= T10
    print(collect([1].iter().map(fun(x) = x + 1).filter(fun(x) = x > 1)).len() + all(Count { n: 1 }))
    print("\${a.len()} \${b.len()} \${c.len()}")
}`.replace(
    "let c: List<Int> = drain(Words {}) //= T10",
    "let c: List<Int> = [1]\n    drain<Int, Words>(Words {}) //= T10",
  ),
  derives: `
struct Plain { x: Int }
@derive(Clone) //= D1
struct A { x: Int }
@derive(Eq, ToString)
struct B {
    p: Plain, //= D3
    f: fun() -> Int, //= D3
}
@derive(Eq, Ord, Hash, ToString, Debug)
enum E { One, Two(Int, String), At(x: Int, y: Option<List<Int>>) }
@derive(Hash)
enum F { One(Float) } //= D3
@derive(Eq)
struct G { x: Int }
impl Eq for G { fun equals(self, other: G) -> Bool = true } //= T11
@derive(Eq, ToJson, FromJson)
struct Pair<A, B> { a: A, b: List<B> }
fun main() {
    print(E.One == E.Two(1, "a"))
    print(Pair { a: 1, b: [Plain { x: 1 }] } == Pair { a: 1, b: [] })
    print(E.At(x: 1, y: None))
}`,
  dyn: `
trait Gen { fun g<T>(self, x: T) -> Int }
trait Twin { fun twin(self) -> Self }
trait Same { fun same(self, o: Self) -> Bool }
trait Ok1 { fun f(self) -> Int }
fun a(x: dyn Gen) {} //= T12
fun b(x: dyn Twin) {} //= T12
fun c(x: dyn Same) {} //= T12
fun d(x: dyn Ok1) -> Int = x.f() + x.g() //= T2
impl Ok1 for Int { fun f(self) -> Int = 1 }
fun main() {
    print(d(1))
    d("a") //= T10
    let xs: List<dyn Ok1> = [1, 2]
    let ys: List<dyn Ok1> = [1, "a"] //= T10
    let f: Option<dyn Ok1> = Some(3)
    print("\${xs.len()} \${ys.len()} \${f.is_some()}")
}`,
};

describe("traits and impls", () => {
  for (const [name, text] of Object.entries(programs))
    test(name, () => expect(reported(text)).toEqual(announced(text)));

  test("an impl of the program replaces a standard one", () => {
    const text =
      'impl<T> ToString for List<T> { fun to_string(self) -> String = "mine" }\nfun main() { print([fun() -> Int = 1]) print([1].to_string()) }';
    expect(reported(text)).toEqual([]);
    const { program } = checkTexts({ main: text });
    const use = program.modules
      .get("main")!
      .facts.uses.find(
        (candidate) => candidate?.kind === "Call" && candidate.callee.function.name === "to_string",
      );
    expect(use).toMatchObject({ callee: { function: { module: { id: "main" } } } });
  });

  test("a missing impl is suggested", () => {
    const { diagnostics } = checkTexts({ main: "struct P { x: Int }\nfun main() { print([P { x: 1 }]) }" });
    expect(diagnostics[0]).toMatchObject({ code: "T10", message: "`List<P>` does not implement `ToString`" });
    expect(diagnostics[0]!.hint).toContain("write `@derive(ToString)` before `P`");
  });

  test("a wrong body of a standard module is reported with its location", () => {
    const { program, diagnostics } = checkTexts({
      main: "import std/wrong\nfun main() = print(wrong.number())",
      "std/wrong": 'fun number() -> Int {\n    return "x"\n}',
    });
    expect(diagnostics).toEqual([]);
    const number = program.modules.get("std/wrong")!.functions.get("number")!;
    const found = program.standardBodies
      .check(number)
      .map(({ code, message, primary }) => [
        code,
        message,
        primary.source.name,
        primary.source.lineAt(primary.span.start),
      ]);
    expect(found).toEqual([["T1", "expected `Int`, found `String`", "std/wrong.std", expect.any(Number)]]);
    expect(program.standardBodies.check(number)).toEqual([]);
  });

  // Each alone, so that no module depends on other modules of a program.
  test.each(standardModules)(
    "all bodies of std/$name check in a program that imports nothing else",
    ({ name, loads = [] }) => {
      const imports = [name, ...loads].map((module) => `import std/${module}\n`).join("");
      const { diagnostics } = checkTexts(
        { main: `${imports}fun main() {}` },
        { standardBodies: true, warnings: false },
      );
      const at = ({ source, span }: Diagnostic["primary"]): string =>
        `${source.name}:${source.position(span.start).line}`;
      expect(diagnostics.map(({ code, message, primary }) => `${at(primary)} ${code} ${message}`)).toEqual(
        [],
      );
    },
  );
});
