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
  if (unknown !== undefined) {
    const start = sql.indexOf(unknown);
    return start < 0 ? all : { start, end: start + unknown.length };
  }
  const name =
    /^(?:no such (?:column|table|function|collation sequence|index|view|module|trigger)|ambiguous column name): (\S+)/.exec(
      problem,
    )?.[1] ?? /has no column named (\S+)$/.exec(problem)?.[1];
  return (name === undefined ? null : placeOfName(tokens, name)) ?? all;
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

/** A name that may have parts, such as `t.a`. */
function placeOfName(tokens: readonly Token[], name: string): Place | null {
  const parts = name.split(".").map((part) => part.toLowerCase());
  const at = tokens.findIndex((_, i) =>
    parts.every((part, k) => {
      const token = tokens[i + 2 * k];
      const isJoined = k === 0 || tokens[i + 2 * k - 1]?.text === ".";
      return isJoined && token !== undefined && plainName(token.text) === part;
    }),
  );
  if (at < 0) return null;
  return { start: tokens[at]!.start, end: tokens[at + 2 * (parts.length - 1)]!.end };
}

/** A name without quotes, in lower case. */
export function plainName(text: string): string {
  const quoted = /^"([^]*)"$|^`([^]*)`$|^\[([^]*)\]$/.exec(text);
  return (quoted === null ? text : (quoted[1] ?? quoted[2] ?? quoted[3])!).toLowerCase();
}
