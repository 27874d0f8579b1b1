// The checkers of literal statements: SQLite compiles them against the schema of the project. In doubt nothing is said.
import {
  fromBytes,
  type FoundProblem,
  type KnownCall,
  type LiteralCheckers,
} from "../../interpreter/runtime/index.ts";
import { checkParameters } from "./literal-parameters.ts";
import { repair } from "./literal-hints.ts";
import { checkResult } from "./literal-results.ts";
import { MAY_EXIST } from "./literal-steps.ts";
import { locate, plainName } from "./locate.ts";
import { define, schemaOf, type Schema } from "./schema.ts";
import { statementsOf, type Token } from "./statement-text.ts";

/** SQLite runs some pragmas as it compiles them. */
const RUNS_AS_COMPILED = /^(?:EXPLAIN\b[^]*?\b)?(?:PRAGMA|ATTACH|DETACH|VACUUM)\b/i;
const UNCHECKED = /^\s*\/\*\s*unchecked\s*\*\//;

const wrong = { code: "K3", severity: "error" } as const;
const doubtful = { code: "K3", severity: "warning" } as const;

function statement(sql: string, call: KnownCall): readonly FoundProblem[] {
  return checked(sql, call, (schema) => {
    const statements = statementsOf(sql);
    const [first, second] = statements;
    if (first === undefined)
      return [{ ...wrong, start: 0, end: sql.length, message: "there is no statement", hint: "write one" }];
    if (second !== undefined)
      return [
        {
          ...wrong,
          start: second[0]!.start,
          end: second.at(-1)!.end,
          message: "this is a second statement, and only one is run",
          hint: "use `exec_script`, or a call for each",
        },
      ];
    if (RUNS_AS_COMPILED.test(sql.slice(first[0]!.start))) return [];
    const problems = compiled(sql, first, schema);
    if (problems.length > 0) return problems;
    return [
      ...insertProblems(first, schema),
      ...checkParameters(sql, call),
      ...checkResult(sql, first, { schema, call }),
    ];
  });
}

function script(sql: string, call: KnownCall): readonly FoundProblem[] {
  return checked(sql, call, (schema) =>
    schema.database.undone(() => {
      const problems: FoundProblem[] = [];
      for (const tokens of statementsOf(sql)) {
        const { start, text: word } = tokens[0]!;
        // A transaction of the script is none of the check.
        if (/^(?:BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)$/i.test(word)) continue;
        const text = sql.slice(start, tokens.at(-1)!.end);
        if (RUNS_AS_COMPILED.test(text)) continue;
        const problem = define(tokens, sql, schema.database);
        // What exists already may not exist in the database that the script is for.
        if (problem === null || /already exists$/.test(problem)) continue;
        problems.push(problemAt(text, problem, { schema, from: start }));
      }
      return problems;
    }),
  );
}

function checked(
  sql: string,
  call: KnownCall,
  check: (schema: Schema) => readonly FoundProblem[],
): readonly FoundProblem[] {
  if (UNCHECKED.test(sql)) return [];
  const inserted = call.holes.flatMap(({ type, call: from }, hole): FoundProblem[] =>
    type === "String" && from !== "std/sqlite.ident"
      ? [
          {
            code: "K2",
            severity: "warning",
            hole,
            start: 0,
            end: 0,
            message: "this text becomes a part of the statement",
            hint: "write `?` and pass the value as a parameter; `ident(…)` of std/sqlite inserts the name of a table or column",
          },
        ]
      : [],
  );
  if (call.holes.length > 0) return inserted;
  const files = call.schema();
  const schema = files === null ? null : schemaOf(files, call.database);
  if (schema === null) return [];
  return schema.problems.length > 0 ? schema.problems : check(schema);
}

function compiled(sql: string, tokens: readonly Token[], schema: Schema): readonly FoundProblem[] {
  const from = tokens[0]!.start;
  const text = sql.slice(from, tokens.at(-1)!.end);
  const found = schema.database.columns(fromBytes(text));
  return "problem" in found ? [problemAt(text, found.problem, { schema, from })] : [];
}

function problemAt(
  text: string,
  problem: string,
  { schema, from }: { readonly schema: Schema; readonly from: number },
): FoundProblem {
  const place = locate(text, problem, (sql) => schema.database.columns(fromBytes(sql)));
  const severity = MAY_EXIST.test(problem) ? doubtful : wrong;
  const compile = (sql: string): string | null => {
    const found = schema.database.columns(fromBytes(sql));
    return "problem" in found ? found.problem : null;
  };
  const found = repair({ sql: text, problem, place, schema, compile });
  const { start, end } = { ...place, ...found };
  return {
    ...severity,
    message: problem,
    hint: found.hint,
    ...(found.fix !== undefined && { fix: found.fix }),
    start: from + start,
    end: from + end,
  };
}

/** Columns that need a value and get none. */
function insertProblems(tokens: readonly Token[], schema: Schema): readonly FoundProblem[] {
  const texts = tokens.map(({ text }) => text.toUpperCase());
  if (texts[0] !== "INSERT" && texts[0] !== "REPLACE") return [];
  const into = texts.indexOf("INTO");
  if (into < 0 || texts[into + 2] !== "(" || texts.slice(0, into).includes("IGNORE")) return [];
  const table = schema.table(plainName(tokens[into + 1]!.text));
  if (table === undefined || table.isView) return [];
  const close = texts.indexOf(")", into);
  const given = new Set(tokens.slice(into + 3, close).map(({ text }) => plainName(text)));
  const missing = schema
    .columnsOf(table.name)
    .filter((column) => !column.hasDefault && !column.isGenerated && column.isRequired)
    .filter((column) => !(column.key > 0 && column.type.toUpperCase() === "INTEGER"))
    .filter((column) => !given.has(column.name.toLowerCase()));
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => `\`${name}\``).join(", ");
  const { start, end } = tokens[into + 1]!;
  return [
    {
      ...wrong,
      start,
      end,
      message: `${names} of \`${table.name}\` cannot be NULL and ${missing.length === 1 ? "has" : "have"} no default`,
      hint: `give ${missing.length === 1 ? "it a value" : "them values"}`,
    },
  ];
}

export const checkers: LiteralCheckers = { whole: {}, partial: { sql: statement, script } };
