// Steps for what SQLite says about statements whose syntax and names are right.
import type { Refused, Repair } from "./literal-hints.ts";
import { listed } from "./literal-names.ts";
import { nameIn, plainName } from "./locate.ts";
import type { Schema } from "./schema.ts";

/** What may exist only when the program runs. */
export const MAY_EXIST =
  /^no such (?:table|function|collation sequence|module|index|view|trigger)\b|^unknown database /;

const STEPS: readonly (readonly [problem: RegExp, hint: string])[] = [
  [
    /^no such collation sequence: /,
    "write `BINARY`, `NOCASE` or `RTRIM`, or begin the statement with `/* unchecked */`",
  ],
  [
    /^\d+ values for \d+ columns$|^table \S+ has \d+ values for \d+ columns$|^\d+ columns assigned \d+ values$/,
    "give as many values as there are columns",
  ],
  [/^all VALUES must have the same number of terms$/, "give each row as many values as the first one"],
  [/^misuse of aggregate/, "compare it in `HAVING`, or select it in a subquery"],
  [/^misuse of window function /, "write `OVER ()` behind it"],
  [/may not be used as a window function$/, "remove `OVER` and its parentheses"],
  [/^FILTER may not be used with non-aggregate /, "remove `FILTER` and its parentheses"],
  [/^no such window: /, "declare it by `WINDOW` and `AS (…)` behind the conditions"],
  [/^row value misused$/, "compare as many values as there are columns, or select one column"],
  [/^sub-select returns \d+ columns/, "select one column in the subquery"],
  [/do not have the same number of result columns$/, "select the same number of columns on both sides"],
  [
    /ORDER BY term out of range|GROUP BY term out of range/,
    "write the name of a column, or the number of one that is selected",
  ],
  [
    /(?:ORDER|GROUP) BY term does not match any column in the result set$/,
    "order by a column that is selected",
  ],
  [/clause on a non-aggregate query$/, "write `WHERE` instead, or add `GROUP BY`"],
  [/clause should come after (?:UNION|INTERSECT|EXCEPT)/, "write it at the end of the whole statement"],
  [/ because it is a view$/, "change the table that the view selects from"],
  [/generated column /, "leave it out: SQLite computes its value"],
  [/^duplicate column name: /, "remove it, or give it another name"],
  [/has more than one primary key$/, "write one `PRIMARY KEY (a, b)` behind the columns"],
  [/^AUTOINCREMENT is only allowed/, "remove `AUTOINCREMENT`, or declare the column `INTEGER PRIMARY KEY`"],
  [/^use DROP TABLE to delete/, "write `DROP TABLE`"],
  [/^use DROP VIEW to delete/, "write `DROP VIEW`"],
  [/already exists$/, "write `IF NOT EXISTS`, or another name"],
  [/^cannot drop /, "create a new table without it, and copy the rows"],
  [/^no tables specified$/, "write `FROM` and a table"],
  [/^cannot join using column /, "write `ON` and a condition"],
  [/^a NATURAL join may not have an ON or USING clause$/, "remove `NATURAL`, or the condition"],
  [/^variable number must be between /, "write `?1` for the first parameter"],
  [/^object name reserved for internal use: /, "choose a name that does not begin with `sqlite_`"],
  [/^unknown table option: /, "the options are `STRICT` and `WITHOUT ROWID`"],
  [
    /^(?:unknown|missing) datatype for /,
    "the types of a STRICT table are `INT`, `INTEGER`, `REAL`, `TEXT`, `BLOB` and `ANY`",
  ],
  [/^PRIMARY KEY missing on table /, "declare a `PRIMARY KEY`, or remove `WITHOUT ROWID`"],
  [/^parameters are not allowed in /, "write the value itself"],
  [/^default value of column .* is not constant$/, "write a constant value"],
  [/^circular reference: /, "write the first rows and `UNION ALL` before the rows that refer to it"],
  [/^RAISE\(\) may only be used within a trigger-program$/, "remove it: only triggers raise"],
  [/^too many /, "split the statement"],
];

export function stepFor({ sql, problem, schema }: Refused): Repair {
  const name = nameIn(problem)?.at(-1);
  if (
    /^table \S+ has \d+ columns but \d+ values/.test(problem) &&
    name !== undefined &&
    schema.table(name) !== undefined
  ) {
    const names = schema.columnsOf(name).filter(({ isGenerated }) => !isGenerated);
    return {
      hint: `give ${names.length} values, or name the columns: \`${name} (${names.map((each) => each.name).join(", ")})\``,
    };
  }
  if (problem.startsWith("ON CONFLICT clause does not match")) return { hint: conflictHint(sql, schema) };
  const step = STEPS.find(([known]) => known.test(problem));
  if (step !== undefined) return { hint: step[1] };
  if (MAY_EXIST.test(problem))
    return { hint: "add it to the schema, or begin the statement with `/* unchecked */`" };
  return { hint: "write the statement differently; `/* unchecked */` at its start turns this check off" };
}

function conflictHint(sql: string, schema: Schema): string {
  const into = /\bINTO\s+("[^"]+"|\w+)/i.exec(sql)?.[1];
  const table = into === undefined ? undefined : schema.table(plainName(into));
  const keys = table === undefined ? [] : schema.columnsOf(table.name).filter(({ key }) => key > 0);
  const such =
    keys.length === 0 ? "" : `, such as ${listed([`(${keys.map(({ name }) => name).join(", ")})`])}`;
  return `write the columns of a PRIMARY KEY or UNIQUE constraint${such}, or add a constraint to the schema`;
}
