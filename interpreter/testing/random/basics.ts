// The theme of every random program: numbers, strings, lists, options, loops, closures, traits.
import type { Theme } from "./theme.ts";

export const basics: Theme = {
  name: "basics",
  imports: ["import std/collections", "import std/list { reverse }", "import std/cmp { sorted_by }"],
  items: `
@derive(Eq, Ord, Hash, ToString)
struct Box<T> { value: T, extra: Int }
@derive(Eq, Ord, Hash, ToString)
enum Shape { Dot, Line(Int), Rect(Int, Int), Named(size: Int, label: String) }
trait Area {
    fun area(self) -> Int
    fun twice(self) -> Int = self.area() * 2
}
impl Area for Shape {
    fun area(self) -> Int = match self { Dot -> 0, Line(n) -> n, Rect(a, b) if a == b -> a, Rect(a, b) -> a * b, Named { size, label } -> size + label.len() }
}
impl<T: Hash> Area for Box<T> {
    fun area(self) -> Int = self.extra + self.value.hash() % 100
}
impl<T> Box<T> {
    fun change<U>(self, f: fun(T) -> U) -> Box<U> = Box { extra: self.extra, value: f(self.value) }
    fun bump(self, by: Int) -> Box<T> {
        self.extra += by
        return self
    }
}
let total: Int = 0
fun say(n: Int) -> Int {
    print(n)
    total += 1
    return n
}
fun each<T, U>(xs: List<T>, f: fun(T) -> U) -> List<U> {
    let out: List<U> = []
    for x in xs { out.push(f(x)) }
    return out
}
fun only<T>(xs: List<T>, f: fun(T) -> Bool) -> List<T> {
    let out: List<T> = []
    for x in xs { if f(x) { out.push(x) } }
    return out
}
fun folded<T, R>(xs: List<T>, start: R, f: fun(R, T) -> R) -> R {
    let result = start
    for x in xs { result = f(result, x) }
    return result
}
fun at(xs: List<Int>, i: Int) -> Int = if xs.is_empty() { 0 } else { xs[(i & 1023) % xs.len()] }
fun half(n: Int) -> Result<Int, String> = if n % 2 == 0 { Ok(n / 2) } else { Err("odd \${n}") }
fun some(n: Int) -> Option<Int> = if n % 3 == 0 { None } else { Some(n) }
fun pick<T>(c: Bool, a: T, b: T) -> T = if c { a } else { b }
fun same<T>(a: T, b: T) -> Bool = a == b
fun area_of(a: dyn Area) -> Int = a.area()
`,
  exports: [
    "Box",
    "Shape",
    "Area",
    "total",
    "say",
    "at",
    "half",
    "some",
    "pick",
    "same",
    "area_of",
    "each",
    "only",
    "folded",
  ],
  expressions: {
    Int: {
      leaves: ["0", "1", "3", "7", "(-2)", "p", "q", "total"],
      grown: [
        "say(«Int»)",
        "(«Int» + «Int»)",
        "(«Int» - «Int»)",
        "(«Int» * «Int»)",
        "(«Int» & «Int»)",
        "(«Int» ^ «Int»)",
        "(«Int» | «Int»)",
        "(«Int» / 7)",
        "(«Int» % (-5))",
        "at(«List<Int>», «Int»)",
        "(if «Bool» { «Int» } else { «Int» })",
        "{ «do» «Int» }",
        "match «Option<Int>» { Some($a) if $a > «Int|$a:Int» -> «Int|$a:Int», Some($b) -> $b, None -> «Int» }",
        "(«Option<Int>»).unwrap_or(«Int»)",
        "match «Shape» { Dot -> «Int», Line($a) | Rect($a, _) -> «Int|$a:Int», Named { size: $s, label: _ } -> $s }",
        "folded(«List<Int>», «Int», fun($a, $x) = $a + «!Int|$x:Int»)",
        "(«fun(Int) -> Int»)(«Int»)",
        "loop { «do» break «Int» }",
        "(«String»).len()",
        "(«Box<Int>»).bump(«Int»).value",
        "(«Box<Int>»).extra",
        "area_of(«Shape»)",
        "area_of(«Box<Int>»)",
        "(«Shape»).twice()",
        "half(«Int»)?",
        "(«Map<Int, Int>»).get_or(«Int», «Int»)",
        "(fun($a: Int) -> Int { «!do» «!Int|$a:Int» })(«Int»)",
        "match «Int» { 0 -> «Int», -5..=5 -> «Int», $n if $n % 2 == 0 -> «Int|$n:Int», _ -> «Int» }",
      ],
    },
    Bool: {
      leaves: ["true", "false", "p > q"],
      grown: [
        "(«Int» < «Int»)",
        "(«Int» >= «Int»)",
        "(«Int» == «Int»)",
        "(«Bool» && «Bool»)",
        "(«Bool» || «Bool»)",
        "!(«Bool»)",
        "same(«Shape», «Shape»)",
        "(«List<Int>» == «List<Int>»)",
        "(«Box<Int>» < «Box<Int>»)",
        "(«Option<Int>»).is_some()",
        "same(«String», «String»)",
      ],
    },
    String: {
      leaves: ['"a"', '"né"', '""'],
      grown: [
        '"<${«Int»}${«Bool»}>"',
        '"${«List<Int>»} ${«Option<Int>»}"',
        '"${«Box<Int>»}${«Shape»}"',
        "(«String» + «String»)",
        "(«Int»).to_string()",
      ],
    },
    "List<Int>": {
      leaves: ["[1, 2]", "[p]", "[4, q, 6]"],
      grown: [
        "[«Int», «Int»]",
        "each(«List<Int>», «fun(Int) -> Int»)",
        "only(«List<Int>», fun($x) = «!Bool|$x:Int»)",
        "reverse(«List<Int>»)",
        "sorted_by(«List<Int>», fun($a, $b) = $b.compare($a))",
        "(«Map<Int, Int>»).values()",
      ],
    },
    "Option<Int>": {
      leaves: ["Some(5)", "some(6)"],
      grown: [
        "some(«Int»)",
        "Some(«Int»)",
        "(«Map<Int, Int>»).get(«Int»)",
        "pick(«Bool», «Option<Int>», None)",
      ],
    },
    "Box<Int>": {
      leaves: ["Box { value: p, extra: 1 }"],
      grown: [
        "Box { extra: «Int», value: «Int» }",
        "(«Box<Int>»).change(«fun(Int) -> Int»)",
        "pick(«Bool», «Box<Int>», «Box<Int>»)",
      ],
    },
    Shape: {
      leaves: ["Shape.Dot", "Shape.Line(2)"],
      grown: ["Shape.Line(«Int»)", "Shape.Rect(«Int», «Int»)", "Shape.Named(label: «String», size: «Int»)"],
    },
    "fun(Int) -> Int": {
      leaves: ["say", "(fun($z: Int) -> Int = $z + p)"],
      grown: ["(fun($z: Int) -> Int = «!Int|$z:Int»)", "(fun($z: Int) -> Int { «!do» «!Int|$z:Int» })"],
    },
    "Map<Int, Int>": { leaves: ["[1: 2]"], grown: ["[«Int»: «Int», «Int»: «Int»]"] },
  },
  statements: [
    { text: "let $x = «Int»", declares: "$x:Int" },
    { text: "let $x: List<Int> = «List<Int>»", declares: "$x:List<Int>" },
    { text: "let $x = «Box<Int>»", declares: "$x:Box<Int>" },
    { text: "let $x = «Map<Int, Int>»", declares: "$x:Map<Int, Int>" },
    { text: "let $x = «fun(Int) -> Int»", declares: "$x:fun(Int) -> Int" },
    { text: "let $x = «Option<Int>»", declares: "$x:Option<Int>" },
    { text: "let $x = «String»", declares: "$x:String" },
    { text: "let $x = 0; while $x < 3 && («Bool|$x:Int») { $x += 1; «do|$x:Int» }" },
    { text: "for $i in 0..3 { «do|$i:Int» }" },
    { text: "for $i in «List<Int>» { «do|$i:Int» }" },
    { text: "for Some($i) in [«Option<Int>», «Option<Int>»] { «do|$i:Int» }" },
    { text: "for $i in «Option<Int>» { «do|$i:Int» }" },
    { text: "if «Bool» { «do» } else { «do» }" },
    { text: "if «Bool» { «do» }" },
    { text: "if «Bool» { «do» «Int» } else { «do» «String» }" },
    { text: "if «Bool» { «Option<Int>» } else if «Bool» { None } else { { «do» «List<Int>» } }" },
    {
      text: "match «Shape» { Dot -> «Int», Line($a) -> if «Bool|$a:Int» { «Option<Int>|$a:Int» } else { say($a) }, _ -> «Box<Int>» }",
    },
    { text: "say(«Int»)" },
    { text: "print(«String»)" },
    { text: "print(«List<Int>»)" },
    { text: "total ^= «Int»" },
    { text: "(«List<Int>»).push(«Int»)" },
    { text: "match «Shape» { Dot -> { «do» }, Line($a) -> { «do|$a:Int» }, _ -> {} }" },
    { text: "if «Bool» { return Ok(«Int») }", leaves: "function" },
    { text: "if «Bool» { return Err(«String») }", leaves: "function" },
    { text: "if «Bool» { break }", leaves: "loop" },
    { text: "if «Bool» { continue }", leaves: "loop" },
  ],
};
