// The text of one compilation of a session: what was declared before, the variables, and the input.
// Keeps where the input stands in it, so that messages can speak of the input alone.
import { Source, type Span } from "../source/index.ts";
import { parse, type Block, type Expr, type FunctionItem } from "../syntax/index.ts";
import { macrosOf, type Declaration } from "./declarations.ts";
import { ENTRY, VALUE } from "./entry-names.ts";
import type { WrittenType } from "./written-type.ts";

export interface Variable {
  readonly name: string;
  readonly type: WrittenType;
  /** It holds the last value, and the user has not declared it. */
  readonly isLast?: boolean;
}

export interface Composition {
  readonly text: string;
  /** What the entry function gives back, in order: the input's value if it has one, variables, and the value again. */
  readonly hasValue: boolean;
  readonly variables: readonly string[];
  /** Where each earlier part stands, to find the one that no longer fits. */
  readonly parts: readonly { readonly span: Span; readonly part: Declaration | Variable }[];
  /** A place in the input, or null for one outside. */
  toInput(offset: number): number | null;
  /** Where the input starts. */
  readonly base: number;
}

/** For each line of a composition, by its number, the line within the part or the input it belongs to. */
export function ownLines({ text, parts, base }: Composition): readonly number[] {
  const source = new Source("", text);
  const starts = [...parts.map(({ span }) => source.lineAt(span.start)), source.lineAt(base)];
  const own: number[] = [];
  let start = 1;
  for (let line = 1, next = 0; line <= source.lineStarts.length; line++) {
    while (starts[next] === line) start = starts[next++]!;
    own[line] = line - start + 1;
  }
  return own;
}

/** Hidden functions that every composition has: they give a value its type at run time. */
const SHOWN = "fun __shown<T>(value: T) -> Any = to_any<T>(value)\n";

class Writer {
  text = "";
  readonly parts: { span: Span; part: Declaration | Variable }[] = [];

  add(part: Declaration | Variable, text: string): void {
    const start = this.text.length;
    this.text += `${text}\n`;
    this.parts.push({ span: { start, end: this.text.length }, part });
  }
}

export function compose(declarations: readonly Declaration[], variables: readonly Variable[], input: string, isDeclaration: boolean): Composition {
  const writer = new Writer();
  for (const declaration of declarations) writer.add(declaration, declaration.text);
  // Their values are in the session's store, so that the initialiser never runs; it fits every type.
  const imported = new Set<string>();
  for (const variable of variables) {
    const { name, type } = variable;
    const imports = type.imports.filter((one) => !imported.has(one));
    for (const one of imports) imported.add(one);
    writer.add(variable, [...imports, `let ${name}: ${type.text} = panic("${name} is gone")`].join("\n"));
  }
  writer.text += SHOWN;
  return isDeclaration ? withDeclarations(writer, input) : withStatements(writer, input, macrosOf(declarations));
}

function withDeclarations(writer: Writer, input: string): Composition {
  const base = writer.text.length;
  const text = `${writer.text}${input}\nfun ${ENTRY}() -> List<Any> = []\n`;
  return { text, parts: writer.parts, base, hasValue: false, variables: [], toInput: (offset) => inside(offset - base, input.length) };
}

function withStatements(writer: Writer, input: string, macros: string): Composition {
  const before = `fun ${ENTRY}() -> List<Any> {\n`;
  const base = writer.text.length + before.length;
  const block = parseBody(macros + before, input);
  const trailing = block === null ? null : valueOf(block);
  const naming = trailing === null ? "" : `let ${VALUE} = `;
  const at = trailing === null ? input.length : trailing.span.start - macros.length - before.length;
  const declared = block?.stmts.flatMap((stmt) => (stmt.kind === "Let" ? [stmt.name.name] : [])) ?? [];
  // A macro's own variables have names that no source can hold.
  const variables = [...new Set(declared.filter((name) => name !== "_" && /^\w+$/.test(name)))];
  const value = trailing === null ? [] : [VALUE];
  const results = [...value, ...variables, ...value].map((name) => `__shown(${name})`);
  const text = `${writer.text}${before}${input.slice(0, at)}${naming}${input.slice(at)}\nreturn [${results.join(", ")}]\n}\n`;
  return {
    text,
    parts: writer.parts,
    base,
    hasValue: trailing !== null,
    variables,
    toInput(offset) {
      const place = offset - base;
      return inside(place <= at ? place : Math.max(at, place - naming.length), input.length);
    },
  };
}

function inside(offset: number, length: number): number | null {
  return offset >= 0 && offset <= length ? offset : null;
}

/** The expression that ends the block, if it can get a name: it is no part of a macro call that gives statements as well. */
function valueOf({ stmts, trailing }: Block): Expr | null {
  const last = stmts.at(-1);
  return trailing === null || last?.span.start === trailing.span.start ? null : trailing;
}

function parseBody(before: string, input: string): Block | null {
  const { tree, diagnostics } = parse(new Source("", `${before}${input}\n}\n`));
  // What does not parse is told about as it stands.
  if (diagnostics.length > 0) return null;
  const entry = tree.items.find((item): item is FunctionItem => item.kind === "FunctionItem" && item.name.name === ENTRY);
  return entry?.body?.kind === "Block" ? entry.body : null;
}
