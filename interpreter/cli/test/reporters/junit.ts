// JUnit XML by the schema of Jenkins (testing/junit.xsd), as CI systems read it: a suite for each file, a case for each test and subtest.
import { say } from "../../output/terminal.ts";
import type { SubtestResult, TestResult } from "../results.ts";
import type { Describe, Reporter, Totals } from "./reporter.ts";

export class Junit implements Reporter {
  readonly #describe: Describe;

  constructor(describe: Describe) {
    this.#describe = describe;
  }

  begin(): void {}

  add(): void {}

  end({ results }: Totals): void {
    const files = Map.groupBy(results, ({ file }) => file);
    const suites = [...files].map(([file, tests]) => this.#suite(file, tests));
    const all = results.flatMap(flat);
    say(
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${counts(all, false)} time="${seconds(sum(results))}">\n${suites.join("")}</testsuites>\n`,
    );
  }

  #suite(file: string, tests: readonly TestResult[]): string {
    const cases = tests.flatMap((test) => flat(test).map((each) => this.#case(file, test, each)));
    const all = tests.flatMap(flat);
    return `  <testsuite name="${attribute(file)}"${counts(all)} time="${seconds(sum(tests))}">\n${cases.join("")}  </testsuite>\n`;
  }

  #details(test: TestResult, each: SubtestResult): string {
    return each === test ? this.#describe([test]).trim() : [each.failure, ...each.trace].join("\n");
  }

  #case(file: string, test: TestResult, each: SubtestResult): string {
    const { name, passed, skipped, failure, milliseconds } = each;
    const output =
      each === test && test.output !== "" ? `      <system-out>${text(test.output)}</system-out>\n` : "";
    const reason =
      skipped !== null
        ? `      <skipped>${text(skipped)}</skipped>\n`
        : passed
          ? ""
          : `      <failure message="${attribute(failure?.split("\n")[0] ?? "")}" type="${kindOf(each)}">${text(this.#details(test, each))}</failure>\n`;
    const head = `    <testcase name="${attribute(name)}" classname="${attribute(file)}" time="${seconds(milliseconds)}"`;
    return reason + output === "" ? `${head}/>\n` : `${head}>\n${reason}${output}    </testcase>\n`;
  }
}

function kindOf({ failure }: SubtestResult): string {
  return failure?.startsWith("panic") === true ? "panic" : "failure";
}

function flat(result: SubtestResult): SubtestResult[] {
  return [result, ...result.subtests.flatMap(flat)];
}

function counts(all: readonly SubtestResult[], withSkipped = true): string {
  const failures = all.filter(({ passed }) => !passed).length;
  const skipped = all.filter((each) => each.skipped !== null).length;
  return ` tests="${all.length}" failures="${failures}" errors="0"${withSkipped ? ` skipped="${skipped}"` : ""}`;
}

function sum(results: readonly TestResult[]): number {
  return results.reduce((total, { milliseconds }) => total + milliseconds, 0);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Without the characters that XML 1.0 has no form for. */
function clean(value: string): string {
  return value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd");
}

function text(value: string): string {
  return clean(value).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

function attribute(value: string): string {
  return text(value)
    .replace(/"/g, "&quot;")
    .replace(/\n/g, "&#10;")
    .replace(/\r/g, "&#13;")
    .replace(/\t/g, "&#9;");
}
