// The expansion of macro calls, as texts and marks of tokens, and in the tree (reference/macros#macros).
import { describe, expect, test } from "vitest";
import { Reporter } from "../../diagnostics/index.ts";
import { Source } from "../../source/index.ts";
import { lex } from "../lexer.ts";
import { parse } from "../parse.ts";
import { expandMacros } from "./expand.ts";

function expand(text: string): { text: string; errors: string[] } {
  const source = new Source("x", text);
  const diagnostics = new Reporter();
  const { tokens } = expandMacros(source, lex(source, diagnostics).tokens, diagnostics, false);
  const kept = tokens.filter(({ kind }) => kind !== "newline");
  return {
    text: kept.map((token) => token.text).join(" "),
    errors: diagnostics.sorted().map(({ code, message }) => `${code} ${message}`),
  };
}

describe("expansion", () => {
  test.each([
    ["macro m { () => { 1 } } m!()", "1"],
    ["m!() macro m { () => { 1 } }", "1"],
    ["macro m { ($a:expr, $b:expr) => { $b $a } } m!(f(1, 2), x + y)", "x + y f ( 1 , 2 )"],
    ["macro m { ($a:expr) => { $a } } m!(1, 2)", "1 , 2"],
    ["macro m { ($k:ty = $v:expr) => { $v : $k } } m!(Map<K, V> = 3)", "3 : Map < K , V >"],
    ["macro m { ($($x:expr),*) => { [$($x;),*] } } m!(1, 2)", "[ 1 ; , 2 ; ]"],
    ["macro m { ($($x:expr),*) => { [$($x)+*] } } m!(1, 2, 3)", "[ 1 + 2 + 3 ]"],
    ["macro m { ($($x:expr),*) => { $($x)* } } m!()", ""],
    [
      "macro m { ($($k:ident = [$($v:expr),*]);*) => { $($k { $($v)* })* } } m!(a = [1, 2]; b = [])",
      "a { 1 2 } b { }",
    ],
    ['macro m { ($b:block $i:ident $l:literal) => { $l $i $b } } m!({ a\nb } x "s")', "s x { a b }"],
    ["macro m { (one) => { 1 } (two) => { 2 } } m!(two)", "2"],
    [
      "macro s { ($h:expr, $($r:expr),+) => { $h + s!($($r),+) } ($h:expr) => { $h } } s!(1, 2, 3)",
      "1 + 2 + 3",
    ],
    ['macro m { ($x:expr) => { "<${$x}>" } } m!(a)', "< a >"],
  ])("%s", (text, expected) => expect(expand(text)).toEqual({ text: expected, errors: [] }));
});

describe("errors", () => {
  test.each([
    ["m!()", "M1 unknown macro `m`"],
    ["macro m { (1) => { 1 } } m!(2)", "M1 no rule of macro `m` matches these arguments"],
    ["macro m { ($($x:expr),+) => { $($x)* } } m!()", "M1 no rule of macro `m` matches these arguments"],
    ["macro m { () => {} } macro m { () => {} }", "M2 macro `m` is defined twice"],
    ["macro m { }", "M2 macro `m` has no rules"],
    ["macro m { ($x) => { $x } }", "M2 metavariable `$x` has no fragment"],
    ["macro m { ($x:stmt) => { $x } }", "M2 unknown fragment `stmt`"],
    ["macro m { () => { $x } }", "M2 metavariable `$x` is not bound by the matcher"],
    ["macro m { ($x:expr $x:expr) => { } }", "M2 metavariable `$x` is bound twice in one matcher"],
    [
      "macro m { ($x:expr) => { $($x)* } }",
      "M2 a repetition of a template needs a metavariable that its matcher repeats",
    ],
    ["macro m { () => { m!() m!() } } m!()", "G1 gave up after 128 levels of expanding macro `m`"],
    ["macro m { () ", "M2 the definition of macro `m` is not closed"],
  ])("%s", (text, error) => expect(expand(text).errors).toEqual([error]));
});

describe("hygiene", () => {
  /** The names in a tree, private ones with their mark, those of the file level with `^`. */
  function names(text: string): string[] {
    const { tree, diagnostics } = parse(new Source("x", text));
    expect(diagnostics).toEqual([]);
    const found: string[] = [];
    JSON.stringify(tree, (_, value: unknown) => {
      const node = value as { kind?: string; name?: string | { name: string }; fileLevel?: boolean } | null;
      if (node?.kind === "Name") found.push(`${String(node.name)}${node.fileLevel === true ? "^" : ""}`);
      if (node?.kind === "Let") found.push(`let ${(node.name as { name: string }).name}`);
      return typeof value === "bigint" ? String(value) : value;
    });
    return found;
  }

  test("names that a template binds are private", () => {
    expect(names("macro d { ($x:expr) => { { let t = $x; t + t } } }\nfun f(t: Int) -> Int = d!(t)")).toEqual(
      ["let t$1", "t", "t$1", "t$1"],
    );
  });

  test("two expansions do not share their names", () => {
    expect(names("macro d { () => { let t = 1 } }\nfun f() { d!()\n d!() }")).toEqual(["let t$1", "let t$2"]);
  });

  test("a captured name after `let` is the caller's", () => {
    expect(names("macro d { ($x:ident) => { let $x = 1 } }\nfun f() -> Int { d!(a)\n a }")).toEqual([
      "let a",
      "a",
    ]);
  });

  test("names of patterns are private, and other names refer to the file level", () => {
    expect(
      names(
        "macro d { ($x:expr) => { match $x { Some(v) -> v + K, None -> K } } }\nfun f(o: Int?) -> Int = d!(o)",
      ),
    ).toEqual(["o", "v$1", "K^", "K^"]);
  });

  test("a shorthand field keeps its name", () => {
    const { tree } = parse(
      new Source("x", "macro d { () => { { let x = 1; P { x } } } }\nfun f() -> P = d!()"),
    );
    const json = JSON.stringify(tree, (_, value: unknown) => (typeof value === "bigint" ? 0 : value));
    expect(json).toContain('"fields":[{"name":{"name":"x",');
    expect(json).toContain('"name":"x$1"');
  });
});
