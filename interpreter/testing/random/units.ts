// The unit value `()` in options, results, lists, maps, channels, globals.
import type { Theme } from "./theme.ts";

export const units: Theme = {
  name: "units",
  imports: ["import std/collections", "import std/sync { channel_buffered }"],
  items: `
let nothing: Option<()> = Some({})
let outcome: Result<(), String> = Ok({})
let outcomes: List<Result<(), String>> = [Ok({}), Err("first")]
struct Done { how: Result<(), String>, when: Option<()>, unit: () }
fun even(n: Int) -> Result<(), String> = if n % 2 == 0 { Ok({}) } else { Err("odd \${n}") }
fun there(n: Int) -> Option<()> = if n % 3 == 0 { None } else { Some({}) }
fun fine() -> Result<(), String> = Ok({})
fun fails(e: String) -> Result<(), String> = Err(e)
fun nowhere() -> Option<Option<()>> = Some(None)
fun id<T>(x: T) -> T = x
fun wrap<T>(x: T) -> Option<T> = Some(x)
fun count<T>(xs: List<Option<T>>) -> Int {
    let n = 0
    for x in xs {
        match x { Some(_) -> { n += 1 }, None -> {} }
    }
    return n
}
fun told(r: Result<(), String>) -> Int = match r { Ok(_) -> 1, Err(e) -> -e.len() }
fun first<T>(xs: List<T>) -> Option<T> = if xs.is_empty() { None } else { Some(xs[0]) }
fun through<T>(x: T) -> T {
    let ch = channel_buffered<T>(1)
    ch.send(x)
    return ch.recv()
}
`,
  exports: [
    "nothing",
    "outcome",
    "outcomes",
    "Done",
    "even",
    "there",
    "id",
    "wrap",
    "count",
    "told",
    "first",
    "through",
    "fine",
    "fails",
    "nowhere",
  ],
  expressions: {
    "()": { leaves: ["{}"], grown: ["id(«()»)", "through(«()»)", "(«Done»).unit", "[«()»][0]"] },
    "Option<()>": {
      leaves: ["Some({})", "nothing", "there(p)"],
      grown: [
        "there(«Int»)",
        "Some(«()»)",
        "id(«Option<()>»)",
        "through(«Option<()>»)",
        "(«Map<Int, ()>»).get(«Int»)",
        "(«Done»).when",
        "first([«()»])",
        "pick(«Bool», «Option<()>», None)",
        "(«Option<Option<()>>»).unwrap_or(«Option<()>»)",
      ],
    },
    "Option<Option<()>>": {
      leaves: ["nowhere()", "Some(Some({}))", "wrap(nothing)"],
      grown: ["wrap(«Option<()>»)", "first(«List<Option<()>>»)", "through(«Option<Option<()>>»)"],
    },
    "Result<(), String>": {
      leaves: ["fine()", 'fails("e")', "outcome", "even(q)"],
      grown: [
        "even(«Int»)",
        "(id<Result<(), String>>(Ok(«()»)))",
        "fails(«String»)",
        "id(«Result<(), String>»)",
        "through(«Result<(), String>»)",
        "(«List<Result<(), String>>»)[0]",
        "(«Map<Int, Result<(), String>>»).get_or(«Int», «Result<(), String>»)",
        "(«Done»).how",
        "(through<Result<(), String>>(Ok(«Result<(), String>»?)))",
      ],
    },
    "List<Result<(), String>>": {
      leaves: ['[Ok({}), Err("x")]'],
      grown: ["[«Result<(), String>», «Result<(), String>»]", "each(«List<Int>», even)"],
    },
    "List<Option<()>>": {
      leaves: ["[None, Some({})]"],
      grown: ["[«Option<()>», «Option<()>»]", "each(«List<Int>», fun($x) = «!Option<()>|$x:Int»)"],
    },
    "Map<Int, ()>": { leaves: ["[1: {}]"], grown: ["[«Int»: «()», 3: {}]"] },
    "Map<Int, Result<(), String>>": {
      leaves: ["[1: Ok({})]"],
      grown: ["[«Int»: «Result<(), String>», 2: «Result<(), String>»]"],
    },
    Done: {
      leaves: ["Done { how: Ok({}), when: None, unit: {} }"],
      grown: ["Done { unit: «()», when: «Option<()>», how: «Result<(), String>» }"],
    },
    Int: {
      leaves: [],
      grown: [
        "told(«Result<(), String>»)",
        "count(«List<Option<()>>»)",
        "count([«Option<Option<()>>»])",
        "(«List<Result<(), String>>»).len()",
        "(«Map<Int, ()>»).len()",
        "match «Option<()>» { Some(_) -> «Int», None -> «Int» }",
        "match «Option<Option<()>>» { Some(Some($u)) -> { let $w = [$u]; $w.len() }, Some(None) -> «Int», None -> «Int» }",
        "match «Result<(), String>» { Ok($u) -> { id($u); «Int» }, Err($e) -> $e.len() }",
        "{ «Result<(), String>»?; «Int» }",
      ],
    },
    Bool: {
      leaves: [],
      grown: [
        "(«Option<()>»).is_some()",
        "(«Result<(), String>»).is_err()",
        "(«Option<Option<()>>»).is_none()",
      ],
    },
    String: {
      leaves: [],
      grown: [
        '"${«Result<(), String>»} ${«Option<()>»}"',
        '"${«List<Result<(), String>>»}${«Option<Option<()>>»}"',
        '"${«()»}"',
      ],
    },
  },
  statements: [
    { text: "let $r: Result<(), String> = «Result<(), String>»", declares: "$r:Result<(), String>" },
    { text: "let $o: Option<()> = «Option<()>»", declares: "$o:Option<()>" },
    { text: "let $l = «List<Result<(), String>>»", declares: "$l:List<Result<(), String>>" },
    { text: "let $d = «Done»", declares: "$d:Done" },
    {
      text: "let $m = «Map<Int, Result<(), String>>»; for $v in $m.values() { print($v) }",
      declares: "$m:Map<Int, Result<(), String>>",
    },
    { text: "for $r in «List<Result<(), String>>» { print($r); «do|$r:Result<(), String>» }" },
    { text: "for Some($u) in «List<Option<()>>» { print($u); «do» }" },
    { text: "outcome = «Result<(), String>»" },
    { text: "nothing = «Option<()>»" },
    { text: "outcomes.push(«Result<(), String>»)" },
    { text: "let $us = [«()», {}]; $us.push(«()»); print($us.pop()); print($us.len())" },
    { text: "let $f = fun() -> () { «!do» }; $f()" },
    {
      text: 'let $f = fun($x: Option<()>) -> Result<(), String> { «!do» if $x.is_some() { Ok({}) } else { Err("none") } }; print($f(«Option<()>»))',
    },
  ],
};
