// Extract a variable or a function; put the value of a variable in its place.
import { showType, type LocalSymbol } from "../../check/index.ts";
import type { Span } from "../../source/index.ts";
import {
  isOperator,
  type BinaryOp,
  type Block,
  type FunctionItem,
  type ImplItem,
  type Let,
} from "../../syntax/index.ts";
import { occurrencesOf, type Occurrence } from "../meaning/occurrences.ts";
import { encloses, nodesOf, type AnyNode } from "../meaning/walk.ts";
import type { FileView } from "../workspace/view.ts";
import { here, indentAt, nodeAround, textOfNode, type Action, type Selection } from "./action.ts";

const STATEMENTS: ReadonlySet<string> = new Set([
  "Let",
  "LetPattern",
  "Return",
  "Break",
  "Continue",
  "Defer",
  "Assign",
  "ExprStmt",
]);
/** Expressions that stand for themselves. */
const SIMPLE: ReadonlySet<string> = new Set(["Name", "SelfValue", "Block", "IntLit", "BoolLit"]);

/** `print(a + b)` with `a + b` selected ► `let value = a + b` above. */
export function extractVariable(selection: Selection): Action[] {
  const { view, span, path } = selection;
  const node = selectedExpression(selection);
  if (node === null) return [];
  const statement = path.findLast(
    (one) => (one.kind !== undefined && STATEMENTS.has(one.kind)) || isTrailing(path, one),
  );
  if (statement === undefined || (encloses(span, statement.span) && statement.kind !== "ExprStmt")) return [];
  const { start } = statement.span;
  // A statement in the middle of a line, such as the body of an arm, has no line above.
  if (view.source.text.slice(view.source.text.lastIndexOf("\n", start - 1) + 1, start).trim() !== "")
    return [];
  if (!isComputedOnce(path.slice(path.indexOf(statement)), node)) return [];
  if (usesBoundWithin(view, statement.span, node.span)) return [];
  const name = freeName(view, "value");
  return [
    here(selection, "Extract a variable", "extract", [
      {
        span: { start, end: start },
        text: `let ${name} = ${textOfNode(view, node)}\n${indentAt(view, start)}`,
      },
      { span: node.span, text: name },
    ]),
  ];
}

/** Whether an expression is computed exactly once, and first, when the statement that starts a path is executed. */
function isComputedOnce(path: readonly AnyNode[], node: AnyNode): boolean {
  const part = (outer: AnyNode, name: string): AnyNode | null =>
    (outer as unknown as Readonly<Record<string, AnyNode | null | undefined>>)[name] ?? null;
  const isIn = (outer: AnyNode, name: string): boolean => {
    const inner = part(outer, name);
    return inner !== null && encloses(inner.span, node.span);
  };
  return path.every((outer) => {
    if (outer === node) return true;
    if (outer.kind === "Lambda" || outer.kind === "While" || outer.kind === "Loop") return false;
    if (outer.kind === "Match") return isIn(outer, "subject");
    if (outer.kind === "If") return isIn(outer, "condition");
    if (outer.kind === "For") return isIn(outer, "iterable");
    if (outer.kind === "Assign") return isIn(outer, "value");
    if (outer.kind !== "Binary" || !isIn(outer, "right")) return true;
    // The right side of `&&` and `||` is not always computed.
    const { op } = outer as unknown as { readonly op: BinaryOp };
    return !isOperator(op, "logic") || !hasEffect(node);
  });
}

/** Whether a part of a statement uses a variable that another part of the statement binds. */
function usesBoundWithin(view: FileView, statement: Span, part: Span): boolean {
  return occurrencesOf(view).some(
    ({ span, target }) =>
      target.symbol?.kind === "Local" &&
      encloses(part, span) &&
      encloses(statement, target.span) &&
      !encloses(part, target.span),
  );
}

/** Whether an expression is the value of the block around it. */
function isTrailing(path: readonly AnyNode[], node: AnyNode): boolean {
  const outer = path[path.indexOf(node) - 1] as (AnyNode & { trailing?: AnyNode | null }) | undefined;
  return outer?.kind === "Block" && outer.trailing === node;
}

/** The expression that is exactly selected; null for a name, and for a part that is assigned to. */
function selectedExpression({ view, span, path }: Selection): AnyNode | null {
  if (span.start === span.end) return null;
  const text = view.source.text.slice(span.start, span.end);
  const start = span.start + text.length - text.trimStart().length;
  const end = span.end - (text.length - text.trimEnd().length);
  const found = path.find(
    ({ kind, id, span: its }) =>
      its.start === start &&
      its.end === end &&
      kind !== undefined &&
      !STATEMENTS.has(kind) &&
      !kind.endsWith("Pattern") &&
      view.facts.types[id] !== undefined,
  );
  if (found === undefined || SIMPLE.has(found.kind!)) return null;
  const assigned = path.find(
    (node) =>
      node.kind === "Assign" && encloses((node as unknown as { target: AnyNode }).target.span, found.span),
  );
  return assigned === undefined ? found : null;
}

/** A name that the file does not use. */
function freeName(view: FileView, wanted: string): string {
  const used = new Set(view.source.text.match(/[A-Za-z_]\w*/g));
  if (!used.has(wanted)) return wanted;
  for (let number = 2; ; number++) if (!used.has(`${wanted}${number}`)) return `${wanted}${number}`;
}

/** Selected statements, or an expression ► a function with what they use as parameters, and its call. */
export function extractFunction(selection: Selection): Action[] {
  const { view } = selection;
  const fn = nodeAround<FunctionItem>(selection, "FunctionItem");
  const block = nodeAround<Block & AnyNode>(selection, "Block");
  const impl = nodeAround<ImplItem>(selection, "ImplItem");
  if (fn === undefined || block === undefined || fn.generics.length > 0) return [];
  // The new function stands outside, where type parameters mean nothing.
  if (impl !== undefined && impl.generics.length > 0) return [];
  const expression = selectedExpression(selection);
  const part =
    expression === null
      ? selectedStatements(selection, block)
      : { span: expression.span, nodes: [expression] };
  if (part === null || part.nodes.some((node) => leaves(node))) return [];
  const inside = (span: Span): boolean => encloses(part.span, span);
  const used = new Map<string, LocalSymbol>();
  for (const { span, target, role } of occurrencesOf(view)) {
    if (target.symbol?.kind !== "Local" || !inside(span)) continue;
    if (inside(target.span)) continue;
    // A parameter cannot be assigned for the caller.
    if (role === "write") return [];
    used.set(target.name, target.symbol);
  }
  if (usesSelf(part.nodes)) return [];
  const declared = declaredAndUsedBehind(view, part.span, fn.span);
  if (declared === null) return [];
  const resultType = expression !== null ? view.facts.types[expression.id] : declared?.type;
  const result =
    resultType === undefined || showType(resultType) === "Unit" ? "" : ` -> ${showType(resultType)}`;
  const name = freeName(view, "extracted");
  const params = [...used].map(([param, local]) => `${param}: ${showType(local.type)}`).join(", ");
  const call = `${name}(${[...used.keys()].join(", ")})`;
  const text = view.source.text.slice(part.span.start, part.span.end);
  const body = reindented(text, indentAt(view, part.span.start), "    ");
  const value = expression === null && declared !== undefined ? `\n    ${declared.name}` : "";
  const outer = view.tree.items.find((item) => encloses(item.span, fn.span))!;
  return [
    here(selection, "Extract a function", "extract", [
      {
        span: part.span,
        text: expression === null && declared !== undefined ? `let ${declared.name} = ${call}` : call,
      },
      {
        span: { start: outer.span.end, end: outer.span.end },
        text: `\n\nfun ${name}(${params})${result} {\n    ${body}${value}\n}`,
      },
    ]),
  ];
}

interface Part {
  readonly span: Span;
  readonly nodes: readonly AnyNode[];
}

/** The statements of a block that are exactly selected. */
function selectedStatements({ span }: Selection, block: Block): Part | null {
  if (span.start === span.end) return null;
  const all: AnyNode[] = [...block.stmts];
  const touched = all.filter((node) => node.span.end > span.start && node.span.start < span.end);
  const [first, last] = [touched[0], touched.at(-1)];
  if (first === undefined || (block.trailing !== null && block.trailing.span.start < span.end)) return null;
  if (!touched.every((node) => encloses(span, node.span))) return null;
  return { span: { start: first.span.start, end: last!.span.end }, nodes: touched };
}

/** Whether code leaves the function or loop around it. */
function leaves(node: AnyNode): boolean {
  const kinds = new Set(["Return", "Break", "Continue", "Try", "Defer"]);
  return kinds.has(node.kind ?? "") || [...nodesOf(node)].some(({ kind }) => kinds.has(kind ?? ""));
}

function usesSelf(nodes: readonly AnyNode[]): boolean {
  return nodes.some(
    (node) => node.kind === "SelfValue" || [...nodesOf(node)].some(({ kind }) => kind === "SelfValue"),
  );
}

/** The variable that the part declares and the rest uses: undefined for none, null for several. */
function declaredAndUsedBehind(view: FileView, part: Span, fn: Span): LocalSymbol | undefined | null {
  const found = new Set<LocalSymbol>();
  for (const { span, target } of occurrencesOf(view)) {
    if (target.symbol?.kind !== "Local" || !encloses(fn, span) || span.start < part.end) continue;
    if (encloses(part, target.span)) found.add(target.symbol);
  }
  return found.size > 1 ? null : [...found][0];
}

function reindented(text: string, from: string, to: string): string {
  return text
    .split("\n")
    .map((line, i) => (i === 0 ? line : line.startsWith(from) ? to + line.slice(from.length) : line))
    .join("\n");
}

/** `let n = 1` with the cursor on a use of `n` ► its value in all places, without the variable. */
export function inlineVariable(selection: Selection): Action[] {
  const { view, span } = selection;
  const all = occurrencesOf(view);
  const target = all.find((one) => one.span.start <= span.start && span.start <= one.span.end)?.target;
  if (target?.kind !== "local") return [];
  const same = all.filter((one) => one.target.key === target.key);
  const declaration = [...nodesOf(view.tree)].find(
    (node) => node.kind === "Let" && (node as unknown as Let).name.span.start === target.span.start,
  ) as (Let & AnyNode) | undefined;
  const uses = same.filter(({ role }) => role === "use");
  if (declaration === undefined || uses.length === 0 || uses.length + 1 !== same.length) return [];
  // What has an effect must happen once and where it stands.
  if (hasEffect(declaration.value) || same.some(({ shorthand }) => shorthand)) return [];
  if (meansOtherBehind(all, declaration, uses.at(-1)!.span.end)) return [];
  const value = textOfNode(view, declaration.value);
  const isAtom =
    /^(?:[\w.]+|"[^"]*")$/.test(value) ||
    /^(?:Call|MethodCall|Index|FieldAccess|Paren|ListLit|StringLit)$/.test(declaration.value.kind);
  const { text } = view.source;
  return [
    here(selection, `Inline ${target.name}`, "inline", [
      { span: lineOf(text, declaration.span), text: "" },
      ...uses.map((one) => ({
        span: one.span,
        text: isAtom || isAlone(text, one.span) ? value : `(${value})`,
      })),
    ]),
  ];
}

/** Whether a name in the value of a declaration has another value or meaning somewhere before `end`. */
function meansOtherBehind(all: readonly Occurrence[], declaration: Let & AnyNode, end: number): boolean {
  const read = all.filter(({ span }) => encloses(declaration.value.span, span));
  return all.some(({ span, target, role }) =>
    read.some((one) => {
      if (one.target.key === target.key) return role === "write";
      const isBehind = target.span.start > declaration.span.end && target.span.start < end;
      return isBehind && span.start === target.span.start && one.target.name === target.name;
    }),
  );
}

/** The line of a statement, or the statement if the line has more, such as a comment. */
function lineOf(text: string, { start, end }: Span): Span {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end) < 0 ? text.length : text.indexOf("\n", end) + 1;
  if (text.slice(lineStart, start).trim() === "" && text.slice(end, lineEnd).trim() === "")
    return { start: lineStart, end: lineEnd };
  const space = /^[ \t]*;?[ \t]*/.exec(text.slice(end))![0].length;
  return { start, end: end + space };
}

/** Whether an expression may do something besides having a value, or have another value each time. */
function hasEffect(node: AnyNode): boolean {
  const kinds = new Set([
    "Call",
    "MethodCall",
    "Spawn",
    "Lambda",
    "ListLit",
    "MapLit",
    "SetLit",
    "StructLit",
    "Try",
    "Match",
    "If",
    "Block",
    "Index",
    "FieldAccess",
  ]);
  return kinds.has(node.kind ?? "") || [...nodesOf(node)].some(({ kind }) => kinds.has(kind ?? ""));
}

/** Whether a name is a whole argument, initial value or the like. */
function isAlone(text: string, { start, end }: Span): boolean {
  return /[(,=]\s*$/.test(text.slice(0, start)) && /^\s*[),\n]/.test(text.slice(end));
}
