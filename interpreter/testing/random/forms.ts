// Type aliases, slices, maps by key, labelled loops, struct update, spawned calls, the unit value, entries as
// pairs.
import type { Theme } from "./theme.ts";

export const forms: Theme = {
  name: "forms",
  imports: ["import std/collections { SortedMap, Entry }", "import std/sync { yield_now, wait_group }"],
  items: `
type Tally = Int
type Named<T> = Map<String, T>
type Fold<A, B> = fun(A, B) -> B
type Plain = Card<Int>
type Maybe<T> = Option<(T, T)>
@derive(Eq, Ord, Hash, ToString)
struct Card<T> { face: T, suit: String, seen: Tally }
@derive(Eq, ToString)
enum Deal { Empty, One(Tally), Both(left: Plain, right: Plain) }
type Hand = Deal
impl Plain {
    fun worth(self) -> Tally = self.face * 3 + self.seen
    fun turned(self) -> Plain = Card { face: -self.face, ..self }
}
fun card(n: Tally) -> Plain = Plain { face: n, suit: "s\${n & 3}", seen: 0 }
fun hand(c: Bool, n: Tally) -> Hand = if c { Hand.Both(left: card(n), right: card(n + 1)) } else { Hand.One(n) }
fun scored(by: Named<Int>, key: String) -> Tally {
    by[key] = by.get_or(key, 1) * 2
    return by[key]
}
fun cut(xs: List<Int>, n: Int) -> List<Int> {
    let at = (n & 1023) % (xs.len() + 1)
    return xs[at..]
}
fun middle(s: String) -> String = if s.len() > 2 { s[1..s.len() - 1] } else { s[..] }
fun applied<A, B>(f: Fold<A, B>, a: A, b: B) -> B = f(a, b)
fun pair_of<T>(x: T, c: Bool) -> Maybe<T> = if c { Some((x, x)) } else { None }
fun passed(n: Int) -> Result<(), String> = if n % 5 == 0 { Err("five \${n}") } else { Ok({}) }
fun ordered(n: Int) -> SortedMap<Int, Tally> {
    let m: SortedMap<Int, Tally> = SortedMap.new()
    m[n] = 1
    m[4] = n
    return m
}
fun noted(n: Int, by: Plain) { by.seen += n }
fun later(n: Int, by: Plain) {
    yield_now()
    by.seen ^= n
}
`,
  exports: [
    "Tally",
    "Named",
    "Fold",
    "Plain",
    "Maybe",
    "Card",
    "Deal",
    "Hand",
    "card",
    "hand",
    "scored",
    "cut",
    "middle",
    "applied",
    "pair_of",
    "passed",
    "ordered",
    "noted",
    "later",
  ],
  expressions: {
    Int: {
      leaves: ["card(p).worth()", '(Plain { face: q, suit: "x", seen: 2 }).seen'],
      grown: [
        "(«Plain»).worth()",
        "(«Plain»).face",
        "scored(«Named<Int>», «String»)",
        "[«Int», «Int», «Int»][1..][0]",
        "at(cut(«List<Int>», «Int»), «Int»)",
        "at((«List<Int>»)[..1], 0)",
        '["a": «Int», "b": «Int»]["b"]',
        "applied(fun($a, $b) = $a + $b + «!Int|$a:Int, $b:Int», «Int», «Int»)",
        "applied(fun($a: Plain, $b: Tally) -> Tally = $a.worth() - $b, «Plain», «Int»)",
        "('$l: loop { for $i in 0..3 { «do|$i:Int» if «Bool|$i:Int» { break '$l «Int|$i:Int» } } break «Int» })",
        "('$l: loop { '$m: for $i in «List<Int>» { loop { «do|$i:Int» if «Bool|$i:Int» { continue '$m }; break '$l «Int|$i:Int» } } break '$l «Int» })",
        "match «Hand» { Empty -> «Int», One($n) -> «Int|$n:Int», Both { left: Card { face, .. }, .. } -> «Int|face:Int» }",
        "match «Hand» { Both($a, Card { seen: $n, .. }) -> $a.worth() + $n, _ -> «Int» }",
        "(if let Some(($a, $b)) = pair_of(«Int», «Bool») { «Int|$a:Int, $b:Int» } else { «Int» })",
        "(if let Ok(_) = passed(«Int») { «Int» } else { «Int» })",
        "match passed(«Int») { Ok(_) if «Bool» -> 1, Ok(_) -> «Int», Err($e) -> $e.len() }",
        "{ passed(«Int»)?; «Int» }",
        "{ let Card { face: $a, .. } = «Plain»; «do|$a:Int» $a }",
        "(«Sorted»)[4]",
        "(«String»)[0..0].len()",
      ],
    },
    Bool: {
      leaves: [],
      grown: [
        "(«Plain» == «Plain»)",
        "(«Plain» < «Plain»)",
        "(«Hand» == «Hand»)",
        "(«List<Int>»[..] == «List<Int>»)",
        "passed(«Int»).is_ok()",
        "((«Sorted») == «Sorted»)",
      ],
    },
    String: {
      leaves: ['"abc"[1..]'],
      grown: [
        "middle(«String»)",
        "(«String»)[..0]",
        '"${«Plain»}${«Hand»}"',
        '"${«Named<Int>»}"',
        '"${cut(«List<Int>», «Int»)}${«Sorted»}"',
        "type_name<Named<(Tally, Plain?)>>()",
        '"${[«Int»: «String»].entries()}"',
      ],
    },
    "List<Int>": {
      leaves: ["[5, 6, 7][1..=2]"],
      grown: ["cut(«List<Int>», «Int»)", "[«Int», «Int», «Int»][(«Int» & 1)..=2]", "(«List<Int>»)[..]"],
    },
    Plain: {
      leaves: ["card(1)"],
      grown: [
        "card(«Int»)",
        "Plain { face: «Int», ..«Plain» }",
        "Card { seen: «Int», suit: «String», ..«Plain» }",
        "Card { face: «Int», ..card(«Int») }",
        "(«Plain»).turned()",
        "pick(«Bool», «Plain», «Plain»)",
        "{ let $c = «Plain»; $c.seen += «Int|$c:Plain»; Card { seen: 9, ..$c }.turned() }",
      ],
    },
    Hand: {
      leaves: ["Hand.Empty", "Deal.One(4)"],
      grown: ["hand(«Bool», «Int»)", "Hand.Both(right: «Plain», left: «Plain»)", "Hand.One(«Int»)"],
    },
    "Named<Int>": { leaves: ['["a": 1, "b": 2]'], grown: ['[«String»: «Int», "z": «Int»]'] },
    Sorted: { leaves: ["ordered(p)"], grown: ["ordered(«Int»)", "pick(«Bool», «Sorted», «Sorted»)"] },
    "Option<Int>": {
      leaves: [],
      grown: [
        "pair_of(«Int», «Bool»).map(fun(($a, $b)) = $a ^ $b)",
        "(«Sorted»).first().map(fun(($k, $v)) = $k - $v)",
        "(«List<Int>»).enumerate().last().map(fun(($i, $x)) = $i + «!Int|$i:Int, $x:Int»)",
      ],
    },
  },
  statements: [
    { text: "let $x = «Plain»", declares: "$x:Plain" },
    { text: "let $x: Named<Tally> = «Named<Int>»", declares: "$x:Named<Int>" },
    { text: "let $x: Hand = «Hand»", declares: "$x:Hand" },
    { text: "let $x = «Sorted»", declares: "$x:Sorted" },
    {
      text: "let $x = «Plain»; let $y = Card { face: («Int», «Bool»), suit: $x.suit, seen: 1 }; print(Card { seen: «Int», ..$y })",
    },
    { text: "let $m = [«Int»: «Int»]; $m[«Int»] = «Int»; for ($k, $v) in $m { «do|$k:Int, $v:Int» }" },
    {
      text: 'let $m: Named<List<Int>> = [:]; $m["k"] = «List<Int>»; $m["k"].push(«Int»); $m["k"][0] ^= «Int»; print($m)',
    },
    { text: "let $m = [(«Int» & 1): «Int», 0: 4, 1: 5]; $m[«Int» & 1] += «Int»; $m[1] *= «Int»; print($m)" },
    {
      text: "let $s = «Sorted»; $s[«Int»] = «Int»; $s[4] -= «Int»; for ($k, $v) in $s { «do|$k:Int, $v:Int» }",
    },
    { text: "for ($i, $x) in («List<Int>»)[..].enumerate() { «do|$i:Int, $x:Int» }" },
    {
      text: "'$l: for $i in 0..3 { for $j in 0..3 { «do|$i:Int, $j:Int» if «Bool|$i:Int, $j:Int» { continue '$l } } }",
    },
    {
      text: "'$l: for $i in «List<Int>» { let $k = 0; while $k < 3 { $k += 1; if «Bool|$i:Int» { break '$l }; say($k) } }",
    },
    {
      text: "let $n = 0; '$l: while $n < 4 { $n += 1; for ($k, $v) in [«Int»: «Int»] { if «Bool|$k:Int, $v:Int» { continue '$l }; say($v) } }",
    },
    {
      text: "'$l: for Some($i) in [«Option<Int>», «Option<Int>»] { while let Some($k) = some(«Int|$i:Int») { if $k > $i { continue '$l }; break '$l } }",
    },
    { text: "let $c = «Plain»; spawn noted(«Int», $c); yield_now(); yield_now(); yield_now(); print($c)" },
    {
      text: "let $c = «Plain»; match «Int» { 0 -> spawn noted(1, $c), 1 -> {}, _ -> spawn later(«Int», $c) }; yield_now(); yield_now(); yield_now(); print($c)",
    },
    {
      text: "let $c = «Plain»; let $w = wait_group(); $w.add(1); spawn(fun() { defer $w.done(); noted(«!Int», $c) }); $w.wait(); print($c)",
    },
    { text: "let _ = passed(«Int»)?", leaves: "function" },
    { text: "if let Err($e) = passed(«Int») { print($e) } else { «do» }" },
    { text: "let Card { seen: $n, face: $f, .. } = «Plain»", declares: "$n:Int, $f:Int" },
    {
      text: "let Both { left, .. } = «Hand» else { return Ok(«Int») }",
      declares: "left:Plain",
      leaves: "function",
    },
    { text: "for Card { face: $f, .. } in [«Plain», «Plain»] { «do|$f:Int» }" },
    { text: "let $c = «Plain»; ($c.face, $c.seen) = ($c.seen, «Int»); print($c)" },
    {
      text: "if «Bool» && let Both(Card { face, .. }, _) = «Hand» && face > «Int|face:Int» { «do|face:Int» }",
    },
  ],
};
