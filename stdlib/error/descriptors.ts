// Tells running out of file descriptors from the failures it causes (reference/library#failures): the C
// library's resolver and readers of optional files only report that nothing was found.
import { machine } from "../../interpreter/host/index.ts";
import { systemText } from "./system-error.ts";

/** Returns the text of the error if this process can open no file now, and null otherwise. */
export function descriptorProblem(): string | null {
  const code = machine().errors.descriptorProblem();
  return code === null ? null : systemText(code);
}
