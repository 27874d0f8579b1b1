// The report for people, with an annotation of GitHub Actions for each failure.
import { relative, resolve } from "node:path";
import { say } from "../../output/terminal.ts";
import type { SubtestResult, TestResult } from "../results.ts";
import { Pretty } from "./pretty.ts";
import { locationOf, type Totals } from "./reporter.ts";

export class Github extends Pretty {
  override end(totals: Totals): void {
    super.end(totals);
    say(totals.results.flatMap((result) => annotations(result.file, result)).join(""));
  }
}

/** The innermost failures: a test whose subtest failed has no annotation of its own. */
function annotations(file: string, result: SubtestResult | TestResult): string[] {
  const below = result.subtests.flatMap((each) => annotations(file, each));
  if (result.passed || below.length > 0) return below;
  const at = locationOf(result.trace);
  const place =
    at === null
      ? `file=${property(inRepository(file))}`
      : `file=${property(inRepository(at.file))},line=${at.line},col=${at.column}`;
  return [`::error ${place},title=${property(result.name)}::${message(result.failure ?? "")}\n`];
}

/** The path from the root of the repository, where GitHub looks for it. */
function inRepository(path: string): string {
  return relative(process.env["GITHUB_WORKSPACE"] ?? process.cwd(), resolve(path));
}

function message(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function property(text: string): string {
  return message(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
