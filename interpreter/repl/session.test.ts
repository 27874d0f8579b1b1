import { describe, expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { complete } from "../cli/repl/complete.ts";
import { memoryReader } from "../modules/index.ts";
import { keywords } from "../syntax/index.ts";
import { continuesLine, needsMore, PendingInput, ReplSession } from "./index.ts";

function open(files: Record<string, string> = {}): ReplSession {
  return new ReplSession({
    modules: standardModules,
    reader: memoryReader(files),
    packages: () => null,
    npm: null,
    directory: ".",
  });
}

function typeOf(session: ReplSession, input: string): string | undefined {
  const typed = session.typeOf(input);
  return typed.ok ? typed.text : typed.diagnostics[0]?.message;
}

/** Enters inputs; returns the errors as `CODE file:line:column`. */
function enter(session: ReplSession, ...inputs: string[]): string[] {
  return inputs.flatMap((input) => {
    const prepared = session.prepare(input);
    if (prepared.ok) {
      prepared.commit();
      return [];
    }
    return prepared.diagnostics.map(({ code, primary: { source, span } }) => {
      const { line, column } = source.position(span.start);
      return `${code} ${source.name}:${line}:${column}`;
    });
  });
}

describe("an input", () => {
  test("is checked together with what was declared before", () => {
    const session = open();
    expect(enter(session, "let n = 1", "fun f(x: Int) -> Int = x + n", "let m = f(n)", "m + 1")).toEqual([]);
    expect(typeOf(session, "[f(m)]")).toBe("List<Int>");
  });

  test("may end in a value directly after a statement", () => {
    const session = open();
    expect(enter(session, "let n = 1", "let m = n{n + 1}", "m")).toEqual([]);
    expect(typeOf(session, "let k = m{'c'}")).toBe("Char");
  });

  test("may call a macro that expands to items", () => {
    const session = open();
    expect(
      enter(
        session,
        "macro boxed { ($name:ident, $t:ty) => { struct $name { v: $t } } }",
        "boxed!(Crate, Int)",
        "boxed!(Bag, String)",
      ),
    ).toEqual([]);
    expect(typeOf(session, "Crate { v: 1 }.v")).toBe("Int");
    expect(typeOf(session, 'Bag { v: "a" }')).toBe("Bag");
  });

  test("may call a macro that expands to statements", () => {
    const session = open();
    expect(
      enter(session, "macro both { ($a:ident, $e:expr) => { let t = $e let $a = t + 1 } }", "both!(n, 3)"),
    ).toEqual([]);
    expect(
      enter(
        session,
        "macro grow { () => { n = n + 1 } }",
        "grow!()",
        "macro late { () => { let t = n; t } }",
        "late!()",
      ),
    ).toEqual([]);
    expect(typeOf(session, "n")).toBe("Int");
    expect(enter(session, "t")).toEqual(["R1 <repl>:1:1"]);
  });

  test.each([
    ['1 + "a"', ["T1 <repl>:1:5"]],
    ["nope\nalso", ["R1 <repl>:1:1", "R1 <repl>:2:1"]],
    ["fun f() -> Int {\n    true\n}", ["T1 <repl>:2:5"]],
    ["let = 1", ["P1 <repl>:1:5"]],
    ['let s = "a', ["L2 <repl>:1:9"]],
    ["import std/nope", ["R3 <repl>:1:8"]],
    ["if true {\n    return 1\n}", ["T14 <repl>:2:5"]],
  ])("that is wrong is told about in its own lines: %j", (input, expected) => {
    const session = open();
    expect(enter(session, "let before = [1, 2, 3]", input)).toEqual(expected);
    expect(enter(session, "before.len()")).toEqual([]);
  });

  test("that uses the last value before there is one is an error", () => {
    const prepared = open().prepare("it + 1");
    expect(prepared.ok ? null : prepared.diagnostics.map(({ hint }) => hint)).toEqual([
      "`it` is the last value: none has been shown yet",
    ]);
  });

  test("may leave by an `Err` or `None` whose value has no type", () => {
    expect(enter(open(), 'Err("text")?', "None?", "let n = Err(1)?")).toEqual([]);
  });

  test("whose type is undetermined is reported at the call that the user wrote", () => {
    const session = open();
    enter(session, "import std/json");
    const prepared = session.prepare('json.decode("1")');
    expect(prepared.ok).toBe(false);
    if (prepared.ok) return;
    const [{ code, message, primary }] = prepared.diagnostics as [(typeof prepared.diagnostics)[number]];
    expect([code, message, primary.span.start]).toEqual([
      "T8",
      "cannot infer the type of `T` of `decode`; add a type annotation",
      5,
    ]);
  });

  test("that fails leaves no trace", () => {
    const session = open();
    const prepared = session.prepare("let x = 1");
    expect(prepared.ok).toBe(true);
    expect(enter(session, "x")).toEqual(["R1 <repl>:1:1"]);
  });
});

describe("declaring again", () => {
  test("replaces functions, constants, variables and methods", () => {
    const session = open();
    enter(
      session,
      "fun f() -> Int = 1",
      "const C = 1",
      "let v = 1",
      "struct P { x: Int }",
      "impl P { fun get(self) -> Int = 1 }",
      "trait T { fun t(self) -> Int }",
      "impl T for P { fun t(self) -> Int = 1 }",
    );
    expect(
      enter(
        session,
        'fun f() -> String = ""',
        'const C = ""',
        'let v = ""',
        'impl P { fun get(self) -> String = "" }',
        "impl T for P { fun t(self) -> Int = 2 }",
      ),
    ).toEqual([]);
    expect(
      ["f()", "C", "v", "P { x: 1 }.get()", "P { x: 1 }.t()"].map((input) => typeOf(session, input)),
    ).toEqual(["String", "String", "String", "String", "Int"]);
  });

  test("does not change what earlier declarations refer to", () => {
    const session = open();
    enter(
      session,
      "struct P { x: Int }",
      "let p = P { x: 1 }",
      "fun sum(p: P) -> Int = p.x",
      "let e = 5",
      "fun g() -> Int = e + 1",
    );
    expect(enter(session, "struct P { y: Int }", 'let e = "str"', "let q = P { y: 1 }")).toEqual([]);
    expect(["p.x + sum(p)", "g()", "e", "q.y"].map((input) => typeOf(session, input))).toEqual([
      "Int",
      "Int",
      "String",
      "Int",
    ]);
    expect(enter(session, "nope")).toEqual(["R1 <repl>:1:1"]);
    expect(typeOf(session, "sum(q)")).toBe("expected `P of an earlier input`, found `P of a later input`");
  });

  test("an impl or a method replaces the earlier one, unless the input is refused", () => {
    const session = open();
    enter(
      session,
      "struct P { x: Int }",
      "trait T { fun t(self) -> Int }",
      "impl T for P { fun t(self) -> Int = 1 }",
      "impl P { fun get(self) -> Int = 1 }",
    );
    expect(
      enter(session, "impl T for P { fun t(self) -> Int = true }", "impl P { fun get(self) -> String = 1 }"),
    ).toEqual(["T1 <repl>:1:37", "T1 <repl>:1:36"]);
    expect(
      enter(
        session,
        "P { x: 1 }.t() + P { x: 1 }.get()",
        "impl T for P { fun t(self) -> Int = 2 }",
        "P { x: 1 }.t()",
      ),
    ).toEqual([]);
  });
});

test("variables keep types that were never imported", () => {
  const session = open({
    "geo.std":
      "struct Spot { x: Int }\nenum Kind { A }\nfun make() -> Spot = Spot { x: 1 }\nfun kinds() -> List<Kind> = [Kind.A]",
  });
  enter(
    session,
    'import "./geo"',
    "let s = geo.make()",
    "let k = geo.kinds()",
    'let m = ["a": 1]',
    "let o = Some(s)",
  );
  expect(["s", "s.x", "k", "m", "o"].map((input) => typeOf(session, input))).toEqual([
    "Spot",
    "Int",
    "List<Kind>",
    "Map<String, Int>",
    "Option<Spot>",
  ]);
});

test("the last value has a name, which a declaration of the user replaces", () => {
  const session = open({ "it.std": "fun f() -> Int = 1" });
  expect(enter(session, "it")).toEqual(["R1 <repl>:1:1"]);
  expect(enter(session, "[1]", "print(it.len())", "it.push(2)", "it[0]")).toEqual([]);
  expect(typeOf(session, "it")).toBe("Int");
  expect(
    enter(
      session,
      "fun twice(it: Int) -> Int = it * 2",
      "struct P { x: Int }",
      "P { x: it }",
      "struct P { y: Int }",
    ),
  ).toEqual([]);
  expect(typeOf(session, "it.x")).toBe("Int");
  expect(enter(session, 'let it = "mine"', "1 + 1")).toEqual([]);
  expect(typeOf(session, "it")).toBe("String");
  session.reset();
  expect(enter(session, "1", 'import "./it"', "2")).toEqual([]);
  expect(typeOf(session, "it.f()")).toBe("Int");
});

test("an input continues until the body of its head starts, or until an empty line", () => {
  const lasts = (...lines: string[]): boolean[] => {
    const pending = new PendingInput();
    return lines.map((line) => pending.add(line));
  };
  expect(lasts("if let Some(a) = o", "  && a > 2 {", "}")).toEqual([true, true, false]);
  expect(lasts("let x = match o", "")).toEqual([true, false]);
  expect(lasts("while f(fun() { 1 })", "  || g() {", "}")).toEqual([true, true, false]);
  expect(lasts("if a { 1 } else if b", "&& c { 2 }")).toEqual([true, false]);
  expect(lasts("if a { 1 }")).toEqual([false]);
  expect(lasts("print(if a { 1 } else { 2 })")).toEqual([false]);
});

test("a pasted line may continue the one before", () => {
  expect([".len()", "  else {", "* 1", "? ", "&& b"].map(continuesLine)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(["-1", "(1)", "[1]", "x", "", "// c"].map(continuesLine)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("names that are not values are described by their declarations", () => {
  const session = open();
  enter(
    session,
    "import std/iter",
    "import std/cmp { sort as order }",
    "@derive(Eq) struct P<T> { x: T, y: Int }",
    "impl<T> P<T> { fun show(self) -> Int = self.y }",
    "enum E { One, Two(Int) }",
    "fun id<T>(x: T) -> T {\nx\n}",
    "trait T { fun t(self) -> Int }",
    "let p = P { x: 1, y: 2 }",
  );
  expect(
    ["id", "order", "iter.max", "P", "E", "E.Two", "p.show", "T", "E.One", '"a".len', "Some", "p.x"].map(
      (input) => typeOf(session, input),
    ),
  ).toEqual([
    "fun id<T>(x: T) -> T",
    "fun sort<T: Ord>(xs: List<T>) -> List<T>",
    "fun max<T: Ord, S: Iterator<T>>(it: S) -> Option<T>",
    "struct P<T> { x: T, y: Int }\n    fun show(self) -> Int",
    "enum E { One, Two(Int) }",
    "Two(Int) of E",
    "fun show(self) -> Int",
    "trait T\n    fun t(self) -> Int",
    "E",
    "fun len(self) -> Int",
    "Some(T) of Option",
    "Int",
  ]);
  expect(typeOf(session, "iter")).toMatch(/^fun /);
  expect(typeOf(session, "List")).toMatch(/^List<T>, built in\n {4}fun len/);
  enter(
    session,
    "macro twice { ($e:expr) => { $e + $e } }",
    "const K = 1",
    "import std/fs { read }",
    "trait U<T> { fun u(self) -> T }",
  );
  expect(
    [
      "spawn",
      "match",
      "print",
      "twice",
      "twice!",
      "K",
      "read",
      "Option.unwrap_or",
      "E.One",
      "None",
      "Eq",
      "T.t",
      "List.push",
      "U",
      "type_name",
      "panic",
    ].map((input) => typeOf(session, input)),
  ).toEqual([
    "spawn(f: fun()): runs the function as a goroutine",
    "match value { pattern -> value, _ -> value }",
    "fun print<T: ToString>(value: T)",
    "macro twice { ($e:expr) => { $e + $e } }",
    "macro twice { ($e:expr) => { $e + $e } }",
    "Int",
    "fun(String) -> Result<String, Error>",
    "fun unwrap_or(self, d: T) -> T",
    "E",
    "None of Option",
    "trait Eq\n    fun equals(self, other: Self) -> Bool",
    "fun t(self) -> Int",
    "fun push(self, x: T)",
    "trait U<T>\n    fun u(self) -> T",
    "fun type_name<T>() -> String",
    "fun(String) -> ()",
  ]);
  for (const word of keywords) expect(typeOf(session, word), word).not.toMatch(/expected|cannot|outside/);
  expect(typeOf(session, "p.nope")).toBe("`P<Int>` has no field `nope`");
  expect(typeOf(session, "1 +")).toBe("expected more, found the end of the input");
});

test("completion knows modules, types and values", () => {
  const session = open({ "geo.std": "fun area() -> Int = 1" });
  enter(
    session,
    "import std/time",
    'import "./geo" as g',
    "struct P { x: Int }",
    "impl P { fun sum(self) -> Int = 1 fun new() -> P = P { x: 1 } }",
    "enum C { Red, Green }",
    "let p = P.new()",
  );
  expect(session.members("time")).toContain("sleep_millis");
  expect(session.members("g")).toEqual(["area"]);
  expect(session.members("P")).toEqual(["new"]);
  expect(session.members("C")).toEqual(["Green", "Red"]);
  expect(session.members("p")).toEqual(["sum", "x"]);
  expect(session.members("[p]")).toContain("push");
  expect(session.members("nonsense(")).toEqual([]);
  expect(session.exportsOf("sync")).toEqual(expect.arrayContaining(["Channel", "channel", "wait_group"]));
  expect(session.exportsOf("nope")).toEqual([]);
  expect(complete("import std/http { Server, ge", session, [])).toEqual([["get"], "ge"]);
  expect(session.scope).toEqual(expect.arrayContaining(["time", "P", "C", "p", "print"]));
});

test.each([
  ["fun f() {", true],
  ["fun f() {\n}", false],
  ["1 +", true],
  ["xs.", true],
  ["1 // end.", false],
  ['print("${1"', true],
  ['"""\ntext', true],
  ["@derive(Eq)\n", true],
  ["@derive(Eq)\nstruct P {}", false],
  [")", false],
  ["", false],
])("%j needs more: %s", (text, more) => expect(needsMore(text)).toBe(more));

test("reset forgets everything", () => {
  const session = open();
  enter(session, "let x = 1", "fun f() {}");
  session.reset();
  expect(enter(session, "x", "f()")).toEqual(["R1 <repl>:1:1", "R1 <repl>:1:1"]);
});

test("single lines determine the same as the whole text", () => {
  const texts = [
    "fun f() {\n  g(\n 1)\n}\n2",
    'let s = """\n{ (\n"""\n3',
    "/* {\n */ {\n}",
    "1 +\n2",
    "{ ( }\n1",
    '"{"\n',
    "// {\n1",
    '"${[1\n',
    "@derive(Eq)\nstruct P {\nx: Int }",
    "[1, // ]\n2]",
    "x.\nf()",
    "'{'\n1",
    "}\n1",
  ];
  for (const text of texts) {
    const lines = text.split("\n");
    const pending = new PendingInput();
    lines.forEach((line, i) =>
      expect(pending.add(line), `${text}, line ${i + 1}`).toBe(
        needsMore(`${lines.slice(0, i + 1).join("\n")}\n`),
      ),
    );
  }
});
