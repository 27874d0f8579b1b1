// Text from the command itself (never from a script) to the terminal. A reader that has gone away is
// no error.
import { fileSink, toBytes } from "../runtime/index.ts";

export const stdoutSink = fileSink(1);
export const stderrSink = fileSink(2);

/** To standard output. */
export function say(text: string): void {
  stdoutSink(toBytes(text));
}

/** To standard error. */
export function tell(text: string): void {
  stderrSink(toBytes(text));
}

/** What is wrong with files, apart from their contents: a line for each. */
export function tellProblem(problem: string | null): void {
  if (problem !== null) tell(problem.replace(/^/gm, "error: ") + "\n");
}
