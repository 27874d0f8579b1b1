// Splits `>=` and `>>=` that close type arguments before the `=` of a declaration or a default: `let a: List<Int>= [1]`.
//
// The lexer reads the longest operator, one token. It is split if the tokens before it are a type: after
// the `name:` of a variable, a parameter or a field, after the `->` of a function, or after `type`.
import { typeKinds, type Kind, type Token } from "./tokens.ts";

/** Tokens allowed between the angles of a type. */
const inTypes: ReadonlySet<Kind> = new Set<Kind>([...typeKinds, ".", "$", "newline"]);

/** The tokens with such operators split; the same list if there are none. */
export function splitClosingAngles(tokens: readonly Token[]): readonly Token[] {
  const first = tokens.findIndex(({ kind }) => kind === ">=" || kind === ">>=");
  if (first < 0) return tokens;
  let split: Token[] | null = null;
  for (let at = first; at < tokens.length; at++) {
    const token = tokens[at]!;
    const closes = token.kind === ">=" ? 1 : token.kind === ">>=" ? 2 : 0;
    if (closes === 0 || tokens[at - 1]?.end !== token.start || !endsType(tokens, at, closes)) {
      split?.push(token);
      continue;
    }
    split ??= tokens.slice(0, at);
    const part = (kind: Kind, offset: number): Token => ({
      ...token,
      kind,
      text: kind === ">>" ? ">" : kind,
      start: token.start + offset,
      end: token.start + offset + 1,
    });
    if (closes === 2) split.push(part(">>", 0));
    split.push(part(">", closes - 1), part("=", closes));
  }
  return split ?? tokens;
}

/** Whether a type ends at the token `at` if `closes` angles are closed there. */
function endsType(tokens: readonly Token[], at: number, closes: number): boolean {
  let open = closes;
  let i = at - 1;
  for (; i > 0; i--) {
    const { kind } = tokens[i]!;
    if (kind === "<") {
      open--;
      if (open === 0) break;
    } else if (kind === ">" || kind === ">>") open++;
    else if (kind === ")") i = opener(tokens, i);
    else if (!inTypes.has(kind)) return false;
  }
  const name = tokens[i - 1]?.kind;
  if (open > 0 || (name !== "ident" && name !== "Self")) return false;
  const before = tokens[i - 2]?.kind === "dyn" ? i - 3 : i - 2;
  return isAnnotation(tokens, before) || isResult(tokens, before) || isAlias(tokens, i - 2);
}

/** What stands before the name of a variable, a parameter or a field with a type. */
const beforeNames: ReadonlySet<Kind | undefined> = new Set<Kind>([
  "let",
  "const",
  "(",
  ",",
  "{",
  "newline",
  ")",
]);

/** `let name:`, also with `$name` in a macro; of a parameter or field, `name:`. */
function isAnnotation(tokens: readonly Token[], colon: number): boolean {
  if (tokens[colon]?.kind !== ":" || tokens[colon - 1]?.kind !== "ident") return false;
  const word = tokens[tokens[colon - 2]?.kind === "$" ? colon - 3 : colon - 2]?.kind;
  return beforeNames.has(word);
}

/** `type` before a name. */
function isAlias(tokens: readonly Token[], word: number): boolean {
  return tokens[word]?.kind === "ident" && tokens[word]!.text === "type";
}

/** `fun(…) ->`, `fun name<…>(…) ->` */
function isResult(tokens: readonly Token[], arrow: number): boolean {
  if (tokens[arrow]?.kind !== "->" || tokens[arrow - 1]?.kind !== ")") return false;
  let at = opener(tokens, arrow - 1) - 1;
  if (tokens[at]?.kind === ">" || tokens[at]?.kind === ">>") {
    let open = 0;
    do {
      const { kind } = tokens[at]!;
      if (kind === ">" || kind === ">>") open++;
      else if (kind === "<") open--;
      at--;
    } while (open > 0 && at > 0);
  }
  if (tokens[at]?.kind === "ident") at--;
  if (tokens[at]?.kind === "$") at--;
  return tokens[at]?.kind === "fun";
}

/** The index of the `(` of a `)`; 0 if there is none. */
function opener(tokens: readonly Token[], closer: number): number {
  let open = 0;
  for (let i = closer; i > 0; i--) {
    const { kind } = tokens[i]!;
    if (kind === ")") open++;
    else if (kind === "(" && --open === 0) return i;
  }
  return 0;
}
