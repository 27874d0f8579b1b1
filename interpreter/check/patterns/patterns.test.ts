// Patterns, exhaustiveness and reachability (T6, T7, T21, T25, W6).
import { describe, expect, test } from "vitest";
import { announced, checkTexts, reported } from "../testing/check-texts.ts";

const TYPES = "enum Light { Off, Dim(Int), At(x: Int, y: Bool) }\nstruct Spot { x: Int, on: Bool }\n";

const programs: Record<string, string> = {
  "cases must be covered": `
fun f(l: Light, s: Spot, o: Option<Option<Bool>>, b: Bool, n: Int, c: Char, r: Result<Light, Int>) {
    match l { Off -> {}, Dim(_) -> {} } //= T6
    match l { Off -> {}, Dim(n) if n > 1 -> {}, At(_, _) -> {} } //= T6
    match l { Off -> {}, Dim(0) -> {}, At { x: _, y: true } -> {} } //= T6
    match l { Off | Dim(_) -> {}, At { y: true } -> {}, At { y: false } -> {} }
    match s { Spot { x, on: true } -> print(x), Spot { on: false } -> {} }
    match s { Spot { on: true } -> {} } //= T6
    match s { Spot { x } -> print(x) }
    match o { None -> {}, Some(None) -> {}, Some(Some(true)) -> {} } //= T6
    match o { None -> {}, Some(None) -> {}, Some(Some(_)) -> {} }
    match b { true -> {}, false -> {} }
    match b { true -> {} } //= T6
    match n { 0..10 -> {}, 20.. 30 -> {} } //= T6
    match n { -9223372036854775808..0 -> {}, 0..=9223372036854775807 -> {} }
    match c { 'a'..='z' -> {} } //= T6
    match r { Ok(Off) -> {}, Ok(_) -> {}, Err(e) -> print(e) }
    match "a" { "a" -> {} } //= T6
    match n { } //= T6
}`,
  "arms that repeat are errors": `
fun f(l: Light, n: Int, s: String, d: Float) {
    match n { 1 -> {}, 1 -> {}, _ -> {} } //= T7
    match n { 1 if n > 0 -> {}, 1 -> {}, _ -> {} }
    match n { x -> print(x), 2 -> {} } //= T7
    match n { _ -> {}, y if y > 1 -> {} } //= T7
    match s { "a" -> {}, "b" -> {}, "a" -> {}, _ -> {} } //= T7
    match d { 1.5 -> {}, 1.5 -> {}, _ -> {} }
    match l { Off -> {}, Off -> {}, Dim(_) -> {}, Dim(x) -> print(x), At(_, _) -> {} } //= T7 T7
    match l { Off -> {}, x -> {}, Dim(_) -> {} } //= T7
}`,
  "patterns must fit": `
fun f(l: Light, s: Spot, n: Int, o: Option<Int>) {
    match l { Of(x) -> {}, _ -> {} } //= T21
    match l { Dim(a, b) -> {}, _ -> {} } //= T21
    match l { Dim() -> {}, _ -> {} } //= T21
    match l { Off() -> {}, _ -> {} }
    match l { Spot { x } -> print(x), _ -> {} } //= T21
    match s { Spot { z } -> print(z), _ -> {} } //= T2
    match s { Nope { z } -> print(z), _ -> {} } //= T21
    match n { "a" -> {}, 'c' -> {}, 1.5 -> {}, _ -> {} } //= T1 T1 T1
    match n { Some(x) -> print(x), _ -> {} } //= T21
    match n { 'a'..'c' -> {}, _ -> {} } //= T1
    match l { Dim(Some(x)) -> print(x), _ -> {} } //= T21
    match o { Some(x) | None -> {} } //= T21
    match l { Dim(x) | At { x } -> print(x), Off -> {} }
    match l { Dim(x) | At { y: x } -> print(x), Off -> {} } //= T21
    match l { At(a, a) -> print(a), _ -> {} } //= T25
}`,
  "names are variants by the type": `
fun f(l: Light, o: Option<Light>) -> Int {
    match o { Some(Off) -> 1, Some(Dim(off)) -> off, Some(rest) -> g(rest), None -> 0 }
}
fun g(Off: Light) -> Int = match Off { Off -> 1, Dim -> 2 }
fun h() {
    for Off in [Light.Off] { print(g(Off)) }
    for Dim(n) in [Light.Off, Light.Dim(2)] { print(n) }
    for Some(Off) in [Some(Light.Off)] { print(Off) } //= R1
}`,
  "arms may leave or assign": `
fun f(n: Int) -> Int {
    let x = 0
    loop {
        match n {
            1 -> return 5
            2 -> break
            3 -> continue
            4 -> x = 2
            _ -> x += 1.5 //= T1
        }
    }
    let y = match n { 1 -> return 1, 2 -> "s", _ -> panic("no") }
    return y.len() + x
}`,
};

describe("patterns", () => {
  for (const [name, text] of Object.entries(programs)) {
    const full = `${TYPES + text}\nfun main() {}`;
    test(name, () => expect(reported(full)).toEqual(announced(full)));
  }

  test("missing cases are shown as patterns", () => {
    const missing = (arms: string, type = "Option<Spot>"): string =>
      checkTexts({
        main: `${TYPES}fun f(v: ${type}) {\n match v { ${arms} }\n}\nfun main() {}`,
      }).diagnostics.find(({ code }) => code === "T6")?.message ?? "";
    expect(missing("None -> {}, Some(Spot { on: true }) -> {}")).toContain(
      "`Some(Spot { on: false })` is missing",
    );
    expect(missing("Off -> {}", "Light")).toContain("`Dim(_)`, `At(_, _)` are missing");
    expect(
      missing("0..10 -> {}, 11..=9223372036854775807 -> {}, -9223372036854775808..0 -> {}", "Int"),
    ).toContain("`10` is missing");
    expect(missing("1 -> {}", "Int")).toBe("this match does not cover every case");
  });

  test("an arm that only the analysis finds unreachable is a warning", () => {
    const text = `${TYPES}fun f(n: Int, l: Light, o: Option<Int>) {
    match n { 0..50 -> {}, 10 -> {}, 20..30 -> {}, _ -> {} } //= W6 W6
    match l { Off -> {}, Dim(_) -> {}, At(_, _) -> {}, _ -> {} } //= W6
    match o { Some(x) -> print(x), Some(1) -> {}, None -> {} } //= W6
    match o { Some(1) -> {}, Some(2) -> {}, Some(1) -> {}, _ -> {} } //= W6
}
fun main() {}`;
    expect(reported(text, {})).toEqual(announced(text));
  });

  test("W6 is not reported for an arm that was not checked because of too many missing cases", () => {
    const text = `enum Six { A, B, C, D, E, F }
enum Half { P(Six), Q }
fun f(a: Six, b: Six, n: Int, m: Int, s: String, h: Half) {
    match (a, b) { (A, A) -> {}, (B, B) -> {}, (B, A) -> {} } //= T6
    match (a, b) { (A, A) -> {}, (B, _) -> {}, (B, C) -> {} } //= T6 W6
    match (n, a, m) { (1, A, 1) -> {}, (2, B, 2) -> {}, (2, B, 2) -> {} } //= T6 W6
    match (s, a, b) { ("x", A, _) -> {}, ("y", B, C) -> {} } //= T6
    match (h, a) { (P(A), A) -> {}, (P(B), B) -> {}, (Q, _) -> {}, (Q, C) -> {} } //= T6 W6
}
fun main() {}`;
    expect(reported(text, {})).toEqual(announced(text));
  });
});
