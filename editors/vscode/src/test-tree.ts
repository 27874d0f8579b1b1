// What the test explorer shows, without the editor: the tests in a text, the words that run them, and the outcomes
// in the report of `std test --reporter json`.

export interface FoundTest {
  readonly name: string;
  /** From 0. */
  readonly line: number;
}

/** The tests that a file declares, in its order. */
export function testsIn(text: string): FoundTest[] {
  const found = new Map<string, FoundTest>();
  text.split(/\r?\n/).forEach((content, line) => {
    const name = /^fun (test_\w+)\s*\(/.exec(content)?.[1];
    if (name !== undefined && !found.has(name)) found.set(name, { name, line });
  });
  return [...found.values()];
}

/** The id of a test or subtest in the tree, which is also what `std test` takes; the id of a file is its path. */
export function idOf(file: string, name: string): string {
  return `${file}::${name}`;
}

/** The ids without those that others in the list contain. */
export function outermost(ids: readonly string[]): string[] {
  const all = new Set(ids);
  const isInside = (id: string): boolean =>
    [...id.matchAll(/::|\//g)].some(({ index }) => all.has(id.slice(0, index)));
  return ids.filter((id) => !isInside(id));
}

/** The words after `std` that run tests and report them. */
export function testArguments(ids: readonly string[], coverage: string | null): string[] {
  return [
    "test",
    "--reporter",
    "json",
    ...(coverage === null ? [] : [`--coverage=${coverage}`]),
    ...outermost(ids),
  ];
}

export interface Place {
  readonly file: string;
  /** From 0. */
  readonly line: number;
  readonly column: number;
}

export interface Outcome {
  readonly id: string;
  /** The last part of its name. */
  readonly label: string;
  /** The id of the test that it is a part of; of its file, if it is none. */
  readonly parent: string;
  readonly state: "passed" | "failed" | "skipped" | "errored";
  readonly milliseconds: number;
  /** Why it failed or was skipped. */
  readonly message: string;
  /** The values of a failed comparison. */
  readonly compared: { readonly got: string; readonly expected: string } | null;
  readonly at: Place | null;
  readonly output: string;
}

interface Result {
  readonly name: string;
  readonly file?: string;
  readonly passed: boolean;
  readonly skipped: string | null;
  readonly failure: string | null;
  readonly trace: readonly string[];
  readonly compared: { readonly got: string; readonly expected: string | null } | null;
  readonly output?: string;
  readonly log: readonly string[];
  readonly milliseconds: number;
  readonly subtests: readonly Result[];
}

/** The outcomes in a report, each before its subtests; null if the text is no report. */
export function outcomesIn(report: string): Outcome[] | null {
  let parsed: { readonly tests?: readonly Result[] };
  try {
    parsed = JSON.parse(report) as typeof parsed;
  } catch {
    return null;
  }
  return parsed.tests?.flatMap((test) => outcomes(test, test.file ?? "", test.file ?? "")) ?? null;
}

function outcomes(result: Result, file: string, parent: string): Outcome[] {
  // A file that does not check is reported under its own name.
  const isFile = result.name === file;
  const id = isFile ? file : idOf(file, result.name);
  const { got, expected } = result.compared ?? { got: "", expected: null };
  const outcome: Outcome = {
    id,
    label: parent === file ? result.name : id.slice(parent.length + 1),
    parent,
    state: stateOf(result, isFile),
    milliseconds: result.milliseconds,
    message: result.failure ?? result.skipped ?? "",
    compared: expected === null ? null : { got, expected },
    at: placeOf(result.trace),
    output: [result.output ?? "", ...result.log.map((line) => `${line}\n`)].join(""),
  };
  return [outcome, ...result.subtests.flatMap((each) => outcomes(each, file, id))];
}

function stateOf({ passed, skipped }: Result, isFile: boolean): Outcome["state"] {
  if (skipped !== null) return "skipped";
  if (passed) return "passed";
  return isFile ? "errored" : "failed";
}

/** The innermost call of the user in a trace. */
function placeOf(trace: readonly string[]): Place | null {
  for (const frame of trace) {
    const [, file, line, column] = /\((.+):(\d+):(\d+)\)$/.exec(frame) ?? [];
    if (file !== undefined && !file.startsWith("std/"))
      return { file, line: Number(line) - 1, column: Number(column) - 1 };
  }
  return null;
}

export interface CoveredFile {
  readonly file: string;
  /** How often each line was reached; lines from 0. */
  readonly lines: readonly { readonly line: number; readonly count: number }[];
  readonly functions: readonly { readonly name: string; readonly line: number; readonly count: number }[];
}

/** The files in `lcov.info`. */
export function coverageIn(lcov: string): CoveredFile[] {
  return lcov
    .split(/^end_of_record$/m)
    .map((record) => record.trim())
    .filter((record) => record !== "")
    .map((record) => {
      const rows = record.split("\n").map((row) => /^(\w+):(.*)$/.exec(row) ?? []);
      const values = (kind: string): string[][] =>
        rows.filter(([, key]) => key === kind).map(([, , value = ""]) => splitOnce(value));
      const counts = new Map(values("FNDA").map(([count, name]) => [name, Number(count)]));
      return {
        file: rows.find(([, key]) => key === "SF")?.[2] ?? "",
        lines: values("DA").map(([line, count]) => ({ line: Number(line) - 1, count: Number(count) })),
        functions: values("FN").map(([line, name = ""]) => ({
          name,
          line: Number(line) - 1,
          count: counts.get(name) ?? 0,
        })),
      };
    });
}

function splitOnce(text: string): string[] {
  const at = text.indexOf(",");
  return [text.slice(0, at), text.slice(at + 1)];
}
