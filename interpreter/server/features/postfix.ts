// Postfix completion: `.match`, `.if` and others put the expression before the dot in a construct.
import type { Type } from "../../check/index.ts";
import type { Span } from "../../source/index.ts";
import type { Expr } from "../../syntax/index.ts";
import type { FileView } from "../workspace/view.ts";
import { armsOf } from "./arms.ts";
import { plain, type Completion } from "./completion-item.ts";

export function postfixes(view: FileView, receiver: Expr, written: Span): Completion[] {
  const { source, facts } = view;
  const text = source.text.slice(receiver.span.start, receiver.span.end);
  const value = plain(text);
  const type = facts.types[receiver.id];
  if (type === undefined || type.kind === "Never") return [];
  const proposal = (label: string, insert: string, detail: string): Completion => ({
    label,
    kind: "snippet",
    detail,
    insert,
    isSnippet: true,
    span: written,
    filter: `${text}.${label}`,
    rank: 3,
  });
  const found = [proposal("let", `let \${1:name} = ${value}$0`, `let name = ${text}`)];
  if (nameOf(type) === "Bool") {
    found.push(proposal("if", `if ${value} {\n    $0\n}`, `if ${text} { … }`));
    found.push(proposal("not", `!${value}$0`, `!${text}`));
    found.push(proposal("while", `while ${value} {\n    $0\n}`, `while ${text} { … }`));
  }
  if (nameOf(type) === "Option")
    found.push(
      proposal(
        "if",
        `if let Some(\${1:value}) = ${value} {\n    $0\n}`,
        `if let Some(value) = ${text} { … }`,
      ),
    );
  if (nameOf(type) === "Result")
    found.push(
      proposal("if", `if let Ok(\${1:value}) = ${value} {\n    $0\n}`, `if let Ok(value) = ${text} { … }`),
    );
  if (nameOf(type) === "List")
    found.push(proposal("for", `for \${1:value} in ${value} {\n    $0\n}`, `for value in ${text} { … }`));
  found.push(proposal("match", `match ${value} {\n${armLines(type)}\n}`, `match ${text} { … }`));
  return found;
}

function armLines(type: Type): string {
  const arms = armsOf(type);
  if (arms.length === 0) return "    ${1:_} -> $0,";
  let place = 1;
  return arms
    .map(({ snippet }) => {
      const pattern = snippet(place);
      place += [...pattern.matchAll(/\$\{/g)].length;
      return `    ${pattern} -> \${${place++}:{\\}},`;
    })
    .join("\n");
}

function nameOf(type: Type): string {
  return type.kind === "Named" ? type.symbol.name : "";
}
