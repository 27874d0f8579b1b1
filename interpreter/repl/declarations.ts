// Which declarations an input holds, each with the key under which a later one replaces it.
import { Source, type Span } from "../source/index.ts";
import { incomplete, parse, tokenize, type ImplItem, type Import, type Item } from "../syntax/index.ts";

export interface Declaration {
  /** `name f`, `import std/time`, `impl Eq for Point`, `method Point.area`. */
  readonly key: string;
  /** The name it declares at file level, or null. */
  readonly name: string | null;
  readonly isType: boolean;
  readonly text: string;
}

const ITEM_STARTS: ReadonlySet<string> = new Set(["import", "const", "struct", "enum", "trait", "impl", "@", "extern"]);

/** Whether an input goes on in the next line: something is open, or an attribute waits for its item. */
export function needsMore(text: string): boolean {
  return incomplete(text) || wordsOf(text).at(-1)?.kind === "." || /^(\s*@\w+(\([^()]*\))?)+\s*$/.test(text);
}

/** Whether a line goes on with what the line before it holds (language 2.4). */
export function continuesLine(line: string): boolean {
  return tokenize(new Source("", `x\n${line}`)).tokens[1]?.kind !== "newline" && line.trim() !== "";
}

/** A `return` of the input itself, which is no function; null also where a lambda may own it. */
export function strayReturn(text: string): Span | null {
  const words = wordsOf(text);
  return words.some(({ kind }) => kind === "fun") ? null : (words.find(({ kind }) => kind === "return") ?? null);
}

function wordsOf(text: string) {
  return tokenize(new Source("", text)).tokens.filter((token) => token.kind !== "newline");
}

/** An input is either declarations or statements; its first tokens tell. */
export function isDeclaration(text: string): boolean {
  const [first, second, third] = wordsOf(text);
  if (first === undefined) return false;
  const word = text.slice(first.start, first.end);
  if (ITEM_STARTS.has(word)) return true;
  if (word === "fun") return second?.kind === "ident";
  return word === "macro" && second?.kind === "ident" && third?.kind === "{";
}

/** Whether the text of a file is a module, though it may begin like statements: with variables. */
export function isModule(text: string): boolean {
  const { tree, diagnostics } = parse(new Source("", text), { keepMacros: true });
  return diagnostics.length === 0 && tree.items.some(({ kind }) => kind !== "GlobalItem" && kind !== "MacroCall");
}

/** Whether an input calls a macro for items; `macros`: the definitions before it. */
export function callsForItems(text: string, macros: string): boolean {
  if (wordsOf(text)[1]?.kind !== "!") return false;
  const { tree, diagnostics } = parse(new Source("", macros + text));
  return diagnostics.length === 0 && tree.items.some(({ kind }) => kind !== "GlobalItem");
}

/** The text of all macros among the declarations. */
export function macrosOf(declarations: readonly Declaration[]): string {
  return declarations.flatMap(({ key, text }) => (key.startsWith("macro ") ? [`${text}\n`] : [])).join("");
}

/** Of a text that parses. */
export function declarationsOf(text: string): Declaration[] {
  const { tree } = parse(new Source("", text), { keepMacros: true });
  return tree.items.flatMap((item) => ofItem(item, text));
}

function ofItem(item: Item, text: string): Declaration[] {
  const own = text.slice(item.span.start, item.span.end);
  const named = (name: string, isType: boolean): Declaration[] => [{ key: `name ${name}`, name, isType, text: own }];
  switch (item.kind) {
    case "Import":
      return [{ key: importKey(item), name: null, isType: false, text: own }];
    case "ImplItem":
      return item.trait === null ? methods(item, text) : [{ key: `impl ${header(item, text)}`, name: null, isType: false, text: own }];
    case "StructItem":
    case "EnumItem":
    case "TraitItem":
      return named(item.name.name, true);
    case "ConstItem":
    case "GlobalItem":
    case "FunctionItem":
      return named(item.name.name, false);
    case "MacroItem":
      return [{ key: `macro ${item.name.name}`, name: null, isType: false, text: own }];
    case "MacroCall":
      return [{ key: `call ${own}`, name: null, isType: false, text: own }];
  }
}

/** Each method of an inherent impl stands alone, so that it can be replaced alone. */
function methods(item: ImplItem, text: string): Declaration[] {
  const head = header(item, text);
  return item.methods.map((method) => ({
    key: `method ${head} ${method.name.name}`,
    name: null,
    isType: false,
    text: `${head} {\n${text.slice(method.span.start, method.span.end)}\n}`,
  }));
}

/** `impl<T> Box<T>`, as written up to the brace. */
function header(item: ImplItem, text: string): string {
  return text.slice(item.span.start, text.indexOf("{", item.target.span.end)).trim();
}

/** Later selectors of one module add to earlier ones, unless they bind the same name. */
function importKey(item: Import): string {
  const bound = item.selectors?.map(({ name, alias }) => (alias ?? name).name) ?? [item.alias?.name ?? ""];
  return `import ${item.path} ${bound.join(" ")}`;
}
