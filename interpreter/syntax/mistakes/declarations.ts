// Mistakes in declarations and imports.
import { insteadOf, isForeignType } from "../../diagnostics/index.ts";
import type { Mistake } from "./view.ts";

export const declarations: readonly Mistake[] = [
  [
    (v) => v.startsWithWord("from") && v.words(2)[0] === "/" && v.words(1).includes("import"),
    (v) => {
      const words = v.words(1);
      const at = words.indexOf("import");
      return `write \`import ${words.slice(0, at).join("").replaceAll(".", "/")} { ${words[at + 1] ?? "name"} }\``;
    },
  ],
  [
    (v) => v.kind() === "*" && v.kind(-1) === "{" && (v.kind(-5) === "import" || v.kind(-3) === "import"),
    (v) =>
      v.kind(-5) === "import"
        ? `import the module whole, \`import ${v.text(-4)}/${v.text(-2)}\`, and call \`${v.text(-2)}.f(…)\`, or list the names`
        : "import the module whole, without braces, or list the names",
  ],
  // declarations
  [
    (v) =>
      v.atFileLevel &&
      ["test", "it", "describe"].includes(v.text()) &&
      ["string", "("].includes(v.kind(1) ?? ""),
    "write tests as functions, `fun test_name() { … }`, in files named `*_test.std`",
  ],
  [
    (v) => v.atFileLevel && v.startsWithWord("static") && v.words(1).includes("="),
    (v) => `declare constants with \`const\`, variables with \`let\`: \`const ${v.words(1)[0]}: Int = …\``,
  ],
  [
    (v) => v.atMember && (v.text() === "init" || v.text() === "constructor" || v.text() === "__init__"),
    (v) => `create values with a function: \`fun new() -> ${v.itemName} = ${v.itemName} { … }\``,
  ],
  [
    (v) => v.text() === "by" && v.kind(-2) === "let",
    "a variable has a value, which is computed where it is declared",
  ],
  [
    (v) => v.atFileLevel && v.startsWithWord("derive"),
    (v) => `an attribute starts with \`@\`: \`@derive(${v.kind(2) === "ident" ? v.text(2) : "Eq"})\``,
  ],
  [
    (v) => v.kind(-1) === "ident" && v.text(-1) === "derive" && v.kind() === "[",
    (v) => `write the traits in parentheses: \`@derive(${v.text(1)})\``,
  ],
  [
    (v) => (v.kind(-1) === "let" || v.kind(-1) === "const") && v.kind() === "{",
    "destructure a struct by its name: `let Point { x, y } = p`",
  ],
  [
    (v) =>
      v.kind() === "," &&
      v.startsWith("let") &&
      !v.within("(") &&
      !v.within("[") &&
      !v.words(0).includes("lambda"),
    "write a `let` for each variable, or one for a tuple: `let (a, b) = (1, 2)`",
  ],
  [
    (v) => v.kind(-1) === "const" && v.kind() === "(" && v.atFileLevel,
    "declare each constant separately: `const A: Int = 1`",
  ],
  [
    (v) => v.startsWith("const", "ident", "ident") && insteadOf(v.text(-1)) === insteadOf("fn"),
    "declare functions with `fun`: `fun f(x: Int) -> Int { … }`",
  ],
  [
    (v) => v.startsWith("const", "ident", "ident") && v.kind(-1) === "ident" && v.expects("="),
    (v) =>
      insteadOf(v.text(-1)) === undefined || isForeignType(v.text(-1))
        ? `the type follows the name: \`const ${v.text()}: ${/`(\w+)`/.exec(insteadOf(v.text(-1)) ?? "")?.[1] ?? v.text(-1)} = …\``
        : `remove \`${v.text(-1)}\`: \`const ${v.text()} = …\``,
  ],
  [
    (v) =>
      v.startsWithWord("interface") &&
      v
        .words(0)
        .slice(0, 5)
        .join("")
        .match(/\{\n?\w+:?$/) !== null &&
      v.words(0).slice(3, 6).includes(":"),
    "declare a type with fields with `struct`: `struct P { x: Int }`",
  ],
  [
    (v) =>
      v.startsWith("let", "ident", ":") &&
      v.expects("=") &&
      !v.has("=") &&
      ["newline", "}", ";"].includes(v.kind() ?? "newline"),
    "a variable needs a value: write `= …` after its type",
  ],
  [
    (v) => v.kind(-2) === "let" && v.kind(-1) === "ident" && v.kind() === "newline",
    (v) => `a variable needs a value: \`let ${v.text(-1)} = …\``,
  ],
  [
    (v) => v.startsWith("import") && v.kind(-1) === "import" && v.kind() === "(",
    "write an `import` for each module: `import std/time`",
  ],
  [
    (v) => v.startsWith("import") && v.kind(-2) === "import" && v.text(-1) === "type" && v.kind() === "{",
    'the names follow the path, also those of types: `import "./file" { Name }`',
  ],
  [
    (v) => v.startsWith("import") && v.kind(-1) === "import" && v.kind() === "{",
    'the names follow the path: `import "./file" { name }`',
  ],
  [
    (v) => v.startsWith("import") && v.kind(-1) === "import" && [".", ".."].includes(v.kind() ?? ""),
    (v) => {
      const path = [];
      for (let i = 0; /^(?:\.|\.\.|\/|ident)$/.test(v.kind(i) ?? ""); i++) path.push(v.text(i));
      return `write another file as a path in quotes: \`import "${path.join("")}"\``;
    },
  ],
  [
    (v) => v.startsWith("import") && v.kind() === ".",
    "separate the parts of a module's path with `/`: `import std/time`",
  ],
  [
    (v) => v.startsWith("import") && v.kind(-1) === "ident" && v.kind(-2) === "import",
    'write a standard module as `std/name`, another file as a path in quotes: `import "./util"`',
  ],
  [
    (v) =>
      v.startsWith("struct", "ident") &&
      v.kind(-1) === "ident" &&
      (v.kind() === "newline" || v.kind() === ";"),
    (v) => `a struct without fields needs braces, too: \`struct ${v.text(-1)} {}\``,
  ],
  [
    (v) => v.kind() === "=" && v.kind(-1) === "ident" && v.expects(":") && v.expects(".."),
    (v) => `write fields with \`:\`: \`${v.text(-1)}: …\``,
  ],
  [
    (v) => v.kind() === "=" && v.kind(-1) === "ident" && v.startsWith("ident", "=") && v.expects(":"),
    (v) => `every field needs a type: \`${v.text(-1)}: Int = …\``,
  ],
  [(v) => v.startsWith("enum") && v.text(-1) === "class", "declare an enum with `enum Name { … }`"],
  [
    (v) => v.startsWith("enum") && v.kind() === ":",
    "an enum has no underlying type: remove the `:` and the type",
  ],
  [(v) => v.startsWith("struct") && v.kind() === "(", "structs have named fields: `struct P { x: Int }`"],
  [
    (v) => v.startsWith("trait") && v.kind() === ":",
    "a trait cannot extend another: implement both for the type",
  ],
  [
    (v) => (v.startsWith("struct") || v.startsWith("impl")) && v.kind() === ":",
    "implement a trait with `impl Trait for Type { … }`",
  ],
  [
    (v) =>
      v.kind() === "=" &&
      v.kind(-1) === "ident" &&
      v.expects("}") &&
      v.expects("newline") &&
      v.expects("(") &&
      !v.expects("+"),
    "variants have no numbers: give the enum a method that returns them",
  ],
  [
    (v) =>
      v.seesName &&
      v.kind(-1) === "ident" &&
      v.expects(":") &&
      v.callee !== undefined &&
      !v.startsWith("fun") &&
      insteadOf(v.text(-1)) === undefined,
    (v) => `separate arguments with \`,\`: \`${v.text(-1)}, ${v.text()}\``,
  ],
  [
    (v) =>
      v.seesName &&
      v.kind(-1) === "ident" &&
      !(v.startsWith("fun") && v.kind(1) === ":") &&
      v.expects(":") &&
      insteadOf(v.text(-1)) === undefined,
    (v) => `write \`${v.text(-1)}: ${v.text()}\``,
  ],
  [
    (v) =>
      ["struct", "enum", "trait", "impl", "import", "aliasWord"].includes(v.kind() ?? "") && !v.atFileLevel,
    (v) => `\`${v.text()}\` is only allowed at file level, outside functions`,
  ],
  // assignments in place of expressions
  [
    (v) => v.kind() === "=" && (v.startsWith("if") || v.startsWith("while")),
    "an assignment has no value: to compare, write `==`",
  ],
  [
    (v) => /^.{0,2}=$/.test(v.kind() ?? "") && v.startsWith("defer"),
    "an assignment has no value: put it in a block, `defer { … }`",
  ],
  [
    (v) =>
      /^.{0,2}=$/.test(v.kind() ?? "") &&
      !["==", "!=", "<=", ">="].includes(v.kind() ?? "") &&
      !v.atFileLevel,
    "an assignment is a separate statement and has no value: to compare, write `==`",
  ],
];
