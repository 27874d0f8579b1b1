// What people write who come from other languages, and what to write instead: hints for failed matches.
import { insteadOf, nearest } from "../diagnostics/index.ts";
import { keywords, type Kind, type Token } from "./tokens.ts";

export interface Failure {
  readonly tokens: readonly Token[];
  /** Index of the token that does not fit; the number of tokens at the end of the file. */
  readonly at: number;
  /** Index of the first token of the statement, field or item. */
  readonly start: number;
  readonly expected: ReadonlySet<Kind>;
  /** Whether the place is outside of all brackets of the file. */
  readonly atFileLevel: boolean;
}

/** Keywords that statements and items start with. */
const STARTERS = [
  "let",
  "const",
  "return",
  "defer",
  "spawn",
  "fun",
  "struct",
  "enum",
  "trait",
  "impl",
  "import",
  "macro",
  "if",
  "match",
  "while",
  "for",
  "loop",
];

class View {
  readonly #failure: Failure;
  constructor(failure: Failure) {
    this.#failure = failure;
  }

  /** Kind of the token `offset` places from the failure. */
  kind(offset = 0): Kind | undefined {
    return this.#failure.tokens[this.#failure.at + offset]?.kind;
  }

  text(offset = 0): string {
    return this.#failure.tokens[this.#failure.at + offset]?.text ?? "";
  }

  /** The tokens from `offset` on are these. */
  sees(offset: number, kinds: readonly Kind[]): boolean {
    return kinds.every((kind, i) => this.kind(offset + i) === kind);
  }

  /** The same, without space between them. */
  seesJoined(offset: number, kinds: readonly Kind[]): boolean {
    const { tokens, at } = this.#failure;
    const first = at + offset;
    return (
      this.sees(offset, kinds) &&
      kinds.every((_, i) => i === 0 || tokens[first + i - 1]!.end === tokens[first + i]!.start)
    );
  }

  expects(...kinds: readonly Kind[]): boolean {
    return kinds.some((kind) => this.#failure.expected.has(kind));
  }

  get expectsExpression(): boolean {
    return this.#failure.expected.has("int") && this.#failure.expected.has("if");
  }

  get expectsPattern(): boolean {
    return this.#failure.expected.has("int") && !this.#failure.expected.has("if");
  }

  get atFileLevel(): boolean {
    return this.#failure.atFileLevel;
  }

  /** Whether the statement has a token of this kind before the failure. */
  has(kind: Kind, next?: Kind): boolean {
    const { tokens, at, start } = this.#failure;
    for (let i = start; i < at; i++) {
      if (tokens[i]!.kind === kind && (next === undefined || tokens[i + 1]?.kind === next)) return true;
    }
    return false;
  }

  /** `x` of `P { x = 1, y = 2 }`, where the place is behind the first field. */
  fieldWithEquals(): string | undefined {
    const { tokens, at, start } = this.#failure;
    for (let i = at - 1; i > start; i--) {
      if (tokens[i]!.kind === "{")
        return tokens[i - 1]!.kind === "ident" &&
          tokens[i + 1]?.kind === "ident" &&
          tokens[i + 2]?.kind === "="
          ? tokens[i + 1]!.text
          : undefined;
    }
    return undefined;
  }

  /** The word before a `let` whose `=` has not come yet. */
  letWithoutValue(): "if" | "while" | undefined {
    const { tokens, at } = this.#failure;
    for (let i = at - 1; i > 0; i--) {
      const { kind } = tokens[i]!;
      const word = tokens[i - 1]!.kind;
      if (kind === "let") return word === "if" || word === "while" ? word : undefined;
      if (kind === "=" || kind === "newline" || kind === ";") return undefined;
    }
    return undefined;
  }

  /** The innermost open bracket of the statement. */
  within(opener: Kind): boolean {
    const { tokens, at, start } = this.#failure;
    let depth = 0;
    for (let i = at - 1; i >= start; i--) {
      const { kind } = tokens[i]!;
      if (kind === ")" || kind === "]" || kind === "}") depth++;
      else if (kind === "(" || kind === "[" || kind === "{") {
        if (depth === 0) return kind === opener;
        depth--;
      }
    }
    return false;
  }

  startsWith(...kinds: readonly Kind[]): boolean {
    const { tokens, start } = this.#failure;
    return kinds.every((kind, i) => tokens[start + i]?.kind === kind);
  }

  startsWithWord(word: string): boolean {
    return this.#failure.tokens[this.#failure.start]?.text === word;
  }

  /** A name that is no word of another language, or a type's name there. */
  get seesName(): boolean {
    return this.kind() === "ident" && insteadOf(this.text())?.startsWith("did you mean") !== false;
  }

  /** The keyword that the first word of the statement was meant to be, when more words follow. */
  misspeltKeyword(): string | undefined {
    const { tokens, start } = this.#failure;
    const first = tokens[start];
    if (first?.kind !== "ident" || first.text.length < 3 || insteadOf(first.text) !== undefined)
      return undefined;
    return ["ident", "self", "{", "!", "[", "int"].includes(tokens[start + 1]?.kind ?? "")
      ? nearest(first.text, STARTERS)
      : undefined;
  }

  /** A word of another language in the statement, up to what does not fit. */
  foreignWord(): string | undefined {
    const { tokens, at, start } = this.#failure;
    for (let i = Math.min(at, tokens.length - 1); i >= start; i--) {
      const { kind, text } = tokens[i]!;
      const plain =
        kind === "ident" &&
        tokens[i - 1]?.kind !== "." &&
        tokens[i + 1]?.kind !== ":" &&
        !["let", "const", "fun"].includes(tokens[i - 1]?.kind ?? "");
      const word = plain || text === "mut" ? insteadOf(text) : undefined;
      if (word !== undefined) return word;
    }
    return undefined;
  }
}

type Mistake = readonly [when: (v: View) => boolean, hint: string | ((v: View) => string)];

const PAIRS =
  "write the pattern of what is gone over: `for (a, b) in pairs`, `for Entry { key, value } in m`, `for Indexed { index, value } in xs.iter().enumerate()`";

const PARTS = "a part of a list or text is written with `..`: `xs[from..to]`, `xs[..to]`, `xs[from..]`";

const mistakes: readonly Mistake[] = [
  [
    (v) => v.seesJoined(0, [":", "="]) && !v.startsWith("for"),
    (v) => `variables are declared with \`let\`: \`let ${v.kind(-1) === "ident" ? v.text(-1) : "x"} = …\``,
  ],
  // aliases
  [
    (v) =>
      v.startsWith("aliasWord", "ident") &&
      (v.kind() === "{" || v.kind() === "ident" || v.kind() === "struct" || v.kind() === "enum"),
    "a type of its own is declared with `struct` or `enum`: `struct P { x: Int }`; an alias is `type Name = …`",
  ],
  [
    (v) => v.startsWith("aliasWord") && v.kind() === "|",
    "types with several shapes are declared with `enum`",
  ],
  // labels
  [
    (v) =>
      v.kind() === ":" &&
      v.kind(-1) === "ident" &&
      ["for", "while", "loop"].includes(v.kind(1) === "newline" ? (v.kind(2) ?? "") : (v.kind(1) ?? "")),
    (v) => `labels begin with a quote: \`'${v.text(-1)}: …\``,
  ],
  [(v) => v.sees(-2, ["label", ":"]), "a label stands before `loop`, `while` or `for`"],
  [
    (v) => v.kind(-1) === "label" && ["for", "while", "loop"].includes(v.kind() ?? ""),
    (v) => `write \`${v.text(-1)}: ${v.text()} …\``,
  ],
  // arms
  [(v) => v.kind() === ":" && v.expects("->") && v.expects("if"), "arms are written `pattern -> value`"],
  [(v) => v.kind() === "," && v.expects("->") && v.expects("if"), "alternatives are written `1 | 2 -> …`"],
  [(v) => v.sees(0, ["else", "->"]), "the arm for everything else is `_ -> …`"],
  [
    (v) => v.kind() === "," && v.fieldWithEquals() !== undefined,
    (v) => `fields are written with \`:\`: \`${v.fieldWithEquals()!}: …\``,
  ],
  // heads
  [
    (v) => v.startsWith("fun", "ident", ".") || v.startsWith("fun", "("),
    "methods are declared in a block of their type: `impl P { fun area(self) -> Int { … } }`",
  ],
  [
    (v) => v.atFileLevel && v.expects("struct") && v.sees(0, ["ident", "ident", "("]) && v.seesName,
    "functions are declared with `fun`: `fun f(x: Int) -> Int { … }`",
  ],
  [
    (v) => (v.kind() === "let" || v.kind() === "const") && v.expects("}") && v.expects("@"),
    "fields are written with their name alone: `x: Int`",
  ],
  [
    (v) => v.kind() === "->" && v.kind(-1) === ")" && v.expects("="),
    "function types are written `fun(Int) -> Int`",
  ],
  [
    (v) => v.kind() === "," && v.atFileLevel && v.startsWith("fun") && v.has("->"),
    "several results are a tuple: `-> (Int, String)`",
  ],
  [
    (v) => v.kind() === ":" && v.kind(-1) === ")" && v.expects("->"),
    "the result type is written after `->`: `fun f() -> Int`",
  ],
  [
    (v) =>
      v.kind() === "ident" &&
      v.kind(-1) === "ident" &&
      v.expects(":") &&
      v.expects(",") &&
      insteadOf(v.text(-1))?.startsWith("did you mean `") === true,
    (v) => `the name comes first: write \`${v.text()}: Int\``,
  ],
  [
    (v) =>
      v.kind() === "ident" &&
      v.kind(-1) === "ident" &&
      v.expects(":") &&
      v.expects(",") &&
      /^[A-Z]/.test(v.text(-1)) &&
      /^[a-z]/.test(v.text()) &&
      insteadOf(v.text()) === undefined,
    (v) => `the name comes first: write \`${v.text()}: ${v.text(-1)}\``,
  ],
  [
    (v) => v.kind() === "let" && (v.has("if") || v.has("while")),
    "a `let` in a condition stands without parentheses, and joined by `&&` alone: `if let Some(x) = o && x > 0 { … }`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("let", "ident", ","),
    "several names are bound by a tuple: `let (a, b) = (1, 2)`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("ident", ",") && !v.within("(") && !v.within("["),
    "several places are assigned by a tuple: `(a, b) = (b, a)`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("return"),
    "several values are returned as a tuple: `return (a, b)`",
  ],
  [
    (v) => v.kind() === "=" && v.startsWith("if", "ident", "("),
    "a pattern is tested by `if let`: `if let Some(x) = o { … }`",
  ],
  [
    (v) => v.kind() === "=" && v.startsWith("while", "ident", "("),
    "a pattern is tested by `while let`: `while let Some(x) = o { … }`",
  ],
  [
    (v) => v.kind() === ".." && v.expectsPattern && v.within("(") && !v.startsWith("fun"),
    "a tuple pattern has a pattern for each part: `_` takes anything",
  ],
  [
    (v) =>
      v.kind() === "." &&
      v.kind(-1) === "ident" &&
      (v.letWithoutValue() !== undefined || v.startsWith("let", "ident", ".")),
    "patterns name a variant without its enum: `let Circle(r) = …`",
  ],
  [
    (v) => v.expects("{") && v.startsWith("for") && v.has("..", "{"),
    "the range of a `for` needs its end: `0..n`; without one, count in a `loop`",
  ],
  [
    (v) => v.letWithoutValue() !== undefined,
    (v) =>
      `a \`let\` in a condition has a pattern and a value: \`${v.letWithoutValue()!} let Some(x) = o { … }\``,
  ],
  [(v) => v.startsWithWord("with"), "there is no `with`: close what you open in a `defer`"],
  [(v) => v.startsWithWord("guard"), "write `let Some(x) = o else { return … }`, or `if !c { return … }`"],
  [(v) => v.startsWith("for") && v.text() === "of", "loops over elements are written `for x in xs { … }`"],
  [
    (v) => v.startsWith("for") && v.seesJoined(0, [":", "="]),
    "loops over numbers are written `for i in 0..10 { … }`",
  ],
  [(v) => v.startsWith("for", "ident", ",") && (v.kind() === "," || v.kind() === "in"), PAIRS],
  [(v) => v.kind(-1) === "let" && v.kind() === "=", "a variable has a name: `let x = …`"],
  [
    (v) =>
      v.sees(-3, ["ident", "{", "ident", ":"]) &&
      (v.has("if") || v.has("while") || v.has("for") || v.has("match")),
    "in the head of `if`, `while`, `for` and `match` a struct literal is put in parentheses",
  ],
  [(v) => v.text(-1) === "mut", "every `let` variable can be assigned to: leave `mut` out"],
  [
    (v) => [")", "]", "}"].includes(v.kind() ?? "") && v.atFileLevel,
    "there is no open bracket that it could close",
  ],
  [
    (v) => (v.kind() === ")" || v.kind() === "]") && v.expects("}") && v.expects("let"),
    (v) => `there is no open bracket that this \`${v.text()}\` could close`,
  ],
  [
    (v) => v.has("for", "(") && ["=", ";", "let", "ident"].includes(v.kind() ?? ""),
    "loops over numbers are written `for i in 0..10 { … }`",
  ],
  [(v) => v.has("while") && v.startsWithWord("do"), insteadOf("do")!],
  [
    (v) => v.kind() === "[" && v.expectsPattern,
    "there are no list patterns: give the list a name, and look at its `len()` and its elements",
  ],
  [(v) => v.kind() === ":" && v.expects("]") && v.within("["), PARTS],
  [(v) => v.kind() === "]" && v.kind(-1) === ":" && v.expectsExpression, PARTS],
  [
    (v) => v.seesJoined(0, ["..", "."]) && v.startsWith("fun") && !v.expectsExpression,
    "there are no variadic functions: take a `List`",
  ],
  [
    (v) => v.seesJoined(0, ["..", "."]) && v.expectsExpression,
    "lists are joined with `list.concat(xs, ys)` of `std/list`, one value is added by `xs.push(x)`",
  ],
  [
    (v) =>
      v.kind(-1) === ".." &&
      v.kind() === "." &&
      (v.kind(-2) === "{" || (v.kind(-2) === "," && !v.within("(") && !v.within("["))),
    "what the other fields come from is written with two points: `P { x: 1, ..p }`",
  ],
  [(v) => v.kind(-1) === "," && v.kind(-2) === ".." && v.expects("}"), "`..` stands last, behind the fields"],
  // types
  [
    (v) => v.kind() === "&" && v.expects("dyn"),
    "there are no references: structs, lists and maps are shared already",
  ],
  [
    (v) => v.sees(0, ["[", "]"]) && v.kind(-1) === "ident",
    (v) => `lists are written \`List<${v.text(-1)}>\``,
  ],
  [
    (v) => v.sees(0, ["[", "]", "ident"]) && !v.expectsExpression,
    (v) => `lists are written \`List<${v.text(2)}>\``,
  ],
  [
    (v) => v.sees(-1, ["ident", "[", "ident"]) && /^[A-Z]/.test(v.text(-1)),
    (v) => `type arguments are written in \`<…>\`: \`${v.text(-1)}<${v.text(1)}>\``,
  ],
  [
    (v) => v.sees(0, ["[", "ident", "]"]) && !v.expectsExpression,
    (v) => `lists are written \`List<${v.text(1)}>\``,
  ],
  [
    (v) => v.kind() === "|" && v.kind(-1) === "ident" && v.kind(-2) === ":" && v.expects("="),
    "types with several shapes are declared with `enum`",
  ],
  [(v) => v.sees(0, ["&", "self"]), "write `self`: structs are shared, not copied"],
  // operators
  [(v) => v.text(-1) === "not", "write `!` for `not`"],
  [
    (v) => v.kind() === ":" && ["string", "ident", "int"].includes(v.kind(-1) ?? "") && v.kind(-2) === "{",
    'maps are written `["key": value]`',
  ],
  [
    (v) =>
      v.seesJoined(-1, ["+", "+"]) &&
      [v.kind(-2), v.kind(1)].some(
        (kind) => kind === "string" || kind === "stringStart" || kind === "stringEnd",
      ),
    "text is joined with one `+`",
  ],
  [
    (v) => v.kind(-1) === "." && (v.kind() === "string" || v.kind() === "stringStart"),
    "text is joined with `+`",
  ],
  [(v) => v.seesJoined(-1, ["=", "+"]), "write `x += 1`"],
  [(v) => v.seesJoined(-1, ["=", "*"]), "write `x *= 2`"],
  [(v) => v.seesJoined(0, ["<", "-"]) && v.expectsExpression, "a value is received with `c.recv()`"],
  [(v) => v.kind() === ";" && v.expects(")"), "arguments are separated by `,`"],
  [
    (v) => v.startsWith("return") && v.kind() === ",",
    "a function returns one value: declare a struct for several",
  ],
  [
    (v) => v.seesJoined(0, ["+", "+"]),
    (v) => `there is no \`++\`: write \`${v.kind(2) === "ident" ? v.text(2) : "x"} += 1\``,
  ],
  [(v) => v.seesJoined(-1, ["+", "+"]), "there is no `++`: write `x += 1`"],
  [(v) => v.seesJoined(-2, ["-", "-"]), "there is no `--`: write `x -= 1`"],
  [(v) => v.seesJoined(-1, ["==", "="]), "there is no `===`: write `==`"],
  [(v) => v.seesJoined(-1, ["!=", "="]), "there is no `!==`: write `!=`"],
  [(v) => v.seesJoined(-1, ["*", "*"]), "there is no `**`: use `pow` of `std/math`"],
  [(v) => v.seesJoined(0, [":", "="]), "variables are declared with `let`: `let x = …`"],
  [
    (v) => v.kind() === "::" && (v.kind(1) === "<" || v.kind(1) === "<T"),
    (v) =>
      `type arguments follow the name at once: \`${v.kind(-1) === "ident" ? v.text(-1) : "f"}<${v.kind(3)?.startsWith(">") === true ? v.text(2) : "…"}>(…)\``,
  ],
  [(v) => v.kind() === "::", "write `.`: `Type.function(…)`"],
  [
    (v) => v.seesJoined(-1, ["..", "."]),
    "`0..10` leaves out its end, `0..=10` includes it; there is no `...`",
  ],
  [
    (v) => v.kind() === "&" && v.expectsExpression,
    "there are no references: structs, lists and maps are shared already",
  ],
  [(v) => v.kind() === "*" && v.expectsExpression, "there are no pointers: leave `*` out"],
  [
    (v) => (v.kind() === "|" || v.kind() === "||") && v.expectsExpression,
    "anonymous functions are written `fun(x) = x + 1`",
  ],
  [
    (v) => v.kind() === "." && v.seesJoined(1, ["int"]) && v.expectsExpression,
    (v) => `write \`0.${v.text(1)}\``,
  ],
  [(v) => v.kind() === ":" && (v.startsWithWord("case") || v.text(-1) === "default"), insteadOf("case")!],
  [(v) => v.kind() === ":" && v.has("?"), "there is no `a ? b : c`: write `if a { b } else { c }`"],
  [
    (v) => v.kind(-1) === "!" && (v.kind(-2) === "ident" || v.kind(-2) === ")"),
    "there is no `x!`: write `x.unwrap()`, or `x?` to pass the error on",
  ],
  [
    (v) => v.kind() === "as" && !v.startsWith("import"),
    "values are converted by methods: `x.to_float()`, `x.to_int()`",
  ],
  [
    (v) => v.kind() === "in" && !v.has("for"),
    "use `contains` of `std/list`, or the method of sets, maps and strings",
  ],
  // arms and functions
  [(v) => v.kind() === "=>" && v.expects("->"), "arms are written `pattern -> value`"],
  [
    (v) => v.kind() === "=>",
    "anonymous functions are written `fun(x) = x + 1`, arms of a match `pattern -> value`",
  ],
  [
    (v) => v.kind() === ":" && v.startsWith("fun") && v.kind(-1) === ")",
    "the result type is written after `->`: `fun f() -> Int`",
  ],
  [
    (v) => v.startsWith("fun") && v.kind(-1) === ")" && v.expects("->") && v.seesName,
    "the result type is written after `->`: `fun f() -> Int`",
  ],
  [
    (v) => v.expects("->") && v.kind(-1) === ")" && !v.expects("=") && !v.expects("{") && !v.expects("if"),
    "the type of a function says what it gives: `fun() -> ()`",
  ],
  [
    (v) => v.startsWith("fun") && v.kind() === "newline" && v.kind(-1) === "->",
    "the result type stands on the same line as `->`",
  ],
  [
    (v) => v.kind() === "ident" && v.kind(-1) === "fun" && !v.atFileLevel,
    (v) => `functions are declared at file level; a local one is \`let ${v.text()} = fun(…) { … }\``,
  ],
  [
    (v) => v.kind() === "." && v.kind(-1) === "ident" && v.expects("->"),
    "patterns name a variant without its enum: `Circle(r) -> …`",
  ],
  [
    (v) => v.kind() === "@" && v.kind(-1) === "ident" && v.expects("->"),
    "bind the value by a name, and match it again inside",
  ],
  [(v) => v.kind() === ":" && v.has("ident") && v.expects("->"), "arms are written `pattern -> value`"],
  [
    (v) => ["..", "..="].includes(v.kind() ?? "") && v.kind(-1) === "(",
    "there are no variadic functions: take a `List`",
  ],
  // declarations
  [
    (v) => v.kind(-1) === "let" && v.kind() === "{",
    "a struct is taken apart by its name: `let Point { x, y } = p`",
  ],
  [
    (v) =>
      v.startsWith("let", "ident", ":") &&
      v.expects("=") &&
      !v.has("=") &&
      ["newline", "}", ";"].includes(v.kind() ?? "newline"),
    "a variable needs a value: write `= …` behind its type",
  ],
  [
    (v) => v.kind(-2) === "let" && v.kind(-1) === "ident" && v.kind() === "newline",
    (v) => `a variable needs a value: \`let ${v.text(-1)} = …\``,
  ],
  [
    (v) => v.startsWith("import") && v.kind(-1) === "import" && v.kind() === "{",
    'the names follow the path: `import "./file" { name }`',
  ],
  [
    (v) => v.startsWith("import") && v.kind() === ".",
    "the parts of a module's path are joined by `/`: `import std/time`",
  ],
  [
    (v) => v.startsWith("import") && v.kind(-1) === "ident" && v.kind(-2) === "import",
    'standard modules are `std/name`, other files paths in quotes: `import "./util"`',
  ],
  [(v) => v.startsWith("struct") && v.kind() === "(", "structs have named fields: `struct P { x: Int }`"],
  [(v) => v.startsWith("trait") && v.kind() === ":", "traits do not extend others; a type implements each"],
  [
    (v) => (v.startsWith("struct") || v.startsWith("impl")) && v.kind() === ":",
    "a trait is implemented by `impl Trait for Type { … }`",
  ],
  [
    (v) =>
      v.kind() === "=" && v.kind(-1) === "ident" && v.expects("}") && v.expects("newline") && v.expects("("),
    "variants have no numbers of their own; give the enum a method that returns them",
  ],
  [
    (v) => v.seesName && v.kind(-1) === "ident" && v.expects(":") && insteadOf(v.text(-1)) === undefined,
    (v) => `write \`${v.text(-1)}: ${v.text()}\``,
  ],
  [
    (v) =>
      ["struct", "enum", "trait", "impl", "import", "aliasWord"].includes(v.kind() ?? "") && !v.atFileLevel,
    (v) => `\`${v.text()}\` stands at file level, outside of functions`,
  ],
  // assignment where a value is wanted
  [
    (v) => v.kind() === "=" && (v.startsWith("if") || v.startsWith("while")),
    "`==` compares; an assignment is a statement without value",
  ],
  [
    (v) =>
      /^.{0,2}=$/.test(v.kind() ?? "") &&
      !["==", "!=", "<=", ">="].includes(v.kind() ?? "") &&
      !v.atFileLevel,
    "an assignment is a statement of its own and has no value; `==` compares",
  ],
  // layout
  [
    (v) => v.kind() === "newline" && v.kind(1) === "{" && v.expects("{"),
    "the `{` of a body stands on the line of its construct",
  ],
  [
    (v) => v.kind() === "for" && !v.startsWith("for"),
    "lists are made in a loop with `push`, or by `map` and `collect` of `std/iter`",
  ],
  [
    (v) => v.kind() === "string" && v.kind(-1) === "ident" && /^[a-z]{1,2}$/.test(v.text(-1)),
    'strings have no prefix: `"…${x}…"` embeds a value, `"""…"""` is raw',
  ],
  [
    (v) => v.kind() === "stringStart" && v.kind(-1) === "ident" && /^[a-z]{1,2}$/.test(v.text(-1)),
    'strings have no prefix: every `"…${x}…"` embeds values',
  ],
  [
    (v) =>
      v.expects("{") &&
      !v.expects("}") &&
      (v.has("if") || v.has("while") || v.has("else")) &&
      !["{", "newline", "ident"].includes(v.kind() ?? ""),
    "a body is put in braces: `if c { … }`",
  ],
  [
    (v) =>
      v.kind() === "ident" &&
      insteadOf(v.text()) === undefined &&
      v.expects("{") &&
      (v.startsWith("if") || v.startsWith("while")),
    "a body is put in braces: `if c { … }`",
  ],
  [
    (v) => keywords.has(v.kind() ?? "") && v.expects("ident") && !v.expectsExpression,
    (v) => `\`${v.text()}\` is a keyword and cannot be used as a name`,
  ],
  [(v) => v.kind() === "else", "`else` follows the `}` of an `if`"],
  [(v) => v.kind() === "$", "`$` is used in macros only; in strings write `${…}`"],
];

/** What to write instead, if the mistake is a known one. */
export function hintFor(failure: Failure): string | undefined {
  const view = new View(failure);
  const keyword = view.misspeltKeyword();
  if (keyword !== undefined) return `did you mean \`${keyword}\`?`;
  for (const [when, hint] of mistakes) {
    if (when(view)) return typeof hint === "string" ? hint : hint(view);
  }
  const word = view.foreignWord();
  if (word !== undefined) return word;
  return failure.atFileLevel && failure.expected.has("struct")
    ? "statements belong into a function, such as `fun main() { … }`"
    : undefined;
}
