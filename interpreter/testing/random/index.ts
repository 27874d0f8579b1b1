// Random programs for the oracle: from a number to the files of a program, the same each time.
import { randomProgram } from "../../compile/testing/random-program.ts";

export function randomFiles(seed: number): Record<string, string> {
  return { "/main.std": randomProgram(seed) };
}
