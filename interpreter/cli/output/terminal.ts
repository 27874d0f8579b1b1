// Writes texts of the command itself (never of a script) to the terminal. A reader that has gone is not an
// error; a full disk is one, also for scripts.
import { toBytes } from "../../runtime/host.ts";
import { fileSink } from "./file-sink.ts";

let lost = false;

export const stderrSink = fileSink(2);
export const stdoutSink = fileSink(1, (error) => {
  lost = true;
  printError(`error: cannot write to standard output: ${outputProblem(error)}\n`);
});

/** Whether output to standard output was lost. */
export function outputIsLost(): boolean {
  return lost;
}

function outputProblem({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "ENOSPC":
      return "no space left on device";
    case "EDQUOT":
      return "disk quota exceeded";
    case "EFBIG":
      return "file too large";
    default:
      return code ?? message;
  }
}

/** Writes to standard output. */
export function say(text: string): void {
  stdoutSink(toBytes(text));
}

/** Writes to standard error. */
export function printError(text: string): void {
  stderrSink(toBytes(text));
}

/** Writes problems with files, not with their contents, as error lines. */
export function printProblem(problem: string | null): void {
  if (problem !== null) printError(`${problem.replace(/^/gm, "error: ")}\n`);
}
