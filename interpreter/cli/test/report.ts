// The order of the report of `std test` (reference/programs#test-files): results are reported when they arrive.
// Files run at the same time, but their results are grouped, in the order of the files.
import type { Reporter } from "./reporters/index.ts";
import type { TestResult } from "./results.ts";

/** The results of one file. */
interface Section {
  readonly results: TestResult[];
  shown: number;
  complete: boolean;
}

export class TestReport {
  readonly #sections: Section[] = [];
  readonly #reporter: Reporter;
  #first = 0;
  #begun = false;

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
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
    this.#reporter.begin(count, count === 0 && this.results.length === 0);
    this.#show();
  }

  /** Ends the report; `count` tests were to run. */
  end(count: number): void {
    const { results } = this;
    const ran = results.filter(({ name, file }) => name !== file).length;
    const skipped = results.filter((result) => result.skipped !== null).length;
    const failed = results.filter(({ passed }) => !passed).length;
    const passed = results.length - failed - skipped;
    this.#reporter.end({ results, passed, failed, skipped, notRun: Math.max(0, count - ran) });
  }

  #show(): void {
    if (!this.#begun) return;
    for (; this.#first < this.#sections.length; this.#first++) {
      const section = this.#sections[this.#first]!;
      const fresh = section.results.slice(section.shown);
      section.shown = section.results.length;
      if (fresh.length > 0) this.#reporter.add(fresh);
      if (!section.complete) return;
    }
  }
}

/** How many goroutines a test has left. */
export function stillRun(count: number): string {
  return count === 1 ? "1 goroutine still runs" : `${count} goroutines still run`;
}

export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
