// The Test Anything Protocol, version 14: subtests are indented, and failures have a YAML block.
import { say } from "../../output/terminal.ts";
import type { SubtestResult, TestResult } from "../results.ts";
import { locationOf, type Describe, type Reporter, type Totals } from "./reporter.ts";

export class Tap implements Reporter {
  readonly #describe: Describe;
  #count = 0;

  constructor(describe: Describe) {
    this.#describe = describe;
  }

  begin(): void {
    say("TAP version 14\n");
  }

  add(results: readonly TestResult[]): void {
    say(
      results
        .map((result) =>
          point(result, ++this.#count, `${result.name} (${result.file})`, () => this.#describe([result])),
        )
        .join(""),
    );
  }

  end({ notRun, results }: Totals): void {
    if (notRun > 0) say("Bail out! a test has failed\n");
    else say(`1..${results.length}${results.length === 0 ? " # SKIP no tests found" : ""}\n`);
  }
}

/** The line of a test, after its subtests. */
function point(result: SubtestResult, index: number, name: string, describe: () => string): string {
  const { subtests, passed, skipped } = result;
  const below =
    subtests.length === 0
      ? ""
      : `# Subtest: ${escaped(name)}\n${indented(
          `${subtests
            .map((each, i) => point(each, i + 1, each.name.slice(result.name.length + 1), () => ""))
            .join("")}1..${subtests.length}\n`,
        )}`;
  const skip = skipped === null ? "" : ` # SKIP ${escaped(skipped)}`;
  return `${below}${passed ? "ok" : "not ok"} ${index} - ${escaped(name)}${skip}\n${passed ? "" : diagnosis(result, describe())}`;
}

function diagnosis({ failure, trace, milliseconds }: SubtestResult, details: string): string {
  const at = locationOf(trace);
  const lines = [
    "---",
    `message: ${JSON.stringify(failure ?? "")}`,
    "severity: fail",
    `duration_ms: ${milliseconds}`,
    ...(at === null
      ? []
      : ["at:", `  file: ${JSON.stringify(at.file)}`, `  line: ${at.line}`, `  column: ${at.column}`]),
    ...(details === ""
      ? []
      : [
          "details: |2",
          ...details
            .trim()
            .split("\n")
            .map((line) => `  ${line}`),
        ]),
    "...",
  ];
  return `${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "    ");
}

/** A description on one line, in which `#` begins no directive. */
function escaped(text: string): string {
  return text
    .replace(/[\r\n]+/g, " ")
    .replace(/\\/g, "\\\\")
    .replace(/#/g, "\\#");
}
