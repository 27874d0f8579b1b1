// What may not be passed to a program.
import { systemText } from "../error/index.ts";

/** Why these cannot be started, or null. */
export function argumentProblem(program: string, args: readonly string[]): string | null {
  if ([program, ...args].some((text) => text.includes("\0"))) return "process argument contains NUL byte";
  return program === "" ? systemText("ENOENT") : null;
}
