// Tuples, and patterns outside of `match`: `let`, `let … else`, conditions, loops, parameters of lambdas.
// `Pair` is `(Int, Int)`, `Mix` is `(Int, (String, Option<Int>))`.
import type { Theme } from "./theme.ts";

export const tuples: Theme = {
  name: "tuples",
  imports: ["import std/collections"],
  items: `
@derive(Eq, Ord, Hash, ToString)
struct Spot { at: (Int, Int), tag: (String, Option<Int>) }
enum Step { Stay, Go((Int, Int)), Turn((Int, String), Int) }
let corner: (Int, Int) = (0, 1)
fun divided(a: Int, b: Int) -> (Int, Int) = (a / 5, a % 5 + b)
fun flipped<A, B>(pair: (A, B)) -> (B, A) {
    let (a, b) = pair
    return (b, a)
}
fun found(n: Int) -> Option<(Int, (String, Option<Int>))> = if n % 3 == 0 { None } else { Some((n, ("s\${n}", if n % 2 == 0 { Some(n) } else { None }))) }
fun moved(spot: Spot, by: (Int, Int)) -> Spot {
    let Spot { at: (x, y), tag } = spot
    let (dx, dy) = by
    return Spot { at: (x + dx, y - dy), tag: tag }
}
fun popped(xs: List<(Int, Int)>) -> Option<(Int, Int)> = if xs.is_empty() { None } else { Some(xs.pop()) }
`,
  exports: ["Spot", "Step", "corner", "divided", "flipped", "found", "moved", "popped"],
  expressions: {
    Int: {
      leaves: ["corner.0", "corner.1"],
      grown: [
        "(«Pair»).0",
        "(«Pair»).1",
        "(«Mix»).0",
        "((«Mix»).1.0).len()",
        "(«Pairs»)[0].1",
        "(«Spot»).at.1",
        "(«Pair»).hash()",
        "(«Pair»).compare(«Pair»)",
        "match «Pair» { (0, $b) -> $b, ($a, 0 | 1) if $a > 3 -> «Int|$a:Int», (-5..=5, $c) -> «Int|$c:Int», ($a, $b) -> «Int|$a:Int, $b:Int» }",
        "match «Mix» { ($n, ($s, Some($m))) -> «Int|$n:Int, $s:String, $m:Int», (_, ($s, None)) -> $s.len() }",
        "match («Bool», «Option<Int>») { (true, Some($n)) -> $n, (false, Some($n)) | (_, Some($n)) -> «Int|$n:Int», (_, None) -> «Int» }",
        "(if let Some(($n, ($s, _))) = found(«Int») && «Bool|$n:Int, $s:String» { «Int|$n:Int, $s:String» } else { «Int» })",
        "(if let ($a, 0..=9) = «Pair» && let Some($m) = some($a) && $m != 4 { «Int|$a:Int, $m:Int» } else if let (_, $b) = «Pair» && «Bool|$b:Int» { $b } else { «Int» })",
        "(fun(($a, $b): (Int, Int)) = «!Int|$a:Int, $b:Int»)(«Pair»)",
        "match «Step» { Stay -> 0, Go(($a, $b)) -> «Int|$a:Int, $b:Int», Turn(($n, $s), $m) -> $n + $m + $s.len() }",
        "{ let ($a, $b) = «Pair»; «do|$a:Int, $b:Int» «Int|$a:Int, $b:Int» }",
        "folded([«Pair», «Pair»], «Int», fun($r, ($a, $b)) = $r + «!Int|$a:Int, $b:Int»)",
      ],
    },
    Bool: {
      leaves: ["corner.0 > corner.1"],
      grown: [
        "(«Pair» == «Pair»)",
        "(«Pair» < «Pair»)",
        "(«Mix» >= «Mix»)",
        "same(«Pair», flipped(«Pair»))",
        "(«Spot» != «Spot»)",
        "(«Pairs» == «Pairs»)",
      ],
    },
    String: {
      leaves: ['"${corner}"'],
      grown: [
        '"${«Pair»}"',
        '"${«Mix»}"',
        '"${«Pairs»}"',
        '"${«Spot»}"',
        "(«Mix»).1.0",
        '"${(«Int», «Bool», «String»)}"',
      ],
    },
    Pair: {
      leaves: ["(1, 2)", "(p, q)", "corner"],
      grown: [
        "(«Int», «Int»)",
        "divided(«Int», «Int»)",
        "flipped(«Pair»)",
        "(if «Bool» { «Pair» } else { «Pair» })",
        "pick(«Bool», «Pair», «Pair»)",
        "(«Pairs»)[0]",
        "(«Spot»).at",
        "loop { «do» break «Pair» }",
        "match «Option<Int>» { Some($n) -> ($n, «Int|$n:Int»), None -> «Pair» }",
      ],
    },
    Mix: {
      leaves: ['(3, ("m", some(0)))'],
      grown: [
        "(«Int», («String», «Option<Int>»))",
        "found(«Int»).unwrap_or((«Int», («String», None)))",
        "pick(«Bool», «Mix», «Mix»)",
      ],
    },
    Pairs: {
      leaves: ["[(1, 2), (p, 3)]"],
      grown: [
        "[«Pair», «Pair»]",
        "each([«Int», «Int»], fun($x) = ($x, «!Int|$x:Int»))",
        "[«Pair», (fun(($a, $b): (Int, Int)) = ($b, «!Int|$a:Int»))(«Pair»)]",
      ],
    },
    Spot: {
      leaves: ['Spot { at: (p, 1), tag: ("t", Some(q)) }'],
      grown: ["Spot { at: «Pair», tag: («String», «Option<Int>») }", "moved(«Spot», «Pair»)"],
    },
    Step: { leaves: ["Step.Stay"], grown: ["Step.Go(«Pair»)", "Step.Turn((«Int», «String»), «Int»)"] },
  },
  statements: [
    { text: "let $x = «Pair»", declares: "$x:Pair" },
    { text: "let $x: (Int, (String, Option<Int>)) = «Mix»", declares: "$x:Mix" },
    { text: "let $x = «Spot»", declares: "$x:Spot" },
    { text: "let ($a, $b) = «Pair»", declares: "$a:Int, $b:Int" },
    { text: "let ($a, $b) = («Int», «String»)", declares: "$a:Int, $b:String" },
    { text: "let ($a, ($b, $c)) = «Mix»", declares: "$a:Int, $b:String, $c:Option<Int>" },
    {
      text: "let Spot { at: ($a, _), tag: ($b, $c) } = «Spot»",
      declares: "$a:Int, $b:String, $c:Option<Int>",
    },
    { text: "const ($a, $b) = «Pair»" },
    {
      text: "let Some(($a, ($s, _))) = found(«Int») else { return Ok(«Int») }",
      declares: "$a:Int, $s:String",
      leaves: "function",
    },
    {
      text: "let ($a, 0..=99) = «Pair» else { «do» return Err(«String») }",
      declares: "$a:Int",
      leaves: "function",
    },
    { text: "let Some($a) = «Option<Int>» else { continue }", declares: "$a:Int", leaves: "loop" },
    { text: "let Go(($a, $b)) = «Step» else { break }", declares: "$a:Int, $b:Int", leaves: "loop" },
    { text: "if let Some($a) = «Option<Int>» && «Bool|$a:Int» { «do|$a:Int» } else { «do» }" },
    {
      text: "if «Bool» && let Turn(($n, $s), $m) = «Step» && let Some($k) = some($m) { «do|$n:Int, $s:String, $k:Int» }",
    },
    { text: "if let ($a, $b) = «Pair» && $a < $b { «do|$a:Int, $b:Int» }" },
    { text: "let $x = «Pairs»; while let Some(($a, $b)) = popped($x) { «do|$a:Int, $b:Int» }" },
    {
      text: "let $x = «Pairs»; while let Some(($a, $b)) = popped($x) && «Bool|$a:Int, $b:Int» { «do|$a:Int, $b:Int» }",
    },
    { text: "for ($a, $b) in «Pairs» { «do|$a:Int, $b:Int» }" },
    { text: "for Entry { key: $k, value: ($a, _) } in [«Int»: «Pair»] { «do|$k:Int, $a:Int» }" },
    { text: "for (_, Some($a)) in [(«Int», «Option<Int>»), (1, «Option<Int>»)] { «do|$a:Int» }" },
    { text: "let ($a, $b) = «Pair»; ($a, $b) = ($b, «Int|$a:Int, $b:Int»); say($a); say($b)" },
    { text: "let $x = [«Int», «Int»]; ($x[0], $x[1], _) = ($x[1], «Int», «Int»); print($x)" },
    { text: "(corner, total) = ((«Int», corner.0), «Int»)" },
    { text: "let $x = «Spot»; ($x.at, $x.tag) = (flipped($x.at), («String», «Option<Int>»)); print($x)" },
    { text: "let $m = [«Pair»: «Int»]; $m.set(«Pair», 7); print($m)" },
    {
      text: "let $f = fun(($a, $b): (Int, Int), $c: Int) = «!Pair|$a:Int, $b:Int, $c:Int»; print($f(«Pair», «Int»))",
    },
    { text: "let ($a, $b) = «Pair»; let $f = fun() = «!Int|$a:Int, $b:Int»; $a = 77; say($f() + $a)" },
    { text: "defer { let ($a, $b) = «!Pair»; print($a ^ $b) }" },
  ],
};
