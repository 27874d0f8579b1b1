// `std lsp`: the language server. It speaks the Language Server Protocol on standard input and output; started by
// hand on a terminal, it says on standard error what it is.
import { isatty } from "node:tty";
import { standardModules } from "../../../stdlib/index.ts";
import { serve } from "../../server/index.ts";
import { packageModules } from "../../packages-on-demand.ts";
import type { Command } from "./command.ts";
import { everyPackage } from "./every-package.ts";
import { UsageError } from "./options.ts";
import { machineDisk } from "./machine-disk.ts";
import { packageOption } from "./settings.ts";
import { arrivedInput } from "../process/arrived-input.ts";
import { packageVersion } from "../process/package-version.ts";
import { keepHeapSmall, keepYoungGenerationSmall } from "../process/small-heap.ts";
import { printError } from "../output/terminal.ts";

export const lsp: Command = {
  usage: "std lsp [OPTION...]",
  options: { "--stdio": { help: "speak on standard input and output, as always" }, ...packageOption },
  example: "std lsp",
  notes: "Editors start it; docs/editors.md says how. The log goes to standard error.",
  run(options) {
    if (options.operands.length > 0) throw new UsageError(`expected no file: ${lsp.usage}`);
    if (isatty(0))
      printError(
        "std lsp: this is the language server of Stdlang. Editors start it and talk to it in the Language Server Protocol; it waits for such a message now (Ctrl+D ends it).\n",
      );
    keepYoungGenerationSmall();
    keepHeapSmall();
    const packages = everyPackage(options);
    const { promise, resolve } = Promise.withResolvers<number>();
    serve({
      input: process.stdin,
      output: process.stdout,
      arrived: arrivedInput(),
      disk: machineDisk,
      language: {
        modules: standardModules,
        packages: (name) => {
          const found = packages.repositories(name);
          return typeof found === "string" ? found : null;
        },
        npm: packages,
        packageModules,
      },
      version: packageVersion(),
      ended: (status) => {
        // Timers and standard input may still be open.
        process.exitCode = status;
        resolve(status);
        setImmediate(() => process.exit(status));
      },
      log: (line) => printError(`std lsp: ${line}\n`),
    });
    return promise;
  },
};
