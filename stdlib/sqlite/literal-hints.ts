// What a mistyped statement may mean: the name of a column or table, or a keyword.
import { edits } from "../../interpreter/spelling/index.ts";
import type { Schema } from "./schema.ts";
import { plainName } from "./locate.ts";
import { statementsOf, tokensOf } from "./statement-text.ts";

/** A text to write instead of a range of a statement. */
export interface Meant {
  readonly text: string;
  /** The range, if it is another one than that of the problem. */
  readonly start?: number;
  readonly end?: number;
}

/** @param compile returns what is wrong with a statement */
export function meant(
  sql: string,
  problem: string,
  schema: Schema,
  compile: (sql: string) => string | null,
): Meant | null {
  const table = /^no such table: ([^.\s]+)$/.exec(problem)?.[1];
  if (table !== undefined) return only(table, schema.tableNames());
  const near = /^near "([^]*)": syntax error$/.exec(problem)?.[1];
  return near === undefined ? nearestColumn(sql, problem, schema) : keyword(sql, near, compile);
}

/** The column of a table of the statement whose name is nearest to the unknown one. */
function nearestColumn(sql: string, problem: string, schema: Schema): Meant | null {
  const name = (/^no such column: (?:.*\.)?(\S+)$/.exec(problem) ??
    /has no column named (\S+)$/.exec(problem))?.[1];
  if (name === undefined || /^no such column: .*\./.test(problem)) return null;
  const tables = statementsOf(sql).flatMap((tokens) =>
    tokens.flatMap(({ text }) => schema.table(plainName(text)) ?? []),
  );
  return only(
    name,
    tables.flatMap((table) => schema.columnsOf(table.name).map((column) => column.name)),
  );
}

/** The only name that is near, if it needs no quotes. */
function only(name: string, names: readonly string[]): Meant | null {
  const most = name.length < 4 ? 1 : 2;
  const found = names.filter((each) => edits(each.toLowerCase(), name.toLowerCase()) <= most);
  return new Set(found).size === 1 && /^[A-Za-z_]\w*$/.test(found[0]!) ? { text: found[0]! } : null;
}

const KEYWORDS =
  "SELECT DISTINCT FROM WHERE GROUP ORDER HAVING LIMIT OFFSET INSERT INTO VALUES UPDATE DELETE CREATE TABLE INDEX JOIN LEFT INNER OUTER UNION AND NOT NULL LIKE BETWEEN RETURNING".split(
    " ",
  );
/** How many words before the one that SQLite names may be the mistyped one: it may have been read as a name. */
const MOST_BEFORE = 2;

/** A keyword that is nearly written, and with which the statement compiles. */
function keyword(sql: string, near: string, compile: (sql: string) => string | null): Meant | null {
  const tokens = tokensOf(sql);
  for (const [i, { text }] of tokens.entries()) {
    if (text !== near) continue;
    for (const { text: word, start, end } of tokens.slice(Math.max(0, i - MOST_BEFORE), i + 1)) {
      if (!/^[A-Za-z]{3,}$/.test(word) || KEYWORDS.includes(word.toUpperCase())) continue;
      for (const each of KEYWORDS) {
        if (edits(each, word.toUpperCase()) > 2) continue;
        const whole = `${sql.slice(0, start)}${each}${sql.slice(end)}`;
        if (compile(whole) === null) return { text: each, start, end };
      }
    }
  }
  return null;
}
