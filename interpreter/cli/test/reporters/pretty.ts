// The report for people: a line for each test and subtest.
import { say, printError } from "../../output/terminal.ts";
import { duration, stillRun } from "../report.ts";
import type { SubtestResult, TestResult } from "../results.ts";
import { countsOf, type Describe, type Reporter, type Totals } from "./reporter.ts";

/** The most goroutines that are listed; the others are only counted. */
const MOST_LIVING = 5;
/** The rest of a reason is among the details. */
const LONGEST_REASON = 200;

export class Pretty implements Reporter {
  readonly #describe: Describe;

  constructor(describe: Describe) {
    this.#describe = describe;
  }

  begin(count: number, none: boolean): void {
    say(none ? "no tests found\n" : `running ${count} ${count === 1 ? "test" : "tests"}\n`);
  }

  add(results: readonly TestResult[]): void {
    say(results.map(line).join(""));
  }

  end(totals: Totals): void {
    const { results, failed } = totals;
    if (results.length > 0 || totals.notRun > 0)
      say(`test result: ${failed > 0 ? "FAILED" : "ok"}. ${countsOf(totals)}\n`);
    printError(this.#describe(results));
  }
}

function line(result: TestResult): string {
  const { living, file } = result;
  const more = living.length > MOST_LIVING ? [`and ${living.length - MOST_LIVING} more`] : [];
  const shown = [...living.slice(0, MOST_LIVING), ...more].join(", ");
  const left = living.length === 0 ? "" : `       ${stillRun(living.length)}: ${shown}\n`;
  if (result.name === file) return `  FAIL ${file} (${result.failure})\n`;
  return ownLine(result, file) + left + below(result, file);
}

function below({ subtests }: SubtestResult, file: string): string {
  return subtests.map((each) => ownLine(each, file) + below(each, file)).join("");
}

/** The first line of a reason, without long values. */
function brief(reason: string): string {
  const line = reason.split("\n")[0]!;
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}

function ownLine({ name, passed, skipped, failure, milliseconds }: SubtestResult, file: string): string {
  const place = `[${file}, ${duration(milliseconds)}]`;
  if (skipped !== null) return `  skip ${name} (${brief(skipped)}) ${place}\n`;
  return passed ? `  ok   ${name} ${place}\n` : `  FAIL ${name} (${brief(failure ?? "")}) ${place}\n`;
}
