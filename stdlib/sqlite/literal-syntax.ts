// What a statement with an error of syntax may mean: edits of a token or two with which SQLite compiles it.
import { edits } from "../../interpreter/spelling/index.ts";
import type { Refused, Repair } from "./literal-hints.ts";
import { tokensOf, type Token } from "./statement-text.ts";

const KEYWORDS =
  "SELECT DISTINCT FROM WHERE GROUP ORDER HAVING LIMIT OFFSET INSERT INTO VALUES UPDATE DELETE CREATE TABLE INDEX JOIN LEFT INNER OUTER UNION AND NOT NULL LIKE BETWEEN RETURNING BEGIN COMMIT ROLLBACK".split(
    " ",
  );
/** What may be missing before a token. */
const MISSING = [
  ",",
  ")",
  "(",
  "FROM",
  "INTO",
  "BY",
  "SET",
  "VALUES",
  "TABLE",
  "ON",
  "AND",
  "AS",
  "JOIN",
  "END",
];
/** The clauses of a SELECT in their order. */
const CLAUSES = ["WHERE", "GROUP", "HAVING", "ORDER", "LIMIT"];
/** How many words before the one that SQLite names may be the mistyped one: it may have been read as a name. */
const MOST_BEFORE = 2;
const LONGEST_SHOWN = 30;

/** What SQLite does not have, by the statement up to the word that it refuses. */
const ELSEWHERE: readonly (readonly [words: RegExp, hint: string])[] = [
  [/^SELECT TOP /i, "write `LIMIT` and the number at the end of the statement"],
  [/^TRUNCATE /i, "write `DELETE FROM` and the table"],
  [/^(?:SHOW|DESCRIBE|DESC) /i, "select from `sqlite_schema`, or from `pragma_table_info('…')`"],
  [/^SELECT DISTINCT ON /i, "write `GROUP BY` and the columns"],
  [/^ALTER TABLE \S+ (?:MODIFY|ALTER) /i, "create a new table, and copy the rows"],
  [/^(?:INSERT|REPLACE) INTO \S+ SET /i, "write `(columns) VALUES (values)` behind the table"],
  [/^INSERT OR UPDATE /i, "write `INSERT INTO … ON CONFLICT (…) DO UPDATE SET …`"],
];

type Edit = readonly [start: number, end: number, text: string];

export function repairSyntax(refused: Refused): Repair | null {
  const { problem, sql, place } = refused;
  if (problem.startsWith("unrecognized token: ")) return repairToken(refused);
  const tokens = tokensOf(sql);
  if (problem === "incomplete input") return repairEnd(refused, tokens);
  if (!/^near "[^]*": syntax error$/.test(problem)) return null;
  const at = tokens.findIndex(({ start }) => start >= place.start);
  const elsewhere = at < 0 ? null : otherwise(tokens, at);
  if (elsewhere !== null) return elsewhere;
  // An edit that makes the statement right comes before one after which only its names are wrong.
  for (const isRight of at < 0 ? [] : [compiles, parses])
    for (const attempt of isRight === compiles ? [...ATTEMPTS, superfluous] : ATTEMPTS) {
      const found = attempt({ refused, tokens, at, isRight });
      if (found !== null) return found;
    }
  return { hint: "SQLite understands the statement up to here: write the rest differently" };
}

interface Attempt {
  readonly refused: Refused;
  readonly tokens: readonly Token[];
  readonly at: number;
  readonly isRight: (refused: Refused, edit: Edit) => boolean;
}

const edited = ({ sql, compile }: Refused, [start, end, text]: Edit): string | null =>
  compile(`${sql.slice(0, start)}${text}${sql.slice(end)}`);
const compiles = (refused: Refused, edit: Edit): boolean => edited(refused, edit) === null;
const parses = (refused: Refused, edit: Edit): boolean =>
  !/syntax error$|^incomplete input$|^unrecognized token/.test(edited(refused, edit) ?? "");

/** What is written differently, or in another order. */
function otherwise(tokens: readonly Token[], at: number): Repair | null {
  const words = tokens.slice(0, at + 2).map(({ text }) => text);
  const found = ELSEWHERE.find(([start]) => start.test(`${words.join(" ")} `));
  if (found !== undefined) return { hint: found[1] };
  const rank = CLAUSES.indexOf(tokens[at]!.text.toUpperCase());
  const isLate =
    rank >= 0 && tokens.slice(0, at).some(({ text }) => CLAUSES.indexOf(text.toUpperCase()) > rank);
  return isLate
    ? { hint: "the order is WHERE, GROUP BY, HAVING, ORDER BY, LIMIT: write this clause earlier" }
    : null;
}

/** A keyword that is nearly written. */
function keyword({ refused, tokens, at, isRight }: Attempt): Repair | null {
  for (const { text: word, start, end } of tokens.slice(Math.max(0, at - MOST_BEFORE), at + 1)) {
    if (!/^[A-Za-z]{3,}$/.test(word) || KEYWORDS.includes(word.toUpperCase())) continue;
    for (const each of KEYWORDS) {
      if (edits(each, word.toUpperCase()) > 2 || !isRight(refused, [start, end, each])) continue;
      return { hint: `did you mean \`${each}\`?`, fix: each, start, end };
    }
  }
  return null;
}

function superfluousComma({ refused, tokens, at, isRight }: Attempt): Repair | null {
  const comma = tokens[at - 1];
  if (comma?.text !== "," || !isRight(refused, [comma.start, comma.end, ""])) return null;
  return { hint: "remove this comma", fix: "", start: comma.start, end: comma.end };
}

/** A keyword that is the name of a table or column. */
function quoted({ refused, tokens, at, isRight }: Attempt): Repair | null {
  for (const { text, start, end } of tokens.slice(Math.max(0, at - 1), at + 1)) {
    const fix = `"${text}"`;
    if (/^[A-Za-z_]\w*$/.test(text) && isRight(refused, [start, end, fix]))
      return { hint: `write \`${fix}\` for a name: \`${text}\` is a keyword`, fix, start, end };
  }
  return null;
}

/** A quote in a text, operators of other languages, a negation in another order, a comma where a word belongs. */
function replaced({ refused, tokens, at, isRight }: Attempt): Repair | null {
  const { text, start, end } = tokens[at]!;
  const [is, before] = [tokens[at - 2], tokens[at - 1]];
  if (text === "&" && before?.text === "&" && isRight(refused, [before.start, end, "AND"]))
    return { hint: "did you mean `AND`?", fix: "AND", start: before.start, end };
  const quote = before?.text.startsWith("'") === true && before.end === start ? start - 1 : null;
  if (quote !== null && isRight(refused, [quote, start, "''"]))
    return { hint: "write `''` for this `'`", fix: "''", start: quote, end: start };
  const isNot = is !== undefined && /^IS NOT$/i.test(`${is.text} ${before!.text}`);
  if (isNot && isRight(refused, [is.start, before!.start, ""]))
    return { hint: `remove \`${is.text}\``, fix: "", start: is.start, end: before!.start };
  if (text === ")" && isRight(refused, [start, end, ""]))
    return { hint: "remove this `)`", fix: "", start, end };
  if (text === "," && isRight(refused, [start, end, " AS"]))
    return { hint: "write `AS` instead of the comma", fix: " AS", start, end };
  return null;
}

/** Something that is missing before the token, or before the one before it. */
function missing({ refused, tokens, at, isRight }: Attempt): Repair | null {
  const { text, start } = tokens[at]!;
  const words = /^(?:[\d'?:@$]|NULL$)/i.test(text) ? ["=", ...MISSING] : MISSING;
  const found = words.find((word) => isRight(refused, [start, start, `${word} `]));
  if (found !== undefined)
    return {
      hint: `write \`${found}\` before \`${shortened(text)}\``,
      fix: `${found} `,
      start,
      end: start,
    };
  const before = tokens[at - 1];
  const earlier =
    before === undefined
      ? undefined
      : ["JOIN", "LIMIT -1", "("].find((word) => isRight(refused, [before.start, before.start, `${word} `]));
  if (before === undefined || earlier === undefined) return null;
  return {
    hint: `write \`${earlier}\` before \`${shortened(before.text)}\``,
    fix: `${earlier} `,
    start: before.start,
    end: before.start,
  };
}

/** A token or two that are too many. */
function superfluous({ refused, tokens, at, isRight }: Attempt): Repair | null {
  const ranges: (readonly [first: number, last: number])[] = [
    [at, at],
    [at - 1, at - 1],
    [at - 2, at - 2],
  ];
  // At the end of the statement, one word of two alone could become a name.
  if (at === tokens.length - 1) ranges.unshift([at - 1, at]);
  if (at === tokens.length - 2) ranges.unshift([at, at + 1]);
  for (const [from, to] of ranges) {
    const [first, last] = [tokens[from], tokens[to]];
    if (first === undefined || last === undefined) continue;
    const { start } = first;
    const { end } = last;
    if (!isRight(refused, [start, end, ""])) continue;
    return { hint: `remove \`${shortened(refused.sql.slice(start, end))}\``, fix: "", start, end };
  }
  return null;
}

const ATTEMPTS = [keyword, superfluousComma, quoted, replaced, missing];

function repairEnd(refused: Refused, tokens: readonly Token[]): Repair {
  const { length } = refused.sql;
  const hasCase = tokens.some(({ text }) => /^CASE$/i.test(text));
  const ends = [")", "))", ")))", ...(hasCase ? ["END", "END)"] : [])];
  const found = ends.find((text) => parses(refused, [length, length, ` ${text}`]));
  if (found !== undefined)
    return { hint: `write \`${found}\` at the end`, fix: found.startsWith(")") ? found : ` ${found}` };
  const last = tokens.at(-1);
  if (last === undefined) return { hint: "write a statement" };
  const { start, end } = last;
  const text = shortened(last.text);
  if (parses(refused, [start, start, "JOIN "]))
    return { hint: `write \`JOIN\` before \`${text}\``, fix: "JOIN ", start, end: start };
  if (compiles(refused, [start, end, ""]))
    return { hint: `remove \`${text}\`, or write what follows it`, fix: "", start, end };
  return { hint: `write what follows \`${text}\`` };
}

function repairToken(refused: Refused): Repair {
  const { sql, place } = refused;
  const { start, end } = place;
  const text = sql.slice(start, end);
  if (/^['"`[]/.test(text)) return repairQuote(refused, text);
  if (sql.startsWith("::", start)) return { hint: "write `CAST(… AS …)`" };
  if (/^\d/.test(text)) return { hint: `write \`"${text}"\` for a name, or a blank behind the number` };
  if (compiles(refused, [start, end, "NOT "]) && text === "!")
    return { hint: "did you mean `NOT `?", fix: "NOT " };
  if (compiles(refused, [start, end, ""])) return { hint: `remove \`${text}\``, fix: "" };
  return { hint: `remove \`${shortened(text)}\`, or write it inside a text in single quotes` };
}

/** A text or name without its end. */
function repairQuote(refused: Refused, text: string): Repair {
  const { sql, place } = refused;
  const [sign = ""] = text;
  const close = sign === "[" ? "]" : sign;
  if (compiles(refused, [place.end, place.end, close]))
    return {
      hint: sign === "`" ? "close the name with a backquote" : `write \`${close}\` at its end`,
      fix: close,
      start: place.end,
      end: place.end,
    };
  const inner = quotesIn(sql, sign).find((at) => compiles(refused, [at, at, sign]));
  if (inner !== undefined && sign === "'")
    return { hint: "write `''` for this `'`", fix: "''", start: inner, end: inner + 1 };
  return { hint: sign === "`" ? "close the name with a backquote" : `close it with \`${close}\`` };
}

const MOST_QUOTES = 20;

/** The places of a quote in a statement, the last ones first. */
function quotesIn(sql: string, sign: string): readonly number[] {
  const all: number[] = [];
  for (let at = sql.lastIndexOf(sign); at > 0 && all.length < MOST_QUOTES; at = sql.lastIndexOf(sign, at - 1))
    all.push(at);
  return all;
}

const shortened = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
