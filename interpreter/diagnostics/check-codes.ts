// Errors of the checker: names (R), derives (D) and types (T); reference/checking#errors-and-warnings.
// Warnings: warning-codes.ts.
import type { CodeEntry } from "./code-entry.ts";

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

export const checkCodes = {
  R1: {
    severity: "error",
    title: "name not found",
    message: (p: { what: "value" | "type" | "trait"; name: string }) =>
      p.what === "value"
        ? `cannot find \`${p.name}\` in scope`
        : `cannot find ${p.what} \`${p.name}\` in scope`,
    explain:
      "The name is not declared in the enclosing blocks, in the file, by a selector import, or by the language. Declare it, import it, or correct the spelling.",
    example: "fun main() {\n    print(totl)\n}\n",
    corrected: "fun main() {\n    let total = 1\n    print(total)\n}\n",
  },
  R2: {
    severity: "error",
    title: "declared multiple times",
    message: (p: { name: string }) => `\`${p.name}\` is declared multiple times`,
    explain:
      "Functions, types, traits, constants, globals, imported names and module aliases of one file share one namespace, and the type parameters of one declaration must differ. Rename one of the two, for an import with `as`.",
    example: "fun area() {}\nfun area() {}\nfun main() {}\n",
    corrected: "fun area() {}\nfun size() {}\nfun main() {}\n",
  },
  R3: {
    severity: "error",
    title: "cannot resolve import",
    message: (p: { path: string; problem: string }) => `cannot resolve import \`${p.path}\`: ${p.problem}`,
    explain:
      'An import names a standard module (`std/time`), a file relative to the importing one (`"./util"`), or a file of an installed package (`"money"`, `"@me/money/part"`, `"github.com/owner/name"`). The target must exist.',
    example: 'import "./missing"\nfun main() {}\n',
    corrected: 'import "./util"\nfun main() {\n    util.start()\n}\n',
  },
  R4: {
    severity: "error",
    title: "cyclic import",
    message: (p: { cycle: string }) => `cyclic import: ${p.cycle}`,
    explain:
      "Files must not import each other in a circle, directly or through other files. Move the declarations that both need into a third file.",
    example: 'import "./self"\nfun main() {}\n',
    corrected: 'import "./shared"\nfun main() {\n    shared.start()\n}\n',
  },
  R5: {
    severity: "error",
    title: "self outside an impl block",
    message: (p: { name: "self" | "Self" }) => `\`${p.name}\` is used outside an impl block`,
    explain:
      "`self` is the receiver of a method and `Self` its type. Both exist only inside `impl` and `trait` blocks.",
    example: "fun main() {\n    print(self)\n}\n",
    corrected:
      "struct P { x: Int }\nimpl P {\n    fun show(self) {\n        print(self.x)\n    }\n}\nfun main() {\n    P { x: 1 }.show()\n}\n",
  },
  R6: {
    severity: "error",
    title: "method has no self parameter",
    message: (p: { method: string }) => `method has no self parameter: \`${p.method}\``,
    explain:
      "A function of an impl block has a receiver only if `self` is its first parameter. Otherwise it is an associated function, called on the type.",
    example: "struct P { x: Int }\nimpl P {\n    fun get() -> Int = self.x\n}\nfun main() {}\n",
    corrected: "struct P { x: Int }\nimpl P {\n    fun get(self) -> Int = self.x\n}\nfun main() {}\n",
  },
  R7: {
    severity: "error",
    title: "module has no such name",
    message: (p: { module: string; name: string; what: "function" | "name" }) =>
      `module \`${p.module}\` has no ${p.what} \`${p.name}\``,
    explain:
      "Through a module alias only functions can be used; types, constants and globals are imported with a selector list. A selected name must be declared in that module itself.",
    example: "import std/time\nfun main() {\n    time.nope()\n}\n",
    corrected: "import std/time\nfun main() {\n    print(time.now())\n}\n",
  },
  D1: {
    severity: "error",
    title: "trait cannot be derived",
    message: (p: { name: string }) => `cannot derive \`${p.name}\``,
    explain:
      "The traits that can be derived are Eq, Ord, Hash, ToString, Debug, ToJson, FromJson; for structs, FromRow and FromRequest; for enums without payloads, FromColumn and ToSql. Implement other traits by hand.",
    example: "@derive(Clone)\nstruct P { x: Int }\nfun main() {}\n",
    corrected: "@derive(Eq)\nstruct P { x: Int }\nfun main() {}\n",
  },
  D3: {
    severity: "error",
    title: "field or payload without the derived trait",
    message: (p: { trait: string; part: string; type: string; wanted?: string }) =>
      `cannot derive \`${p.trait}\`: ${p.part} has type \`${p.type}\`, which does not implement \`${p.wanted ?? p.trait}\``,
    explain:
      "A derived impl works part by part, so the type of every field and payload must implement the trait. Derive or implement it for that type first.",
    example: "struct A { x: Int }\n@derive(Eq)\nstruct B { a: A }\nfun main() {}\n",
    corrected: "@derive(Eq)\nstruct A { x: Int }\n@derive(Eq)\nstruct B { a: A }\nfun main() {}\n",
  },
  D4: {
    severity: "error",
    title: "attribute that does not fit",
    message: (p: { problem: string }) => p.problem,
    explain:
      "The keys of `@json` and `@check` must fit the type they stand before, and each other: `min` is for numbers, `flatten` for values with members, and the variants of an enum with `tag` must have members beside which the tag can stand.",
    example: "@derive(FromJson)\nstruct P {\n    @check(min: 1)\n    name: String,\n}\n\nfun main() {}\n",
    corrected:
      "@derive(FromJson)\nstruct P {\n    @check(min_len: 1)\n    name: String,\n}\n\nfun main() {}\n",
  },
  T1: {
    severity: "error",
    title: "mismatched types",
    message: (p: { expected: string; actual: string }) => `expected \`${p.expected}\`, found \`${p.actual}\``,
    explain:
      "The context requires one type, and the expression has another. There are no implicit conversions, not even between Int and Float. Convert the value, or change one of the two types.",
    example: 'fun main() {\n    let n: Int = "one"\n}\n',
    corrected: 'fun main() {\n    let n: String = "one"\n    print(n)\n}\n',
  },
  T2: {
    severity: "error",
    title: "unknown member",
    message: (p: {
      type: string;
      what: "field" | "part" | "method" | "associated function" | "variant" | "named argument" | "parameter";
      name: string;
    }) => `\`${p.type}\` has no ${p.what} \`${p.name}\``,
    explain:
      "The type has no member of that name. Methods of a standard module are available only if a file of the program imports the module.",
    example: "struct P { x: Int }\nfun main() {\n    print(P { x: 1 }.y)\n}\n",
    corrected: "struct P { x: Int }\nfun main() {\n    print(P { x: 1 }.x)\n}\n",
  },
  T3: {
    severity: "error",
    title: "wrong number of arguments",
    message: (p: { name: string; expected: number; least?: number; actual: number }) =>
      `${p.name} takes ${p.least !== undefined && p.least < p.expected ? `${p.least} to ` : ""}${count(p.expected, "argument")}, but ${p.actual === 1 ? "1 was" : `${p.actual} were`} supplied`,
    explain:
      "A call must supply the declared arguments; it may leave out those that have a default value, `fun f(a: Int, b: Int = 2)`, and name others, `f(1, b: 3)`. There are no variadic arguments.",
    example: "fun f(a: Int) {}\nfun main() {\n    f(1, 2)\n}\n",
    corrected: "fun f(a: Int) {}\nfun main() {\n    f(1)\n}\n",
  },
  T4: {
    severity: "error",
    title: "wrong number of type arguments",
    message: (p: { name: string; expected: number; actual: number }) =>
      `\`${p.name}\` takes ${count(p.expected, "type argument")}, but ${p.actual === 1 ? "1 was" : `${p.actual} were`} supplied`,
    explain: "A written type needs all its type arguments; an expression may name all or none.",
    example: "fun main() {\n    let xs: List<Int, Int> = []\n}\n",
    corrected: "fun main() {\n    let xs: List<Int> = []\n    print(xs)\n}\n",
  },
  T5: {
    severity: "error",
    title: "calling a non-function",
    message: (p: { type: string }) => `\`${p.type}\` is not a function`,
    explain: "Only functions, methods, variants with payload and values of function type can be called.",
    example: "fun main() {\n    let n = 1\n    n(2)\n}\n",
    corrected: "fun main() {\n    let double = fun(n: Int) = 2 * n\n    print(double(2))\n}\n",
  },
  T6: {
    severity: "error",
    title: "match does not cover every case",
    message: (p: { missing: readonly string[] }) =>
      p.missing.length === 0
        ? "this match does not cover every case"
        : `this match does not cover every case: ${p.missing.map((witness) => `\`${witness}\``).join(", ")} ${p.missing.length === 1 ? "is" : "are"} missing`,
    explain:
      "Some values match no arm. Add the missing arms, or a last arm `_ -> …`. Arms with a guard do not count, because the guard may be false.",
    example: "fun main() {\n    match true {\n        true -> print(1)\n    }\n}\n",
    corrected:
      "fun main() {\n    match true {\n        true -> print(1)\n        false -> print(0)\n    }\n}\n",
  },
  T7: {
    severity: "error",
    title: "unreachable pattern",
    message: (_: object) => "unreachable pattern",
    explain:
      "Arms are tried from top to bottom, and an earlier arm matches every value that this one could match.",
    example: "fun main() {\n    match 1 {\n        _ -> print(1)\n        2 -> print(2)\n    }\n}\n",
    corrected: "fun main() {\n    match 1 {\n        2 -> print(2)\n        _ -> print(1)\n    }\n}\n",
  },
  T8: {
    severity: "error",
    title: "cannot infer the type",
    message: (p: { what: string }) => `cannot infer the type of ${p.what}; add a type annotation`,
    explain:
      "The type cannot be inferred in this function. An empty list needs an annotation, or a parameter, field or result that expects it. `None`, an empty map and a generic call may also get their types from a later use.",
    example: "fun main() {\n    let xs = []\n}\n",
    corrected: "fun main() {\n    let xs: List<Int> = []\n    print(xs)\n}\n",
  },
  T9: {
    severity: "error",
    title: "infinite type",
    message: (p: { type: string }) => `infinite type: \`${p.type}\` would contain itself`,
    explain: "The uses of this value would make its type a part of itself.",
    example:
      "fun main() {\n    let m = None\n    match m {\n        Some(x) -> {\n            let ys = [x, m]\n        },\n        None -> {},\n    }\n}\n",
    corrected:
      "fun main() {\n    let m = Some(1)\n    match m {\n        Some(x) -> {\n            let ys = [Some(x), m]\n            print(ys)\n        },\n        None -> {},\n    }\n}\n",
  },
  T10: {
    severity: "error",
    title: "trait not implemented",
    message: (p: { type: string; trait: string }) => `\`${p.type}\` does not implement \`${p.trait}\``,
    explain:
      "The type must implement this trait, because of the bound of a type parameter, or because the value is printed or interpolated (ToString) or a map key (Eq and Hash). Derive the trait, or write an impl.",
    example: "struct P { x: Int }\nfun main() {\n    print(P { x: 1 })\n}\n",
    corrected: "@derive(ToString)\nstruct P { x: Int }\nfun main() {\n    print(P { x: 1 })\n}\n",
  },
  T11: {
    severity: "error",
    title: "ambiguous method",
    message: (p: { what: string; type: string }) => `ambiguous method: ${p.what} for \`${p.type}\``,
    explain:
      "Two impls declare the same method for the type, or one trait is implemented twice for it. Remove or rename one of the two.",
    example:
      "struct P {}\nimpl P { fun f(self) {} }\nimpl P { fun f(self) {} }\nfun main() {\n    P {}.f()\n}\n",
    corrected:
      "struct P {}\nimpl P { fun f(self) {} }\nimpl P { fun g(self) {} }\nfun main() {\n    P {}.f()\n}\n",
  },
  T12: {
    severity: "error",
    title: "trait not allowed here",
    message: (p: { trait: string; problem: string }) => `trait \`${p.trait}\` ${p.problem}`,
    explain:
      "A trait name alone is not a type: write `dyn Trait`. A trait can be used as `dyn` only if it is object-safe: none of its methods is generic, takes `Self` other than as receiver, or returns a type with `Self`.",
    example: "fun f(x: dyn Eq) {}\nfun main() {}\n",
    corrected: "fun f<T: Eq>(x: T) {}\nfun main() {}\n",
  },
  T13: {
    severity: "error",
    title: "`?` not allowed here",
    message: (p: { problem: string }) => `\`?\` ${p.problem}`,
    explain:
      "`?` unwraps a Result or an Option, or returns the Err or None from the enclosing function or lambda. That function must return a Result with the same error type, or with one that implements FromError for it, or an Option.",
    example: "fun f() -> Int = Some(1)?\nfun main() {}\n",
    corrected: "fun f() -> Option<Int> = Some(Some(1)?)\nfun main() {}\n",
  },
  T14: {
    severity: "error",
    title: "break or continue out of place",
    message: (
      p:
        | { word: "break" | "continue" | "return"; problem: "outside" | "value" }
        | { word: "break" | "continue"; problem: "unknown" | "across"; label: string },
    ) => {
      switch (p.problem) {
        case "outside":
          return `\`${p.word}\` is only valid inside a ${p.word === "return" ? "function" : "loop"}`;
        case "value":
          return "`break` with a value is only valid inside a `loop`";
        case "unknown":
          return `no enclosing loop has the label \`'${p.label}\``;
        case "across":
          return `\`${p.word}\` cannot leave a function: the loop with the label \`'${p.label}\` is outside it`;
      }
    },
    explain:
      "`break` and `continue` belong to the innermost loop of the same function body, or to the one whose label they name; a lambda or `defer` has its own body. Only `loop` has a value.",
    example: "fun main() {\n    break\n}\n",
    corrected: "fun main() {\n    loop {\n        break\n    }\n}\n",
  },
  T15: {
    severity: "error",
    title: "assignment to a constant",
    message: (p: { name: string }) => `cannot assign to const \`${p.name}\``,
    explain: "A constant cannot be assigned to. Declare a variable with `let` if its value changes.",
    example: "const LIMIT = 1\nfun main() {\n    LIMIT = 2\n}\n",
    corrected: "let limit = 1\nfun main() {\n    limit = 2\n}\n",
  },
  T16: {
    severity: "error",
    title: "not a constant, or annotation missing",
    message: (p: { problem: string }) => p.problem,
    explain:
      "A file-level `const` is computed before the program runs: literals, other constants and operators on them. A file-level `let` or `const` needs a type annotation unless its initialiser is a literal, and a `let` without initialiser needs a type with a zero value (Int, Float, Bool, String).",
    example: "fun f() -> Int = 1\nconst N: Int = f()\nfun main() {}\n",
    corrected: "const N: Int = 1\nfun main() {}\n",
  },
  T17: {
    severity: "error",
    title: "missing fields or arguments",
    message: (p: { names: readonly string[]; type: string; arguments?: boolean }) =>
      `missing ${p.arguments === true ? "argument" : "field"}${p.names.length === 1 ? "" : "s"} ${p.names.map((name) => `\`${name}\``).join(", ")} of \`${p.type}\``,
    explain:
      "A struct literal, or a variant with named fields, must name every field exactly once. A literal may leave out fields that have a default, `limit: Int = 20`. A call with named arguments must supply every parameter that has none.",
    example: "struct P { x: Int, y: Int }\nfun main() {\n    let p = P { x: 1 }\n}\n",
    corrected: "struct P { x: Int, y: Int }\nfun main() {\n    let p = P { x: 1, y: 2 }\n    print(p.x)\n}\n",
  },
  T18: {
    severity: "error",
    title: "impl does not fit its trait",
    message: (p: { problem: string }) => p.problem,
    explain:
      "An impl of a trait must define every method that has no default body, with the receiver, the number of parameters and the types that the trait declares.",
    example: "trait Pet { fun name(self) -> String }\nstruct Cat {}\nimpl Pet for Cat {}\nfun main() {}\n",
    corrected:
      'trait Pet { fun name(self) -> String }\nstruct Cat {}\nimpl Pet for Cat {\n    fun name(self) -> String = "cat"\n}\nfun main() {}\n',
  },
  T19: {
    severity: "error",
    title: "missing return value",
    message: (p: { result: string }) =>
      `missing return value: this can end without a value of type \`${p.result}\``,
    explain:
      "Every path through a body with a result type must end with `return`, or with an expression of that type.",
    example: "fun f(n: Int) -> Int {\n    if n > 0 {\n        return 1\n    }\n}\nfun main() {}\n",
    corrected:
      "fun f(n: Int) -> Int {\n    if n > 0 {\n        return 1\n    }\n    return 0\n}\nfun main() {}\n",
  },
  T21: {
    severity: "error",
    title: "pattern does not fit",
    message: (p: { problem: string }) => p.problem,
    explain:
      "A pattern must fit the type of the matched value: a variant of its enum with a sub-pattern for each payload part, its struct with existing fields, or a literal of its type. All alternatives of `A | B` must bind the same names with the same types.",
    example: "fun main() {\n    match 1 {\n        Some(x) -> print(x)\n        _ -> print(0)\n    }\n}\n",
    corrected:
      "fun main() {\n    match Some(1) {\n        Some(x) -> print(x)\n        _ -> print(0)\n    }\n}\n",
  },
  T23: {
    severity: "error",
    title: "operator not defined",
    message: (p: { problem: string }) => p.problem,
    explain:
      "The operator is not defined for these operands. The reference lists the operators and their operands. A String has slices, `s[a..b]`, but no index `s[i]`. A range can only be the iterable of a `for` or the index of a slice.",
    example: 'fun main() {\n    print("abc"[0])\n}\n',
    corrected: 'fun main() {\n    print("abc"[0..1])\n}\n',
  },
  T24: {
    severity: "error",
    title: "reflection on the wrong kind of type",
    message: (p: { name: string; kind: "struct" | "enum"; type: string }) =>
      `\`${p.name}\` requires ${p.kind === "enum" ? "an enum" : "a struct"} type, but \`${p.type}\` is not one`,
    explain:
      "`field_names` and `field_types` describe structs, `variant_names` and `variant_field_types` enums.",
    example: "fun main() {\n    let names = field_names<Int>()\n}\n",
    corrected: "struct P { x: Int }\nfun main() {\n    print(field_names<P>())\n}\n",
  },
  T25: {
    severity: "error",
    title: "duplicate variant, method, parameter or binding",
    message: (p: { what: "variant" | "method" | "parameter" | "binding"; name: string }) =>
      `duplicate ${p.what} \`${p.name}\``,
    explain:
      "The variants of an enum, the methods of one impl or trait block, the parameters of one function and the names bound by one pattern must differ. `_` may repeat.",
    example: "enum Light { On, On }\nfun main() {}\n",
    corrected: "enum Light { On, Off }\nfun main() {}\n",
  },
  T26: {
    severity: "error",
    title: "closure parameters need type annotations",
    message: (_: object) => "closure parameters need type annotations",
    explain:
      "There is no shorthand closure `{ a, b -> … }`. Write `fun(a: Int, b: Int) -> Int { … }`. The types of parameters may be omitted only where the expected function type is known.",
    example: "fun main() {\n    let f = { a, b -> a + b }\n}\n",
    corrected: "fun main() {\n    let f = fun(a: Int, b: Int) = a + b\n    print(f(1, 2))\n}\n",
  },
  T27: {
    severity: "error",
    title: "cannot iterate",
    message: (p: { type: string }) => `cannot iterate over \`${p.type}\``,
    explain:
      "`for` iterates over ranges, lists, sets, maps, options, strings, channels, and values of every type with a method `next(self) -> Option<T>`.",
    example: "fun main() {\n    for x in 5 {\n        print(x)\n    }\n}\n",
    corrected: "fun main() {\n    for x in 0..5 {\n        print(x)\n    }\n}\n",
  },
  T28: {
    severity: "error",
    title: "no suitable main function",
    message: (p: { problem: string }) => p.problem,
    explain:
      "A program starts at the function `main` of its entry file, which must have neither parameters nor type parameters.",
    example: "fun start() {}\n",
    corrected: "fun main() {}\n",
  },
  T32: {
    severity: "error",
    title: "misplaced default value",
    message: (p: { problem: string }) => p.problem,
    explain:
      "The last parameters of a function or method may have default values: `fun f(a: Int, b: Int = 2)`. Lambdas, methods of traits and natives of a host have none, since who calls them may not know the function.",
    example: "fun f(a: Int = 1, b: Int) {}\nfun main() {\n    f(1, 2)\n}\n",
    corrected: "fun f(b: Int, a: Int = 1) {}\nfun main() {\n    f(2)\n}\n",
  },
  T30: {
    severity: "error",
    title: "pattern that may fail",
    message: (p: { missing: string | null }) =>
      p.missing === null
        ? "this pattern does not match every value"
        : `this pattern does not match \`${p.missing}\``,
    explain:
      "The pattern of a `let`, and of a parameter of a lambda, must match every value: it consists of names, `_`, tuples and structs. If the pattern may fail, handle the failure with `let Some(x) = f() else { return }`, `if let`, or `match`.",
    example: "fun main() {\n    let Some(n) = Some(1)\n    print(n)\n}\n",
    corrected: "fun main() {\n    let Some(n) = Some(1) else {\n        return\n    }\n    print(n)\n}\n",
  },
  T31: {
    severity: "error",
    title: "`else` of a `let` that reaches its end",
    message: (_: object) => "the `else` of a `let` must not reach its end",
    explain:
      "After `let PATTERN = e else { … }` the names of the pattern are bound, so the `else` block must not reach its end. Leave it with `return`, `break`, `continue`, `panic` or an endless loop.",
    example: "fun main() {\n    let Some(n) = Some(1) else {\n        print(0)\n    }\n    print(n)\n}\n",
    corrected: "fun main() {\n    let Some(n) = Some(1) else {\n        return\n    }\n    print(n)\n}\n",
  },
} as const satisfies Record<string, CodeEntry>;
