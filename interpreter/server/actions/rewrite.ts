// Actions that write the same in another form.
import type { Span } from "../../source/index.ts";
import { tokenize, type Block, type If, type LetTest, type Match, type Stmt } from "../../syntax/index.ts";
import { encloses } from "../meaning/walk.ts";
import { here, indentAt, nodeAround, textOfNode, type Action, type Selection } from "./action.ts";

/** `if let Some(x) = e { … } else { … }` ► `match e { Some(x) -> { … } _ -> { … } }` */
export function ifLetToMatch(selection: Selection): Action[] {
  const node = nodeAround<If>(selection, "If");
  if (node?.condition.kind !== "LetTest" || selection.span.start > node.then.span.start) return [];
  const { view } = selection;
  const { pattern, value } = node.condition as LetTest;
  // A comment between the parts would be lost.
  const parts = [pattern, value, node.then, ...(node.otherwise === null ? [] : [node.otherwise])];
  if (hasCommentBetween(selection, node.span, parts)) return [];
  const indent = indentAt(view, node.span.start);
  const arm = (head: string, body: string): string => `${indent}    ${head} -> ${nested(body)},\n`;
  const otherwise = node.otherwise === null ? "{}" : textOfNode(view, node.otherwise);
  const rest =
    node.otherwise?.kind === "If"
      ? `{\n${indent}        ${otherwise.replaceAll("\n", "\n    ")}\n${indent}    }`
      : otherwise;
  const last = otherName(textOfNode(view, pattern));
  const text = `match ${textOfNode(view, value)} {\n${arm(textOfNode(view, pattern), textOfNode(view, node.then))}${node.otherwise?.kind === "If" ? `${indent}    ${last} -> ${rest},\n` : arm(last, rest)}${indent}}`;
  return [here(selection, "Rewrite as match", "rewrite", [{ span: node.span, text }])];
}

/** The pattern for the rest. */
function otherName(pattern: string): string {
  return pattern.startsWith("Some(") ? "None" : "_";
}

/** One level deeper, for all lines but the first. */
function nested(block: string): string {
  return block.replaceAll("\n", "\n    ");
}

/** `match e { Some(x) -> { … } None -> { … } }` ► `if let Some(x) = e { … } else { … }` */
export function matchToIfLet(selection: Selection): Action[] {
  const node = nodeAround<Match>(selection, "Match");
  if (node === undefined || node.arms.length !== 2 || selection.span.start > node.subject.span.end) return [];
  const { view } = selection;
  const [first, second] = node.arms;
  const rest = second!.pattern;
  const isRest =
    rest.kind === "WildcardPattern" ||
    (rest.kind === "NamePattern" && view.facts.locals[rest.id] === undefined);
  if (first!.guard !== null || second!.guard !== null || !isRest) return [];
  if (hasCommentBetween(selection, node.span, [node.subject, ...node.arms])) return [];
  const indent = indentAt(view, node.span.start);
  const then = blockOf(selection, first!.body, indent);
  const otherwise = blockOf(selection, second!.body, indent);
  const isEmpty = /^\{\s*\}$/.test(otherwise);
  const text = `if let ${textOfNode(view, first!.pattern)} = ${textOfNode(view, node.subject)} ${then}${isEmpty ? "" : ` else ${otherwise}`}`;
  return [here(selection, "Rewrite as if let", "rewrite", [{ span: node.span, text }])];
}

function blockOf({ view }: Selection, body: Stmt, indent: string): string {
  const value = body.kind === "ExprStmt" ? body.value : body;
  const text = textOfNode(view, value);
  if (value.kind === "Block")
    return (text.includes("\n") ? text.replaceAll("\n    ", "\n") : text) || (value as Block).kind;
  return `{\n${indent}    ${text}\n${indent}}`;
}

/** Whether there is a comment in a span besides those in some parts of it. */
function hasCommentBetween(
  { view }: Selection,
  span: Span,
  parts: readonly { readonly span: Span }[],
): boolean {
  return tokenize(view.source).comments.some(
    (comment) => encloses(span, comment) && !parts.some((part) => encloses(part.span, comment)),
  );
}
