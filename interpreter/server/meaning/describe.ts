// Declarations as an editor shows them: their heads, their documentation.
import { showType, type ConstValue, type FunctionSymbol, type Type } from "../../check/index.ts";
import { commentAbove, fromByteString, type Source, type Span } from "../../source/index.ts";
import type { FileView } from "../workspace/view.ts";
import type { Target } from "./target.ts";
import { nodesOf } from "./walk.ts";

/** The longest declaration that is shown whole, in lines. */
const MOST_LINES = 25;

export interface Description {
  /** As a program would write it. */
  readonly code: string;
  readonly documentation: string;
}

/** The declaration behind a name; null for one of which nothing is known. */
export function describe(view: FileView, target: Target): Description | null {
  const code = codeOf(view, target);
  if (code === null) return null;
  return { code, documentation: documentationOf(view, target) };
}

function codeOf(view: FileView, target: Target): string | null {
  const { symbol, kind, name } = target;
  if (kind === "local" || kind === "parameter") {
    if (symbol?.kind !== "Local") return symbol === undefined ? (parameterText(view, target) ?? name) : null;
    return `${kind === "local" ? wordBefore(view.source, target.span) : ""}${name}: ${showType(symbol.type)}`;
  }
  if (kind === "module")
    return `import ${target.unit!.startsWith("std/") ? target.unit! : JSON.stringify(name)}`;
  if (kind === "builtin") return BUILT_IN[name] ?? name;
  if (kind === "label") return `'${name}`;
  switch (symbol?.kind) {
    case "Function":
      return signatureOf(symbol);
    case "Const":
      return `const ${name}: ${typeOfConstant(symbol.value)} = ${showConstant(symbol.value)}`;
    case "Global":
      return `let ${name}: ${showType(symbol.type)}`;
    case "Field":
      return `${name}: ${showType(symbol.struct.fields[symbol.index]!.type)}`;
    case "Primitive":
      return `${name}${symbol.typeParams.length === 0 ? "" : `<${symbol.typeParams.map((one) => one.name).join(", ")}>`}`;
    case "Variant":
      return target.enum === undefined
        ? name
        : `${target.enum.name}.${textOf(target.enum.module.source, target.enum.node.variants[symbol.index]!.span)}`;
    case "Struct":
    case "Enum":
    case "Trait":
      return wholeOrHead(symbol.module.source, symbol.node.span);
    default:
      return declarationText(view, target);
  }
}

/** The parameter of another function as it is written, such as that of a named argument. */
function parameterText(view: FileView, { unit, span }: Target): string | null {
  const source = unit === null ? null : sourceOf(view, unit);
  const tree = unit === view.unit ? view.tree : unit === null ? undefined : view.program.module(unit)?.tree;
  if (source === null || tree === undefined) return null;
  for (const node of nodesOf(tree)) {
    const { name } = node as { readonly name?: { readonly span?: Span } };
    if (node.kind === undefined && name?.span?.start === span.start) return textOf(source, node.span);
  }
  return null;
}

const BUILT_IN: Readonly<Record<string, string>> = {
  print: "fun print(value: T)",
  panic: "fun panic(message: String)",
};

/** `fun List<T>.map<U>(self, f: fun(T) -> U) -> List<U>`, as written but for its owner. */
export function signatureOf({ node, module, owner }: FunctionSymbol): string {
  const { name, body, span } = node;
  const text = textOf(module.source, { start: name.span.start, end: body?.span.start ?? span.end });
  const of = owner === null ? "" : owner.kind === "Impl" ? `${showType(owner.target)}.` : `${owner.name}.`;
  return `fun ${of}${text.replace(/\s*=$/, "")}`;
}

/** The value of a constant as a literal. */
export function showConstant(value: ConstValue): string {
  if (typeof value === "object") return `'${String.fromCodePoint(value.char)}'`;
  if (typeof value !== "string") return typeof value === "number" ? floatText(value) : String(value);
  const text = JSON.stringify(fromByteString(value)).replaceAll("${", "\\${");
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

function typeOfConstant(value: ConstValue): string {
  switch (typeof value) {
    case "bigint":
      return "Int";
    case "number":
      return "Float";
    case "boolean":
      return "Bool";
    case "string":
      return "String";
    default:
      return "Char";
  }
}

function floatText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(1) : String(value);
}

/** The type of an expression; null for one that is not worth showing. */
export function shownType(type: Type | undefined): string | null {
  return type === undefined || type.kind === "Never" || type.kind === "Var" ? null : showType(type);
}

function wholeOrHead(source: Source, span: Span): string {
  const text = source.text.slice(span.start, span.end).replace(/^(?:@[^\n]*\n\s*)+/, "");
  const lines = text.split(/\r\n|\n|\r/);
  return lines.length <= MOST_LINES ? lines.join("\n") : `${text.slice(0, text.indexOf("{")).trim()} { … }`;
}

function declarationText(view: FileView, { unit, span }: Target): string | null {
  const module = unit === null ? undefined : unit === view.unit ? view.module : view.program.module(unit);
  if (module === undefined) return null;
  const source = unit === view.unit ? view.source : module.source;
  return source.lineText(source.lineAt(span.start)).trim();
}

/** `let ` or `const ` in front of the name of a variable. */
function wordBefore({ text }: Source, { start }: Span): string {
  return /\b(?:let|const)\s+$/.exec(text.slice(Math.max(0, start - 20), start))?.[0] ?? "";
}

/** A range of the source on one line. */
export function textOf({ text }: Source, { start, end }: Span): string {
  return text.slice(start, end).trim().replace(/\s+/g, " ");
}

function documentationOf(view: FileView, { unit, span, kind }: Target): string {
  const source = unit === null ? null : sourceOf(view, unit);
  if (source === null) return "";
  return kind === "module" ? headerOf(source) : commentAbove(source, span.start);
}

export function sourceOf(view: FileView, unit: string): Source | null {
  return unit === view.unit ? view.source : (view.program.module(unit)?.source ?? null);
}

/** The comment at the start of a file. */
function headerOf({ text }: Source): string {
  const header = /^(?:#![^\n]*\n)?((?:\/\/[^\n]*\n)+)/.exec(text.replaceAll("\r\n", "\n"))?.[1] ?? "";
  return header.replace(/^\/\/\/? ?/gm, "").trim();
}
