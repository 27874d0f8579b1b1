// Signature help: the function of the call around the cursor, and which parameter is being written.
import { showType, type FunctionSymbol } from "../../check/index.ts";
import { commentAbove, Source, type Span } from "../../source/index.ts";
import type { Arg } from "../../syntax/index.ts";
import { tokenize } from "../../syntax/index.ts";
import { signatureOf, sourceOf } from "../meaning/describe.ts";
import { calledBy } from "../meaning/occurrences.ts";
import { pathAt } from "../meaning/walk.ts";
import { functionNamed } from "./callee.ts";
import type { FileView } from "../workspace/view.ts";

export interface Signature {
  readonly label: string;
  readonly documentation: string;
  /** The parts of the label that are parameters. */
  readonly parameters: readonly Span[];
  readonly active: number;
}

/** A text in which the brackets that are open on a line are closed at an offset; null if none is. */
export function closedAt({ text }: Source, offset: number): string | null {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const closing: string[] = [];
  for (const { kind } of tokenize(new Source("", text.slice(start, offset))).tokens) {
    const close = CLOSING[kind];
    if (close !== undefined) closing.unshift(close);
    else if (kind === closing[0]) closing.shift();
  }
  return closing.length === 0 ? null : `${text.slice(0, offset)}${closing.join("")}${text.slice(offset)}`;
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

export function signatureHelp(view: FileView, offset: number): Signature | null {
  const open = openCall(view.source, offset);
  if (open === null) return null;
  const call = pathAt(view.tree, offset).findLast(
    (node) =>
      (node.kind === "Call" || node.kind === "MethodCall") &&
      node.span.start <= open.paren &&
      open.paren < node.span.end,
  );
  const use = call === undefined ? undefined : view.facts.uses[call.id];
  const variant = use?.kind === "Variant" ? use : null;
  if (variant !== null) {
    const parts = variant.variant.payload.map((type, i) => {
      const name = variant.variant.names?.[i];
      return name === undefined ? showType(type) : `${name}: ${showType(type)}`;
    });
    return shown(`${variant.variant.name}(`, parts, ")", "", open.commas);
  }
  const fn = calledBy(use) ?? functionNamed(view, open.paren);
  if (fn === null) return functionValue(view, call, open.commas);
  return signatureOfFunction(view, fn, activeOf(fn, call, offset, open.commas));
}

function signatureOfFunction(view: FileView, fn: FunctionSymbol, active: number): Signature {
  const params = fn.node.params.map(({ span }) =>
    fn.module.source.text.slice(span.start, span.end).replace(/\s+/g, " "),
  );
  const head = signatureOf(fn);
  const source = sourceOf(view, fn.module.id);
  const documentation = source === null ? "" : commentAbove(source, fn.node.name.span.start);
  const parameters: Span[] = [];
  let at = head.indexOf("(");
  for (const param of params) {
    const start = head.indexOf(param, at);
    if (start < 0) break;
    at = start + param.length;
    parameters.push({ start, end: at });
  }
  return { label: head, documentation, parameters, active };
}

/** A named argument is its parameter, wherever it is. */
function activeOf(fn: FunctionSymbol, call: unknown, offset: number, commas: number): number {
  const args = (call as { readonly args?: readonly Arg[] } | undefined)?.args ?? [];
  const here = args.find(({ span, name }) => name !== null && span.start <= offset && offset <= span.end);
  const index =
    here === undefined ? -1 : fn.node.params.findIndex(({ name }) => name.name === here.name!.name);
  return index < 0 ? commas : index;
}

function functionValue(view: FileView, call: unknown, commas: number): Signature | null {
  const { callee } = (call ?? {}) as { readonly callee?: { readonly id: number; readonly span: Span } };
  const type = callee === undefined ? undefined : view.facts.types[callee.id];
  if (type?.kind !== "Fun") return null;
  const name = view.source.text.slice(callee!.span.start, callee!.span.end);
  return shown(`${name}(`, type.params.map(showType), `) -> ${showType(type.result)}`, "", commas);
}

function shown(
  before: string,
  parts: readonly string[],
  after: string,
  documentation: string,
  active: number,
): Signature {
  let label = before;
  const parameters = parts.map((part, i) => {
    if (i > 0) label += ", ";
    const start = label.length;
    label += part;
    return { start, end: label.length };
  });
  return { label: label + after, documentation, parameters, active };
}

/** The open parenthesis of a call before an offset, and the commas behind it. */
export function openCall(
  source: Source,
  offset: number,
): { readonly paren: number; readonly commas: number } | null {
  const open: { readonly kind: string; readonly at: number; readonly isCall: boolean; commas: number }[] = [];
  let before = "";
  const { tokens } = tokenize(new Source("", source.text.slice(0, offset)));
  for (const { kind, start } of tokens) {
    if (kind === "(" || kind === "[" || kind === "{" || kind === "stringStart")
      open.push({
        kind,
        at: start,
        isCall: kind === "(" && /^(?:ident|\)|\]|>|Self)$/.test(before),
        commas: 0,
      });
    else if (kind === ")" || kind === "]" || kind === "}" || kind === "stringEnd") open.pop();
    else if (kind === "," && open.length > 0) open.at(-1)!.commas++;
    before = kind;
  }
  const last = open.at(-1);
  return last?.isCall === true ? { paren: last.at, commas: last.commas } : null;
}
