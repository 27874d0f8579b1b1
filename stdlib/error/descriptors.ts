// Tells running out of file descriptors from what it looks like (reference/library#failures): the C library's resolver
// and readers of optional files only say that there is nothing.
import { machine } from "../../interpreter/host/index.ts";
import { systemText } from "./system-error.ts";

/** The text of the error when this process can open no file now, else null. */
export function descriptorProblem(): string | null {
  const code = machine().errors.descriptorProblem();
  return code === null ? null : systemText(code);
}
