// Errors that `?` converts, and traits that a type implements for several arguments.
import type { Theme } from "./theme.ts";

export const conversions: Theme = {
  name: "conversions",
  imports: ["import std/sync { yield_now }"],
  items: `
@derive(Eq, ToString)
enum Fault { Text(String), Code(Int), Held(Int?) }
impl FromError<String> for Fault {
    fun from_error(e: String) -> Fault = Fault.Text("!\${e}")
}
impl FromError<Int> for Fault {
    fun from_error(e: Int) -> Fault {
        if e % 3 == 0 { yield_now() }
        return Fault.Code(e ^ 1)
    }
}
impl<T: ToString> FromError<List<T>> for Fault {
    fun from_error(e: List<T>) -> Fault = Fault.Text("\${e}")
}
trait Turned<T> {
    fun turned(self, by: T) -> T
    fun again(self, by: T) -> T = self.turned(self.turned(by))
}
struct Wheel { at: Int }
impl Turned<Int> for Wheel {
    fun turned(self, by: Int) -> Int = self.at - by
}
impl Turned<String> for Wheel {
    fun turned(self, by: String) -> String = "\${self.at}<\${by}>"
}
impl<T> Turned<List<T>> for Wheel {
    fun turned(self, by: List<T>) -> List<T> = by.concat(by)
}
fun worded(n: Int) -> Result<Int, String> = if n % 3 == 1 { Err("w\${n & 7}") } else { Ok(n + 1) }
fun coded(n: Int) -> Result<Int, Int> = if n % 3 == 2 { Err(n) } else { Ok(n - 1) }
fun listed(n: Int) -> Result<Int, List<Int>> = if n % 5 == 0 { Err([n, 1]) } else { Ok(n) }
fun judged(r: Result<Int, Fault>) -> Int = match r {
    Ok(n) -> n,
    Err(e) -> {
        print(e)
        -1
    },
}
fun turned_by<T, W: Turned<T>>(w: W, by: T) -> T = w.again(by)
fun turned_dyn(w: dyn Turned<String>, by: String) -> String = w.turned(by)
`,
  exports: ["Fault", "Turned", "Wheel", "worded", "coded", "listed", "judged", "turned_by", "turned_dyn"],
  expressions: {
    Int: {
      leaves: ["judged(Err(Fault.from_error(4)))"],
      grown: [
        "judged((fun() -> Result<Int, Fault> { «!do» Ok(worded(«!Int»)? + coded(«!Int»)?) })())",
        "judged((fun() -> Result<Int, Fault> { for $i in 0..3 { coded(«!Int|$i:Int»)?; listed($i + «!Int»)? }; Ok(«!Int») })())",
        "judged((fun() -> Result<Int, Fault> { if «!Bool» { Err(«!String»)? }; Ok(listed(«!Int»)?) })())",
        "judged((fun() -> Result<Int, Fault> { defer say(7); Err(«!Fault»)?; Ok(«!Int») })())",
        "(«Wheel»).turned(«Int»)",
        "(«Wheel»).again(«Int»)",
        "turned_by(«Wheel», «Int»)",
        "(«Wheel»).at",
      ],
    },
    String: {
      leaves: [],
      grown: [
        "(«Wheel»).turned(«String»)",
        "turned_by(«Wheel», «String»)",
        "turned_dyn(«Wheel», «String»)",
        '"${«Fault»}"',
        '"${(«Wheel»).again(«List<Int>»)}"',
      ],
    },
    Bool: { leaves: [], grown: ["(«Fault» == «Fault»)"] },
    Fault: {
      leaves: ["Fault.Code(2)"],
      grown: [
        "Fault.from_error(«Int»)",
        "Fault.from_error(«String»)",
        "Fault.from_error(«List<Int>»)",
        "Fault.Held(«Option<Int>»)",
      ],
    },
    Wheel: { leaves: ["Wheel { at: 1 }"], grown: ["Wheel { at: «Int» }"] },
  },
  statements: [
    { text: "let $x = «Wheel»", declares: "$x:Wheel" },
    { text: "print(«Fault»)" },
    { text: "let _ = worded(«Int»)?", leaves: "function" },
  ],
};
