// Warnings (reference/checking#operators, reference/checking#errors-and-warnings).
import { describe, expect, test } from "vitest";
import { announced, checkTexts, reported } from "../testing/check-texts.ts";

const programs: Record<string, string> = {
  "unused imports": `
import std/math
import std/collections //= W9
import std/time { now, sleep_millis as nap } //= W1
import "./other" //= W9
import "./plain" //= W9
import "./other" { helper, Unused } //= W1
fun main() { helper() print(now()) print(math.min(1.0, 2.0)) }`,
  "imports of what is derived": `
import std/json { ToJson, FromJson } //= W1
@derive(ToJson) struct P { a: Int }
fun main() { print(P { a: 1 }.to_json().length()) }`,
  "unused locals": `
macro twice { ($x:expr) => { { let t = ($x); 1 } } }
fun f(n: Int) {
    let a = 1 //= W2
    let _b = 2
    let _ = 3
    const c = 4 //= W2
    let d = 5
    d = 6
    match Some(n) { Some(x) -> {}, None -> {} } //= W2
    for i in 0..3 {}
    let e = fun(k: Int) = 1
    print(e(twice!(n)))
}
fun main() { f(1) }`,
  "unused results": `
fun f() -> Result<Int, String> = Ok(1)
fun g() -> Result<Int, String> { f()?  f() } //=
fun main() {
    f() //= W3
    let _ = f()
    match g() { Ok(_) -> {}, Err(_) -> {} }
    f(); //= W3
    if true { f() } //= W3
    defer f()
    defer fun() { f(); print(1) }() //= W3
    f() //= W3
}`,
  "unreachable code": `
fun f(n: Int) -> Int {
    if n > 0 {
        return 1
        print("no") //= W4
        print("no more")
    } else {
        panic("x")
    }
    2 //= W4
}
fun main() {
    loop {
        break
        print("no") //= W4
    }
    while true { continue }
    loop { print(f(1)) }
    print("never") //= W4
}`,
  "shadowed imports": `
import std/time { now }
import std/math
fun main() {
    let now = now() //= W5
    for math in [1] { print(math) } //= W5
    print(now)
    print(math.min(1.0, 2.0))
}`,
  "assignments to captured variables": `
fun each(xs: List<Int>, f: fun(Int) -> Unit) { for x in xs { f(x) } }
fun f(p: Int) {
    let n = 0
    each([1], fun(x) { n = x }) //= W8
    each([1], fun(x) { p += x }) //= W8
    each([1], fun(x) { n = x print(n) })
    each([1], fun(x) { if x > 1 { n = x } print(n) }) //= W8
    each([1], fun(x) { if x > 1 { n = x } else { return } print(n) })
    each([1], fun(x) { let own = 0 each([2], fun(y) { own += y }) print(own) }) //= W8
    each([1], fun(x) { n = 1 each([2], fun(y) { print(n + y + x) }) })
    defer { n = 3 } //= W8
    print(n + p)
}
fun main() { f(1) }`,
  "names that read like variants": `
enum State { Idle, Running, Failed(Int) }
fun f(s: State, o: State?) -> Int {
    let a = match s { Idle -> 1, Failed -> 2 } //= W10
    let b = match o { Some(Runing) -> 2, Some(Failed(N)) -> N, None -> 1 } //= W10 W6
    let c = match 1 { Big -> Big }
    for Each in [s] { print(f(Each, None)) }
    return a + b + c
}
fun main() { print(f(State.Idle, None)) }`,
  "statements without effect": `
fun f(n: Int) -> Bool {
    n == 1 //= W11
    n / n
    n / 2 //= W11
    f(n) && n > 1
    fun() { print(1) } //= W11
    unknown == n //= R1
    n > 1
}
fun main() {
    f(1)
    match 1 { 1 -> 2, _ -> 3 }
    f //= W11
}`,
  "equality by identity": `
struct P { x: Int }
@derive(Eq)
struct Q { x: Int }
enum E { A }
fun same<T>(a: T, b: T) -> Bool = a == b
fun main() {
    print(P { x: 1 } == P { x: 1 }) //= W7
    print(Q { x: 1 } != Q { x: 2 })
    print(E.A == E.A) //= W7
    print(same(E.A, E.A)) //= W7
    let f = fun() {}
    print(f == f)
    print(same(f, f))
}`,
  "equality by identity in generic functions": `
struct P { x: Int }
@derive(Eq)
struct Q { x: Int }
@derive(Eq)
struct W<T> { v: T }
struct Box<T> { v: T }
impl<T> Box<T> {
    fun has(self, v: T) -> Bool = self.v == v
    fun of(v: T) -> Box<T> = Box { v: v }
}
fun same<T>(a: T, b: T) -> Bool = a == b
fun differ<A, B>(a: A, b: B, c: B) -> Bool = b != c
fun outer<T>(a: T) -> Bool = same(a, a)
fun inLists<T>(a: T) -> Bool = same([a], [a])
fun inBoxes<T>(a: T) -> Bool = same(Box { v: a }, Box { v: a }) //= W7
fun bounded<T: Eq>(a: T) -> Bool = same(a, a)
fun first<T>(a: T, n: Int) -> Bool = if n == 0 { second(a, n) } else { false }
fun second<T>(a: T, n: Int) -> Bool = if n == 1 { same(a, a) } else { first(a, n - 1) }
fun captured<T>(a: T) -> fun(T) -> Bool = fun(b) = a == b
fun apply(f: fun(P, P) -> Bool, p: P) -> Bool = f(p, p)
fun unused<T>(a: T) -> T = a
let global: Bool = same(P { x: 1 }, P { x: 1 }) //= W7
fun main() {
    let p = P { x: 1 }
    let q = Q { x: 1 }
    print(same(p, p)) //= W7
    print(same(q, q))
    print(same(1, 2))
    print(outer(p)) //= W7
    print(outer(q))
    print(inLists(p)) //= W7
    print(inLists(q))
    print(inBoxes(p))
    print(bounded(q))
    print(differ(p, 1, 2))
    print(differ(1, p, p)) //= W7
    print(same([p], [p])) //= W7
    print(same(Some(p), None)) //= W7
    print(same((p, 1), (p, 1))) //= W7
    print(same([q], [q]))
    print(same(W { v: q }, W { v: q }))
    print(same(W { v: p }, W { v: p })) //= W7
    print(first(p, 0)) //= W7
    print(second(p, 0)) //= W7
    print(captured(p)(p)) //= W7
    print(apply(same, p)) //= W7
    print(Box.of(p).has(p)) //= W7
    print(Box.of(q).has(q))
    print(unused(p).x)
    let f: fun(P, P) -> Bool = same //= W7
    print(f(p, p) == global)
}`,
  "equality by identity by traits": `
struct P { x: Int }
struct Own { x: Int }
@derive(Eq)
struct Q { x: Int }
struct Box<T> { v: T }
trait Same {
    fun same(self, other: Self) -> Bool = self == other
    fun twice(self, other: Self) -> Bool = self.same(other) && self.same(other)
    fun plain(self) -> Int = 1
}
impl Same for P {}
impl Same for Q {}
impl Same for Own {
    fun same(self, other: Own) -> Bool = self.x == other.x
}
impl<T> Same for Box<T> {
    fun same(self, other: Box<T>) -> Bool = self.v == other.v
}
fun check<T: Same>(a: T) -> Bool = a.twice(a)
fun count<T: Same>(a: T) -> Int = a.plain()
fun main() {
    let p = P { x: 1 }
    print(p.same(p)) //= W7
    print(p.twice(p)) //= W7
    print(check(p)) //= W7
    print(count(p))
    print(check(Q { x: 1 }))
    print(check(Own { x: 1 }))
    print(Own { x: 1 }.twice(Own { x: 1 }))
    print(check(Box { v: p })) //= W7
    print(check(Box { v: 1 }))
    print(Box { v: p }.same(Box { v: p })) //= W7
    print(Box { v: p }.twice(Box { v: p })) //= W7
}`,
};

describe("warnings", () => {
  for (const [name, main] of Object.entries(programs)) {
    const texts = { main, other: "struct Unused {}\nfun helper() {}", plain: "fun helper() {}" };
    test(name, () => expect(reported(texts, {})).toEqual(announced(main)));
  }

  test("can be disabled, and are not errors", () => {
    const text = "import std/time { now }\nfun main() { let a = 1 }";
    expect(checkTexts({ main: text }, { warnings: false }).diagnostics).toEqual([]);
    expect(checkTexts({ main: text }).diagnostics.map(({ severity }) => severity)).toEqual([
      "warning",
      "warning",
    ]);
  });
});
