// Failures of file operations: `Err` of kind `io`, with the operation before the text and the path after it
// (reference/library#failures).
import { fail, LONGEST_PATH, Panic } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue } from "../../interpreter/runtime/index.ts";
import { codeOf, errorText, systemText } from "../error/index.ts";

/** The bytes of a path of more than `LONGEST_PATH` that messages show. */
const SHOWN = 4096;

/** A failure that carries its operation, for functions such as a copy in which several can fail. */
export class FileFailure {
  readonly operation: string;
  readonly text: string;
  readonly path: string;

  constructor(operation: string, text: string, path: string) {
    this.operation = operation;
    this.text = text;
    this.path = path;
  }

  toResult(): Err<ErrorValue> {
    const { path } = this;
    const shown = path.length > LONGEST_PATH ? `${path.slice(0, SHOWN)}...` : path;
    return fail("io", `${this.operation}: ${this.text} (${shown})`, codeOf(this.text));
  }
}

/**
 * Returns the result of `body`. System errors in it are named after `operation` and its path. @throws
 * FileFailure
 */
export async function named<T>(operation: string, path: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    throw error instanceof FileFailure || error instanceof Panic
      ? error
      : new FileFailure(operation, errorText(error), path);
  }
}

/** Returns why a path is invalid, or null. Any bytes but NUL are valid (reference/library#bytes). */
export function pathProblem(path: string): string | null {
  if (path.length > LONGEST_PATH) return systemText("ENAMETOOLONG");
  return path.includes("\0") ? "path contains a NUL byte" : null;
}
