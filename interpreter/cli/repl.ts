// `std repl`: reads inputs, evaluates them, shows value and type. On a terminal with prompt, history
// and completion; from a pipe without any of it.
import { isatty } from "node:tty";
import { EXIT_STATUS } from "../launch/index.ts";
import { incomplete } from "../syntax/index.ts";
import type { Command } from "./command.ts";
import { runPrompt } from "./repl-prompt.ts";
import { Evaluator } from "./repl-evaluator.ts";
import { evaluateInput, isCommand, runCommand, type ReplHost } from "./repl-commands.ts";
import { capabilitiesOf, capabilityOptions, packageOption, packagesOf } from "./settings.ts";
import { say, tell } from "./terminal.ts";

export const repl: Command = {
  usage: "std repl [OPTION...]",
  options: { ...capabilityOptions, ...packageOption },
  notes: "Type :help at the prompt. From a pipe: no prompts, values on standard output, errors on standard\nerror, exit status 1 when an input failed.",
  async run(options) {
    const settings = { capabilities: capabilitiesOf(options), packages: packagesOf(options).find };
    return isatty(0) ? runPrompt(settings) : runPiped(settings);
  },
};

async function runPiped(settings: Pick<ConstructorParameters<typeof Evaluator>[0], "capabilities" | "packages">): Promise<number> {
  let failed = false;
  const host: ReplHost = {
    color: false,
    say,
    tell: (text) => {
      failed = true;
      tell(text);
    },
  };
  const evaluator = new Evaluator({
    ...settings,
    needInput: () => evaluator.giveInput(null),
    exited: (code) => process.exit(code),
    note: tell,
  });
  let pending = "";
  const submit = async (): Promise<boolean> => {
    const input = pending;
    pending = "";
    if (input.trim() === "") return true;
    if (isCommand(input)) return runCommand(evaluator, input, host);
    await evaluateInput(evaluator, input, host);
    return true;
  };
  for await (const line of linesOfStdin()) {
    pending += `${line}\n`;
    if (!isCommand(pending) && incomplete(pending)) continue;
    if (!(await submit())) break;
  }
  await submit();
  await evaluator.close();
  return failed ? EXIT_STATUS.failed : EXIT_STATUS.ok;
}

async function* linesOfStdin(): AsyncGenerator<string> {
  const { createInterface } = await import("node:readline");
  yield* createInterface({ input: process.stdin, crlfDelay: Infinity });
}
