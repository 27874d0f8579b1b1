// How file operations fail: `Err` of kind `io`, with the operation before the text.
import { isUtf8 } from "node:buffer";
import { fail } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue } from "../../interpreter/runtime/index.ts";
import { errorText } from "../error/index.ts";

/** Carries the prefix where one operation can fail in two ways, such as a copy. */
export class FileFailure {
  readonly operation: string;
  readonly text: string;

  constructor(operation: string, text: string) {
    this.operation = operation;
    this.text = text;
  }

  toResult(): Err<ErrorValue> {
    return fail("io", `${this.operation}: ${this.text}`);
  }
}

/** What `body` gives, its system errors named after `operation`. @throws FileFailure */
export async function named<T>(operation: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    throw error instanceof FileFailure ? error : new FileFailure(operation, errorText(error));
  }
}

/** Why a path cannot be given to the system, or null. */
export function pathProblem(path: string): string | null {
  if (!isUtf8(Buffer.from(path, "latin1"))) return "path is not valid UTF-8";
  return path.includes("\0") ? "path contains a NUL byte" : null;
}
