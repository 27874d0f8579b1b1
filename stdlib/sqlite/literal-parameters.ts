// Whether the parameters that are written in a call are those of its statement.
import type { FoundProblem, KnownCall, LiteralArgumentData } from "../../interpreter/runtime/index.ts";
import { readStatement, tokensOf, type Token } from "./statement-text.ts";

const wrong = { code: "K3", severity: "error" } as const;

export function checkParameters(sql: string, call: KnownCall): readonly FoundProblem[] {
  const { params, rows } = call.arguments;
  // `marks(n)` stands for any number of parameters.
  if (call.hasStandIns) return [];
  if (params !== undefined) return problemsOf(sql, params.elements);
  for (const row of rows?.elements ?? []) {
    const problems = problemsOf(sql, row.elements);
    if (problems.length > 0) return problems;
  }
  return [];
}

function problemsOf(sql: string, given: readonly LiteralArgumentData[] | null): readonly FoundProblem[] {
  if (given === null) return [];
  const named = given.filter(({ call }) => call === "std/sqlite.name");
  if (named.some(({ text }) => text === null)) return [];
  const { positions, names, numbered, problem } = readStatement(sql);
  const all = { start: 0, end: sql.length };
  if (problem !== null) return [{ ...wrong, ...all, message: problem, hint: "number all of them from `?1`" }];
  const tokens = tokensOf(sql);
  const place = (token: Token | undefined) =>
    token === undefined ? all : { start: token.start, end: token.end };
  const count = given.length - named.length;
  if (count !== positions) {
    const marks = numbered ? [] : tokens.filter(({ text }) => text === "?");
    const message = `the statement has ${positions} ${positions === 1 ? "parameter" : "parameters"} \`?\`, and ${count} ${count === 1 ? "is" : "are"} given`;
    const hint =
      count < positions ? "give a value for each `?`" : "write a `?` for each value, or remove values";
    return [{ ...wrong, ...place(marks[count] ?? marks.at(-1)), message, hint }];
  }
  const isGiven = (name: string): boolean =>
    named.some(({ text }) => text === name || text === name.slice(1));
  const missing = names.find((name) => !isGiven(name));
  if (missing !== undefined)
    return [
      {
        ...wrong,
        ...place(tokens.find(({ text }) => text === missing)),
        message: `\`${missing}\` has no value`,
        hint: `add \`name("${missing.slice(1)}", …)\` to the parameters`,
      },
    ];
  const unknown = named.find(({ text }) => !names.some((name) => name === text || name.slice(1) === text));
  if (unknown === undefined) return [];
  const text = unknown.text!.replace(/^[:@$]/, "");
  return [
    {
      ...wrong,
      ...all,
      message: `the statement has no parameter \`:${text}\``,
      hint: `write \`:${text}\` in the statement, or remove \`name("${unknown.text!}", …)\``,
    },
  ];
}
