// Warnings of the checker (W): code that is allowed but probably not intended
// (reference/checking#errors-and-warnings).
import type { CodeEntry } from "./code-entry.ts";

export const warningCodes = {
  W1: {
    severity: "warning",
    title: "unused import",
    message: (p: { name: string }) => `unused import \`${p.name}\``,
    explain: "Nothing in this file uses the imported name. Remove it from the list.",
    example: "import std/time { now }\nfun main() {}\n",
    corrected: "import std/time { now }\nfun main() {\n    print(now())\n}\n",
  },
  W2: {
    severity: "warning",
    title: "unused local",
    message: (p: { name: string }) => `unused local \`${p.name}\``,
    explain: "The variable is never read. Remove it, or start its name with `_` if this is intended.",
    example: "fun main() {\n    let total = 1\n}\n",
    corrected: "fun main() {\n    let total = 1\n    print(total)\n}\n",
  },
  W3: {
    severity: "warning",
    title: "unused Result",
    message: (_: object) => "this `Result` is not used, so its error is lost",
    explain:
      "A `Result` that is not used hides an error. Handle it with `match` or `?`, or discard it explicitly with `let _ = …`. The result of a deferred call, as in `defer file.close()`, may be dropped.",
    example: "fun f() -> Result<Int, String> = Ok(1)\nfun main() {\n    f()\n}\n",
    corrected:
      "fun f() -> Result<Int, String> = Ok(1)\nfun main() {\n    match f() {\n        Ok(n) -> print(n),\n        Err(e) -> print(e),\n    }\n}\n",
  },
  W4: {
    severity: "warning",
    title: "unreachable code",
    message: (_: object) => "unreachable code",
    explain: "The code before it always leaves the block, so this code never runs. Remove it.",
    example: "fun main() {\n    return\n    print(1)\n}\n",
    corrected: "fun main() {\n    print(1)\n}\n",
  },
  W5: {
    severity: "warning",
    title: "shadowed import",
    message: (p: { name: string }) => `\`${p.name}\` shadows an import`,
    explain:
      "Inside this scope the name refers to the local, so the imported module or function cannot be used. Rename the local, or import the name with `as`.",
    example: "import std/time\nfun main() {\n    print(time.now())\n    let time = 1\n    print(time)\n}\n",
    corrected:
      "import std/time\nfun main() {\n    print(time.now())\n    let start = 1\n    print(start)\n}\n",
  },
  W6: {
    severity: "warning",
    title: "unreachable arm",
    message: (_: object) => "this arm is never reached",
    explain: "The arms before it match every value that this one could match. Remove it, or move it up.",
    example:
      "fun main() {\n    match 5 {\n        0..50 -> print(1)\n        10 -> print(2)\n        _ -> print(3)\n    }\n}\n",
    corrected:
      "fun main() {\n    match 5 {\n        10 -> print(2)\n        0..50 -> print(1)\n        _ -> print(3)\n    }\n}\n",
  },
  W7: {
    severity: "warning",
    title: "comparison by identity",
    message: (p: { type: string; by?: string; inside?: string }) =>
      `\`${p.type}\` has no \`Eq\`: ${p.by === undefined ? "this" : `\`${p.by}\``} compares identity` +
      (p.inside === undefined ? "" : ` in \`${p.inside}\``),
    explain:
      "Without `Eq`, `==` is true only for the same object. Derive or implement `Eq` to compare values. A generic function compares as the actual type does: the warning is at the call that decides the type. The bound `T: Eq` makes it an error.",
    example: "struct P { x: Int }\nfun main() {\n    print(P { x: 1 } == P { x: 1 })\n}\n",
    corrected: "@derive(Eq)\nstruct P { x: Int }\nfun main() {\n    print(P { x: 1 } == P { x: 1 })\n}\n",
  },
  W8: {
    severity: "warning",
    title: "assignment to a captured variable",
    message: (p: { name: string; what: "lambda" | "deferred" }) =>
      `this changes only the ${p.what === "lambda" ? "closure" : "deferred expression"}'s own copy of \`${p.name}\``,
    explain:
      "A lambda, like a deferred expression, copies the captured variables when it is created, and each call starts again from those copies. Assignments to them are neither visible outside nor kept for the next call. Change a field of a struct, which is shared, or a global, or return the new value. If the lambda assigns the variable before it reads it, declare a new variable with `let` inside.",
    example:
      "fun each(xs: List<Int>, f: fun(Int) -> Unit) {\n    for x in xs {\n        f(x)\n    }\n}\n\nfun main() {\n    let sum = 0\n    each([1, 2], fun(x) {\n        sum += x\n    })\n    print(sum)\n}\n",
    corrected:
      "struct Sum { total: Int }\n\nfun each(xs: List<Int>, f: fun(Int) -> Unit) {\n    for x in xs {\n        f(x)\n    }\n}\n\nfun main() {\n    let sum = Sum { total: 0 }\n    each([1, 2], fun(x) {\n        sum.total += x\n    })\n    print(sum.total)\n}\n",
  },
  W9: {
    severity: "warning",
    title: "unused module",
    message: (p: { path: string }) => `unused module \`${p.path}\``,
    explain:
      "An import of a whole module is used if the file uses its alias, one of its types, traits, methods or impls, or a derive that needs it. Remove the import.",
    example: "import std/math\nfun main() {}\n",
    corrected: "import std/math\nfun main() {\n    print(math.sqrt(4.0))\n}\n",
  },
  W10: {
    severity: "warning",
    title: "name that looks like a variant",
    message: (p: { name: string; type: string; payload: boolean }) =>
      p.payload
        ? `\`${p.name}\` alone is not a pattern for the variant: it matches every value`
        : `\`${p.type}\` has no variant \`${p.name}\`: the name matches every value`,
    explain:
      "In a pattern, a name that is not a variant without payload declares a new variable, which matches every value, so the arms below are never reached. Correct the spelling; write a variant with payload as `Circle(_)`. If you intend a variable, start its name with a lower-case letter.",
    example:
      "enum Light { Red, Green }\n\nfun main() {\n    let light = Light.Green\n    match light {\n        Red -> print(1)\n        Gren -> print(2)\n    }\n}\n",
    corrected:
      "enum Light { Red, Green }\n\nfun main() {\n    let light = Light.Green\n    match light {\n        Red -> print(1)\n        Green -> print(2)\n    }\n}\n",
  },
  W11: {
    severity: "warning",
    title: "statement without effect",
    message: (_: object) => "this statement has no effect: its value is not used",
    explain:
      "A name, a field, a literal, an operator, a lambda or a method such as `xs.concat(ys)`, which changes nothing, only produces a value, which is not used here. Use the value, or remove the statement. Note that `==` compares and `=` assigns, that `(…)` calls a function, and that a line that starts with `-` or `+` does not continue the line above.",
    example: "fun main() {\n    let x = 1\n    x == 3\n}\n",
    corrected: "fun main() {\n    let x = 1\n    x = 3\n    print(x)\n}\n",
  },
  W12: {
    severity: "warning",
    title: "test that does not run",
    message: (p: { name: string; problem: "parameters" | "type parameters" | "name" }) =>
      p.problem === "name"
        ? `\`${p.name}\` does not run as a test: its name does not start with \`test_\``
        : `\`${p.name}\` does not run as a test: it has ${p.problem}`,
    explain:
      "In a file whose name ends with `_test.std`, a test is a function at file level whose name starts with `test_`, without parameters and type parameters. This function looks like a test, but `std test` does not run it, and nothing calls it.",
    example: "fun test_sum(n: Int) {\n    print(n)\n}\n\nfun main() {}\n",
    corrected: "fun test_sum() {\n    print(1 + 2)\n}\n\nfun main() {}\n",
  },
  W13: {
    severity: "warning",
    title: "`let` that cannot fail",
    message: (_: object) => "this pattern matches every value",
    explain:
      "A `let` in a condition tests whether a value matches, and the `else` of a `let` handles values that do not. Here every value matches, so use a plain `let`.",
    example: "fun main() {\n    if let (a, b) = (1, 2) {\n        print(a + b)\n    }\n}\n",
    corrected: "fun main() {\n    let (a, b) = (1, 2)\n    print(a + b)\n}\n",
  },
  W14: {
    severity: "warning",
    title: "unused label",
    message: (p: { name: string }) => `unused label \`'${p.name}\``,
    explain:
      "A label names the loop that a `break` or `continue` applies to. Remove a label that none of them uses.",
    example: "fun main() {\n    'outer: for i in 0..3 {\n        print(i)\n    }\n}\n",
    corrected: "fun main() {\n    for i in 0..3 {\n        print(i)\n    }\n}\n",
  },
  W15: {
    severity: "warning",
    title: "text of a call without result",
    message: (p: { name: string }) => `\`${p.name}\` returns \`()\`: this is the text \`()\``,
    explain:
      "The function has no result, so its value is `()`, also that of a variable that is bound to it. Call it in a statement of its own, or use a function that returns the value: `sort` changes its list, `sorted` returns a new one.",
    example: "fun main() {\n    let xs = [1]\n    print(xs.push(2))\n}\n",
    corrected: "fun main() {\n    let xs = [1]\n    xs.push(2)\n    print(xs)\n}\n",
  },
  W16: {
    severity: "warning",
    title: "negative index",
    message: (_: object) => "a negative index is always out of range",
    explain:
      "Indexes, and the bounds of slices, count from the start of a list or string, beginning with 0. A negative one does not count from the end: it panics.",
    example: "fun main() {\n    let xs = [1, 2]\n    print(xs[-1])\n}\n",
    corrected: "fun main() {\n    let xs = [1, 2]\n    print(xs[xs.len() - 1])\n}\n",
  },
  W17: {
    severity: "warning",
    title: "missing import",
    message: (p: { path: string }) => `this uses \`${p.path}\`, which this file does not import`,
    explain:
      "A method, type or trait of a module exists in every file as soon as one file of the program imports the module. This file has it only because of another one: checked alone, or as a part of another program, it has an error. Add the import.",
    example:
      "// pause.std, in a program whose other files import std/time\nfun main() {\n    print(Duration.seconds(2))\n}\n",
    corrected: "// pause.std\nimport std/time\n\nfun main() {\n    print(Duration.seconds(2))\n}\n",
  },
  W18: {
    severity: "warning",
    title: "attribute without effect",
    message: (p: { attribute: string; key: string }) =>
      `\`@${p.attribute}(${p.key})\` has no effect: no derive of this type reads it`,
    explain:
      "`@json` and `@check` say how derived code reads and writes a type: `@derive(ToJson)`, `@derive(FromJson)`, for rows `@derive(FromRow)`. A type without the derive, or with an impl written by hand, ignores them.",
    example: '@derive(Eq)\nstruct P {\n    @json(name: "X")\n    x: Int,\n}\n\nfun main() {}\n',
    corrected: '@derive(Eq, ToJson)\nstruct P {\n    @json(name: "X")\n    x: Int,\n}\n\nfun main() {}\n',
  },
  W19: {
    severity: "warning",
    title: "deprecated function",
    message: (p: { name: string }) => `\`${p.name}\` is deprecated`,
    explain:
      "Another function of the library replaces it. The old one stays and works as before; the hint names what new programs use.",
    example: 'import std/fmt\nfun main() {\n    print(fmt.pad_left("7", 3, "0"))\n}\n',
    corrected: "fun main() {\n    print(\"7\".pad_left(3, '0'))\n}\n",
  },
} as const satisfies Record<string, CodeEntry>;
