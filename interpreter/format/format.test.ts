// The canonical style, rule by rule (reference/formatting#formatting).
import { describe, expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { format } from "./index.ts";

function formatted(text: string): string {
  const { text: result, diagnostics } = format(new Source("a.std", text));
  expect(diagnostics ?? []).toEqual([]);
  expect(format(new Source("a.std", result!)).text).toBe(result);
  return result!;
}

/** The formatted lines of a function body, without its indentation. */
function body(code: string): string {
  const lines = formatted(`fun main() {\n${code}\n}\n`).split("\n").slice(1, -2);
  return lines.map((line) => line.replace(/^ {4}/, "")).join("\n");
}

test("the example of the specification is canonical", () => {
  const text = `import "./shapes" { area, Shape as Form }

@derive(Eq, ToString)
struct Job {
    id: Int,
    cost: Float,
}

fun describe(j: Job, limit: Int) -> String {
    let over = match j.id {
        0..10 -> false,
        n if n > limit -> {
            print("over") // noisy
            true
        },
        _ -> false,
    }

    // final text
    return if over {
        "late"
    } else {
        "ok \${j.cost * 2.0}"
    }
}
`;
  expect(formatted(text)).toBe(text);
});

test("a first line that starts with `#!` stays the first", () => {
  expect(formatted("#!/usr/bin/env  std  \n\n\nfun main()={}\n")).toBe(
    "#!/usr/bin/env  std\n\nfun main() = {}\n",
  );
  expect(formatted("#!/usr/bin/env std\nimport std/math\n")).toBe("#!/usr/bin/env std\nimport std/math\n");
  expect(formatted("#!/usr/bin/env std\n// note\n")).toBe("#!/usr/bin/env std\n// note\n");
  expect(formatted("#!/usr/bin/env std")).toBe("#!/usr/bin/env std\n");
});

describe("one line", () => {
  test.each([
    ["let  a=1+2 *3", "let a = 1 + 2 * 3"],
    ["x+=- 1", "x += -1"],
    ["let r = 0 .. n", "let r = 0..n"],
    // Without the space, this would be a Float.
    ["print(2 . 0 . 1)", "print(2 .0.1)"],
    ["f( a , b )[ 0 ] . c( ) ?", "f(a, b)[0].c()?"],
    ["f<A,B>( x )", "f<A, B>(x)"],
    ["let g: fun( A )->B? = h", "let g: fun(A) -> B? = h"],
    ["let p = P{x:x,y:2}", "let p = P { x, y: 2 }"],
    ["let s = {1 , }", "let s = {1,}"],
    ["let m = [ 1 : 2 ]", "let m = [1: 2]"],
    [
      "let n = [1_000, 0xFF, 0b1010_0101, 0xFFFF_FFFF_FFFF_FFFF]",
      "let n = [1_000, 0xFF, 0b1010_0101, 0xFFFF_FFFF_FFFF_FFFF]",
    ],
    ["let n = [3.0, 3e2, 1_0.50, 2E-3]", "let n = [3.0, 3.0e2, 1_0.50, 2.0e-3]"],
    ['"\\x41\\u{e9}\\n\\u{1}\\$a\\${b}\\\'"', '"\\x41\\u{e9}\\n\\u{1}\\$a\\${b}\\\'"'],
    // What cannot be seen becomes an escape.
    ['"a\tb\u00a0"', '"a\\tb\\u{a0}"'],
    ['"\\x41${ a }\\u{41}${b}\\$"', '"\\x41${a}\\u{41}${b}\\$"'],
    ["let c = '\\u{41}'", "let c = '\\u{41}'"],
    ["let c = '\\''", "let c = '\\''"],
    ["let c = '\\\"'", "let c = '\\\"'"],
    ["let n = if  a {1} else{ 2 }", "let n = if a { 1 } else { 2 }"],
    ["let n = if a {1} else if b {2} else {3}", "let n = if a { 1 } else if b { 2 } else { 3 }"],
    ["f(if a {1} else {2})", "f(if a { 1 } else { 2 })"],
    ["let n = if a {\n1 } else { 2 }", "let n = if a {\n    1\n} else {\n    2\n}"],
    ["let n = if a { f(); 1 } else { 2 }", "let n = if a {\n    f()\n    1\n} else {\n    2\n}"],
    ['"${ if a {1} else {2} } ${ { let x=1;x } }"', '"${if a { 1 } else { 2 }} ${{ let x = 1; x }}"'],
    ["xs . iter( ) .map(fun(x)=x)", "xs.iter().map(fun(x) = x)"],
    ["f();", "f()"],
    ["let g = fun() { f(); }", "let g = fun() {\n    f();\n}"],
    ["if a { f(); } while a { f(); }", "if a {\n    f()\n}\nwhile a {\n    f()\n}"],
    ["if a { f(); } else { g(); }", "if a {\n    f();\n} else {\n    g();\n}"],
    ["loop{}", "loop {}"],
    ["spawn f", "spawn(f)"],
    ["spawn((f))", "spawn(f)"],
  ])("%s", (code, expected) => expect(body(code)).toBe(expected));
});

describe("several lines", () => {
  test.each([
    ["let a = 1; let b = 2", "let a = 1\nlet b = 2"],
    ["if a {b} else if c {d} else {}", "if a {\n    b\n} else if c {\n    d\n} else {}"],
    ["let p = P {\nx: 1 }", "let p = P {\n    x: 1,\n}"],
    ["xs\n.iter()\n.map(fun(x)=x)", "xs\n    .iter()\n    .map(fun(x) = x)"],
    ["a.b\n.c[0]?.d().e.f()", "a.b\n    .c[0]?\n    .d().e\n    .f()"],
    [`x = ${"abcdefghij + ".repeat(9)}k`, `x = abcdefghij +\n${"    abcdefghij +\n".repeat(8)}    k`],
    [
      `if ${"abcdefgh && ".repeat(4)}a * b + c > 0 || ${"abcdefgh && ".repeat(4)}k {}`,
      "if abcdefgh && abcdefgh && abcdefgh && abcdefgh && a * b + c > 0 ||\n    abcdefgh && abcdefgh && abcdefgh && abcdefgh && k {}",
    ],
    [
      "match x { A->1, B|C if y->{2}\n_->return }",
      "match x {\n    A -> 1,\n    B | C if y -> {\n        2\n    },\n    _ -> return,\n}",
    ],
    ["spawn(fun()->Unit{f()})", "spawn(fun() -> Unit {\n    f()\n})"],
    ["f(1, fun() { g() })", "f(\n    1,\n    fun() {\n        g()\n    },\n)"],
    [`f(${"abcdefghij, ".repeat(9)}k)`, `f(\n${"    abcdefghij,\n".repeat(9)}    k,\n)`],
    ["\n\na\n\n\n\nb\n\n", "a\n\nb"],
    ['let s = """\n  a \n \n"""', 'let s = """\n  a \n \n"""'],
    ['let s = """\n  a\n"""', 'let s = """\n  a\n"""'],
  ])("%j", (code, expected) => expect(body(code)).toBe(expected));
});

describe("comments", () => {
  test.each([
    ["a // one\nb /* two */", "a // one\nb /* two */"],
    ["// first\na\n// last", "// first\na\n// last"],
    ["let x = a + // why\nb", "let x = a + // why\n    b"],
    ["xs\n// why\n.f()", "xs\n    // why\n    .f()"],
    ["while a // one\n&& b { c }", "while a // one\n    && b {\n    c\n}"],
    ["match x /* one */ { A -> 1 }", "match x /* one */ {\n    A -> 1,\n}"],
    ["let x = xs[/* one */ 0]", "let x = xs[/* one */ 0]"],
    ["let x = f(1) /* one */ + /* two */ 2", "let x = f(1) /* one */ + /* two */ 2"],
    ["let x = (a // one\n)", "let x = (a // one\n)"],
    ["let x = [1]\n// one\n[0]", "let x = [1]\n// one\n[0]"],
    ["f(); // one", "f() // one"],
    ["f(a, // one\nb)", "f(\n    a, // one\n    b,\n)"],
    ["f(/* one */ a)", "f(\n    /* one */ a,\n)"],
    ["let x = [ // empty\n]", "let x = [ // empty\n]"],
    [
      "match x {\n// first\nA -> 1 // one\n// last\n}",
      "match x {\n    // first\n    A -> 1, // one\n    // last\n}",
    ],
    ["if a { // why\nb }", "if a { // why\n    b\n}"],
    ["if a { // why\n}", "if a { // why\n}"],
    ["if a { /* why */ b }", "if a {\n    /* why */ b\n}"],
    ["if a {b}\n// why\nelse { // then\nc }", "if a {\n    b\n}\n// why\nelse { // then\n    c\n}"],
    ["if a {b} // one\nelse /* two */ if c {d}", "if a {\n    b\n} // one\nelse /* two */ if c {\n    d\n}"],
    ["f(/* none */)", "f(\n    /* none */\n)"],
  ])("%j", (code, expected) => expect(body(code)).toBe(expected));
});

describe("items", () => {
  test.each([
    [
      "@derive(A)\n@derive(B,C) struct P{x:Int,y:Int?}",
      "@derive(A, B, C)\nstruct P {\n    x: Int,\n    y: Int?,\n}\n",
    ],
    [
      "@derive(A) // why\n// what\nstruct P { x: Int }",
      "@derive(A) // why\n// what\nstruct P {\n    x: Int,\n}\n",
    ],
    ["@derive(A) // a\n@derive(B) // b\nenum E { X }", "@derive(A, B) // a\n// b\nenum E {\n    X,\n}\n"],
    ["enum E{A,B(Int,X)\nC(a:Int)}", "enum E {\n    A,\n    B(Int, X),\n    C(a: Int),\n}\n"],
    [
      "impl<T:A+B> X<T> for Y<T> { fun a(self)=1\nfun b() {} }",
      "impl<T: A + B> X<T> for Y<T> {\n    fun a(self) = 1\n\n    fun b() {}\n}\n",
    ],
    [
      "/// a {\nimpl X { // b {\n/// c {\nfun a(self)=1 }",
      "/// a {\nimpl X { // b {\n    /// c {\n    fun a(self) = 1\n}\n",
    ],
    ["trait X /* { */ { /// c {\nfun a(self)\n}", "trait X /* { */ {\n    /// c {\n    fun a(self)\n}\n"],
    [
      'struct J { @json(optional,name:"n") x: Int? }',
      'struct J {\n    @json(optional, name: "n") x: Int?,\n}\n',
    ],
    [
      'struct J { @json(optional)\n@json(name:"n",)x: Int? // one\n @json(optional) /* two */ y: Int?}',
      'struct J {\n    @json(optional)\n    @json(name: "n") x: Int?, // one\n    @json(optional) /* two */ y: Int?,\n}\n',
    ],
    ["fun f(a: Int) -> Int /* one */ = a", "fun f(a: Int) -> Int /* one */ = a\n"],
    ["fun f() { if let [ a , ..rest,] = xs {} }", "fun f() {\n    if let [a, ..rest] = xs {}\n}\n"],
    ["fun f() { if let [.. ,1|2] = xs {} }", "fun f() {\n    if let [.., 1 | 2] = xs {}\n}\n"],
    ["fun f(a: Int // one\n) -> Int { a }", "fun f(a: Int // one\n) -> Int {\n    a\n}\n"],
    ["impl A /* one */ for /* two */ B {}", "impl A /* one */ for /* two */ B {}\n"],
    [
      "@serves // one\n// two\n@blocking\n// three\nfun f()",
      "@serves // one\n// two\n@blocking\n// three\nfun f()\n",
    ],
    ["@derive(Eq /* one */, Ord)\nstruct P {}", "@derive(Eq /* one */, Ord)\nstruct P {}\n"],
    [
      "macro m{($x:expr,$($r:expr),*)=>{f($x,$($r),*)}}",
      "macro m { ($x:expr, $($r:expr),*) => { f($x, $($r),*) } }\n",
    ],
    ["macro m{()=>{0};($x:expr)=>{-$x}}", "macro m {\n    () => { 0 }\n    ($x:expr) => { -$x }\n}\n"],
    [
      'macro m{($a:expr,$t:ty)=>{f( $a+1<2 , -$a,List <$t>( ),P < Int , List< $t > >{x:1},$a<$t,$a>1,"a${ $a+1 }b", 0XFF)}}',
      'macro m { ($a:expr, $t:ty) => { f($a + 1 < 2, -$a, List<$t>(), P<Int, List<$t>> { x: 1 }, $a < $t, $a > 1, "a${$a + 1}b", 0XFF) } }\n',
    ],
    [
      "macro m{($a:expr)=>{impl<T:A>X<T>for Y<T>{fun a(self)->Map<T,Int>{self.b >> $a}}}}",
      "macro m { ($a:expr) => { impl<T: A> X<T> for Y<T> { fun a(self) -> Map<T, Int> { self.b >> $a } } } }\n",
    ],
    [
      "macro m{($a:literal . $b:literal)=>{[$a,$b]} (. . = ! = : : - =)=>{0}}\nfun f(){m!(1 . 5)}",
      "macro m {\n    ($a:literal.$b:literal) => { [$a, $b] }\n    (. .= ! =: : - =) => { 0 }\n}\nfun f() {\n    m!(1 .5)\n}\n",
    ],
    ["import std/time as clock{a,b as c}", "import std/time as clock { a, b as c }\n"],
    ['import "./größe" as g', 'import "./größe" as g\n'],
    ["", ""],
    ["// only\n", "// only\n"],
  ])("%s", (text, expected) => expect(formatted(text)).toBe(expected));
});

test("a long chain of operators does not crash", () => {
  const { diagnostics, text } = format(new Source("a.std", `fun f() -> Int = 1${" + 1".repeat(20_000)}\n`));
  expect(diagnostics?.[0]?.code ?? text?.slice(0, 5)).toMatch(/P10|fun f/);
}, 120_000);

test("a file that does not parse is reported", () => {
  expect(format(new Source("a.std", "fun f( {}")).diagnostics).toHaveLength(1);
});
