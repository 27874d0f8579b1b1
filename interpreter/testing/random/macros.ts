// Macros in all positions, with repetition, recursion and hygiene.
import type { Theme } from "./theme.ts";

export const macros: Theme = {
  name: "macros",
  imports: ["import std/collections"],
  items: `
macro most {
    ($x:expr, $($rest:expr),+) => {{
        let a = ($x)
        let b = most!($($rest),+)
        if a > b { a } else { b }
    }}
    ($x:expr) => { ($x) }
}
macro listed { ($($x:expr),*) => {{
    let list: List<Int> = []
    $( list.push($x) )*
    list
}} }
macro twice { ($x:expr) => { (($x) + ($x)) } }
macro keyed { ($($k:expr => $v:expr),*) => {{
    let m: Map<Int, Int> = [:]
    $( m.set($k, $v) )*
    m
}} }
macro when { ($c:expr, $do:expr) => { if $c { $do } } }
`,
  exports: [],
  expressions: {
    Int: {
      leaves: ["twice!(p)", "most!(1, q)"],
      grown: [
        "most!(«Int», «Int», «Int»)",
        "most!(«Int»)",
        "twice!(«Int»)",
        "listed!(«Int», «Int»).len()",
        "{ let a = «Int»; most!(a, «Int|a:Int») + a }",
      ],
    },
    "List<Int>": { leaves: ["listed!()"], grown: ["listed!(«Int», «Int», «Int»)"] },
    "Map<Int, Int>": { leaves: [], grown: ["keyed!(«Int» => «Int», 3 => «Int»)"] },
    String: { leaves: [], grown: ['"${most!(«Int», 4)}"'] },
  },
  statements: [
    { text: "when!(«Bool», { say(«Int»); {} })" },
    { text: "let $x = most!(«Int», «Int»)", declares: "$x:Int" },
  ],
};
