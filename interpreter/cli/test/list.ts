// `std test --list`: the tests as `FILE::NAME`, in the order in which they would run.
import { standardModules } from "../../../stdlib/index.ts";
import { createEngine } from "../../engine.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import { fileReader } from "../../modules/index.ts";
import { report } from "../output/report.ts";
import { say, printProblem } from "../output/terminal.ts";
import { hasFailed, lastFailed } from "./last-failed.ts";
import type { RunOptions } from "./run-tests.ts";
import type { TestSelection } from "./selection.ts";
import { unitsOf } from "./units.ts";

export function listTests(
  selection: TestSelection,
  { packages, color, failedOnly, examples }: RunOptions,
): number {
  const failedBefore = failedOnly ? lastFailed() : null;
  const engine = createEngine({ modules: standardModules, reader: fileReader, packages });
  let allCheck = true;
  for (const path of selection.files) {
    for (const { built, tests } of unitsOf(engine, path, { selection, examples })) {
      report(built.diagnostics, color);
      printProblem(built.problem);
      allCheck &&= built.ok;
      for (const { name } of tests)
        if (failedBefore === null || hasFailed(failedBefore, path, name)) say(`${path}::${name}\n`);
    }
  }
  return allCheck ? EXIT_STATUS.ok : EXIT_STATUS.failed;
}
