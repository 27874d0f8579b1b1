// The trees of short programs as s-expressions; reference/grammar#items.
import { describe, expect, test } from "vitest";
import { Source } from "../source/index.ts";
import type { Expr, Item, Stmt } from "./ast/index.ts";
import { parse } from "./parse.ts";

function items(text: string, declarations = false): readonly Item[] {
  const { tree, diagnostics } = parse(new Source("test.std", text), { declarations });
  expect(diagnostics).toEqual([]);
  return tree.items;
}

function body(code: string): { stmts: readonly Stmt[]; trailing: Expr | null } {
  const [main] = items(`fun main() {\n${code}\n}\n`);
  if (main?.kind !== "FunctionItem" || main.body?.kind !== "Block") throw new Error("no function");
  return main.body;
}

/** The expression that is the whole body. */
function expr(code: string): string {
  const { stmts, trailing } = body(code);
  expect(stmts).toEqual([]);
  return show(trailing);
}

/** Every statement, and the trailing expression after `=>`. */
function statements(code: string): string[] {
  const { stmts, trailing } = body(code);
  return [...stmts.map(show), ...(trailing === null ? [] : [`=> ${show(trailing)}`])];
}

function errors(text: string): string[] {
  return parse(new Source("test.std", text)).diagnostics.map(({ code, message, primary }) => {
    const { line, column } = primary.source.position(primary.span.start);
    return `${line}:${column} ${code} ${message}`;
  });
}

/** The kinds and texts of a tree, without spans and ids. */
function show(node: unknown): string {
  if (node === null) return "-";
  if (typeof node !== "object") return typeof node === "string" ? node : String(node);
  if (Array.isArray(node)) return `[${node.map(show).join(" ")}]`;
  const {
    kind,
    id: _id,
    span: _span,
    opSpan: _opSpan,
    block: _block,
    fileLevel: _fileLevel,
    attributes: _attributes,
    ...rest
  } = node as Record<string, unknown>;
  const values = Object.values(rest).filter((value) => value !== null && value !== false);
  const shown = values.map(show).join(" ");
  switch (kind) {
    case "Name":
    case "IntLit":
    case "FloatLit":
    case "StringLit":
    case undefined:
      return shown;
    case "Binary":
      return `(${String(rest["op"])} ${show(rest["left"])} ${show(rest["right"])})`;
    default:
      return shown === "" ? `(${String(kind)})` : `(${String(kind)} ${shown})`;
  }
}

describe("operators", () => {
  test.each([
    ["a || b && c == d", "(|| a (&& b (== c d)))"],
    ["m & 1 == 1", "(== (& m 1) 1)"],
    ["a | b ^ c & d", "(| a (^ b (& c d)))"],
    ["1 << 2 + 1", "(<< 1 (+ 2 1))"],
    ["a - b - c", "(- (- a b) c)"],
    ["a + b * c % d", "(+ a (% (* b c) d))"],
    ["-x.f()", "(Unary - (MethodCall x f []))"],
    ["!a == b", "(== (Unary ! a) b)"],
    ["~a & b", "(& (Unary ~ a) b)"],
    ["0..n + 1", "(Range 0 (+ n 1))"],
    ["a >> 1 > b", "(> (>> a 1) b)"],
    ["a < b >> c", "(< a (>> b c))"],
    ["x - -1", "(- x (Unary - 1))"],
    ["a.b(c)?.d[0](e)", "(Call (Index (FieldAccess (Try (MethodCall a b [c])) d) 0) [e])"],
    ["(a.b)(x)", "(Call (Paren (FieldAccess a b)) [x])"],
    ["fun(x) = x * 2", "(Lambda [x] (ExprBody (* x 2)))"],
  ])("%s", (code, tree) => expect(expr(code)).toBe(tree));

  test("comparisons and ranges do not chain", () => {
    expect(errors("fun f() { a < b < c }")).toEqual(["1:17 P3 comparison operators cannot be chained"]);
    expect(errors("fun f() { a == b == c }")).toEqual(["1:18 P3 comparison operators cannot be chained"]);
    expect(errors("fun f() { 0..1..2 }")).toEqual(["1:15 P1 expected the end of the range, found `..`"]);
  });

  test("the smallest Int is a literal only under a minus", () => {
    expect(expr("-9223372036854775808")).toBe("(Unary - 9223372036854775808)");
    expect(errors("fun f() { 9223372036854775808 }")[0]).toContain("L4");
    expect(errors("fun f() { -9223372036854775808.abs() }")[0]).toContain("L4");
  });
});

describe("line breaks (2.4)", () => {
  test.each([
    ["let a = 1 let b = 2", ["(Let a 1)", "(Let b 2)"]],
    ["let a = calc()\n-1", ["(Let a (Call calc []))", "=> (Unary - 1)"]],
    ["let a = 10 +\n20\n* 2", ["(Let a (+ 10 (* 20 2)))"]],
    ["let a = true\n&& !b", ["(Let a (&& (BoolLit true) (Unary ! b)))"]],
    ["f\n(x)", ["(ExprStmt f)", "=> (Paren x)"]],
    ["f\n[0]", ["(ExprStmt f)", "=> (ListLit [0])"]],
    ["xs\n// comment\n.len()\n?", ["=> (Try (MethodCall xs len []))"]],
    ["return\n1", ["(Return)", "=> 1"]],
    ["1;", ["(ExprStmt 1)"]],
    ["1\n\n", ["=> 1"]],
    ["let a =\n1", ["(Let a 1)"]],
    ["a -\nb", ["=> (- a b)"]],
    ["a >\nb", ["=> (> a b)"]],
    ["if a { 1 }\nelse\n{ 2 }", ["=> (If a (Block [] 1) (Block [] 2))"]],
  ])("%j", (code, expected) => expect(statements(code)).toEqual(expected));
});

describe("disambiguation (2.5)", () => {
  test.each([
    ["P { x: 1, y }", "(StructLit P [x 1 y y true])"],
    ["if x == P { x }", "(If (== x P) (Block [] x))"],
    ["if f(P { x: 1 }) { y }", "(If (Call f [(StructLit P [x 1])]) (Block [] y))"],
    ["{ x }", "(Block [] x)"],
    ["{ x, }", "(SetLit [x])"],
    ["{}", "(Block [])"],
    ["[:]", "(MapLit [])"],
    ["[a: 1, b: 2]", "(MapLit [a 1 b 2])"],
    ["f<Int>(x)", "(Call f [(NamedType Int [])] [x])"],
    ["a < b && c > d", "(&& (< a b) (> c d))"],
    ["f(a < (b), c > (d))", "(Call f [(< a (Paren b)) (> c (Paren d))])"],
    ["f(a < b.c, d > (e))", "(Call f [(< a (FieldAccess b c)) (> d (Paren e))])"],
    ["f(a < b, c > (d))", "(Call f [(Call a [(NamedType b []) (NamedType c [])] [d])])"],
    ["f<fun(A) -> B, ()>(x)", "(Call f [(FunType [(NamedType A [])] (NamedType B [])) (UnitType)] [x])"],
    ["f(a < b, c > d)", "(Call f [(< a b) (> c d)])"],
    [
      "Map<String, List<Int>>.new()",
      "(MethodCall Map [(NamedType String []) (NamedType List [(NamedType Int [])])] new [])",
    ],
  ])("%s", (code, tree) => expect(expr(code)).toBe(tree));

  test("a head takes no bare struct literal", () => {
    expect(errors("fun f() { for x in Ticks { left: 2 } { } }")[0]).toContain("P1");
    expect(statements("while i < n { i += 1 }")).toEqual(["=> (While (< i n) (Block [(Assign += i 1)]))"]);
  });

  test("invalid types in type arguments", () => {
    expect(errors("fun f(x: List<m.T>) {}")).toEqual([
      "1:15 P8 `m.T` cannot be used as a type: import the type with a selector",
    ]);
    expect(errors("fun f(x: List<(Int,)>) {}")).toEqual(["1:15 P5 not a tuple: it has one part"]);
  });

  test("assignment targets", () => {
    expect(statements("(xs[i].v) = 1")).toEqual(["(Assign = (Paren (FieldAccess (Index xs i) v)) 1)"]);
    for (const code of ["f() = 1", "1 = 2", "a + b = c", "f().x = 1", "Self = 1"]) {
      expect(errors(`fun f() { ${code} }`)[0]).toContain("P2");
    }
  });
});

describe("strings", () => {
  test.each([
    ['"a\\n\\x41\\u{e9}"', "a\nA\u00c3\u00a9"],
    ['"\\${a} $b"', "${a} $b"],
    ['"a${b}c"', "(Interpolation [a b c])"],
    ["\"${pad('}')}\"", "(Interpolation [(Call pad [(CharLit 125)])])"],
    ['"${f("x${y}")}"', "(Interpolation [(Call f [(Interpolation [x y])])])"],
    ['"""a"b\\n${c}"""', 'a"b\\n${c}'],
  ])("%s", (code, tree) => expect(expr(code)).toBe(tree));

  test("a closing brace is found by braces and literals only", () => {
    expect(expr('"${a // }"')).toBe("(Interpolation [a])");
  });

  test.each([
    ['"${}"', "P7 empty interpolation"],
    ['"${a b}"', "P7 an interpolation holds exactly one expression"],
    ['"${a"', "P7 unterminated interpolation"],
    ['"abc', "L2 unterminated string"],
    ["'ab'", "L5 invalid character literal: it holds more than one character"],
    ['"\\q"', "L3 invalid escape `\\q`"],
  ])("%s", (code, error) =>
    expect(errors(`fun f() {\n${code}\n}`).map((text) => text.replace(/^\S+ /, ""))).toEqual([error]),
  );
});

describe("patterns and arms", () => {
  test.each([
    [
      "match x { A | B(1) -> 1, _ -> 2 }",
      "(Match x [(OrPattern [(NamePattern A) (CtorPattern B [(LiteralPattern 1)])]) (ExprStmt 1) (WildcardPattern) (ExprStmt 2)])",
    ],
    [
      "match x { -1..=5 -> return, 'a'..'z' if y -> break }",
      "(Match x [(RangePattern -1 5 true) (Return) (RangePattern (CharLit 97) (CharLit 122)) y (Break)])",
    ],
    [
      "match x { P { a, b: Some(_) } -> y = 1 }",
      "(Match x [(StructPattern P [a (NamePattern a) true b (CtorPattern Some [(WildcardPattern)])]) (Assign = y 1)])",
    ],
  ])("%s", (code, tree) => expect(expr(code)).toBe(tree));
});

describe("items", () => {
  test("functions without body are for declarations", () => {
    expect(items("@blocking\nfun read() -> String", true)).toHaveLength(1);
    expect(errors("fun read() -> String")[0]).toContain("P1 expected `{` or `=`");
  });

  test("attributes", () => {
    const [struct] = items(
      '@derive(Eq)\n@derive(Ord)\nstruct P {\n  @json(optional, name: "n")\n  x: Int?,\n}',
    );
    expect(struct).toMatchObject({
      attributes: [{ args: [{ name: { name: "Eq" } }] }, { args: [{ name: { name: "Ord" } }] }],
      fields: [
        {
          attributes: [
            {
              args: [
                { name: { name: "optional" }, value: null },
                { name: { name: "name" }, value: { kind: "StringLit", value: "n" } },
              ],
            },
          ],
        },
      ],
    });
    expect(errors("@derive(Eq) fun f() {}")).toEqual([
      "1:1 P6 expected struct or enum after `@derive`, found `fun`",
    ]);
    expect(errors("struct P { @json(optional: 1) x: Int? }")).toEqual([
      "1:26 P1 expected `,` or `)`, found `:`",
    ]);
    expect(errors("struct P { @json(nme: [-1, 'c', None]) x: Int? }")).toEqual([
      "1:18 P6 unknown key `nme` of `@json`",
    ]);
    expect(errors("enum E { @json(optional) A(@json(optional) x: Int) }")).toEqual([
      "1:16 P6 unknown key `optional` of `@json`",
    ]);
    expect(errors("fun f(@json(optional) @derive x: Int) {}")).toEqual([
      "1:7 P6 expected struct or enum or variant or field after `@json`, found `x`",
      "1:23 P6 expected struct or enum after `@derive`, found `x`",
    ]);
  });

  test("every item and statement reports its own error", () => {
    const text =
      "fun a() {\n    let = 1\n    foo(1 2)\n    ok()\n    1 = 2\n}\n\nfun b( {}\n\nstruct P { x Int }\n";
    expect(errors(text).map((error) => error.slice(0, 5))).toEqual([
      "2:9 P",
      "3:11 ",
      "5:5 P",
      "8:8 P",
      "10:14",
    ]);
  });

  test("an item is kept if only statements had errors", () => {
    const text =
      "fun a() -> Int {\n    let = 1\n    ok()\n    return 1 +\n}\n\nfun b() { match x { 1 => 2, _ -> 3 } }\n";
    const { tree, diagnostics } = parse(new Source("x", text));
    expect(diagnostics).toHaveLength(3);
    expect(tree.items).toMatchObject([
      { name: { name: "a" }, body: { stmts: [{}, { value: { kind: "Call" } }], trailing: { kind: "Loop" } } },
      { name: { name: "b" } },
    ]);
  });

  test("a function whose match has a broken arm keeps the rest, also in an impl", () => {
    const text =
      "impl T {\n    fun a(self) -> Int { g() match self { X -> 0 Y -> 1 } }\n    fun b(n: Int) = match n { 1 => 2, _ -> 3 }\n\n    fun c() = 3\n}\n";
    const { tree, diagnostics } = parse(new Source("x", text));
    expect(diagnostics).toHaveLength(2);
    expect(tree.items).toMatchObject([
      {
        methods: [
          { name: { name: "a" }, body: { stmts: [{}], trailing: { kind: "Match" } } },
          { name: { name: "b" }, params: [{}], body: { value: { kind: "Match", arms: [{}, {}] } } },
          { name: { name: "c" }, body: { kind: "ExprBody" } },
        ],
      },
    ]);
  });

  test("a type is kept without the members that had errors, a broken function by its name", () => {
    const text =
      "struct P {\n    x: Int,\n    y Int,\n}\n\nenum E { A(Int -> , B }\n\nfun f(a: Int, b Bool) -> Int { other }\n\nfun g() { let n = 1 + }\n";
    const { tree, lost } = parse(new Source("x", text));
    expect(tree.items).toMatchObject([
      { kind: "StructItem", fields: [{ name: { name: "x" } }] },
      { kind: "EnumItem" },
      { kind: "FunctionItem", name: { name: "g" } },
    ]);
    expect([...lost!.declarations].filter((name) => ["y", "f", "other", "x"].includes(name)).sort()).toEqual([
      "f",
      "y",
    ]);
    expect(tree.items.at(-1)).toMatchObject({
      body: { stmts: [{ kind: "Let", name: { name: "n" }, value: { kind: "BrokenExpr" } }] },
    });
    expect(parse(new Source("x", "fun main() {}\n")).lost).toBe(null);
  });

  test("the indentation determines where an unclosed block ends", () => {
    const text = "fun f() {\n    if a {\n        b()\n    c()\n}\n\nfun g() {\n    d()\n\nfun h() {}\n";
    expect(errors(text)).toEqual(["2:10 P1 expected `}`, found `c`", "7:9 P1 expected `}`, found `fun`"]);
    expect(parse(new Source("x", text)).tree.items).toMatchObject([
      { body: { stmts: [{ value: { kind: "If" } }], trailing: { kind: "Call" } } },
      {},
      {},
    ]);
  });

  test("ids are unique and below the count", () => {
    const { tree } = parse(new Source("x", "fun f(a: Int) -> Int { if a > 1 { f(a - 1) } else { 2 } }"));
    const ids: number[] = [];
    JSON.stringify(tree, (key, value: unknown) =>
      key === "id" ? ids.push(value as number) : typeof value === "bigint" ? 0 : value,
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...ids)).toBeLessThan(tree.nodeCount);
  });
});

describe("list patterns", () => {
  const pattern = (text: string): unknown => {
    const [fn] = items(`fun f() { if let ${text} = xs {} }`);
    return (fn as unknown as { body: { trailing: { condition: { pattern: unknown } } } }).body.trailing
      .condition.pattern;
  };

  test("have at most one rest", () => {
    expect(show(pattern("[]"))).toBe("(ListPattern [] [])");
    expect(show(pattern("[1, b, ..]"))).toBe(
      "(ListPattern [(LiteralPattern 1) (NamePattern b)] (WildcardPattern) [])",
    );
    expect(show(pattern("[.., _]"))).toBe("(ListPattern [] (WildcardPattern) [(WildcardPattern)])");
    expect(show(pattern("[a, ..mid, 1..3]"))).toBe(
      "(ListPattern [(NamePattern a)] (NamePattern mid) [(RangePattern 1 3)])",
    );
    expect(errors("fun f() { if let [.., ..] = xs {} }")).toEqual(["1:23 P1 expected a pattern, found `..`"]);
  });
});
