// Panics that unwind through deferred calls, caught or not, with data in their messages.
import type { Theme } from "./theme.ts";

export const panics: Theme = {
  name: "panics",
  imports: ["import std/error { catch_panic }", "import std/sync { mutex, wait_group, yield_now }"],
  items: `
fun caught(f: fun() -> Int) -> Int = match catch_panic(f) {
    Ok(n) -> n,
    Err(e) -> {
        print("caught \${e}")
        -1
    },
}
fun bad(n: Int) -> Int {
    defer print("leaving bad \${n}")
    if n % 4 == 0 { panic("bad \${n}") }
    return n
}
fun guarded(n: Int) -> Int {
    let m = mutex()
    let r = caught(fun() -> Int {
        m.lock()
        defer m.unlock()
        return bad(n)
    })
    m.lock()
    return r
}
fun pausing(n: Int) -> Int {
    defer {
        yield_now()
        print("paused \${n}")
    }
    if n % 3 == 0 { yield_now() }
    return bad(n + 1)
}
fun elsewhere(n: Int) -> Int {
    let done = wait_group()
    let out = [0]
    done.add(1)
    spawn(fun() {
        defer done.done()
        out[0] = caught(fun() -> Int = pausing(n))
    })
    done.wait()
    return out[0]
}
`,
  exports: ["caught", "bad", "guarded", "pausing", "elsewhere"],
  expressions: {
    Int: {
      leaves: ["caught(fun() -> Int = bad(4))"],
      grown: [
        "caught(fun() -> Int { «!do» «!Int» })",
        "caught(fun() -> Int = bad(«!Int»))",
        "guarded(«Int»)",
        "elsewhere(«Int»)",
        "caught(fun() -> Int = pausing(«!Int»))",
        "caught(fun() -> Int = «!Int» / («!Int» & 1))",
        "caught(fun() -> Int = «!Int» % («!Int» & 3))",
        "caught(fun() -> Int { let $l = «!List<Int>»; return $l[«!Int»] })",
        "caught(fun() -> Int { let $l: List<Int> = []; defer say(«!Int»); return $l.pop() })",
        "caught(fun() -> Int = («!Option<Int>»).unwrap())",
        "caught(fun() -> Int { defer { say(«!Int»); {} }; defer { bad(«!Int»); {} }; return bad(«!Int») })",
        "caught(fun() -> Int = (-9223372036854775807 - 1) / («!Int» | -1))",
        'caught(fun() -> Int { defer say(caught(fun() -> Int = bad(«!Int»))); panic("deep ${«!Int»}"); 0 })',
      ],
    },
  },
  statements: [
    { text: "defer say(«!Int»)" },
    { text: "defer { «!do» }" },
    { text: 'for $i in 0..3 { defer print("late ${$i} ${«!Int|$i:Int»}") }' },
    {
      text: 'caught(fun() -> Int { for $i in 0..5 { defer say($i); if $i == 3 { panic("at ${«!Int|$i:Int»}") }; «!do|$i:Int» }; return 0 })',
    },
    { text: "if «Bool» && p == 3 { bad(«Int») }" },
  ],
};
