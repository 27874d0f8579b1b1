// Checks what the conformance scripts must cover together: every row of the HTTP table, every item of
// the language's checklist, every code of a diagnostic.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codes } from "../interpreter/diagnostics/index.ts";
import type { Case } from "./conform-cases.ts";

interface Row {
  readonly id: string;
  readonly text: string;
}

/** Codes of limits that only hosts set; `interpreter/engine.test.ts` provokes them. */
const OF_HOSTS: ReadonlySet<string> = new Set(["G3"]);

/** Rows, items and codes without a script. */
export function coverage(root: string, cases: readonly Case[]): { name: string; problem: string }[] {
  const rows = new Set(cases.flatMap((one) => one.expected.rows));
  const items = new Set(cases.flatMap((one) => one.expected.items));
  const provoked = new Set(
    cases
      .flatMap((one) =>
        [one.expected, ...one.modules.map((module) => module.expected)].flatMap((expected) => [
          ...expected.errors,
          ...(expected.warnings ?? []),
        ]),
      )
      .map((diagnostic) => diagnostic.code),
  );
  return [
    ...missing(readTable(root, "http/rows.tsv"), rows, "row"),
    ...missing(readTable(root, "checklist.tsv"), items, "item"),
    ...Object.keys(codes)
      .filter((code) => !provoked.has(code) && !OF_HOSTS.has(code))
      .map((code) => ({ name: `code ${code}`, problem: "no script provokes this diagnostic" })),
  ];
}

function missing(
  table: readonly Row[],
  shown: ReadonlySet<string>,
  kind: string,
): { name: string; problem: string }[] {
  const known = new Set(table.map((row) => row.id));
  const strangers = [...shown].filter((id) => !known.has(id));
  return [
    ...table
      .filter((row) => !shown.has(row.id))
      .map((row) => ({ name: `${kind} ${row.id}`, problem: `no script shows: ${row.text}` })),
    ...strangers.map((id) => ({ name: `${kind} ${id}`, problem: "a script names it, the table does not" })),
  ];
}

/** One line per HTTP row: its scripts, and whether all of them passed. */
export function rowTable(
  root: string,
  cases: readonly Case[],
  failures: ReadonlyMap<string, unknown>,
): string[] {
  return readTable(root, "http/rows.tsv").map(({ id, text }) => {
    const scripts = cases.filter((one) => one.expected.rows.includes(id));
    const state =
      scripts.length === 0 ? "missing" : scripts.some((one) => failures.has(one.name)) ? "FAILED" : "covered";
    return `  ${id.padEnd(7)} ${state.padEnd(8)} ${String(scripts.length).padStart(2)}  ${text}`;
  });
}

/** The table's first line is its heading. */
function readTable(root: string, path: string): Row[] {
  return readFileSync(join(root, "conformance", path), "utf8")
    .split("\n")
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => {
      const [id = "", ...rest] = line.split("\t");
      return { id, text: rest.at(-1) ?? "" };
    });
}
