// Text from the command itself (never from a script) to the terminal. A reader that has gone away is
// no error; a full disk is one, for scripts too.
import { toBytes } from "../../runtime/host.ts";
import { fileSink } from "./file-sink.ts";

let lost = false;

export const stderrSink = fileSink(2);
export const stdoutSink = fileSink(1, (error) => {
  lost = true;
  tell(`error: cannot write to standard output: ${outputProblem(error)}\n`);
});

/** True when some of what was written to standard output is lost. */
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
  if (problem !== null) tell(`${problem.replace(/^/gm, "error: ")}\n`);
}
