// std/text: encodings, differences, layout, patterns of paths.
import {
  asCount,
  fail,
  foreseen,
  inSteps,
  Panic,
  type ErrorValue,
  type Int,
  type NativeTable,
  type Result,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { branchesOf, matchesPath, type Branch } from "../path/index.ts";
import { difference } from "./difference.ts";
import { decoded, encoded, EncodingProblem } from "./encodings.ts";
import { tableOf, wrapped } from "./layout.ts";

/** The struct `Glob`. */
class Glob {
  readonly branches: readonly Branch[];
  constructor(branches: readonly Branch[]) {
    this.branches = branches;
  }
}

function glob(pattern: string): Result<Glob, ErrorValue> {
  try {
    return new Glob(branchesOf(pattern));
  } catch (error) {
    return fail("text", `glob: ${(error as Error).message}`);
  }
}

function attempt(operation: string, work: () => string): Result<string, ErrorValue> {
  try {
    return work();
  } catch (error) {
    if (error instanceof EncodingProblem) return fail("text", `${operation}: ${error.message}`);
    throw error;
  }
}

/** The nanoseconds for each byte of the arguments. */
const NANOS = { decode: 50, encode: 150, diff: 400, glob: 200, "Glob.matches": 2_000 };

export function create(runtime: Runtime): NativeTable {
  return {
    structs: { Glob },
    functions: foreseen(runtime, NANOS, {
      decode: (bytes: string, encoding: string) => attempt("decode", () => decoded(bytes, encoding)),
      encode: (text: string, encoding: string) => attempt("encode", () => encoded(text, encoding)),
      diff: difference,
      wrap(text: string, columns: Int) {
        const most = asCount(columns);
        if (most < 1) throw new Panic(`wrap: columns must be positive: ${columns}`);
        return inSteps(runtime, wrapped(text, most));
      },
      table: (rows: readonly (readonly string[])[]) => inSteps(runtime, tableOf(rows)),
      glob,
      "Glob.matches": ({ branches }: Glob, path: string) =>
        branches.some((branch) => matchesPath(branch, path)),
    }),
  };
}
