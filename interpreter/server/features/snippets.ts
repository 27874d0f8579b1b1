// Texts with places to fill, proposed by completion; `editors/vscode` has the same.
export interface Snippet {
  readonly label: string;
  readonly text: string;
  readonly detail: string;
  /** Whether it is a declaration or part of a body. */
  readonly place: "item" | "body";
}

const body = (label: string, text: string, detail: string): Snippet => ({
  label,
  text,
  detail,
  place: "body",
});
const item = (label: string, text: string, detail: string): Snippet => ({
  label,
  text,
  detail,
  place: "item",
});

export const SNIPPETS: readonly Snippet[] = [
  item("main", "fun main() {\n    $0\n}", "the start of a program"),
  item("fun", "fun ${1:name}($2) {\n    $0\n}", "a function"),
  item("test", "fun test_${1:name}() {\n    $0\n}", "a test"),
  item("struct", "struct ${1:Name} {\n    ${2:field}: ${3:Int},\n}", "a struct"),
  item("enum", "enum ${1:Name} {\n    ${2:First},\n    ${3:Second},\n}", "an enum"),
  item("impl", "impl ${1:Name} {\n    fun ${2:method}(self) {\n        $0\n    }\n}", "methods of a type"),
  item("trait", "trait ${1:Name} {\n    fun ${2:method}(self)\n}", "a trait"),
  body("if", "if ${1:condition} {\n    $0\n}", "a branch"),
  body("if let", "if let ${1:Some(value)} = ${2:option} {\n    $0\n}", "a branch by a pattern"),
  body("for", "for ${1:value} in ${2:values} {\n    $0\n}", "a loop over values"),
  body("while", "while ${1:condition} {\n    $0\n}", "a loop with a condition"),
  body("match", "match ${1:value} {\n    ${2:_} -> $0,\n}", "cases by patterns"),
  body("spawn", "spawn fun() {\n    $0\n}", "a goroutine"),
];
