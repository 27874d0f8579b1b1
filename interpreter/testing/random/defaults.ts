// Defaults of fields and parameters, named arguments, list patterns.
import type { Theme } from "./theme.ts";

export const defaults: Theme = {
  name: "defaults",
  imports: ["import std/sync { yield_now }"],
  items: `
let tickets = 0
fun ticket(n: Int) -> Int {
    tickets += n
    print(tickets)
    return tickets
}
fun slow_ticket() -> Int {
    yield_now()
    return ticket(2)
}
@derive(Eq, ToString)
struct Form<T> {
    id: Int = ticket(1),
    pages: List<T> = [],
    title: String = "t\${tickets & 1}",
    best: T? = None,
    due: Int = 3,
}
type Sheet = Form<Int>
@derive(Eq, ToString)
struct Folder { late: Int = slow_ticket(), top: Sheet = Form { pages: [1], due: 4 }, size: Int }
impl<T> Form<T> {
    fun turned(self, by: Int, due: Int = ticket(4), more: List<T> = []) -> Form<T> {
        let pages = self.pages[..]
        for x in more { pages.push(x) }
        return Form { due: due ^ by, pages, ..self }
    }
    fun of(first: T, count: Int = 2, title: String = "of") -> Form<T> = Form { pages: [first], due: count, title }
}
fun mixed(a: Int, b: Int = slow_ticket(), c: List<Int> = [a_third()], d: Bool = false) -> Int {
    c.push(b)
    return a * 3 + b + c.len() + if d { 1 } else { 0 }
}
fun a_third() -> Int = 3
enum Nest { Leaf(Int), Many(List<Nest>) }
fun depth(n: Nest) -> Int = match n {
    Leaf(v) -> v & 7,
    Many([]) -> 1,
    Many([Leaf(v), ..]) | Many([.., Leaf(v)]) -> v,
    Many([first, ..others]) -> depth(first) + depth(Nest.Many(others)),
}
fun halves(xs: List<Int>) -> Int = match xs {
    [] -> 0,
    [x] -> x,
    [0, .., z] -> z,
    [a, ..mid, z] -> a - z + halves(mid),
}
fun noted_ticket(a: Int, b: Int = ticket(8)) { tickets ^= a + b }
`,
  exports: [
    "Form",
    "Sheet",
    "Folder",
    "ticket",
    "slow_ticket",
    "mixed",
    "noted_ticket",
    "Nest",
    "depth",
    "halves",
  ],
  expressions: {
    Int: {
      leaves: ["(Sheet {}).due", "(Folder { size: q }).top.pages[0]"],
      grown: [
        "(«Sheet»).id",
        "mixed(«Int»)",
        "halves(«List<Int>»)",
        "depth(«Nest»)",
        "(match «List<Int>» { [] -> «Int», [$a] -> «Int|$a:Int», [$a, ..$r] -> at($r, «Int|$a:Int, $r:List<Int>») })",
        "(match [«Option<Int>», «Option<Int>»] { [Some($a), ..] | [_, Some($a)] -> $a, _ -> «Int» })",
        "(if let [.., 1..=9, $b] = «List<Int>» { «Int|$b:Int» } else { «Int» })",
        "mixed(«Int», d: «Bool», c: «List<Int>»)",
        "mixed(c: [«Int»], b: «Int», a: «Int»)",
        "mixed(b: ticket(«Int» & 3), a: ticket(«Int» & 3))",
        "(«Sheet»).turned(«Int»).due",
        "(«Folder»).late",
        "(Form { best: Some(«Int»), due: «Int» }).best.unwrap_or(0)",
        "at((«Sheet»).pages, «Int»)",
        "(match («Sheet») { Form { due: 3, id, .. } -> id, Form { best: Some($b), .. } -> $b, _ -> «Int» })",
      ],
    },
    Bool: { leaves: [], grown: ["(«Sheet» == «Sheet»)", "(«Folder» == «Folder»)"] },
    String: { leaves: [], grown: ['"${«Sheet»}"', '"${(Form { pages: [«Bool»], title: «String» })}"'] },
    "List<Int>": { leaves: ["(Sheet {}).pages"], grown: ["(«Sheet»).pages", "(«Folder»).top.pages"] },
    Sheet: {
      leaves: ["Sheet {}", "Form { pages: [p] }"],
      grown: [
        "Form { due: «Int», pages: «List<Int>» }",
        "Form { title: «String», id: «Int», best: «Option<Int>» }",
        "Form { id: «Int», ..«Sheet» }",
        "(«Sheet»).turned(more: «List<Int>», by: «Int»)",
        "(«Sheet»).turned(«Int», due: «Int»)",
        "Form.of(«Int», title: «String»)",
        "Form.of(count: «Int», first: «Int»)",
        "(«Folder»).top",
      ],
    },
    Nest: {
      leaves: ["Nest.Leaf(q)", "Nest.Many([])"],
      grown: ["Nest.Many([«Nest», «Nest»])", "Nest.Many([«Nest»])", "Nest.Leaf(«Int»)"],
    },
    Folder: {
      leaves: ["Folder { size: 1 }"],
      grown: ["Folder { size: «Int», top: «Sheet» }", "Folder { late: «Int», size: ticket(«Int» & 7) }"],
    },
  },
  statements: [
    { text: "let $x = «Sheet»", declares: "$x:Sheet" },
    {
      text: "spawn noted_ticket(b: «Int», a: «Int»); yield_now(); yield_now(); yield_now(); print(ticket(0))",
    },
    { text: "spawn noted_ticket(«Int»); yield_now(); yield_now(); yield_now(); print(ticket(0))" },
    { text: "for [$a, ..$r] in [«List<Int>», [], «List<Int>»] { «do|$a:Int, $r:List<Int>» }" },
    {
      text: "let [$a, .., $b] = «List<Int>» else { return Ok(«Int») }",
      declares: "$a:Int, $b:Int",
      leaves: "function",
    },
    { text: "let [..$x] = «List<Int>»; $x.push(«Int»)", declares: "$x:List<Int>" },
    { text: "let $x = «Folder»; $x.top.pages.push(«Int»); print($x)", declares: "$x:Folder" },
  ],
};
