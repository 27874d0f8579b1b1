// A character for each test: `.` passed, `F` failed, `s` skipped.
import { say, printError } from "../../output/terminal.ts";
import type { TestResult } from "../results.ts";
import { countsOf, type Describe, type Reporter, type Totals } from "./reporter.ts";

const WIDTH = 80;

export class Dot implements Reporter {
  readonly #describe: Describe;
  #column = 0;

  constructor(describe: Describe) {
    this.#describe = describe;
  }

  begin(_count: number, none: boolean): void {
    if (none) say("no tests found\n");
  }

  add(results: readonly TestResult[]): void {
    let text = "";
    for (const { passed, skipped } of results) {
      text += skipped !== null ? "s" : passed ? "." : "F";
      if (++this.#column % WIDTH === 0) text += "\n";
    }
    say(text);
  }

  end(totals: Totals): void {
    if (this.#column % WIDTH !== 0) say("\n");
    if (totals.results.length > 0)
      say(`test result: ${totals.failed > 0 ? "FAILED" : "ok"}. ${countsOf(totals)}\n`);
    printError(this.#describe(totals.results));
  }
}
