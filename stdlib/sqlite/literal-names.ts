// What an unknown or ambiguous name of a statement may mean: columns, tables and functions of the schema.
import { edits } from "../../interpreter/spelling/index.ts";
import type { Refused, Repair } from "./literal-hints.ts";
import { nameIn, plainName } from "./locate.ts";
import type { Schema } from "./schema.ts";
import { tokensOf } from "./statement-text.ts";

/** The most names that a hint lists. */
const MOST_LISTED = 8;
/** Functions that other databases have, and what SQLite has instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  char_length: "length",
  len: "length",
  lcase: "lower",
  ucase: "upper",
  isnull: "ifnull",
  nvl: "coalesce",
  greatest: "max",
  least: "min",
  charindex: "instr",
  position: "instr",
  rand: "random",
  to_char: "strftime",
  date_format: "strftime",
};

export function repairName(refused: Refused): Repair | null {
  const { problem } = refused;
  const name = nameIn(problem);
  if (name === null) return null;
  if (problem.startsWith("no such table: ")) return tableRepair(refused, name.at(-1)!);
  if (problem.startsWith("no such function: ")) return functionRepair(refused, name[0]!);
  if (problem.startsWith("wrong number of arguments")) return countRepair(refused, name[0]!);
  if (problem.startsWith("ambiguous column name: ")) return ambiguous(refused, name.at(-1)!);
  return /no such column: |has no column named |unknown column /.test(problem)
    ? columnRepair(refused, name)
    : null;
}

/** A table of a statement and the name that it has there. */
interface Known {
  readonly table: string;
  readonly name: string;
}

function tablesOf(sql: string, schema: Schema): readonly Known[] {
  const tokens = tokensOf(sql);
  return tokens.flatMap(({ text }, i): readonly Known[] => {
    const table = schema.table(plainName(text))?.name;
    const before = tokens[i - 1]?.text.toUpperCase() ?? "";
    // A table follows one of these words, or the comma of a list; `t.` is only the name of one.
    if (
      table === undefined ||
      tokens[i + 1]?.text === "." ||
      !/^(?:FROM|JOIN|INTO|UPDATE|TABLE|ON|,|OR|REPLACE|\.)$/.test(before)
    )
      return [];
    const next = tokens[i + 1];
    const alias = next !== undefined && /^AS$/i.test(next.text) ? tokens[i + 2] : next;
    return [{ table, name: alias !== undefined && isAlias(alias.text) ? plainName(alias.text) : table }];
  });
}

const isAlias = (text: string): boolean =>
  /^["`[\w]/.test(text) &&
  !/^(?:WHERE|JOIN|LEFT|RIGHT|FULL|INNER|CROSS|NATURAL|ON|USING|ORDER|GROUP|HAVING|LIMIT|UNION|EXCEPT|INTERSECT|SET|VALUES|SELECT|DEFAULT|INDEXED|NOT|RETURNING|WINDOW|ADD|DROP|RENAME)$/i.test(
    text,
  );

function columnRepair({ sql, schema, place }: Refused, name: readonly string[]): Repair {
  const tokens = tokensOf(sql);
  const written = tokens.findLast(({ start, end }) => start >= place.start && end <= place.end);
  const at = written === undefined ? {} : { start: written.start, end: written.end };
  const column = name.at(-1)!;
  const all = tablesOf(sql, schema);
  const qualifier = name.length > 1 ? name.at(-2)! : null;
  const own = qualifier === null ? all : all.filter((each) => sameName(each.name, qualifier));
  if (qualifier !== null && own.length === 0) return qualifierRepair(all, qualifier, place);
  const names = unique(own.flatMap(({ table }) => columnNames(schema, table)));
  const near = only(column, names);
  if (near !== null) return { ...at, hint: `did you mean \`${near}\`?`, fix: near };
  // SQLite reads a text in double quotes as a name.
  if (written?.text.startsWith('"') === true && qualifier === null) {
    const fix = `'${column.replaceAll("'", "''")}'`;
    return { ...at, hint: `write \`${fix}\` for a text`, fix };
  }
  const others = schema
    .tableNames()
    .filter((table) => columnNames(schema, table).some((each) => sameName(each, column)));
  if (others.length > 0 && qualifier === null) {
    const hint = tokens.some(({ text }) => /^(?:FROM|INTO|UPDATE|TABLE|ON)$/i.test(text))
      ? `it is a column of ${listed(others)}: join that table, or write another column`
      : `write \`FROM ${others[0]!}\` behind the columns`;
    return { hint };
  }
  if (names.length === 0) return { hint: "write the name of a column, or a text in single quotes" };
  return { hint: `write one of its columns: ${listed(names)}` };
}

function qualifierRepair(
  all: readonly Known[],
  qualifier: string,
  place: { readonly start: number },
): Repair {
  const names = unique(all.map(({ name }) => name));
  const near = only(qualifier, names) ?? (names.length === 1 ? names[0]! : null);
  if (near !== null)
    return {
      start: place.start,
      end: place.start + qualifier.length,
      hint: `did you mean \`${near}\`?`,
      fix: near,
    };
  return {
    hint:
      names.length === 0
        ? "name a table in the FROM clause"
        : `write one of the tables of the statement: ${listed(names)}`,
  };
}

function tableRepair({ sql, schema, place }: Refused, table: string): Repair | null {
  const known = schema.table(table);
  if (known !== undefined) {
    const isOther = tokensOf(sql).some(
      ({ start, text }, i, tokens) =>
        start >= place.start && sameName(plainName(text), table) && tokens[i + 1]?.text === ".",
    );
    return isOther ? { hint: `add \`${known.name}\` to the FROM clause, or write one of its tables` } : null;
  }
  const near = only(table, schema.tableNames());
  if (near === null) return null;
  const written = tokensOf(sql).findLast(({ start, end }) => start >= place.start && end <= place.end);
  return {
    ...(written !== undefined && { start: written.start, end: written.end }),
    hint: `did you mean \`${near}\`?`,
    fix: near,
  };
}

function functionRepair({ schema }: Refused, name: string): Repair {
  const lower = name.toLowerCase();
  if (/^(?:now|getdate|sysdate|current_datetime)$/.test(lower))
    return { hint: "write `datetime('now')`, or `unixepoch()` for seconds" };
  const near =
    (Object.hasOwn(ELSEWHERE, lower) ? ELSEWHERE[lower]! : null) ??
    nearest(
      name,
      schema.functions().map((each) => each.name),
    );
  if (near !== null) return { hint: `did you mean \`${near}\`?`, fix: near };
  return { hint: "write a function of SQLite, or begin the statement with `/* unchecked */`" };
}

function countRepair({ schema }: Refused, name: string): Repair {
  const counts = unique(
    schema
      .functions()
      .filter((each) => sameName(each.name, name) && each.count >= 0)
      .map(({ count }) => count),
  ).toSorted((a, b) => a - b);
  if (counts.length === 0) return { hint: `give \`${name}\` fewer or more arguments` };
  return {
    hint: `\`${name}\` takes ${counts.join(" or ")} ${counts.at(-1) === 1 ? "argument" : "arguments"}`,
  };
}

function ambiguous({ sql, schema }: Refused, column: string): Repair {
  const names = unique(
    tablesOf(sql, schema)
      .filter(({ table }) => columnNames(schema, table).some((each) => sameName(each, column)))
      .map(({ name }) => `${name}.${column}`),
  );
  if (names.length === 0) return { hint: "write the name of its table and a dot before it" };
  return { hint: `write ${listed(names, " or ")}`, fix: names[0]! };
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const unique = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];
const columnNames = (schema: Schema, table: string): readonly string[] =>
  schema.columnsOf(table).map(({ name }) => name);

export function listed(names: readonly string[], separator = ", "): string {
  const shown = names.slice(0, MOST_LISTED).map((name) => `\`${name}\``);
  return `${shown.join(separator)}${names.length > MOST_LISTED ? ", …" : ""}`;
}

/** The only name that is near, if it needs no quotes. */
export function only(name: string, names: readonly string[]): string | null {
  const most = name.length < 4 ? 1 : 2;
  const found = unique(names.filter((each) => edits(each.toLowerCase(), name.toLowerCase()) <= most));
  return found.length === 1 && /^[A-Za-z_]\w*$/.test(found[0]!) ? found[0]! : null;
}

/** The nearest of many names, of which several are near. */
function nearest(name: string, names: readonly string[]): string | null {
  const most = name.length < 4 ? 1 : 2;
  const ranked = unique(names)
    .map((each) => ({ each, far: edits(each.toLowerCase(), name.toLowerCase()) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far);
  return ranked[0]?.each ?? null;
}
