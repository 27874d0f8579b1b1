// The place of an error of SQLite, which names what is wrong, but not where.
import { tokensOf, type Token } from "./statement-text.ts";

export interface Place {
  readonly start: number;
  readonly end: number;
}

type Columns = (sql: string) => readonly unknown[] | { readonly problem: string };

/** @param columns compiles a statement */
export function locate(sql: string, problem: string, columns: Columns): Place {
  const tokens = tokensOf(sql);
  const all = { start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? sql.length };
  if (problem === "incomplete input") return { start: all.end, end: all.end };
  const near = /^near "([^]*)": syntax error$/.exec(problem)?.[1];
  if (near !== undefined)
    return (
      firstRefused(
        sql,
        problem,
        tokens.filter(({ text }) => text === near),
        columns,
      ) ?? all
    );
  const unknown = /^unrecognized token: "([^]*)"$/.exec(problem)?.[1];
  if (unknown !== undefined) return placeOfText(sql, problem, unknown, columns) ?? all;
  const name = nameIn(problem);
  if (name !== null) {
    const isLast = /^duplicate /.test(problem);
    // SQLite adds the name of the database to those that have none.
    return placeOfName(tokens, name, isLast) ?? placeOfName(tokens, name.slice(-1), isLast) ?? all;
  }
  const word = wordOf(problem);
  const found = word === null ? undefined : tokens.find(({ text }) => text.toUpperCase() === word);
  return found === undefined ? all : { start: found.start, end: found.end };
}

const NAMES: readonly RegExp[] = [
  /^(?:no such (?:column|table|function|collation sequence|index|view|module|trigger|window)|ambiguous column name|duplicate column name|object name reserved for internal use|unknown table option|circular reference): ("[^"]+"|\S+)/,
  /has no column named (\S+)$/,
  /^(?:wrong number of arguments to function|misuse of aggregate function|misuse of window function|misuse of aggregate:) (\w+)\(\)$/,
  /^(\w+)\(\) may not be used as a window function$/,
  /^FILTER may not be used with non-aggregate (\w+)\(\)$/,
  /^cannot modify (\S+) because it is a view$/,
  /generated column "([^"]+)"$/,
  /^unknown column "([^"]+)" in foreign key definition$/,
  /^table "?([^\s"]+)"? (?:has|already)/,
  /^cannot join using column (\S+) - /,
  /^unknown datatype for \S+: "([^"]+)"$/,
  /^(?:missing datatype for|PRIMARY KEY missing on table|use DROP (?:TABLE|VIEW) to delete (?:table|view)) (?:\w+\.)?(\w+)$/,
  /^default value of column \[([^\]]+)\]/,
  /^cannot drop .*column: "([^"]+)"$/,
];

/** The parts of the name that a problem is about, such as `t` and `a` of `t.a`. */
export function nameIn(problem: string): readonly string[] | null {
  for (const shape of NAMES) {
    const name = shape.exec(problem)?.[1];
    if (name !== undefined) return name.startsWith('"') ? [name.slice(1, -1)] : name.split(".");
  }
  return null;
}

/** The keyword at which a clause begins that a problem is about. */
function wordOf(problem: string): string | null {
  if (/^\d+ values for \d+ columns$|^all VALUES must/.test(problem)) return "VALUES";
  if (problem.startsWith("ON CONFLICT clause")) return "CONFLICT";
  const clause =
    /^(\w+) clause on a non-aggregate query$|^(LIMIT|ORDER BY) clause should|to the left and right of (\w+)|\b(ORDER|GROUP) BY term|^(AUTOINCREMENT|RAISE)\b/.exec(
      problem,
    );
  return (
    clause
      ?.slice(1)
      .find((word) => word !== undefined)
      ?.split(" ")[0] ?? null
  );
}

/** The token at which the statement becomes wrong: up to it, it is only incomplete. */
function firstRefused(
  sql: string,
  problem: string,
  places: readonly Token[],
  columns: Columns,
): Place | null {
  if (places.length <= 1) return places[0] ?? null;
  return (
    places.find(({ end }) => {
      const found = columns(sql.slice(0, end));
      return "problem" in found && found.problem === problem;
    }) ?? null
  );
}

/** The first place of a text up to which the statement has the same problem. */
function placeOfText(sql: string, problem: string, text: string, columns: Columns): Place | null {
  let start = sql.indexOf(text);
  if (start < 0) return null;
  for (let next = start; next >= 0; next = sql.indexOf(text, next + 1)) {
    const found = columns(sql.slice(0, next + text.length));
    if (!("problem" in found) || found.problem !== problem) continue;
    start = next;
    break;
  }
  return { start, end: start + text.length };
}

/** A name that may have parts, such as `t.a`. */
function placeOfName(tokens: readonly Token[], name: readonly string[], isLast: boolean): Place | null {
  const parts = name.map((part) => part.toLowerCase());
  const found = tokens.flatMap((_, i) =>
    parts.every((part, k) => {
      const token = tokens[i + 2 * k];
      const isJoined = k === 0 || tokens[i + 2 * k - 1]?.text === ".";
      return isJoined && token !== undefined && plainName(token.text) === part;
    })
      ? [i]
      : [],
  );
  const at = isLast ? found.at(-1) : found[0];
  if (at === undefined) return null;
  return { start: tokens[at]!.start, end: tokens[at + 2 * (parts.length - 1)]!.end };
}

/** A name without quotes, in lower case. */
export function plainName(text: string): string {
  const quoted = /^"([^]*)"$|^`([^]*)`$|^\[([^]*)\]$/.exec(text);
  return (quoted === null ? text : (quoted[1] ?? quoted[2] ?? quoted[3])!).toLowerCase();
}
