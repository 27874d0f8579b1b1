// The report of `std test` (reference/programs#test-files): a line for each result when it arrives. Files run
// at the same time, but their results are grouped, in the order of the files.
import { say } from "../output/terminal.ts";
import type { TestResult } from "./run-file.ts";

/** The results of one file. */
interface Section {
  readonly results: TestResult[];
  shown: number;
  complete: boolean;
}

export class TestReport {
  readonly #sections: Section[] = [];
  readonly #isJson: boolean;
  #first = 0;
  #begun = false;

  constructor(isJson: boolean) {
    this.#isJson = isJson;
  }

  /** Adds the next file; the returned functions receive its results and its end. */
  file(): { add(result: TestResult): void; close(): void } {
    const section: Section = { results: [], shown: 0, complete: false };
    this.#sections.push(section);
    return {
      add: (result) => {
        section.results.push(result);
        this.#show();
      },
      close: () => {
        section.complete = true;
        this.#show();
      },
    };
  }

  get results(): TestResult[] {
    return this.#sections.flatMap(({ results }) => results);
  }

  /** Called when all files have been added; `count` is the number of all tests. */
  begin(count: number): void {
    this.#begun = true;
    const none = count === 0 && this.results.length === 0;
    if (!this.#isJson)
      say(none ? "no tests found\n" : `running ${count} ${count === 1 ? "test" : "tests"}\n`);
    this.#show();
  }

  /** Prints the last line, or the whole report as JSON. */
  end(): void {
    const { results } = this;
    const passed = results.filter((result) => result.passed).length;
    const failed = results.length - passed;
    if (this.#isJson) say(`${JSON.stringify({ passed, failed, tests: results }, null, 2)}\n`);
    else if (results.length > 0)
      say(`test result: ${failed > 0 ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed\n`);
  }

  #show(): void {
    if (!this.#begun) return;
    for (; this.#first < this.#sections.length; this.#first++) {
      const section = this.#sections[this.#first]!;
      const fresh = section.results.slice(section.shown);
      section.shown = section.results.length;
      if (!this.#isJson && fresh.length > 0) say(fresh.map(line).join(""));
      if (!section.complete) return;
    }
  }
}

/** The most goroutines that are listed; the others are only counted. */
const MOST_LIVING = 5;

/** How many goroutines a test has left. */
export function stillRun(count: number): string {
  return count === 1 ? "1 goroutine still runs" : `${count} goroutines still run`;
}

function line(result: TestResult): string {
  const { living } = result;
  const more = living.length > MOST_LIVING ? [`and ${living.length - MOST_LIVING} more`] : [];
  const shown = [...living.slice(0, MOST_LIVING), ...more].join(", ");
  const left = living.length === 0 ? "" : `       ${stillRun(living.length)}: ${shown}\n`;
  return ownLine(result) + left;
}

function ownLine({ name, file, passed, failure, milliseconds }: TestResult): string {
  if (name === file) return `  FAIL ${file} (${failure})\n`;
  const place = `[${file}, ${duration(milliseconds)}]`;
  return passed ? `  ok   ${name} ${place}\n` : `  FAIL ${name} (${failure?.split("\n")[0]}) ${place}\n`;
}

export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
