// Analyzes the text of a statement before it is run: its parameters, whether it is one statement, and whether
// it accesses other files. Reads tokens as SQLite does.

export interface StatementText {
  /** The number of `?`, or the largest number of `?1`, `?2`, …. */
  readonly positions: number;
  /** Whether the positional parameters have numbers. */
  readonly numbered: boolean;
  /** `:name`, `@name` and `$name`, as they are written, each once. */
  readonly names: readonly string[];
  /** The number of statements that are not empty. */
  readonly statements: number;
  /** Whether there is an `ATTACH`, a `VACUUM INTO`, or a `PRAGMA` for files of all databases of the process. */
  readonly otherFiles: boolean;
  /** What is wrong with the parameters, or null. */
  readonly problem: string | null;
}

const TOKEN =
  /[ \t\r\n\f]+|--[^\n]*|\/\*[^]*?(?:\*\/|$)|'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`|\[[^\]]*(?:\]|$)|\?\d*|[:@$](?:[A-Za-z0-9_$\x80-\xff]|::)+|[A-Za-z_\x80-\xff][A-Za-z0-9_$\x80-\xff]*|\d[\w.]*|[^]/y;

/** A token of SQL with its place, without blanks and comments. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function tokensOf(sql: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, index: start } of sql.matchAll(new RegExp(TOKEN, "gy")))
    if (!/^(?:[ \t\r\n\f]|--|\/\*)/.test(text)) tokens.push({ text, start, end: start + text.length });
  return tokens;
}

/** The statements of a script, each with its tokens. */
export function statementsOf(sql: string): readonly (readonly Token[])[] {
  const statements: Token[][] = [];
  let current: Token[] = [];
  /** The tokens after the last semicolon in the body of a trigger. */
  let words = 0;
  for (const token of tokensOf(sql)) {
    if (token.text !== ";") {
      current.push(token);
      words++;
      continue;
    }
    const inTrigger =
      /^CREATE$/i.test(current[0]?.text ?? "") &&
      current.slice(1, 4).some(({ text }) => /^TRIGGER$/i.test(text));
    const isOver = words === 1 && /^END$/i.test(current.at(-1)!.text);
    words = 0;
    if (inTrigger && !isOver) {
      current.push(token);
      continue;
    }
    if (current.length > 0) statements.push(current);
    current = [];
  }
  if (current.length > 0) statements.push(current);
  return statements;
}

/** The names of pragmas for all databases of the process, also in quotes. */
const OF_ALL = /^["'`[]?(?:TEMP_STORE_DIRECTORY|DATA_STORE_DIRECTORY)["'`\]]?$/i;

/** The results for recent texts; programs run the same statements repeatedly. */
const known = new Map<string, StatementText>();
const MOST_KNOWN = 200;
const LONGEST_KNOWN = 10_000;

export function readStatement(sql: string): StatementText {
  const found = known.get(sql);
  if (found !== undefined) return found;
  const read = readTokens(sql);
  if (known.size >= MOST_KNOWN) known.clear();
  if (sql.length <= LONGEST_KNOWN) known.set(sql, read);
  return read;
}

function readTokens(sql: string): StatementText {
  let plain = 0;
  let largest = 0;
  let statements = 0;
  let otherFiles = false;
  const names = new Set<string>();
  /** The first words of the statement. */
  let head: string[] = [];
  let inTrigger = false;
  let begun = false;
  /** The tokens after the last semicolon. */
  let words = 0;
  let last = "";
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(sql); found !== null; found = TOKEN.exec(sql)) {
    const token = found[0];
    if (/^(?:[ \t\r\n\f]|--|\/\*)/.test(token)) continue;
    if (token === ";") {
      // The body of a trigger ends with END after its last statement.
      if (inTrigger && !(last === "END" && words === 1)) {
        words = 0;
        continue;
      }
      head = [];
      begun = inTrigger = false;
      words = 0;
      last = "";
      continue;
    }
    words++;
    if (!begun) statements++;
    begun = true;
    if (token.startsWith("?")) {
      if (token === "?") plain++;
      else largest = Math.max(largest, Number(token.slice(1)));
    } else if (/^[:@$]./.test(token)) names.add(token);
    if (head[0] === "PRAGMA" && OF_ALL.test(token)) otherFiles = true;
    if (/^[A-Za-z_]/.test(token)) {
      last = token.toUpperCase();
      if (head.length < 4) {
        head.push(last);
        if (last === "TRIGGER" && head[0] === "CREATE") inTrigger = true;
      }
      if ((head[0] === "ATTACH" && head.length === 1) || (head[0] === "VACUUM" && last === "INTO"))
        otherFiles = true;
    } else last = "";
  }
  const problem =
    plain > 0 && largest > 0
      ? "`?` and `?1` cannot be used in one statement"
      : largest > 1000
        ? "parameter numbers must be 1 to 1000"
        : null;
  return {
    positions: plain + largest,
    numbered: largest > 0,
    names: [...names],
    statements,
    otherFiles,
    problem,
  };
}
