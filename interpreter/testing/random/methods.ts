// Methods of lists, options, results, strings, characters, maps and iterators, with arbitrary functions.
import type { Theme } from "./theme.ts";

export const methods: Theme = {
  name: "methods",
  imports: [],
  items: `
struct Steps { at: Int, end: Int }
impl Steps {
    fun next(self) -> Option<Int> {
        if self.at >= self.end { return None }
        self.at += 1
        return Some(self.at)
    }
}
fun steps(n: Int) -> Steps = Steps { at: 0, end: n & 7 }
fun tripled(n: Int) -> Int = n * 3
fun checked(n: Int) -> Result<Int, String> = if n % 3 == 0 { Err("no \${n}") } else { Ok(n) }
`,
  exports: ["Steps", "steps", "tripled", "checked"],
  expressions: {
    Int: {
      leaves: [],
      grown: [
        "(«List<Int>»).sum()",
        "(«List<Int>»).fold(«Int», fun($a, $x) = $a * 3 + «!Int|$x:Int»)",
        "(«List<Int>»).index_of(«Int»)",
        "(«List<Int>»).first().unwrap_or(«Int»)",
        "(«List<Int>»).min().unwrap_or(0)",
        "(«List<Int>»).max().unwrap_or_else(fun() = «!Int»)",
        "(«List<Int>»).find(fun($x) = «!Bool|$x:Int»).unwrap_or(«Int»)",
        "(«List<Int>»).chunks(2).map(fun($l) = $l.sum()).len()",
        "(«List<Int>»).windows(2).map(fun($l) = $l[0] * $l[1]).sum()",
        "(«List<Int>»).to_set().len()",
        "(«List<Int>»).group_by(fun($x) = «!Int|$x:Int» % 3).len()",
        "steps(«Int»).map(fun($x) = «!Int|$x:Int»).sum()",
        "steps(«Int»).filter(fun($x) = «!Bool|$x:Int»).count()",
        "steps(«Int»).step_by(2).fold(1, fun($a, $x) = $a * 5 + $x)",
        "steps(«Int»).zip((«List<Int>»).iter()).map(fun($t) = $t.0 * $t.1).sum()",
        "steps(«Int»).position(fun($x) = «!Bool|$x:Int»).unwrap_or(-1)",
        "steps(«Int»).enumerate().map(fun($e) = $e.index * $e.value).max().unwrap_or(3)",
        "steps(«Int»).partition(fun($x) = «!Bool|$x:Int»).0.len()",
        "checked(«Int»).map(tripled).unwrap_or(«Int»)",
        "checked(«Int»).and_then(fun($x) = checked(«!Int|$x:Int»)).unwrap_or_else(fun($e) = $e.len())",
        'checked(«Int»).ok().ok_or("none")?',
        "(«Option<Int>»).map(fun($x) = «!Int|$x:Int»).unwrap_or(2)",
        "(«String»).bytes().sum()",
        "(«String»).char_count()",
        "(«String»).width()",
        "(«Int» & 1023).to_char().map(fun($c) = $c.to_upper().to_int()).unwrap_or(0)",
        "{ let $l = «List<Int>»; $l.insert(0, «Int»); $l.remove_at($l.len() - 1) + $l.pop_first().unwrap_or(7) }",
        "{ let $m = [«Int»: «Int»]; $m.update(«Int», «Int», fun($x) = «!Int|$x:Int») + $m.len() }",
      ],
    },
    Bool: {
      leaves: [],
      grown: [
        "(«List<Int>»).any(fun($x) = «!Bool|$x:Int»)",
        "(«List<Int>»).all(fun($x) = «!Bool|$x:Int»)",
        "(«List<Int>»).contains(«Int»)",
        "steps(«Int»).any(fun($x) = «!Bool|$x:Int»)",
        "checked(«Int»).is_err()",
        '(«String»).split_once("a").is_some()',
      ],
    },
    String: {
      leaves: [],
      grown: [
        "(«List<Int>»).join(«String»)",
        '(«List<Int>»).map(fun($x) = «!String|$x:Int»).join("/")',
        "(«String»).pad_left(6, '.')",
        '(«String»).chars().reversed().join("")',
        "(«String»).center(5, '漢')",
        '"${(«String»).split_n("1", 2)}"',
        '"${(«List<Int>»).zip((«List<Int>»).reversed())}"',
        '"${(«List<Int>»).group_by(fun($x) = $x % 2 == 0)}"',
        'checked(«Int»).map_err(fun($e) = $e + "!").err().unwrap_or(«String»)',
      ],
    },
    "List<Int>": {
      leaves: [],
      grown: [
        "(«List<Int>»).map(fun($x) = «!Int|$x:Int»)",
        "(«List<Int>»).map(«fun(Int) -> Int»)",
        "(«List<Int>»).map(tripled)",
        "(«List<Int>»).filter(fun($x) = «!Bool|$x:Int»)",
        "(«List<Int>»).flat_map(fun($x) = [$x, «!Int|$x:Int»])",
        "(«List<Int>»).sorted()",
        "(«List<Int>»).sorted_by(fun($a, $b) = ($b % 8).compare($a % 8))",
        "(«List<Int>»).reversed()",
        "(«List<Int>»).take(«Int»)",
        "(«List<Int>»).drop(«Int»)",
        "(«List<Int>»).slice(«Int», «Int»)",
        "(«List<Int>»).dedup()",
        "steps(«Int»).collect()",
        "steps(«Int»).chain(steps(«Int»)).collect()",
        "steps(«Int»).take_while(fun($x) = «!Bool|$x:Int»).collect()",
        "steps(«Int»).skip_while(fun($x) = «!Bool|$x:Int»).collect()",
        "steps(«Int»).flat_map(fun($x) = [«!Int|$x:Int», $x]).collect()",
        "(«List<Int>»).iter().skip(1).take(3).map(fun($x) = «!Int|$x:Int»).collect()",
        "(«List<Int>»).enumerate().map(fun($e) = $e.index + $e.value)",
        "{ let $l = «List<Int>»; $l.extend(«List<Int>»); $l.sort(); $l }",
        "{ let $l = «List<Int>»; $l.sort_by(fun($a, $b) = $b.compare($a)); $l.clear(); $l.extend([«Int»]); $l }",
        "(«String»).chars().map(fun($c) = $c.to_int())",
        "[«Int»: «Int», 3: «Int»].entries_sorted().map(fun($e) = $e.key * 2 + $e.value)",
        "(«List<Int>»).zip(«List<Int>»).map(fun($t) = $t.0 - $t.1)",
      ],
    },
    "Option<Int>": {
      leaves: [],
      grown: [
        "(«List<Int>»).last()",
        "(«List<Int>»).find(fun($x) = «!Bool|$x:Int»)",
        "(«Option<Int>»).filter(fun($x) = «!Bool|$x:Int»)",
        "(«Option<Int>»).or_else(fun() = «!Option<Int>»)",
        "(«Option<Int>»).and_then(fun($x) = «!Option<Int>|$x:Int»)",
        "steps(«Int»).nth(2)",
        "checked(«Int»).ok()",
      ],
    },
  },
  statements: [
    { text: "(«List<Int>»).each(fun($x) { say(«!Int|$x:Int») })" },
    { text: "steps(«Int»).for_each(fun($x) { say(«!Int|$x:Int») })" },
    { text: "for $x in steps(«Int»).map(fun($y) = «!Int|$y:Int») { «do|$x:Int» }" },
    { text: "let $l = «List<Int>».map(fun($x) = «!Int|$x:Int»)", declares: "$l:List<Int>" },
    { text: "print((«List<Int>»).map(fun($x) = Some($x).filter(fun($y) = $y > 1)))" },
    {
      text: "let $m = («List<Int>»).group_by(fun($x) = «!Int|$x:Int» % 2); print($m.entries_sorted().map(fun($e) = $e.value.len()))",
    },
  ],
};
