// Which functions may wait, as seen in the form of the generated code.
import { expect, test } from "vitest";
import { waitingFunctions, compileProgram, runProgram } from "../../testing/run-program.ts";

const IMPORTS = "import std/sync { channel, yield_now, sleep_millis }\n";

function shape(source: string): string[] {
  return waitingFunctions(compileProgram(IMPORTS + source));
}

test("a program that never waits has no async function", () => {
  expect(shape("fun twice(n: Int) -> Int = n * 2\nfun main() { print(twice(3)) }")).toEqual([]);
});

test("callers of blocking natives wait, and only they", () => {
  const source = `
    fun nap() -> Int { sleep_millis(1)  return 1 }
    fun plain() -> Int = 2
    fun main() { print(nap() + plain()) }`;
  expect(shape(source)).toEqual(["main", "nap"]);
});

test("a function that waits in tail position only needs no frame of its own", () => {
  const compiled = compileProgram(`${IMPORTS}
    fun pass(n: Int) { if n > 0 { yield_now() } }
    fun main() { pass(1)  print("done") }`);
  expect(waitingFunctions(compiled)).toEqual(["main"]);
  expect(compiled.code).toContain("  function _pass(_n)");
});

test("branches and arms in tail position forward the promise of a call", async () => {
  const source = `${IMPORTS}
    fun later(n: Int) -> Int { yield_now()  return n }
    fun pick(n: Int) -> Int = if n > 1 { later(n) } else if n == 1 { 10 } else { later(20) }
    fun arm(o: Option<Int>) -> Int = match o { Some(n) -> later(n), None -> 0 }
    fun main() { print(pick(2) + pick(1) + pick(0) + arm(Some(1)) + arm(None)) }`;
  expect(waitingFunctions(compileProgram(source))).toEqual(["later", "main"]);
  expect((await runProgram(source)).stdout).toBe("33\n");
});

test("a spawned closure waits for itself", () => {
  const source = `
    fun start() { spawn(fun() -> Unit { sleep_millis(1)  print("later") }) }
    fun main() { start()  start() }`;
  expect(shape(source)).toEqual([]);
});

test("a higher-order function is compiled twice when only some of its callers wait", () => {
  const source = `
    fun apply(f: fun(Int) -> Int, n: Int) -> Int = f(n) + 1
    fun slow() -> Int = apply(fun(n: Int) -> Int { yield_now()  n }, 1)
    fun quick() -> Int = apply(fun(n: Int) -> Int = n * 2, 1)
    fun main() { print(quick())  print(slow()) }`;
  const compiled = compileProgram(IMPORTS + source);
  expect(waitingFunctions(compiled)).toEqual(["apply", "main"]);
  expect(compiled.code).toContain("  function _apply$1(");
  expect(compiled.code).toContain("  function _quick(");
});

test("sync copies reach through functions that pass their parameter on", () => {
  const source = `
    fun inner(f: fun() -> Int) -> Int = f() + 1
    fun outer(f: fun() -> Int) -> Int = inner(f) + 1
    fun slow() -> Int = outer(fun() -> Int { yield_now()  1 })
    fun quick() -> Int = outer(fun() -> Int = 2)
    fun main() { print(quick())  print(slow()) }`;
  expect(shape(source)).toEqual(["inner", "main", "outer"]);
});

test("fields are distinguished from each other", () => {
  const source = `
    struct Hooks { slow: fun() -> Int, quick: fun() -> Int }
    fun use_slow(h: Hooks) -> Int = (h.slow)() + 1
    fun use_quick(h: Hooks) -> Int = (h.quick)() + 1
    fun main() {
        let h = Hooks { slow: fun() -> Int { yield_now()  1 }, quick: fun() -> Int = 2 }
        print(use_slow(h) + use_quick(h))
    }`;
  expect(shape(source)).toEqual(["main", "use_slow"]);
});

test("functions in containers wait when one of their type does", async () => {
  const source = `${IMPORTS}
    fun run(fs: List<fun() -> Int>) -> Int {
        let sum = 0
        for f in fs { sum += f() }
        return sum
    }
    fun main() { print(run([fun() -> Int = 1, fun() -> Int { yield_now()  2 }])) }`;
  expect(waitingFunctions(compileProgram(source))).toEqual(["main", "run"]);
  expect((await runProgram(source)).stdout).toBe("3\n");
});

test("trait objects wait when one of the coerced types does", async () => {
  const source = `${IMPORTS}
    trait Job { fun run(self) -> Int  fun name(self) -> String }
    struct Fast {}  struct Slow {}
    impl Job for Fast { fun run(self) -> Int = 1  fun name(self) -> String = "fast" }
    impl Job for Slow { fun run(self) -> Int { yield_now()  return 2 }  fun name(self) -> String = "slow" }
    fun start(j: dyn Job) -> Int = j.run() + 0
    fun label(j: dyn Job) -> String = "<\${j.name()}>"
    fun main() { let js: List<dyn Job> = [Fast {}, Slow {}]  for j in js { print("\${label(j)}\${start(j)}") } }`;
  expect(waitingFunctions(compileProgram(source))).toEqual(["Slow_run", "main", "start"]);
  expect((await runProgram(source)).stdout).toBe("<fast>1\n<slow>2\n");
});

test("to_string, operators, iterators, defers and initialisers may wait", async () => {
  const source = `${IMPORTS}
    struct P { x: Int }
    impl ToString for P { fun to_string(self) -> String { yield_now()  return "P\${self.x}" } }
    impl Eq for P { fun equals(self, other: P) -> Bool { yield_now()  return self.x == other.x } }
    impl Ord for P { fun compare(self, other: P) -> Int { yield_now()  return self.x - other.x } }
    struct Count { n: Int }
    impl Count { fun next(self) -> Option<Int> { yield_now()  self.n += 1  return if self.n > 2 { None } else { Some(self.n) } } }
    fun first() -> Int { yield_now()  return 7 }
    let g: Int = first()
    fun job() -> Int { defer { yield_now()  print("deferred") }  return 5 }
    fun main() {
        print(P { x: 1 })
        print("\${P { x: 2 } == P { x: 2 }} \${P { x: 1 } < P { x: 2 }} \${[P { x: 1 }] == [P { x: 1 }]}")
        for n in (Count { n: 0 }) { print(n) }
        print(job())
        print(g)
        print("\${[P { x: 3 }]}")
    }`;
  expect((await runProgram(source)).stdout).toBe("P1\ntrue true true\n1\n2\ndeferred\n5\n7\n[P3]\n");
});

test("beside other goroutines every loop and every recursion gives way, but short ones", async () => {
  const source = `${IMPORTS}
    struct Flag { up: Bool }
    fun wait_for(f: Flag) { while !f.up {} }
    fun endless() { loop {} }
    fun count(xs: List<Int>) -> Int { let i = 0  while i < xs.len() { i += 1 }  return i }
    fun drain(xs: List<Int>) { while xs.len() > 0 { xs.pop() } }
    fun fib(n: Int) -> Int = if n < 2 { n } else { fib(n - 1) + fib(n - 2) }
    fun even(n: Int) -> Bool = if n == 0 { true } else { !odd(n - 1) }
    fun odd(n: Int) -> Bool = if n == 0 { false } else { !even(n - 1) }
    fun square(n: Int) -> Int = n * n
    fun few(n: Int) -> Int { let sum = n  for i in 0..10 { for j in 0..10 { sum += square(i) }  }  return sum }
    fun many(n: Int) -> Int { let sum = n  for i in 0..1000 { for j in 0..1000 { sum += i } }  return sum }
    fun main() {
        print("\${fib(3)} \${even(4)} \${few(0)} \${many(0) > 0}")
        let f = Flag { up: false }
        spawn(fun() -> Unit { endless() })
        spawn(fun() -> Unit { f.up = true })
        wait_for(f)
        let xs = [1, 2]
        print(count(xs))
        drain(xs)
    }`;
  expect(waitingFunctions(compileProgram(source))).toEqual([
    "count",
    "drain",
    "endless",
    "even",
    "fib",
    "main",
    "many",
    "odd",
    "wait_for",
  ]);
  expect((await runProgram(source)).stdout).toBe("2 true 2850 true\n2\n");
});

test("the same loops stay plain in a program with one goroutine", () => {
  const source = `
    struct Flag { up: Bool }
    fun wait_for(f: Flag) { while !f.up {} }
    fun main() { wait_for(Flag { up: true }) }`;
  expect(shape(source)).toEqual([]);
});

test("a frame keeps only variables that are read after the wait", async () => {
  const source = `${IMPORTS}
    fun work(before: Int, after: Int) -> Int {
        let sum = before + after
        for i in 0..2 { if before > 0 { yield_now()  sum += i } }
        print(before)
        sleep_millis(0)
        return sum + after
    }
    fun main() { print(work(1, 2)) }`;
  const compiled = compileProgram(source);
  expect(/function Frame_work\((.*)\)/.exec(compiled.code)![1]!.split(", ").toSorted()).toEqual([
    "_after",
    "_before",
    "_i",
    "_sum",
    "at",
  ]);
  expect((await runProgram(source)).stdout).toBe("1\n6\n");
});

test("a lambda in a function that may wait is emitted once, with its captures", async () => {
  const source = `${IMPORTS}
    fun main() {
        let fs: List<fun(Int) -> Int> = []
        for i in 0..3 {
            let changing = i
            changing += 100
            fs.push(fun(n) { let own = n * 4321  return own + i * 10 + changing })
            yield_now()
            changing += 1000
            fs.push(fun(n) = (fun(m: Int) -> Int = m * 7654 + n + i)(n))
        }
        let nothing = print("unit")
        fs.push(fun(n) { let same = nothing  return n })
        if let Some(one) = Some(1) { fs.push(fun(n) { one += n  return one }) }
        if let Some(yes) = Some(true) { fs.push(fun(n) { return if yes { n } else { 0 } }) }
        for f in fs { print(f(1)) }
    }`;
  const { code } = compileProgram(source);
  for (const text of ["const _own =", "(_m) =>"]) expect(code.split(text)).toHaveLength(2);
  expect((await runProgram(source)).stdout).toBe(
    `unit\n${[0, 1, 2].flatMap((i) => [4421 + i * 11, 7655 + i]).join("\n")}\n1\n2\n1\n`,
  );
});

/**
 * Nested loops of this depth, each with several exits and jumps; `wait` is inserted wherever a statement may
 * be.
 */
function nest(depth: number, wait: string): string {
  const level = (at: number): string => {
    if (at === depth) return `${wait}  seen = (seen * 31 + i0) % 1000003`;
    const inner = `if (seen + i${at}) % 5 == 3 { ${wait}  continue 'l0 }  if (seen + i${at}) % 11 == 7 { break 'l${at} }
      let kept${at} = seen  ${level(at + 1)}  if seen % 7 == 2 { ${wait}  continue }  seen += kept${at} % 3  ${wait}
      let f = fun(n: Int) -> Int = n + i${at} + kept${at}  seen = (seen + f(1)) % 1000003`;
    switch (at % 4) {
      case 0:
        return `'l${at}: for i${at} in 0..4 { ${inner} }`;
      case 1:
        return `'l${at}: for i${at} in [1, 2, 5] { ${inner} }`;
      case 2:
        return `let i${at} = 0  'l${at}: while later(i${at}) < 3 { i${at} += 1  ${inner} }`;
      default:
        return `let i${at} = 0  'l${at}: loop { i${at} += 1  if i${at} > 2 { ${wait}  break }  ${inner} }`;
    }
  };
  return `import std/sync { sleep_millis, yield_now }
    fun later(n: Int) -> Int { ${wait}  return n }
    fun main() { spawn(fun() {})  let seen = 1  ${level(0)}  print(seen) }`;
}

test.each([1, 2, 3, 4, 5, 6])("loops in loops go on where they waited, %i deep", async (depth) => {
  const plain = await runProgram(nest(depth, ""));
  expect(plain.stdout).toMatch(/^\d+\n$/);
  expect(await runProgram(nest(depth, "yield_now()"))).toEqual(plain);
});

test("the code of loops in loops grows with their text", () => {
  const nested = (depth: number): string =>
    `${IMPORTS}fun main() { let n = 0 ${"loop { yield_now()  if n > 5 { break } ".repeat(depth)} ${"}".repeat(depth)} }`;
  const [some, twice] = [compileProgram(nested(30)), compileProgram(nested(60))];
  expect(twice.code.length).toBeLessThan(some.code.length * 2.5);
});

test("the code of a function with many waiting calls grows with its text", async () => {
  const source = (calls: number): string => {
    const lines = Array.from({ length: calls }, (_, i) => `let x${i} = later(${i})  sum += x${i} * later(2)`);
    return `${IMPORTS}fun later(n: Int) -> Int { yield_now()  return n }\nfun main() { let sum = 0\n${lines.join("\n")}\nprint(sum) }`;
  };
  const [some, twice] = [compileProgram(source(400)), compileProgram(source(800))];
  expect(twice.code.length).toBeLessThan(some.code.length * 2.5);
  expect((await runProgram(source(400))).stdout).toBe(`${400 * 399}\n`);
});

test("an iteration that may call natives brings the next check of the clock nearer", () => {
  const code = (body: string): string => {
    return compileProgram(`${IMPORTS}import std/list { reverse }\nimport std/string\n
      fun turned(xs: List<Int>) -> Int = reverse(xs)[0]
      fun main() { spawn(fun() { yield_now() })  let xs = [1]  let s = "text"  let n = 0  while n < xs.len() * 100000 { n += ${body} } }`)
      .code;
  };
  for (const native of ["reverse(xs)[0]", "turned(xs)"]) expect(code(native)).toContain("(fuel$1 -= 1024)");
  expect(code("1 + (fun(m: Int) -> Int = turned([m]))(n)")).toContain("(fuel$1 -= 128)");
  for (const quick of ["1", "s.byte_at(n)", "1 + (fun(m: Int) -> Int = m)(n)"])
    expect(code(quick)).not.toMatch(/fuel\$1 -= /);
});

test("an iteration that searches a table of keys with an `Eq` of their own uses up a step", () => {
  const code = (calls: string): string => {
    return compileProgram(`import std/collections
      @derive(Eq, Hash)
      struct Point { x: Int }
      fun main() { spawn(fun() {})  let m: Map<Point, Int> = Map.new()
        for i in 0..100 { ${calls} } }`).code;
  };
  expect(code("let p = Point { x: i }  m.set(p, m.get_or(p, 0) + m.len())")).not.toMatch(
    /fuel(\$1)? -= 1024/,
  );
  expect(code("m.set(Point { x: i }, m.keys().len())")).toMatch(/fuel(\$1)? -= 1024/);
});

test("loops inside a loop count in its variable, which is given back on every way out", () => {
  const { code } = compileProgram(`fun f(rows: List<List<Int>>) -> Int {
      let n = 0
      while n < rows.len() {
        for x in rows[n] { if x < 0 { return x }  n += x }
        while n % 3 > 0 { n += 1 }
      }
      return n
    }
    fun main() { spawn(fun() {})  print(f([[1, 2], [3, -4]])) }`);
  const start = code.indexOf("  function _f(");
  const plain = code.slice(start, code.indexOf("\n  }", start));
  expect(plain.match(/ = fuel \| 0/g)).toEqual([" = fuel | 0"]);
  expect(plain.match(/^\s*fuel = (fuel\$1);\s*(return _x|return _n)/gm)).toHaveLength(2);
  expect(plain.match(/(?:--|\()fuel\b(?!\$1)/)).toBeNull();
});

test("calls that end a recursion do not check the clock", () => {
  const looks = (body: string): string => {
    const { code } = compileProgram(
      `fun f(n: Int) -> Int ${body}\nfun g(n: Int) -> Int = n\nfun main() { spawn(fun() {})  print(f(g(3))) }`,
    );
    const start = code.indexOf("\n", code.indexOf("  function _f("));
    return code
      .slice(start, code.indexOf("\n  }", start))
      .split("\n")
      .flatMap((line) =>
        line.includes("--fuel")
          ? ["look"]
          : /= _f\(/.test(line)
            ? ["call"]
            : line.includes("return _n")
              ? ["end"]
              : [],
      )
      .join(" ");
  };
  expect(looks("= if n < 2 { n } else { f(n - 1) + f(n - 2) }")).toBe("end look call call");
  expect(looks("{ if n < 2 { return n }  return f(n - 1) }")).toBe("end look call");
  expect(looks("= match n { 0 -> n, 1 -> f(n - 1), _ -> f(n - 2) + 1 }")).toBe("end look call look call");
  expect(looks("{ let sum = 0  for i in 0..n { sum += f(n - i - 1) }  return sum }")).toBe("look call");
  expect(looks("= if f(n - 1) > 2 { n } else { f(n - 2) }")).toBe("look call end call");
});
