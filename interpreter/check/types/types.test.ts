// Types of expressions: inference, operators, calls, literals (T1 to T5, T8 to T10, T13, T17, T19, T23, T24).
import { describe, expect, test } from "vitest";
import { announced, checkTexts, reported } from "../testing/check-texts.ts";

const programs: Record<string, string> = {
  "types differ": `
struct P { x: Int }
fun f(a: Int, b: String) -> Int = a
fun g() -> Float = 1 //= T1
fun h() -> Int = "a" + 1 //= T1
fun main() {
    let a: Int = 1.5 //= T1
    let b = f("x", 2) //= T1
    let c = P { x: "s" } //= T1
    c.x = 1.0 //= T1
    let d = if true { 1 } else { "a" } //= T1
    let e = [1, "a", 2] //= T1
    let h = match 1 { 1 -> "a", _ -> 2 } //= T1
    while 1 { } //= T1
    if "x" { } //= T1
    print("\${a} \${b} \${d} \${h}")
    e.push(1)
    return 5 //= T1
}`,
  calls: `
fun f(a: Int) -> Int = a
struct P { cb: fun(Int) -> Int }
impl P { fun m(self, a: Int) -> Int = a  fun make() -> P = P { cb: f } }
fun main() {
    f() //= T3
    f(1, 2) //= T3
    let p = P { cb: f }
    p.m() //= T3
    p.cb(1) //= T2
    print((p.cb)(1))
    p.make() //= T2
    P.m() //= T2
    P.nope() //= T2
    1(2) //= T5
    "s"() //= T5
    p.x //= T2
    p.m //= T2
    print() //= T3
    print(1, 2) //= T3
    f(b: 1) //= T2
    P {} //= T17
    P { cb: f, zz: 1 } //= T2
}`,
  inference: `
fun none<T>() -> Option<T> = None
fun id<T>(x: T) -> T = x
fun two<T>(a: T, b: T) -> T = a
fun main() {
    let a = [] //= T8
    let b: List<Int> = []
    let c = None //= T8
    let d = none() //= T8
    let e: Option<Int> = none()
    let g = Ok(1)
    let h = Err("x")
    let i = None
    let j = two(i, Some(1))
    let k = id
    let l = id<Int>
    let m = two(1, "a") //= T1
    let n: List<List<Int>> = [[], [1]]
    let o = fun(x) = x //= T26
    print(l(1))
    print("\${b.len()} \${e.is_some()} \${g.is_ok()} \${h.is_err()} \${j.is_some()} \${n.len()} \${m}")
}`.replace("let k = id\n", "let k = id //= T8\n"),
  "the type must be known": `
fun none<T>() -> Option<T> = None
fun main() {
    match none() { Some(x) -> x.f(), None -> {} } //= T8
    let f = fun(g: fun(Int) -> Int) = g(1)
    print(f(fun(x) = x + 1))
}`,
  "infinite types": `
fun main() {
    let xs = [None]
    match xs[0] {
        Some(y) -> { let zs = [y, xs] }, //= T9
        None -> {},
    }
}`,
  operators: `
struct P { x: Int }
@derive(Eq, Ord)
struct Q { x: Int }
fun lt<T: Ord>(a: T, b: T) -> Bool = a < b
fun bad<T>(a: T, b: T) -> Bool = a < b //= T23
fun main() {
    let s = "a" + "b"
    s += "c"
    s -= "c" //= T23
    s + 1 //= T1
    1 + 2.0 //= T1
    1.5 % 2.0
    ~5
    ~1.5 //= T23
    !1 //= T1
    -"x" //= T23
    "a" * 2 //= T23
    1.5 & 1.5 //= T23
    true + true //= T23
    'a' < 'b'
    true < false
    Q { x: 1 } < Q { x: 2 }
    P { x: 1 } < P { x: 2 } //= T23
    lt(Q { x: 1 }, Q { x: 2 })
    lt(P { x: 1 }, P { x: 2 })
    1 == "a" //= T1
    {} == {} //= T23
    [P { x: 1 }] == [P { x: 1 }] //= T10
    Some(1) == None
    let r = 1..3 //= T23
    "abc"[0] //= T23
    [1, 2]["a"] //= T1
    1 && true //= T1
    [1][0] + 1
}`,
  text: `
struct P { x: Int }
struct Q { x: Int }
fun show<T>(x: T) -> String = "\${x}" //= T10
fun show2<T: ToString>(x: T) -> String = "\${x}"
trait Pet { fun name(self) -> String }
fun pet(p: dyn Pet, t: dyn ToString) {
    print(p) //= T10
    print(t)
}
fun main() {
    print([1, 2])
    print(Some({}))
    print("\${P { x: 1 }}") //= T10
    print([P { x: 1 }])
    print([Q { x: 1 }]) //= T10
    print(show2(1))
    print(fun() -> Int = 1) //= T10
    print(to_any<Int>(1)) //= T10
}`,
  "missing values": `
fun a(n: Int) -> Int { if n > 0 { return 1 } } //= T19
fun b(n: Int) -> Int { if n > 0 { return 1 } else { return 2 } }
fun c(n: Int) -> Int { while true { return 1 } } //= T19
fun d(n: Int) -> Int { loop { return 1 } }
fun e(n: Int) -> Int { loop { break } } //= T19
fun f(n: Int) -> Int { panic("x") }
fun g(n: Int) -> Int { n; } //= T19
fun h(n: Int) -> Int { return } //= T19
fun i(n: Int) -> Int = match n { 1 -> { return 2 }, _ -> panic("x") }
fun j(n: Int) -> Int { let x = 1 } //= T19
fun k() = 1 //= T1
fun l(n: Int) -> Int {
    match n {
        1 -> return 1
        _ -> { n + 1 }
    }
}
fun m() -> fun() -> Int {
    return fun() -> Int { print(1); } //= T19
}
fun main() {}`,
  "the question mark": `
fun a() -> Result<Int, String> = Ok(1)
fun b() -> Option<Int> = Some(1)
fun c() -> Result<Int, String> { return Ok(a()? + 1) }
fun d() -> Result<Int, Int> { return Ok(a()?) } //= T13
fun e() -> Int { return a()? } //= T13
fun f() -> Option<Int> { return Some(a()?) } //= T13
fun g() -> Option<Int> { return Some(b()? + 1) }
fun h() -> Result<Int, String> { return Ok(b()?) } //= T13
fun i() -> Result<Int, String> { return Ok(5?) } //= T13
let j: Int = b()? //= T13
fun main() {
    let k = fun() { let x = a()?  return Ok(x) }
    let l = fun() { let x = a()?  Ok(x + 1) }
    print("\${k().is_ok()} \${l().is_ok()}")
    a()? //= T13
    defer { a()? Ok(1) }
}`,
  loops: `
fun main() {
    break //= T14
    continue //= T14
    while true { break 1 } //= T14
    let a = loop { break 1 }
    let b: String = loop { break 1 } //= T1
    loop { if a > 1 { break 1 } break "x" } //= T1
    for i in 0..3 { let f = fun() { break } f() } //= T14
    for i in 1.5 {} //= T27
    for i in 1.."a" {} //= T1
    for c in "abc" { print(c) }
    for x in Some(1) { print(x + 1) }
    for i in [1] { i + "a" } //= T1
    print(b)
}`,
  reflection: `
struct S { x: Int }
enum E { A }
fun f<T>() -> List<String> = field_names<T>()
fun main() {
    field_names<S>()
    field_names<E>() //= T24
    variant_names<S>() //= T24
    variant_field_types<Int>() //= T24
    print(type_name<fun(Int) -> S>())
    let a = to_any<Int>("x") //= T1
    let b: Option<Int> = cast<Int>(a)
    set_field(a, "x", a)
    print("\${b.is_some()} \${f<E>().len()}")
}`,
  "expected types flow inward": `
trait Seed { fun seed() -> Self }
struct Oak { age: Int }
impl Seed for Oak { fun seed() -> Oak = Oak { age: 1 } }
fun plant<T: Seed>(n: Int) -> Result<T, String> = if n < 1 { Err("no") } else { Ok(T.seed()) }
fun grow() -> Result<Int, String> {
    let tree: Oak = plant(2)?
    return Ok(tree.age)
}
trait Pet { fun name(self) -> String }
struct Cat {}
impl Pet for Cat { fun name(self) -> String = "cat" }
struct Home { pet: dyn Pet, others: List<dyn Pet> }
fun adopt(p: dyn Pet, more: Option<dyn Pet>) -> dyn Pet = p
fun pick(c: Bool) -> dyn Pet {
    if c { Cat {} } else { adopt(Cat {}, Some(Cat {})) }
}
fun main() {
    let home = Home { pet: Cat {}, others: [Cat {}] }
    home.pet = Cat {}
    home.others.push(Cat {})
    let cats = [Cat {}]
    let all: List<dyn Pet> = cats //= T1
    let one: dyn Pet = 5 //= T10
    let f: fun() -> dyn Pet = fun() = Cat {}
    print("\${grow().is_ok()} \${f().name()} \${pick(true).name()}")
}`,
  lambdas: `
import std/iter { fold }
fun apply<A, B>(x: A, f: fun(A) -> B) -> B = f(x)
fun each(xs: List<Int>, f: fun(Int) -> Unit) { for x in xs { f(x) } }
fun main() {
    let a = apply(1, fun(x) = x + 1)
    let b = apply("s", fun(x) { return x.len() })
    let c = fold([1, 2].iter(), 0, fun(acc, x) = acc + x)
    let d = [1, 2].iter().map(fun(x) = x * 2)
    each([1], fun(x) { x + 1 })
    each([1], fun(x) = x + 1) //= T1
    let e = fun(n: Int) { if n > 0 { return 1 } else { return 2 } }
    let f = fun(n: Int) { panic("x") }
    f(1)
    apply(1, fun(x, y) = x) //= T1
    print("\${a} \${b + 1} \${c} \${d.next()} \${e(1) + 1}")
}`,
};

describe("types", () => {
  for (const [name, text] of Object.entries(programs))
    test(name, () => expect(reported(text)).toEqual(announced(text)));

  test("both sides of a mismatch are shown, and a hint", () => {
    const { diagnostics } = checkTexts({ main: "fun main() {\n    let n: Float = 1\n    print(n)\n}" });
    expect(diagnostics[0]).toMatchObject({
      code: "T1",
      message: "expected `Float`, found `Int`",
      hint: "convert it with `.to_float()`",
      related: [{ text: "because of this annotation" }],
    });
  });

  test("missing fields are reported with their types, also where a macro wrote them", () => {
    const { diagnostics } = checkTexts({
      main: "macro pair { ($n:ident) => { struct $n { a: Int, b: Int? } } }\npair!(P)\nfun main() {\n    print(P { a: 1 }.a)\n}",
    });
    expect(diagnostics[0]).toMatchObject({
      code: "T17",
      hint: "a literal must name every field: add `b: Option<Int>`",
    });
  });
});
