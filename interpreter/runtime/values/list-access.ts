// A list access that has failed, for the text of its panic.
import { intText } from "./number-text.ts";
import type { Int } from "./wide.ts";

/** Recorded by generated code directly before it fails (compile/emit/function/operations.ts). */
export interface FailedAccess {
  readonly list: readonly unknown[];
  readonly index: Int;
}

/** Takes the recorded access of one program; null if there is none. */
export type AccessReader = () => FailedAccess | null;

const MESSAGE = "list index out of bounds";

/** The text of the panic; `access` null: unknown. */
export function outOfBoundsText(access: FailedAccess | null): string {
  return access === null
    ? MESSAGE
    : `${MESSAGE}: index ${intText(access.index)}, length ${access.list.length}`;
}
