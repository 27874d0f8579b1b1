// Floats beside Ints: values that look equal at run time and are not, such as 2.0 and 2, -0.0 and 0; and NaN.
import type { Theme } from "./theme.ts";

const CONSTANTS = [
  "0.0",
  "(-0.0)",
  "1.0",
  "(-1.0)",
  "0.1",
  "2.5",
  "(-3.5)",
  "1e300",
  "9007199254740992.0",
  "(-4294967296.0)",
  "2147483648.0",
  "9223372036854775807.0",
  "nan()",
  "infinity()",
];

export const floats: Theme = {
  name: "floats",
  imports: ["import std/math { nan, infinity, floor, sqrt, is_nan, max, min, sign }"],
  items: `
@derive(Eq, Ord, ToString)
struct Reading { value: Float, count: Int }
@derive(Eq, ToString)
enum Measure { Exact(Int), Near(Float), Both(Int, Float), Unknown }
trait Sized {
    fun size(self) -> Float
    fun doubled(self) -> Float = self.size() * 2.0
}
impl Sized for Int {
    fun size(self) -> Float = self.to_float()
}
impl Sized for Float {
    fun size(self) -> Float = self
}
impl Sized for Reading {
    fun size(self) -> Float = self.value * self.count.to_float()
}
let level: Float = 0.0
const HALF = 0.5
fun size_of<T: Sized>(x: T) -> Float = x.size() + x.doubled()
fun size_at_run_time(x: dyn Sized) -> Float = x.doubled() - x.size()
fun shown<T: ToString>(x: T) -> String = "<\${x}>"
fun ratio(a: Int, b: Int) -> Float = a.to_float() / b.to_float()
fun mean(xs: List<Float>) -> Option<Float> = if xs.is_empty() { None } else { Some(xs.sum() / xs.len().to_float()) }
fun no_floats() -> List<Float> = []
fun grown(from: Float, by: Float) -> Float {
    let x = from
    for i in 0..3 { x = x * by + i.to_float() }
    return x
}
fun settled(n: Int) -> Float {
    let x = 0.0
    let i = 0
    while i < (n & 7) {
        x += 0.1
        i += 1
    }
    return x
}
fun measured(n: Int) -> Measure {
    if n % 4 == 0 { return Measure.Exact(n) }
    if n % 4 == 1 { return Measure.Near(n.to_float() / 4.0) }
    if n % 4 == 2 { return Measure.Both(n, -0.0) }
    return Measure.Unknown
}
`,
  exports: [
    "Reading",
    "Measure",
    "Sized",
    "level",
    "HALF",
    "size_of",
    "size_at_run_time",
    "shown",
    "ratio",
    "mean",
    "no_floats",
    "grown",
    "settled",
    "measured",
  ],
  expressions: {
    Float: {
      leaves: [...CONSTANTS, ...CONSTANTS, "level", "HALF", "p.to_float()", "settled(q)"],
      grown: [
        "(«Float» + «Float»)",
        "(«Float» - «Float»)",
        "(«Float» * «Float»)",
        "(«Float» / «Float»)",
        "(«Float» % «Float»)",
        "(-(«Float»))",
        "(«Int»).to_float()",
        "ratio(«Int», «Int»)",
        "grown(«Float», «Float»)",
        "size_of(«Int»)",
        "size_of(«Float»)",
        "size_of(«Reading»)",
        "size_at_run_time(«Int»)",
        "size_at_run_time(«Reading»)",
        "(if «Bool» { «Float» } else { «Float» })",
        "{ «do» «Float» }",
        "loop { «do» break «Float» }",
        "match «Measure» { Exact($n) -> $n.to_float(), Near($f) | Both(_, $f) -> «Float|$f:Float», Unknown -> «Float» }",
        "(«Option<Float>»).unwrap_or(«Float»)",
        "(«List<Float>»).fold(«Float», fun($a, $x) = $a / 2.0 + $x)",
        "(«List<Float>»).sum()",
        "(«List<Float>»).min().unwrap_or(0.0)",
        "(«Reading»).value",
        "floor(«Float»)",
        "sqrt(«Float»)",
        "max(«Float», «Float»)",
        "min(«Float», «Float»)",
        "(«Float», «Int»).0",
        "(fun($x: Float) -> Float = $x * 2.0 + «!Float|$x:Float»)(«Float»)",
      ],
    },
    Int: {
      leaves: ["level.to_int()"],
      grown: [
        "(«Float»).to_int()",
        "(«Float» * 3.0).to_int()",
        "(«Reading»).count",
        "(«Float»).compare(«Float»)",
        "match «Measure» { Exact($n) | Both($n, _) -> «Int|$n:Int», Near($f) -> $f.to_int(), Unknown -> «Int» }",
        "(«List<Float>»).len()",
        "sign(«Float»).to_int()",
      ],
    },
    Bool: {
      leaves: ["level > 1.0"],
      grown: [
        "(«Float» < «Float»)",
        "(«Float» <= «Float»)",
        "(«Float» == «Float»)",
        "(«Float» != «Float»)",
        "is_nan(«Float»)",
        "(«Reading» < «Reading»)",
        "(«Measure» == «Measure»)",
        "(«List<Float>» == «List<Float>»)",
        "same(«Float», «Float»)",
        "(«List<Float>»).contains(«Float»)",
      ],
    },
    String: {
      leaves: ['"${level}"'],
      grown: [
        '"${«Float»}"',
        '"${«List<Float>»} ${«Option<Float>»}"',
        "shown(«Float»)",
        "shown(«Int»)",
        '"${«Reading»}${«Measure»}"',
        "(«Float»).to_string()",
        '"${(«Int», «Float»)}"',
      ],
    },
    Reading: {
      leaves: ["Reading { value: 0.5, count: p }"],
      grown: ["Reading { value: «Float», count: «Int» }", "pick(«Bool», «Reading», «Reading»)"],
    },
    Measure: {
      leaves: ["Measure.Unknown", "measured(p)"],
      grown: ["Measure.Near(«Float»)", "Measure.Both(«Int», «Float»)", "measured(«Int»)"],
    },
    "List<Float>": {
      leaves: ["[0.5, -0.0]", "no_floats()"],
      grown: [
        "[«Float», «Float»]",
        "each(«List<Int>», fun($x) = $x.to_float() / 2.0)",
        "(«List<Float>»).map(fun($x) = «!Float|$x:Float»)",
        "(«List<Float>»).sorted()",
        "(«List<Float>»).sorted_by(fun($a, $b) = $b.compare($a))",
      ],
    },
    "Option<Float>": {
      leaves: ["Some(-0.0)", "mean(no_floats())"],
      grown: ["Some(«Float»)", "mean(«List<Float>»)", "(«List<Float>»).last()"],
    },
  },
  statements: [
    { text: "let $x: Float = «Float»", declares: "$x:Float" },
    { text: "let $x: List<Float> = «List<Float>»", declares: "$x:List<Float>" },
    { text: "let $x = «Reading»; $x.value += «Float»; $x.count -= 1; print($x)", declares: "$x:Reading" },
    { text: "level = «Float»" },
    { text: "level -= 0.25" },
    { text: "print(«Float»)" },
    { text: "print(«List<Float>»)" },
    { text: "for $f in «List<Float>» { «do|$f:Float» }" },
    { text: "let $s = 0.0; for $i in 0..4 { $s += $i.to_float() * HALF; «do|$i:Int, $s:Float» }; print($s)" },
    { text: "let $f = «Float»; while $f < 3.0 && $f > -3.0 { $f += 1.5; «do|$f:Float» }" },
    { text: "match «Measure» { Near($f) -> { «do|$f:Float» }, Exact($n) -> { «do|$n:Int» }, _ -> {} }" },
  ],
};
