// Waiting for other goroutines and for time at all positions of expressions: in comparisons, interpolations,
// hashes, iterators, closures and deferred calls.
import type { Theme } from "./theme.ts";

export const waiting: Theme = {
  name: "waiting",
  imports: [
    "import std/sync { channel, channel_buffered, mutex, sleep_millis, wait_group, yield_now }",
    "import std/iter",
    "import std/collections",
    "import std/cmp { sorted_by }",
  ],
  items: `
fun late<T>(x: T) -> T {
    yield_now()
    return x
}
fun slow<T>(x: T) -> T {
    sleep_millis(0)
    yield_now()
    return x
}
fun sent<T>(x: T) -> T {
    let ch = channel<T>()
    spawn(fun() { ch.send(x) })
    return ch.recv()
}
fun mostly<T>(x: T, c: Bool) -> T {
    if c { yield_now() }
    return x
}
fun call<T>(f: fun() -> T) -> T = f()
struct Slow { n: Int }
impl Eq for Slow {
    fun equals(self, other: Slow) -> Bool = late(self.n) == other.n
}
impl Hash for Slow {
    fun hash(self) -> Int = late(self.n % 4)
}
impl Ord for Slow {
    fun compare(self, other: Slow) -> Int = late(self.n).compare(late(other.n))
}
impl ToString for Slow {
    fun to_string(self) -> String = late("~\${self.n}")
}
struct Count { at: Int, end: Int }
impl Count {
    fun next(self) -> Option<Int> {
        if late(self.at) >= self.end { return None }
        self.at += 1
        return Some(self.at)
    }
}
trait Work {
    fun work(self, n: Int) -> Int
    fun again(self, n: Int) -> Int = self.work(self.work(n))
}
struct Quick { by: Int }
impl Work for Quick {
    fun work(self, n: Int) -> Int = n + self.by
}
impl Work for Slow {
    fun work(self, n: Int) -> Int = late(n) - self.n
}
fun worked(w: dyn Work, n: Int) -> Int = w.again(n)
fun gathered(n: Int) -> Int {
    let ch = channel_buffered<Int>(2)
    let done = wait_group()
    let m = mutex()
    let sum = Quick { by: 0 }
    for i in 0..3 {
        done.add(1)
        spawn(fun() {
            defer done.done()
            m.lock()
            defer m.unlock()
            sum.by += late(n + i)
            ch.send(1)
        })
    }
    let got = ch.recv() + ch.recv() + ch.recv()
    done.wait()
    return sum.by * got
}
`,
  exports: ["late", "slow", "sent", "mostly", "call", "Slow", "Count", "Work", "Quick", "worked", "gathered"],
  expressions: {
    Int: {
      leaves: ["late(p)", "sent(q)"],
      grown: [
        "late(«Int»)",
        "slow(«Int»)",
        "sent(«Int»)",
        "mostly(«Int», «Bool»)",
        "call(fun() -> Int { «!do» «!Int» })",
        "call(fun() = late(«!Int»))",
        "worked(Slow { n: «Int» }, «Int»)",
        "worked(Quick { by: late(«Int») }, «Int»)",
        "gathered(«Int»)",
        "late(«List<Int>»)[late(«Int» & 0)]",
        "[late(«Int»), «Int», late(«Int»)][1]",
        "(Quick { by: late(«Int») }).by",
        "folded(late(«List<Int>»), late(0), fun($a, $x) = late($a) + «!Int|$x:Int»)",
        "(if late(«Bool») { late(«Int») } else { «Int» })",
        "match late(«Option<Int>») { Some($a) if late($a) > 2 -> late(«Int|$a:Int»), Some(_) -> «Int», None -> late(«Int») }",
        "loop { if late(«Bool») { break late(«Int») }; break «Int» }",
        "late(half(late(«Int»)))?",
        "iter.fold((«List<Int>»).iter().map(fun($x) = late($x)), 0, fun($a, $x) = late($a) + $x)",
      ],
    },
    Bool: {
      leaves: ["late(true)"],
      grown: [
        "late(«Bool»)",
        "(late(«Bool») && late(«Bool»))",
        "(late(«Bool») || «Bool»)",
        "(Slow { n: «Int» } == Slow { n: «Int» })",
        "(Slow { n: «Int» } < late(Slow { n: «Int» }))",
        "[Slow { n: 1 }].equals([Slow { n: «Int» }])",
        "!late(«Bool»)",
      ],
    },
    String: {
      leaves: [],
      grown: [
        '"${late(«Int»)}${Slow { n: «Int» }}${late(«String»)}"',
        '"${[Slow { n: «Int» }, Slow { n: 2 }]}"',
        "(late(«String») + sent(«String»))",
      ],
    },
    "List<Int>": {
      leaves: [],
      grown: [
        "each(«List<Int>», fun($x) = late(«!Int|$x:Int»))",
        "sorted_by(late(«List<Int>»), fun($a, $b) = late($a).compare($b))",
        "late([«Int», late(«Int»)])",
      ],
    },
    "fun(Int) -> Int": {
      leaves: ["(fun($z: Int) -> Int = late($z))", "gathered"],
      grown: ["late(«fun(Int) -> Int»)", "(fun($z: Int) -> Int { «!do» late(«!Int|$z:Int») })"],
    },
    "Option<Int>": {
      leaves: [],
      grown: ["late(some(«Int»))", "[Slow { n: 1 }: 5, Slow { n: late(2) }: 6].get(Slow { n: «Int» })"],
    },
  },
  statements: [
    { text: "for $i in late(0)..=late(2) { «do|$i:Int» }" },
    { text: "for $i in late(«List<Int>») { «do|$i:Int»; late({}) }" },
    { text: "for $i in (Count { at: 0, end: late(3) }) { «do|$i:Int» }" },
    { text: "let $x = late(0); while late($x) < 3 { $x += late(1); «do|$x:Int» }" },
    {
      text: "let $b = Quick { by: 1 }; $b.by += late(«Int»); let $k = late($b); $k.by *= late(«Int»); say($b.by)",
    },
    { text: "let $l = [1, 2]; $l[late(1)] += late(«Int»); print($l)" },
    {
      text: "let $s: Set<Slow> = {Slow { n: late(«Int») }, Slow { n: 2 }}; $s.add(Slow { n: 6 }); print($s)",
    },
    {
      text: "let $c = channel<Int>(); spawn(fun() { for $i in 0..3 { $c.send(late($i)) }; $c.close() }); for $i in $c { say($i) }",
    },
    { text: "let $g = fun() -> Int { defer say(late(«!Int»)); return late(«!Int») }; say($g())" },
    { text: "late({})" },
    { text: "total += late(«Int»)" },
    { text: "if late(«Bool») { return late(Ok(«Int»)) }", leaves: "function" },
    { text: "if late(«Bool») { late({}); break }", leaves: "loop" },
  ],
};
