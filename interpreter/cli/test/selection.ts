// What a command line selects.

export interface SelectedTest {
  readonly name: string;
  /** The index of its function among those of the file. */
  readonly index: number;
  /** Its first line. */
  readonly line: number;
  /** The paths of the subtests to run; absent: all. */
  readonly selected?: readonly string[];
}

export interface TestSelection {
  readonly files: readonly string[];
  /** Whether something restricts the tests of a file. */
  isPartial(file: string): boolean;
  /** The tests of a file that are selected, of all its functions with their first and last lines. */
  testsOf(
    file: string,
    functions: readonly string[],
    lines: readonly (readonly [number, number])[],
  ): SelectedTest[];
}
