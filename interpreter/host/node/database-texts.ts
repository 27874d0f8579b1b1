// Statements that tell which texts of another statement's rows are not UTF-8. Node replaces bytes that are not,
// so only SQLite can look at them: by a query over a query, and by further columns of a RETURNING clause.

/** Tokens as SQLite reads them; blanks and comments are not matched. */
const TOKEN =
  /(?:[ \t\r\n\f]|--[^\n]*|\/\*[^]*?(?:\*\/|$))+|('[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`|\[[^\]]*\]|[A-Za-z_\x80-\uffff][A-Za-z0-9_$\x80-\uffff]*|\d[\w.]*|[^])/y;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function tokensOf(sql: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 1: text, index: start } of sql.matchAll(new RegExp(TOKEN, "gy")))
    if (text !== undefined) tokens.push({ text, start, end: start + text.length });
  return tokens;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The name that a token writes. */
function nameOf(token: string): string {
  const quote = token[0]!;
  if (quote === "[") return token.slice(1, -1);
  return `'"\``.includes(quote) ? token.slice(1, -1).replaceAll(quote + quote, quote) : token;
}

/** Whether the text of an expression is not UTF-8, by the function `isIllFormed`. */
const question = (expression: string, isIllFormed: string): string =>
  `typeof(${expression}) = 'text' AND ${isIllFormed}(CAST(${expression} AS BLOB))`;

/** A query for one row: for each column of a query with `count` columns, whether any of its texts is not UTF-8. */
export function questionsOver(query: string, count: number, isIllFormed: string): string {
  const names = Array.from({ length: count }, (_, i) => `c${i}`);
  const questions = names.map((name) => `max(${question(name, isIllFormed)})`);
  const from = pragmaQuery(query) ?? query.replace(/;\s*$/, "");
  return `WITH __std_rows(${names.join(", ")}) AS (${from}\n) SELECT ${questions.join(", ")} FROM __std_rows`;
}

/** The query that gives the rows of a PRAGMA which sets nothing; null for other statements. */
function pragmaQuery(sql: string): string | null {
  const [head, ...rest] = tokensOf(sql).map(({ text }) => text);
  if (head?.toUpperCase() !== "PRAGMA") return null;
  if (rest.at(-1) === ";") rest.pop();
  const schema = rest[1] === "." ? nameOf(rest[0]!) : null;
  const [name, open, ...inside] = schema === null ? rest : rest.slice(2);
  if (name === undefined || !/^\w+$/.test(name) || (open !== undefined && open !== "(")) return null;
  const sign = inside[0] === "-" || inside[0] === "+" ? inside.shift()! : "";
  const given = open === undefined ? [] : [literal(sign + nameOf(inside[0] ?? ""))];
  const named = schema === null ? "" : ` WHERE schema = ${literal(schema)}`;
  return `SELECT * FROM pragma_${name}${given.length === 0 ? "" : `(${given[0]})`}${named}`;
}

/** A statement whose rows begin with `checks` columns: whether the texts of the others are not UTF-8. */
export interface CheckedRows {
  readonly sql: string;
  readonly checks: number;
  /** Whether its text depends on the columns of the table. */
  readonly namesAll: boolean;
}

/** Whether a statement may have a RETURNING clause. */
export const mayReturn = (sql: string): boolean => /\breturning\b/i.test(sql);

/**
 * Adds the checks of its texts to a statement with a RETURNING clause, whose `columns` have these names. Null if
 * it has none.
 */
export function checkedReturning(
  sql: string,
  columns: readonly string[],
  isIllFormed: string,
): CheckedRows | null {
  const tokens = tokensOf(sql);
  if (!/^(?:INSERT|REPLACE|UPDATE|DELETE|WITH)$/i.test(tokens[0]?.text ?? "")) return null;
  let depth = 0;
  let clause = -1;
  for (const [i, { text }] of tokens.entries()) {
    if (text === "(") depth++;
    else if (text === ")") depth--;
    else if (depth === 0 && /^RETURNING$/i.test(text)) clause = i;
  }
  if (clause < 0) return null;
  const items = itemsOf(tokens.slice(clause + 1));
  const stars = items.filter(isStar).length;
  const behindStar = (columns.length - items.length + stars) / Math.max(stars, 1);
  const checks: string[] = [];
  let column = 0;
  for (const item of items) {
    const names = columns.slice(column, (column += isStar(item) ? behindStar : 1));
    if (isStar(item)) for (const name of names) checks.push(question(quoted(name), isIllFormed));
    // A second `?` would be another parameter; their texts are UTF-8.
    else if (item.some(({ text }) => text === "?")) checks.push("0");
    else checks.push(question(`(${expressionOf(sql, item, names[0])})`, isIllFormed));
  }
  const after = tokens[clause]!.end;
  return {
    sql: `${sql.slice(0, after)} ${checks.join(", ")}, ${sql.slice(after)}`,
    checks: checks.length,
    namesAll: stars > 0,
  };
}

const isStar = (item: readonly Token[]): boolean => item.length === 1 && item[0]!.text === "*";

/** The tokens of each item of a list, up to a semicolon. */
function itemsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const items: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.text === ";") break;
    if (token.text === "(") depth++;
    if (token.text === ")") depth--;
    if (token.text === "," && depth === 0) items.push([]);
    else items.at(-1)!.push(token);
  }
  return items;
}

/** The text of an item without the name that it gives its column. */
function expressionOf(sql: string, item: readonly Token[], column: string | undefined): string {
  const last = item.at(-1)!;
  const before = item.at(-2);
  let end = item.length;
  if (before !== undefined && before.text !== "." && nameOf(last.text) === column)
    end -= /^AS$/i.test(before.text) ? 2 : 1;
  return sql.slice(item[0]!.start, item[end - 1]!.end);
}
