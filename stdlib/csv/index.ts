// std/csv: tables as text. `parser.ts` reads piece by piece, so that files and streams are read alike.
import {
  fail, inSteps, Panic, type ErrorValue, type MaybePromise, type NativeTable, type Result, type Runtime, type Steps,
} from "../../interpreter/runtime/index.ts";
import { formatRows } from "./format.ts";
import { CsvParser, CsvProblem } from "./parser.ts";

/** @throws Panic for a delimiter that could not be told from what else a row consists of. */
function delimiterOf(char: number): number {
  if (char > 127 || char === 34 || char === 10 || char === 13) throw new Panic("a delimiter is an ASCII character other than a quote or a line break");
  return char;
}

/** What is wrong as an `Err` that names the line. */
function* attempt<T>(work: Steps<T>): Steps<Result<T, ErrorValue>> {
  try {
    return yield* work;
  } catch (problem) {
    if (problem instanceof CsvProblem) return fail("csv", `line ${problem.line}: ${problem.message}`);
    throw problem;
  }
}

function* parse(text: string, delimiter: number): Steps<string[][]> {
  const parser = new CsvParser(delimiter);
  yield* parser.feed(text);
  yield* parser.finish();
  return parser.rows;
}

export function create(runtime: Runtime): NativeTable {
  const parseWith = (text: string, char: number): MaybePromise<Result<string[][], ErrorValue>> =>
    inSteps(runtime, attempt(parse(text, delimiterOf(char))));
  const formatWith = (rows: readonly string[][], char: number): MaybePromise<string> =>
    inSteps(runtime, formatRows(rows, delimiterOf(char)));
  return {
    functions: {
      parse: (text: string) => parseWith(text, 44),
      parse_with: parseWith,
      format: (rows: readonly string[][]) => formatWith(rows, 44),
      format_with: formatWith,
    },
  };
}
