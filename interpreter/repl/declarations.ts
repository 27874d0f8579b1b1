// Classifies inputs: declarations or statements, the macros they define and use, and whether more must
// follow.
import { Source } from "../source/index.ts";
import { closerOf, closers, incomplete, parse, tokenize, type Kind } from "../syntax/index.ts";

const ITEM_STARTS: ReadonlySet<string> = new Set([
  "import",
  "const",
  "struct",
  "enum",
  "trait",
  "impl",
  "@",
  "extern",
]);

/** Whether an input continues on the next line: it is incomplete, or an attribute has no item yet. */
export function needsMore(text: string): boolean {
  return (
    incomplete(text) ||
    endsInHead(text) ||
    wordsOf(text).at(-1)?.kind === "." ||
    endsInDocComment(text) ||
    /^(\s*@\w+(\([^()]*\))?)+\s*$/.test(text)
  );
}

const HEADS: ReadonlySet<string> = new Set(["if", "while", "for", "match"]);

/**
 * Whether the `{` of an `if`, `while`, `for` or `match` is missing; an empty line ends the input in any case.
 */
function endsInHead(text: string): boolean {
  if (/\n[ \t]*\n$/.test(text)) return false;
  const { tokens } = tokenize(new Source("", text));
  /** For each open bracket, and outside all brackets, whether a head is open. */
  const open = [false];
  for (const { kind, start } of tokens) {
    if (kind === "{") open[open.length - 1] = false;
    if (closerOf[kind] !== undefined) open.push(false);
    else if (closers.has(kind)) {
      if (open.length > 1) open.pop();
    } else if (HEADS.has(kind)) open[open.length - 1] = true;
    else if (kind === "newline" && text.slice(start).trim() !== "") open[open.length - 1] = false;
  }
  return open.length === 1 && open[0]!;
}

/** Whether the last line is a doc comment, whose declaration follows. */
function endsInDocComment(text: string): boolean {
  return (
    /(?:^|\n)[ \t]*\/\/\/(?!\/)[^\n]*\n?$/.test(text) && tokenize(new Source("", text)).comments.length > 0
  );
}

/** Whether an input ends with the block of an `if`: an `else` may follow on the next line. */
export function awaitsElse(text: string): boolean {
  const words = wordsOf(text);
  /** For each open bracket: whether it opens the block of an `if`. */
  const open: boolean[] = [];
  /** For each open bracket, and outside all brackets, the word whose block is next. */
  const heads: (Kind | null)[] = [null];
  let isBlock = false;
  for (const { kind } of words) {
    isBlock = false;
    if (closerOf[kind] !== undefined) {
      open.push(kind === "{" && heads.at(-1) === "if");
      if (kind === "{") heads[heads.length - 1] = null;
      heads.push(null);
    } else if (closers.has(kind)) {
      isBlock = open.pop() ?? false;
      if (heads.length > 1) heads.pop();
    } else if (HEADS.has(kind)) heads[heads.length - 1] = kind;
  }
  return isBlock && open.length === 0;
}

/** Whether a line continues the line before it (reference/grammar#line-breaks). */
export function continuesLine(line: string): boolean {
  return tokenize(new Source("", `x\n${line}`)).tokens[1]?.kind !== "newline" && line.trim() !== "";
}

function wordsOf(text: string) {
  return tokenize(new Source("", text)).tokens.filter((token) => token.kind !== "newline");
}

/**
 * Whether an input consists of declarations; its first tokens decide. Otherwise, it consists of statements.
 */
export function isDeclaration(text: string): boolean {
  const [first, second, third] = wordsOf(text);
  if (first === undefined) return false;
  const word = text.slice(first.start, first.end);
  if (ITEM_STARTS.has(word)) return true;
  if (word === "type")
    return second?.kind === "ident" && (third?.kind === "=" || third?.kind === "<" || third === undefined);
  if (word === "fun") return second?.kind === "ident";
  return word === "macro" && second?.kind === "ident" && third?.kind === "{";
}

/** Whether an input starts with `const`, which may also be a statement, evaluated when it runs. */
export function isConstant(text: string): boolean {
  return wordsOf(text)[0]?.kind === "const";
}

/** Whether the text of a file is a module. It may start with variables, like statements. */
export function isModule(text: string): boolean {
  const { tree, diagnostics } = parse(new Source("", text), { keepMacros: true });
  return (
    diagnostics.length === 0 && tree.items.some(({ kind }) => kind !== "GlobalItem" && kind !== "MacroCall")
  );
}

/** Whether a text consists of declarations only. */
export function isItems(text: string): boolean {
  return parse(new Source("", text), { keepMacros: true }).diagnostics.length === 0;
}

/** Whether an input is a macro call that expands to items; `macros` has the definitions it uses. */
export function callsForItems(text: string, macros: string): boolean {
  if (wordsOf(text)[1]?.kind !== "!") return false;
  const { tree, diagnostics } = parse(new Source("", `${text}\n${macros}`));
  return diagnostics.length === 0 && tree.items.some(({ kind }) => kind !== "GlobalItem");
}

/** The macros that a text defines, by name. */
export function macrosIn(text: string): Map<string, string> {
  if (!/\bmacro\b/.test(text)) return new Map();
  const { tree } = parse(new Source("", text), { keepMacros: true });
  return new Map(
    tree.items.flatMap((item) =>
      item.kind === "MacroItem"
        ? [[item.name.name, text.slice(item.span.start, item.span.end)] as const]
        : [],
    ),
  );
}

/**
 * The definitions of all macros that a text calls, directly or through others, without those it defines
 * itself.
 */
export function macrosFor(text: string, known: ReadonlyMap<string, string>): string {
  if (known.size === 0) return "";
  const own = macrosIn(text);
  const found = new Map<string, string>();
  const open = [text];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [, name] of next.matchAll(/(\w+)\s*!/g)) {
      const definition = known.get(name!);
      if (definition === undefined || own.has(name!) || found.has(name!)) continue;
      found.set(name!, definition);
      open.push(definition);
    }
  }
  return [...found.values()].map((definition) => `${definition}\n`).join("");
}
