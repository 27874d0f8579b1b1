// How file operations fail: `Err` of kind `io`, with the operation before the text and the path after it
// (reference/library#failures).
import { fail } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue } from "../../interpreter/runtime/index.ts";
import { errorText } from "../error/index.ts";

/** Carries the prefix where one operation can fail in two ways, such as a copy. */
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
    return fail("io", `${this.operation}: ${this.text} (${this.path})`);
  }
}

/** What `body` gives, its system errors named after `operation` and what it does that to. @throws FileFailure */
export async function named<T>(operation: string, path: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    throw error instanceof FileFailure ? error : new FileFailure(operation, errorText(error), path);
  }
}

/** Why a path cannot be given to the system, or null. Any bytes but NUL are a path (reference/library#bytes). */
export function pathProblem(path: string): string | null {
  return path.includes("\0") ? "path contains a NUL byte" : null;
}
