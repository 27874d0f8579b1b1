// `std check`: prints diagnostics of programs without running them. A named file is the entry of a program,
// or a test file; a folder is searched, and its files need no `main`.
import { standardModules } from "../../../stdlib/index.ts";
import { createEngine } from "../../engine.ts";
import { fileReader } from "../../modules/index.ts";
import type { Command } from "./command.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import { UsageError } from "./options.ts";
import { report, reportJson } from "../output/report.ts";
import { sourceFiles } from "./script-files.ts";
import { colorOf, colorOption, packageOption, packagesOf } from "./settings.ts";
import { ensureStackFor } from "../process/stack.ts";
import { tellProblem } from "../output/terminal.ts";

export const check: Command = {
  usage: "std check [OPTION...] PATH...",
  options: {
    "--json": { help: "print diagnostics as a JSON array on standard output" },
    "--deny-warnings": { help: "fail on warnings, too" },
    ...colorOption,
    ...packageOption,
  },
  example: "std check --deny-warnings src tests",
  notes: "Exit status: 0 when every program checks, otherwise 1.",
  run(options) {
    const { operands, flags } = options;
    if (operands.length === 0) throw new UsageError(`expected a file or folder: ${check.usage}`);
    const files = sourceFiles(operands);
    const entries = files.map(({ path, named }) => ({
      path,
      main: named && !path.endsWith("_test.std"),
      library: !named,
    }));
    const engine = createEngine({
      modules: standardModules,
      reader: fileReader,
      packages: packagesOf(options).find,
    });
    const { diagnostics, problem, ok } = engine.check(entries);
    ensureStackFor(diagnostics);
    if (flags.has("--json")) reportJson(diagnostics);
    else report(diagnostics, colorOf(options));
    tellProblem(problem);
    return ok && !(flags.has("--deny-warnings") && diagnostics.length > 0)
      ? EXIT_STATUS.ok
      : EXIT_STATUS.failed;
  },
};
