// Generics whose types are inferred late: from a later use, from a result, through bounds and traits.
import type { Theme } from "./theme.ts";

export const generics: Theme = {
  name: "generics",
  imports: ["import std/collections"],
  items: `
@derive(Eq, Ord, Hash, ToString)
struct Pair<A, B> { a: A, b: B }
@derive(Eq, ToString)
enum Tree<T> { Leaf, Node(T, List<Tree<T>>) }
trait Seed {
    fun seed(n: Int) -> Self
    fun grown(self) -> Self = self
}
impl Seed for Int {
    fun seed(n: Int) -> Int = n * 3
    fun grown(self) -> Int = self + 1
}
impl Seed for String {
    fun seed(n: Int) -> String = "s\${n}"
}
impl<T: Seed> Seed for List<T> {
    fun seed(n: Int) -> List<T> = [T.seed(n), T.seed(n + 1)]
}
impl<A: Seed, B: Seed> Seed for Pair<A, B> {
    fun seed(n: Int) -> Pair<A, B> = Pair { b: B.seed(n), a: A.seed(n + 5) }
}
impl<A, B> Pair<A, B> {
    fun of(a: A, b: B) -> Pair<A, B> = Pair { a, b }
    fun swap(self) -> Pair<B, A> = Pair { a: self.b, b: self.a }
    fun both<C, D>(self, f: fun(A) -> C, g: fun(B) -> D) -> Pair<C, D> = Pair { a: f(self.a), b: g(self.b) }
}
impl Pair<Int, Int> {
    fun sum(self) -> Int = self.a + self.b
}
impl<T> Tree<T> {
    fun change<U>(self, f: fun(T) -> U) -> Tree<U> = match self {
        Leaf -> Tree.Leaf,
        Node(value, below) -> Tree.Node(f(value), grafted(below, fun(t) = t.change(f))),
    }
    fun size(self) -> Int = match self {
        Leaf -> 0,
        Node(_, below) -> {
            let n = 1
            for t in below { n += t.size() }
            n
        },
    }
}
fun grafted<T, U>(xs: List<Tree<T>>, f: fun(Tree<T>) -> Tree<U>) -> List<Tree<U>> {
    let out: List<Tree<U>> = []
    for x in xs { out.push(f(x)) }
    return out
}
fun leaf() -> Tree<Int> = Tree.Leaf
fun seeded(n: Int) -> Pair<Int, String> = Pair.seed(n)
fun plant<T: Seed>(n: Int) -> Result<T, String> = if n % 5 == 0 { Err("no \${n}") } else { Ok(T.seed(n)) }
fun doubled<T: Seed + ToString>(x: T) -> String = "\${x}/\${x.grown()}"
fun largest<T: Ord>(xs: List<T>, first: T) -> T {
    let best = first
    for x in xs { if x > best { best = x } }
    return best
}
fun nested<T: ToString>(x: T, depth: Int) -> String = if depth <= 0 { "\${x}" } else { nested(x, depth - 1) + "\${Pair.of(x, depth)}" }
fun compose<A, B, C>(f: fun(A) -> B, g: fun(B) -> C) -> fun(A) -> C = fun(x: A) -> C = g(f(x))
fun swapped<A, B>(p: Pair<A, B>) -> Pair<B, A> = p.swap()
fun is_same<T>(a: T, b: T) -> Bool = a == b
`,
  exports: [
    "Pair",
    "Tree",
    "Seed",
    "plant",
    "doubled",
    "largest",
    "nested",
    "compose",
    "swapped",
    "is_same",
    "leaf",
    "seeded",
  ],
  expressions: {
    Int: {
      leaves: [],
      grown: [
        "Pair.of(«Int», «Int»).sum()",
        "(«Pair<Int, String>»).a",
        "swapped(«Pair<Int, String>»).b",
        "largest(«List<Int>», «Int»)",
        "(«Tree<Int>»).size()",
        "compose(«fun(Int) -> Int», fun($x: Int) = «!Int|$x:Int»)(«Int»)",
        "{ let $n: Int = plant(«Int»)?; $n + «Int|$n:Int» }",
        "(«Pair<Int, String>»).both(fun($a) = «!Int|$a:Int», fun($s) = $s.len()).sum()",
        "{ let $m = Map.new(); $m.set(«String», «Int»); $m.get_or(«String», «Int») }",
        "{ let $m = Map.new(); $m.set(«Pair<Int, String>», «Int»); $m.len() }",
        "Int.seed(«Int»)",
      ],
    },
    Bool: {
      leaves: [],
      grown: [
        "is_same(«Pair<Int, String>», «Pair<Int, String>»)",
        "(«Pair<Int, String>» < «Pair<Int, String>»)",
        "(«Tree<Int>» == «Tree<Int>»)",
        "is_same(«Int», «Int»)",
        "is_same([«Option<Int>»], [None])",
      ],
    },
    String: {
      leaves: [],
      grown: [
        "doubled(«Int»)",
        "doubled([«Int»])",
        "nested(«Int», 2)",
        "nested(«Pair<Int, String>», 1)",
        "largest([«String»], «String»)",
        '"${«Pair<Int, String>»}${«Tree<Int>»}"',
        "{ let $s: String = plant(«Int»)?; $s }",
        '{ let $l: List<Pair<Int, String>> = plant(«Int»)?; "${$l}" }',
      ],
    },
    "Pair<Int, String>": {
      leaves: ['Pair { a: 1, b: "b" }'],
      grown: [
        "Pair { b: «String», a: «Int» }",
        "Pair.of(«Int», «String»)",
        "swapped(Pair.of(«String», «Int»))",
        "seeded(«Int»)",
        "largest([«Pair<Int, String>»], «Pair<Int, String>»)",
      ],
    },
    "Tree<Int>": {
      leaves: ["leaf()"],
      grown: ["Tree.Node(«Int», [«Tree<Int>», Tree.Leaf])", "(«Tree<Int>»).change(«fun(Int) -> Int»)"],
    },
  },
  statements: [
    { text: "let $p: Pair<Int, String> = «Pair<Int, String>»", declares: "$p:Pair<Int, String>" },
    { text: "let $t: Tree<Int> = «Tree<Int>»", declares: "$t:Tree<Int>" },
    {
      text: "let $m = Map.new(); for $i in 0..3 { $m.set(Pair.of($i, «String|$i:Int»), «Int|$i:Int») }; print($m)",
    },
    { text: "let $x = None; if «Bool» { $x = Some(«Int») }; print($x)", declares: "$x:Option<Int>" },
    { text: "let $r = Ok(«Int»); match $r { Ok($n) -> say($n), Err(_) -> 0 }" },
    { text: 'print((«Tree<Int>»).change(fun($x) = "${$x}"))' },
    { text: "let $l: List<Pair<Option<Int>, List<Int>>> = [Pair.of(«Option<Int>», «List<Int>»)]; print($l)" },
  ],
};
