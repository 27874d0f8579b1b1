// Errors of parsing, in the words of std/time.

export type TimeProblem =
  | "input contains invalid characters"
  | "premature end of input"
  | "trailing input"
  | "input is out of range"
  | "no possible date and time matching input"
  | "input is not enough for unique date and time"
  | "bad or unsupported format string";

export class TimeFailure {
  readonly problem: TimeProblem;
  constructor(problem: TimeProblem) {
    this.problem = problem;
  }
}
