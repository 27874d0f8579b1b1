// What a test asks of the runner that runs it. The natives of std/test call it; `std test` implements it.
import type { Panic } from "./panics/index.ts";

/** Texts are byte strings. A test is named by its path: `test_total`, `test_total/empty cart`. */
export interface TestDesk {
  /** The path of the test that runs. */
  readonly root: string;
  /** Begins a subtest; returns its path, or null if it is not selected. */
  begin(parent: string, name: string): string | null;
  /** A panic has ended the subtest, or a cleanup of the test; `text` is its report. */
  failed(test: string, panic: Panic, text: string): void;
  /** Ends a subtest; returns whether it has passed. */
  end(test: string): boolean;
  /** The test is about to panic with this text in order to be skipped. */
  skip(test: string, why: string): Panic;
  log(test: string, text: string): void;
  /** Makes a folder that is removed after the test. */
  temporaryFolder(): string;
  /** Compares a text with the stored one. @throws Panic if they differ */
  snapshot(name: string, text: string): void;
  /** The number of calls in the next batch of a benchmark; 0 if it has been measured. */
  nextBatch(): number;
  /** Begins and ends the measurement of a batch. */
  startBatch(): void;
  endBatch(): void;
}
