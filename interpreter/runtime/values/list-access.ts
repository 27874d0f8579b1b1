// A list access that has failed, for the text of its panic.
import { intText } from "./number-text.ts";
import type { Int } from "./wide.ts";

/** What generated code leaves directly before it fails (compile/emit/function/operations.ts). */
export interface FailedAccess {
  readonly list: readonly unknown[];
  readonly index: Int;
}

/** Of one program: takes what it has left; null when that is nothing. */
export type AccessReader = () => FailedAccess | null;

const MESSAGE = "list index out of bounds";

/** `access` null: what failed is not known. */
export function outOfBoundsText(access: FailedAccess | null): string {
  return access === null
    ? MESSAGE
    : `${MESSAGE}: index ${intText(access.index)}, length ${access.list.length}`;
}
