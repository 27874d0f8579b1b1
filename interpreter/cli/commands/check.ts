// `std check`: prints diagnostics of programs without running them. A named file is the entry of a program if
// it declares `main`, otherwise a module; a folder is searched.
import { standardModules } from "../../../stdlib/index.ts";
import { readFileSync } from "node:fs";
import { engineInThread, withDiagnostics, type CheckRequest } from "../../engine.ts";
import { fileReader } from "../../modules/index.ts";
import type { Command } from "./command.ts";
import { UsageError, type ParsedOptions } from "./options.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import { recordingDropped } from "../../diagnostics/index.ts";
import { report, reportDropped, reportJson } from "../output/report.ts";
import { sourceFiles } from "./script-files.ts";
import { everyPackage } from "./every-package.ts";
import { colorOf, colorOption, packageOption } from "./settings.ts";
import { ensureStackFor } from "../process/stack.ts";
import { literalChecks, literalOptions } from "./literal-checks.ts";
import { rememberedProject, workDone } from "../process/check-memory.ts";
import { watchSources } from "../process/watch-sources.ts";
import { keepYoungGenerationSmall } from "../process/small-heap.ts";
import { printError, printProblem } from "../output/terminal.ts";

export const check: Command = {
  usage: "std check [OPTION...] [PATH... | -]",
  options: {
    "--json": { help: "print diagnostics as a JSON array on standard output" },
    "--why": { help: "also list what is not shown and by which rule, and how much was checked" },
    ...literalOptions,
    "--deny-warnings": { help: "fail on warnings, too" },
    "--watch": { help: "check again whenever a file changes" },
    ...colorOption,
    ...packageOption,
  },
  example: "std check --deny-warnings src tests",
  notes:
    "Without a PATH, checks all *.std files below the current folder; `-` checks standard input. Exit status: 0 when every program checks, otherwise 1.",
  async run(options) {
    const { operands, flags } = options;
    if (!flags.has("--watch")) return await checkOnce(options);
    if (operands.includes("-")) throw new UsageError("standard input cannot be watched");
    const changes = watchSources(operands.length === 0 ? ["."] : operands);
    for (;;) {
      const status = await checkOnce(options);
      printError(
        `${status === EXIT_STATUS.ok ? "no problems" : "there are problems"}; watching for changes\n`,
      );
      printError(`\n${await changes.next()} changed\n`);
    }
  },
};

const INPUT = "<stdin>";

async function checkOnce(options: ParsedOptions): Promise<number> {
  keepYoungGenerationSmall();
  const { operands, flags } = options;
  const files = sourceFiles(
    operands.filter((operand) => operand !== "-"),
    operands.includes("-"),
  );
  const entries: CheckRequest[] = files.map(({ path, named }) => ({
    path,
    main: named && !path.endsWith("_test.std") ? ("optional" as const) : false,
    library: !named,
  }));
  if (operands.includes("-"))
    entries.push({ path: INPUT, main: "optional", library: false, text: readFileSync(0, "utf8") });
  const known = rememberedProject(entries);
  const literals = literalChecks(options, known.literals);
  known.project.literals = literals?.add ?? null;
  const engine = engineInThread(
    { modules: standardModules, reader: fileReader, packages: everyPackage(options) },
    undefined,
    known.project,
  );
  const { result, dropped } = flags.has("--why")
    ? recordingDropped(() => engine.check(entries))
    : { result: engine.check(entries), dropped: [] };
  known.keep();
  const { diagnostics, problem, ok } = withDiagnostics(result, (await literals?.run()) ?? []);
  if (literals !== null) known.keepLiterals();
  ensureStackFor(diagnostics);
  if (flags.has("--json")) reportJson(diagnostics, dropped);
  else {
    report(diagnostics, colorOf(options));
    if (flags.has("--why")) reportDropped(dropped);
  }
  printProblem(problem);
  if (flags.has("--why")) printError(workDone(known.project.counts));
  return ok && !(flags.has("--deny-warnings") && diagnostics.length > 0)
    ? EXIT_STATUS.ok
    : EXIT_STATUS.failed;
}
