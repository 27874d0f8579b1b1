// `std repl`: reads inputs, evaluates them, shows value and type. On a terminal, it has a prompt, history and
// completion; from a pipe, none of these.
import { createInterface } from "node:readline";
import { isatty } from "node:tty";
import { EXIT_STATUS } from "../../launch/index.ts";
import type { Command } from "./command.ts";
import { ReplLoop, type Surface } from "../repl/loop.ts";
import { currentFolder } from "../process/current-folder.ts";
import { runPrompt, type PromptSettings } from "../repl/prompt.ts";
import { UsageError } from "./options.ts";
import { everyPackage } from "./every-package.ts";
import { grantsOf, capabilityOptions, colorOf, colorOption, packageOption, packagesOf } from "./settings.ts";
import { outputIsLost, say, printError } from "../output/terminal.ts";

export const repl: Command = {
  usage: "std repl [OPTION...]",
  options: { ...capabilityOptions, ...colorOption, ...packageOption },
  example: "std repl --sandbox",
  notes:
    "Type :help at the prompt. From a pipe: no prompts, values on standard output, errors on standard\nerror, exit status 1 when an input failed.",
  async run(options) {
    if (options.operands.length > 0) throw new UsageError(`expected no file: ${repl.usage}`);
    // No thread can start in a folder that was removed.
    if (currentFolder() === null) {
      printError("error: the current folder has been removed\n");
      return EXIT_STATUS.failed;
    }
    const npm = everyPackage(options);
    const documentation = async (name: string): Promise<string | null> =>
      (await import("./doc/index.ts")).documentationOf(name);
    const settings = {
      capabilities: grantsOf(options),
      packages: packagesOf(options).find,
      npm,
      documentation,
    };
    return isatty(0) ? runPrompt(settings, colorOf(options)) : runPiped(settings);
  },
};

async function runPiped(settings: PromptSettings): Promise<number> {
  let failed = false;
  const surface: Surface = {
    color: false,
    say,
    error(text) {
      failed = true;
      printError(text);
    },
    note: printError,
    page: async (text) => say(text),
    width: 100,
    documentation: settings.documentation,
    ask() {},
    waits() {},
    // The time at which lines of a pipe arrive must not change their meaning.
    ahead: () => null,
    completed() {},
  };
  const loop = new ReplLoop({ ...settings, background: null }, surface);
  createInterface({ input: process.stdin, crlfDelay: Infinity })
    .on("line", (line) => loop.lines.push(line))
    .on("close", () => loop.lines.end());
  const status = await loop.run();
  // Standard input may not have ended.
  process.exit(status ?? (failed || outputIsLost() ? EXIT_STATUS.failed : EXIT_STATUS.ok));
}
