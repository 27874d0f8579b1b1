// Tells running out of file descriptors from what it looks like (reference/library#failures): the C library's resolver
// and readers of optional files only say that there is nothing.
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { systemText } from "./system-error.ts";

/** The text of the error when this process can open no file now, else null. */
export function descriptorProblem(): string | null {
  try {
    closeSync(openSync(devNull, "r"));
    return null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "EMFILE" || code === "ENFILE" ? systemText(code) : null;
  }
}
