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
    print(same(E.A, E.A))
    let f = fun() {}
    print(f == f)
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
