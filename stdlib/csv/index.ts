// std/csv: tables as text. `parser.ts` parses piece by piece, for strings and streams alike.
import {
  fail,
  inSteps,
  Panic,
  UNIT,
  type Err,
  type ErrorValue,
  type MaybePromise,
  type NativeTable,
  type Result,
  type Runtime,
  type Steps,
  type Unit,
} from "../../interpreter/runtime/index.ts";
import type { Row } from "../row/index.ts";
import { formatRows } from "./format.ts";
import { CsvParser, CsvProblem } from "./parser.ts";
import { Header, Incoming } from "./records.ts";

/** @throws Panic for a delimiter that could also be part of a row. */
function delimiterOf(char: number): number {
  if (char > 127 || char === 34 || char === 10 || char === 13)
    throw new Panic("the delimiter must be an ASCII character other than a quote or a line break");
  return char;
}

function problemOf(problem: unknown): Err<ErrorValue> {
  if (problem instanceof CsvProblem) return fail("csv", `line ${problem.line}: ${problem.message}`);
  throw problem;
}

/** Returns a parse failure as an `Err` that names the line. */
function* attempt<T>(work: Steps<T>): Steps<Result<T, ErrorValue>> {
  try {
    return yield* work;
  } catch (problem) {
    return problemOf(problem);
  }
}

function* parse(text: string, delimiter: number): Steps<string[][]> {
  const parser = new CsvParser(delimiter);
  yield* parser.feed(text);
  yield* parser.finish();
  return parser.rows;
}

/** Returns the rows after the header. */
function* records(text: string, delimiter: number): Steps<Row[]> {
  const parser = new CsvParser(delimiter);
  yield* parser.feed(text);
  yield* parser.finish();
  const [names, ...rest] = parser.rows;
  if (names === undefined) return [];
  const header = new Header(names);
  return rest.flatMap((row, i) => header.row(row, parser.lines[i + 1]!) ?? []);
}

function* fed(incoming: Incoming, piece: string): Steps<Unit> {
  // Rows before a syntax error are available to the reader before the error.
  if (piece === "") yield* incoming.parser.finish();
  else yield* incoming.parser.feed(piece);
  return UNIT;
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
      __records: (text: string, char: number) => inSteps(runtime, attempt(records(text, delimiterOf(char)))),
      __parser: (char: number) => new Incoming(new CsvParser(delimiterOf(char))),
      __feed: (incoming: Incoming, piece: string) => inSteps(runtime, attempt(fed(incoming, piece))),
      __has_row: (incoming: Incoming) => incoming.hasRow(),
      __next_row: (incoming: Incoming) => incoming.take().row,
      __next_record(incoming: Incoming): Result<Row | null, ErrorValue> {
        const { row, line } = incoming.take();
        try {
          if (incoming.header !== null) return incoming.header.row(row, line);
          incoming.header = new Header(row);
          return null;
        } catch (problem) {
          return problemOf(problem);
        }
      },
    },
    structs: { __Parser: Incoming },
  };
}
