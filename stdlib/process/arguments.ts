// Validation of the name and the arguments of a program.
import { systemText } from "../error/index.ts";

/** Says why these cannot be started, or returns null. */
export function argumentProblem(program: string, args: readonly string[]): string | null {
  if ([program, ...args].some((text) => text.includes("\0"))) return "process argument contains NUL byte";
  return program === "" ? systemText("ENOENT") : null;
}
