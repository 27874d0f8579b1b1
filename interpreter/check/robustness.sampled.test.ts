// For any text, the checker neither throws nor hangs, and its facts are complete.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Expr } from "../syntax/index.ts";
import { share } from "../testing/sample.ts";
import { announced, checkTexts, reported } from "./testing/check-texts.ts";

const PROGRAM = `
import std/iter { fold }
@derive(Eq, ToString)
struct P<T> { x: T, next: Option<Int> }
enum E { A, B(Int), C(x: Int, y: P<Int>) }
trait Tr<T> { fun m(self, a: T) -> Self fun d(self) -> Int = 1 }
impl Tr<Int> for E { fun m(self, a: Int) -> E = self }
impl<T: Eq> P<T> { fun is(self, o: T) -> Bool = self.x == o }
const N: Int = 4 * (2 - 1)
let g: List<Int> = [N]
fun id<T>(x: T) -> T = x
fun f(n: Int, e: E) -> Result<Int, String> {
    let t = match e { A -> 1, B(k) if k > n -> k, B(_) | C(..) -> 2, C { x, y: P { x: q, next } } -> x + q }
    for i in 0..n { if i == 2 { continue } g[0] += i }
    let h = fun(a: Int) -> Int { return a + t }
    while n > 0 { n -= 1 defer print("x\${n}") }
    return Ok(id(h(fold(g.iter(), 0, fun(a, b) = a + b))) + loop { break 3 })
}
fun main() {
    let p = P { x: 1, next: None }
    spawn(fun() -> Unit { print(p.is(2)) })
    match f(1, E.C(x: 1, y: p)) { Ok(v) -> print(v), Err(m) -> print(m) }
    let q = f(1, E.A)?
}
`;
const TOKENS = PROGRAM.match(/"[^"]*"|\w+|[^\s\w]/g)!;

describe("robustness", { timeout: 60_000 }, () => {
  test("programs with tokens replaced, dropped or doubled", () => {
    const edit = fc.record({
      at: fc.nat(TOKENS.length - 1),
      with: fc.constantFrom(...TOKENS, ""),
      twice: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        const tokens = [...TOKENS];
        for (const { at, with: text, twice } of edits) tokens[at] = twice ? `${tokens[at]} ${text}` : text;
        checkTexts({ main: tokens.join(" ") });
      }),
      { numRuns: share(200, 8) },
    );
  });

  test("token soup inside a function", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TOKENS), { maxLength: 40 }), (tokens) => {
        checkTexts({ main: `fun main() {\n${tokens.join(" ")}\n}` });
      }),
      { numRuns: share(200, 8) },
    );
  });

  test("expressions moved to positions of other types", () => {
    const exprs = [
      "1",
      '"a"',
      "[]",
      "None",
      "p",
      "E.B",
      "id",
      "fun(x) = x",
      "f",
      "return 1",
      "{}",
      "P { x: 1 }",
      "match p {}",
      "loop {}",
      "Ok(1)?",
      "Self",
      "self",
      "g",
      "x.y.z",
      "Option",
      "0..1",
      "[1: 2]",
      "print",
    ];
    const holes = [
      "let a = _",
      "let a: Int = _",
      "_(_)",
      "_._",
      "_[_]",
      "_ + _",
      "if _ { _ } else { _ }",
      "for i in _ { i + _ }",
      "match _ { A -> _, Some(x) -> _, _ -> _ }",
      "g[0] = _",
      "_ == _",
      "return _",
      "spawn _",
      "defer _",
      "id<Int>(_)",
      "print(_)",
      "_?",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...holes), { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.constantFrom(...exprs)),
        (lines, values) => {
          const body = lines
            .map((line) =>
              line
                .replaceAll("_ ->", "\0")
                .replaceAll("_", () => values.next().value as string)
                .replaceAll("\0", "_ ->"),
            )
            .join("\n");
          checkTexts({
            main: `${PROGRAM.replace("fun main() {", `fun other(p: P<Int>) {\n${body}\n}\nfun main() {`)}`,
          });
        },
      ),
      { numRuns: share(200, 8) },
    );
  });

  test("types that double with every step are reported as quickly as they are accepted", () => {
    const doubled = (name: string): string =>
      Array.from({ length: 60 }, (_, i) => `let ${name}${i + 1} = twice(${name}${i})`).join("\n");
    const text = `
struct Pair<A, B> { a: A, b: B }
@derive(ToString) struct Text<A, B> { a: A, b: B }
trait Tr { fun t(self) -> Int }
impl<A: Tr, B: Tr> Tr for Pair<A, B> { fun t(self) -> Int = self.a.t() + self.b.t() }
fun need<T: Tr>(x: T) {}
fun twice<T>(x: T) -> Pair<T, T> = Pair { a: x, b: x }
fun generic<T, U: Tr>(x0: T, y0: U, z0: fun(T) -> Int) {
    ${doubled("x")}
    ${doubled("y")}
    ${doubled("z")}
    need(x60) //= T10
    need(y60)
    need(z60) //= T10
    let d: Int = y60 //= T1
    let e: Pair<Int, Int> = z60 //= T1
    let same: Pair<U, Int> = x60 //= T1
}
fun twice_text<T>(x: T) -> Text<T, T> = Text { a: x, b: x }
fun main() {
    let x0 = 1
    ${doubled("x")}
    print(x60) //= T10
    let y0 = fun() = 1
    ${doubled("y").replaceAll("twice(", "twice_text(")}
    print(y60) //= T10
}`;
    expect(reported(text)).toEqual(announced(text));
  });

  test("facts of a program without errors are complete and solved", () => {
    const text = PROGRAM.replace("B(_) | C(..) -> 2", "B(_) -> 2")
      .replace("    let q = f(1, E.A)?\n", "")
      .replace("next } } -> x + q", "next } } -> x + q + next.unwrap_or(1)");
    expect(reported(text)).toEqual([]);
    const module = checkTexts({ main: text }).program.modules.get("main")!;
    const { types } = module.facts;
    const unsolved = types.filter(
      (type) =>
        type !== undefined &&
        (type.kind === "Var" ||
          (type.kind === "Named" && type.args.some((arg) => arg.kind === "Var" || arg.kind === "Never"))),
    );
    expect(unsolved.length).toBe(0);
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) node.forEach(visit);
      else if (typeof node === "object" && node !== null) {
        const { kind, id } = node as Partial<Expr>;
        if (
          kind !== undefined &&
          ["Binary", "IntLit", "Interpolation", "StructLit", "Lambda", "Match", "If"].includes(kind)
        )
          expect(types[id!], kind).toBeDefined();
        Object.values(node).forEach(visit);
      }
    };
    visit(module.tree.items);
  });
});
