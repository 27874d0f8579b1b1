// Mistakes in the braces of structs, enums, traits and impls.
import { insteadOf, isForeignType } from "../../diagnostics/index.ts";
import type { Mistake, View } from "./view.ts";

/** Names of constructors in other languages. */
const MAKERS: ReadonlySet<string> = new Set(["constructor", "init", "__init__"]);

function methodsBelongTo(v: View): string {
  return `declare methods in an \`impl\` block: \`impl ${v.itemName} { … }\``;
}

function isValue(v: View): boolean {
  return ["int", "float", "string", "char", "ident", "true", "false"].includes(v.kind() ?? "");
}

function isName(v: View): boolean {
  return v.kind() === "ident" && (insteadOf(v.text()) === undefined || isForeignType(v.text()));
}

export const members: readonly Mistake[] = [
  // of impls and traits
  [
    (v) => v.atMember && MAKERS.has(v.text()) && v.kind(1) === "(",
    (v) =>
      `create values with a literal, or with a function without \`self\`: \`fun new(x: Int) -> ${v.itemName} = ${v.itemName} { … }\``,
  ],
  [
    (v) => v.atMember && isName(v) && v.kind(1) === "(",
    (v) => `methods start with \`fun\`: \`fun ${v.text()}(self) { … }\``,
  ],
  [
    (v) => v.atMember && isName(v) && v.sees(1, ["ident", "("]),
    (v) => `methods start with \`fun\`: \`fun ${v.text(1)}(self) { … }\``,
  ],
  [
    (v) => v.atMember && v.kind() === "ident" && v.kind(1) === ":",
    (v) => `declare fields in the struct: \`struct ${v.itemName} { ${v.text()}: ${v.typeAt(2)} }\``,
  ],
  [
    (v) => v.atMember && (v.kind() === "const" || v.kind() === "let"),
    "an `impl` contains only functions: declare constants and variables at file level, fields in the struct",
  ],
  // of structs and enums
  [
    (v) => v.kind() === "(" && v.kind(-1) === "ident" && v.expects(":") && !v.expects(",", ")"),
    methodsBelongTo,
  ],
  [
    (v) =>
      (v.kind() === "," || v.kind() === "newline" || v.kind() === "}") &&
      v.kind(-1) === "ident" &&
      v.startsWith("ident") &&
      v.expects(":") &&
      !v.expects("in", "=", ")") &&
      !v.atFileLevel,
    (v) =>
      `a field has a name and a type: \`${v.text(-1).toLowerCase()}: ${/^[A-Z]/.test(v.text(-1)) ? v.text(-1) : "Int"}\``,
  ],
  [
    (v) => v.sees(0, ["ident", ":"]) && v.expects("}") && v.expects(",") && v.expects("newline"),
    "separate fields with `,` or line breaks",
  ],
  [
    (v) => v.kind(-1) === "ident" && v.expects(":") && v.expects("}") && v.expects("..") && isValue(v),
    (v) => `write fields with \`:\`: \`${v.text(-1)}: ${v.text()}\``,
  ],
  [
    (v) => v.fieldWithoutColon() !== undefined,
    (v) => `write fields with \`:\`: \`${v.fieldWithoutColon()!}: …\``,
  ],
  [(v) => v.atField && v.kind() === "fun", methodsBelongTo],
  [
    (v) => v.kind() === "{" && v.expects("}") && v.expects(",") && !v.expects("+", "(") && v.has(":"),
    (v) => `a field has a name and a type; ${methodsBelongTo(v)}`,
  ],
  [
    (v) => v.text(-1) === "case" && v.kind() === "ident" && v.expects("(") && !v.expects("->", "+"),
    (v) => `declare variants without a keyword: \`${v.text()}\``,
  ],
  [
    (v) =>
      v.sees(-1, ["ident", "{", "ident", ":"]) && v.expects("(") && v.expects("}") && !v.expects("->", "+"),
    (v) => `write the payload of a variant in parentheses: \`${v.text(-1)}(${v.text(1)}: ${v.typeAt(3)})\``,
  ],
];
