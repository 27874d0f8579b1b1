// Inlay hints: types of variables, names of parameters, calls that may wait.
import { showType } from "../../check/index.ts";
import type { Span } from "../../source/index.ts";
import type { Arg, Let, NamePattern, Param } from "../../syntax/index.ts";
import { calledBy } from "../meaning/occurrences.ts";
import { nodesOf, type AnyNode } from "../meaning/walk.ts";
import { callMayWait } from "../meaning/waits.ts";
import type { FileView } from "../workspace/view.ts";

export interface Hint {
  readonly offset: number;
  readonly label: string;
  readonly kind: "type" | "parameter" | "waits";
}

/** Longer types say little beside code. */
const LONGEST_TYPE = 40;
/** Expressions whose text says what they are. */
const PLAIN: ReadonlySet<string> = new Set([
  "IntLit",
  "FloatLit",
  "BoolLit",
  "StringLit",
  "CharLit",
  "TupleLit",
  "ListLit",
  "MapLit",
  "SetLit",
  "Unary",
]);

export interface HintSettings {
  readonly types: boolean;
  readonly parameters: boolean;
  readonly waits: boolean;
}

export function inlayHints(view: FileView, range: Span, settings: HintSettings): Hint[] {
  const found: Hint[] = [];
  for (const node of nodesOf(view.tree)) {
    if (node.span.end < range.start || node.span.start > range.end) continue;
    if (settings.types) found.push(...typeHint(view, node));
    if (node.kind !== "Call" && node.kind !== "MethodCall") continue;
    if (settings.parameters) found.push(...parameterHints(view, node));
    if (settings.waits && callMayWait(view, node))
      found.push({ offset: node.span.end, label: "waits", kind: "waits" });
  }
  return found
    .filter(({ offset }) => range.start <= offset && offset <= range.end)
    .toSorted((a, b) => a.offset - b.offset);
}

function typeHint(view: FileView, node: AnyNode): Hint[] {
  const local = view.facts.locals[node.id];
  if (local === undefined || local.name === "self" || local.type.kind === "Never") return [];
  const at = namePlace(view, node);
  if (at === null) return [];
  const text = showType(local.type);
  return text.length > LONGEST_TYPE || (text.includes("?") && text.startsWith("?"))
    ? []
    : [{ offset: at, label: `: ${text}`, kind: "type" }];
}

/** Where the type of a variable could be written; null if it is written, or obvious. */
function namePlace(view: FileView, node: AnyNode): number | null {
  if (node.kind === "Let") {
    const { name, type, value } = node as unknown as Let;
    return type === null && value.kind !== "StructLit" && !PLAIN.has(value.kind) ? name.span.end : null;
  }
  if (node.kind === "NamePattern") {
    const { span, name } = node as unknown as NamePattern;
    return view.source.text.slice(span.start, span.end) === name ? span.end : null;
  }
  if (node.kind === undefined && "default" in node) {
    const { type, name, pattern } = node as unknown as Param;
    return type === null && pattern === null && name.name !== "_" ? name.span.end : null;
  }
  return null;
}

/** The names of parameters before arguments that do not say what they are. */
function parameterHints(view: FileView, node: AnyNode): Hint[] {
  const { args } = node as unknown as { readonly args: readonly Arg[] };
  const fn = calledBy(view.facts.uses[node.id]);
  if (fn === null || args.some(({ name }) => name !== null)) return [];
  // One argument of a method is explained by its name.
  if (fn.params.length < 2) return [];
  return args.flatMap(({ value, span }, i) => {
    const name = fn.params[i]?.name;
    const isPlain = PLAIN.has(value.kind) && value.kind !== "ListLit";
    if (name === undefined || name.length < 2 || !isPlain) return [];
    return [{ offset: span.start, label: `${name}:`, kind: "parameter" as const }];
  });
}
