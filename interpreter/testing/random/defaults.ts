// Defaults of fields.
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
`,
  exports: ["Form", "Sheet", "Folder", "ticket", "slow_ticket"],
  expressions: {
    Int: {
      leaves: ["(Sheet {}).due", "(Folder { size: q }).top.pages[0]"],
      grown: [
        "(«Sheet»).id",
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
        "(«Folder»).top",
      ],
    },
    Folder: {
      leaves: ["Folder { size: 1 }"],
      grown: ["Folder { size: «Int», top: «Sheet» }", "Folder { late: «Int», size: ticket(«Int» & 7) }"],
    },
  },
  statements: [
    { text: "let $x = «Sheet»", declares: "$x:Sheet" },
    { text: "let $x = «Folder»; $x.top.pages.push(«Int»); print($x)", declares: "$x:Folder" },
  ],
};
