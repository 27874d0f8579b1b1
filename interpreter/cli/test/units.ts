// The programs of a file that `std test` runs: one with the tests of the file, or one for each of its examples.
import { readFileSync } from "node:fs";
import type { Built, Engine } from "../../engine.ts";
import { buildExample, examplesIn, type Example } from "./examples/index.ts";
import type { SelectedTest, TestSelection } from "./selection.ts";

export interface TestUnit {
  readonly built: Built;
  readonly tests: readonly SelectedTest[];
  /** Null: the tests of a file. */
  readonly example: Example | null;
}

export function* unitsOf(
  engine: Engine,
  path: string,
  { selection, examples }: { readonly selection: TestSelection; readonly examples: boolean },
): Generator<TestUnit> {
  const text = examples ? textOf(path) : null;
  if (text === null) {
    const built = engine.build({ path }, "tests");
    const tests = selection.testsOf(path, built.functions, built.lines);
    return yield { built, tests: examples ? [] : tests, example: null };
  }
  for (const example of examplesIn(path, text)) {
    const tests = selection.testsOf(path, [example.name], [example.lines]);
    if (tests.length > 0) yield { built: buildExample(engine, path, text, example), tests, example };
  }
}

/** Null if it cannot be read: building it reports why. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
