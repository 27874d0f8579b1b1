// Completion. The text is read again with a name at the cursor, so that a half-written expression has a meaning.
import { Source, type Span } from "../../source/index.ts";
import { keywords, tokenize, type Expr, type Match, type StructLit } from "../../syntax/index.ts";
import { describe } from "../meaning/describe.ts";
import { localsAt } from "../meaning/scopes.ts";
import { targetOf } from "../meaning/target.ts";
import { pathAt, type AnyNode } from "../meaning/walk.ts";
import { showType } from "../../check/index.ts";
import type { FileView } from "../workspace/view.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { missingArms } from "./arms.ts";
import { attributeCompletions } from "./attribute-completion.ts";
import type { Completion } from "./completion-item.ts";
import { addImport, importables } from "./imports.ts";
import { importCompletions } from "./import-completion.ts";
import { functionCompletion, isShown, membersOf } from "./members.ts";
import { postfixes } from "./postfix.ts";
import { SNIPPETS } from "./snippets.ts";

/** The name at the cursor. */
const PLACEHOLDER = "zzCursor";
/** The most names with an import that are proposed. */
const MOST_IMPORTS = 100;

export interface Completions {
  /** The word at the cursor, which most proposals replace. */
  readonly span: Span;
  readonly items: readonly Completion[];
  /** Whether further typing may find more. */
  readonly isIncomplete: boolean;
}

const NONE: Completions = { span: { start: 0, end: 0 }, items: [], isIncomplete: false };

export function completions(workspace: Workspace, path: string, source: Source, offset: number): Completions {
  const { text } = source;
  let start = offset;
  while (start > 0 && /\w/.test(text[start - 1]!)) start--;
  const span = { start, end: offset };
  const imported = importCompletions(workspace, path, source, offset);
  if (imported !== null) return { ...imported, isIncomplete: false };
  if (isInText(source, offset) || (/\d/.test(text[start] ?? "") && start < offset)) return NONE;
  const attribute = attributeCompletions(source, start);
  if (attribute !== null) return { span, ...complete(attribute) };
  const placeholder = isAtArm(text.slice(0, start)) ? `${PLACEHOLDER} -> {}` : PLACEHOLDER;
  const changed = text.slice(0, start) + placeholder + text.slice(offset);
  const before = text.slice(0, start).trimEnd();
  const isMember = before.endsWith(".") && !before.endsWith("..");
  const view = workspace.viewOfText(path, changed, start, isMember ? preludeOf(workspace) : []);
  if (view === null) return NONE;
  if (isMember) return { span, ...members(workspace, path, view, source, span) };
  const at = start + PLACEHOLDER.length;
  return { span, ...namesAt(workspace, view, pathAt(view.tree, at), text.slice(start, offset), at) };
}

/** The modules whose methods need no import. */
function preludeOf({ language }: Workspace): string[] {
  return language.modules.flatMap(({ name, methods }) => ((methods?.length ?? 0) > 0 ? [name] : []));
}

type Found = Pick<Completions, "items" | "isIncomplete">;

function complete(items: readonly Completion[]): Found {
  return { items, isIncomplete: false };
}

function members(workspace: Workspace, path: string, view: FileView, source: Source, written: Span): Found {
  const { start, end: offset } = written;
  const receiver = receiverAt(view, start);
  if (receiver !== null) {
    const whole = { start: receiver.span.start, end: offset };
    return complete([...membersOf(view, receiver), ...postfixes(view, receiver, whole)]);
  }
  // What is around the cursor cannot be parsed: the receiver alone is, as a statement of its own.
  const { text } = source;
  const dot = text.slice(0, start).trimEnd().length - 1;
  const from = receiverStart(source, dot);
  const alone = `${soundBefore(text.slice(0, from))}\n${text.slice(from, dot)}.${PLACEHOLDER}\n${"}\n".repeat(9)}`;
  const other = workspace.viewOfText(path, alone, alone.lastIndexOf(PLACEHOLDER), preludeOf(workspace));
  const found = other === null ? null : receiverAt(other, alone.lastIndexOf(PLACEHOLDER));
  return complete(found === null || other === null ? [] : membersOf(other, found));
}

/** A text without the lines of its last function that do not fit together: whatever is kept can be parsed. */
function soundBefore(text: string): string {
  const head = [...text.matchAll(/^[ \t]*fun\b[^\n]*\{[ \t]*\r?$/gm)].at(-1);
  if (head === undefined) return text;
  const end = head.index + head[0].length;
  const lines = text.slice(end).split("\n").slice(0, -1);
  let open = 0;
  const kept = lines.filter((line) => {
    const balance = bracketsOf(line);
    if (balance === null) return false;
    if (balance < 0 && open + balance < 0) return false;
    open += balance;
    return true;
  });
  return text.slice(0, end) + kept.join("\n");
}

/** How many braces a line opens (or, below 0, closes); null for a line whose other brackets have no partners. */
function bracketsOf(line: string): number | null {
  let braces = 0;
  let others = 0;
  const { tokens, diagnostics } = tokenize(new Source("", line));
  for (const { kind } of tokens) {
    if (kind === "{") braces++;
    else if (kind === "}") braces--;
    else if (kind === "(" || kind === "[") others++;
    else if (kind === ")" || kind === "]") others--;
  }
  return others !== 0 || diagnostics.length > 0 ? null : braces;
}

/** Whether a text ends where an arm of a `match` starts. */
function isAtArm(before: string): boolean {
  const open: boolean[] = [];
  let isHead = false;
  let last = "";
  for (const { kind } of tokenize(new Source("", before)).tokens) {
    if (kind === "match") isHead = true;
    else if (kind === "{" || kind === "(" || kind === "[") {
      open.push(kind === "{" && isHead);
      if (kind === "{") isHead = false;
    } else if (kind === "}" || kind === ")" || kind === "]") open.pop();
    last = kind;
  }
  return open.at(-1) === true && (last === "{" || last === "," || last === "newline" || last === "}");
}

/** The expression before the placeholder. */
function receiverAt(view: FileView, start: number): Expr | null {
  const node = pathAt(view.tree, start + 1).findLast(
    (one) =>
      (one.kind === "FieldAccess" || one.kind === "MethodCall") &&
      (one as AnyNode & { name: { name: string } }).name.name === PLACEHOLDER,
  );
  return node === undefined ? null : (node as AnyNode & { receiver: Expr }).receiver;
}

/** The start of the chain of names, calls and indexes before a dot. */
function receiverStart(source: Source, dot: number): number {
  const { tokens } = tokenize(new Source("", source.text.slice(0, dot)));
  let depth = 0;
  let start = dot;
  for (const { kind, start: at } of tokens.toReversed()) {
    if (kind === ")" || kind === "]") depth++;
    else if (kind === "(" || kind === "[") depth--;
    else if (depth === 0 && !/^(?:ident|self|Self|\.|\?|int|float|string|char)$/.test(kind)) break;
    if (depth < 0) break;
    start = at;
  }
  return start;
}

/** Whether an offset is in a comment, or in the text of a string or character. */
function isInText(source: Source, offset: number): boolean {
  const { text } = source;
  const { tokens, comments } = tokenize(source);
  const isInComment = comments.some(
    ({ start, end }) => start < offset && (offset < end || (offset === end && text.startsWith("//", start))),
  );
  if (isInComment) return true;
  return tokens.some(({ kind, start, end }) => {
    if (!/string|char/i.test(kind) || offset <= start) return false;
    if (offset < end) return true;
    // A string that is not closed goes on to the end of its line.
    const isOpen = kind === "string" && !/^.+"$/s.test(text.slice(start, end));
    return isOpen && !text.slice(end, offset).includes("\n");
  });
}

function namesAt(
  workspace: Workspace,
  view: FileView,
  path: readonly AnyNode[],
  typed: string,
  at: number,
): Found {
  const last = path.at(-1);
  if (path.some(({ kind }) => kind === "NamedType"))
    return withImports(workspace, view, types(view, path), typed, "type");
  const literal = path.findLast(({ kind }) => kind === "StructLit") as StructLit | undefined;
  const field = literal?.fields.find(({ name }) => name.name === PLACEHOLDER);
  if (literal !== undefined && field?.shorthand === true) {
    const own = fields(view, literal);
    if (own.length > 0) return complete([...own, ...locals(view, at)]);
  }
  const match = path.findLast(({ kind }) => kind === "Match") as Match | undefined;
  if (match !== undefined && last?.kind === "NamePattern") return complete(arms(view, match));
  const items = [
    ...locals(view, at),
    ...namedArguments(view, path),
    ...fileNames(view),
    ...(isAtStatement(path) ? snippets(path) : []),
    ...words(path),
  ];
  return withImports(workspace, view, items, typed, "value");
}

function locals(view: FileView, at: number): Completion[] {
  return [...localsAt(view, at)].map(([name, { type }]) => ({
    label: name,
    kind: "variable",
    detail: showType(type),
    insert: name,
    rank: 0,
  }));
}

/** What the file declares and imports, and what every file sees. */
function fileNames(view: FileView): Completion[] {
  const own = new Set(view.program.names(view.unit));
  return [...new Set([...own, ...view.program.common()])].flatMap((name): Completion[] => {
    if (!isShown(name) || name === PLACEHOLDER) return [];
    const meaning = view.program.meaning(view.unit, name);
    const target = meaning === null ? null : targetOf(meaning);
    const rank = own.has(name) ? 1 : 4;
    if (meaning?.kind === "Function")
      return [{ ...functionCompletion(meaning.function, "function", rank), label: name }];
    if (target === null) return [];
    const described = describe(view, target);
    const kind = KINDS[target.kind] ?? "variable";
    return [
      {
        label: name,
        kind,
        insert: name === "print" ? "print($1)$0" : name,
        isSnippet: name === "print",
        rank,
        ...(described !== null && {
          detail: described.code.split("\n")[0]!.slice(0, 100),
          documentation: described.documentation,
        }),
      },
    ];
  });
}

const KINDS: Readonly<Record<string, Completion["kind"]>> = {
  type: "type",
  alias: "type",
  trait: "trait",
  constant: "constant",
  global: "variable",
  variant: "variant",
  module: "module",
  builtin: "function",
};

/** Adds what could be imported, once something is typed. */
function withImports(
  workspace: Workspace,
  view: FileView,
  items: readonly Completion[],
  typed: string,
  use: "type" | "value",
): Found {
  if (typed === "") return { items, isIncomplete: true };
  const known = new Set(items.map(({ label }) => label));
  const found: Completion[] = [];
  const wanted = typed.toLowerCase();
  for (const { name, kind, path, unit } of importables(workspace, view)) {
    if (found.length >= MOST_IMPORTS) break;
    if (!name.toLowerCase().startsWith(wanted) || known.has(name)) continue;
    const isType = kind === "type" || kind === "trait";
    if (use === "type" && !isType) continue;
    // A module of the library is imported whole and its functions are called through it.
    const isWhole = path.startsWith("std/") && kind === "function";
    if ([...view.program.aliases(view.unit).values()].includes(unit)) continue;
    found.push({
      label: name,
      kind: kind === "value" ? "constant" : kind,
      detail: `import ${path}`,
      insert: kind === "function" ? `${name}($1)$0` : name,
      isSnippet: kind === "function",
      rank: 6,
      // Imports are above the cursor: their places are the same without the placeholder.
      also: addImport(view, path, isWhole || !isType ? name : path.startsWith("std/") ? null : name),
    });
  }
  return { items: [...items, ...found], isIncomplete: found.length >= MOST_IMPORTS || items.length === 0 };
}

function types(view: FileView, path: readonly AnyNode[]): Completion[] {
  const generics = path.flatMap(
    (node) => (node as { generics?: readonly { name: { name: string } }[] }).generics ?? [],
  );
  const own: Completion[] = generics.map(({ name }) => ({
    label: name.name,
    kind: "type",
    insert: name.name,
    rank: 0,
  }));
  return [
    ...own,
    ...fileNames(view).filter(({ kind }) => kind === "type" || kind === "trait" || kind === "module"),
  ];
}

function fields(view: FileView, literal: StructLit): Completion[] {
  const use = view.facts.uses[literal.id];
  const meaning = view.program.meaning(view.unit, literal.name.name);
  const symbol = use?.kind === "Struct" ? use.type.symbol : meaning?.kind === "Type" ? meaning.symbol : null;
  if (symbol?.kind !== "Struct") return [];
  const written = new Set(literal.fields.map(({ name }) => name.name));
  return symbol.fields
    .filter(({ name }) => !written.has(name) && isShown(name))
    .map(({ name, type }) => ({
      label: name,
      kind: "field",
      detail: showType(type),
      insert: `${name}: $0`,
      isSnippet: true,
      rank: 0,
    }));
}

function arms(view: FileView, match: Match): Completion[] {
  const missing = missingArms(view, {
    ...match,
    arms: match.arms.filter((arm) => !isPlaceholder(arm.pattern)),
  });
  const each = missing.map(
    ({ name, snippet, pattern }): Completion => ({
      label: name,
      kind: "variant",
      detail: pattern,
      insert: `${snippet(1)} -> $0,`,
      isSnippet: true,
      rank: 0,
    }),
  );
  if (missing.length < 2) return each;
  let place = 1;
  const all = missing.map(({ snippet, pattern }) => {
    const arm = `${snippet(place)} -> `;
    place += pattern.split(/\w+/).length;
    return `${arm}\${${place++}:{\\}},`;
  });
  const label = `all ${missing.length} missing arms`;
  return [
    ...each,
    { label, kind: "snippet", insert: all.join("\n"), isSnippet: true, filter: missing[0]!.name, rank: 1 },
  ];
}

function isPlaceholder(pattern: { readonly kind: string }): boolean {
  return pattern.kind === "NamePattern" && (pattern as { name?: string }).name === PLACEHOLDER;
}

/** The names of parameters that a call does not name yet. */
function namedArguments(view: FileView, path: readonly AnyNode[]): Completion[] {
  const call = path.findLast(({ kind }) => kind === "Call" || kind === "MethodCall");
  const use = call === undefined ? undefined : view.facts.uses[call.id];
  if (call === undefined || use?.kind !== "Call") return [];
  const isArgument = path.indexOf(call) >= path.length - 3;
  const { args } = call as AnyNode & { args: readonly { name: { name: string } | null }[] };
  const written = new Set(args.map(({ name }) => name?.name));
  if (!isArgument) return [];
  return use.callee.function.params
    .filter(({ name }) => !written.has(name) && isShown(name))
    .map(({ name, type }) => ({
      label: `${name}:`,
      kind: "field",
      detail: showType(type),
      insert: `${name}: `,
      rank: 1,
    }));
}

function isAtStatement(path: readonly AnyNode[]): boolean {
  const last = path.at(-1);
  if (path.length === 0) return true;
  return last?.kind === "Name" && /^(?:ExprStmt|Block)$/.test(path.at(-2)?.kind ?? "");
}

function snippets(path: readonly AnyNode[]): Completion[] {
  const isInside = path.some(({ kind }) => kind === "FunctionItem");
  return SNIPPETS.filter(({ place }) => (place === "item") !== isInside).map(({ label, text, detail }) => ({
    label,
    kind: "snippet",
    detail,
    insert: text,
    isSnippet: true,
    rank: 5,
  }));
}

function words(path: readonly AnyNode[]): Completion[] {
  const isInside = path.some(({ kind }) => kind === "FunctionItem");
  const items = new Set(["import", "fun", "struct", "enum", "trait", "impl", "const", "let"]);
  return [...keywords]
    .filter((word) =>
      isInside
        ? !["import", "struct", "enum", "trait", "impl", "extern", "as", "in"].includes(word)
        : items.has(word),
    )
    .map((word) => ({ label: word, kind: "keyword", insert: word, rank: 5 }));
}
