// `std explain CODE`: what a diagnostic means, an example that provokes it, and the corrected example.
import { codes, type CodeEntry } from "../../diagnostics/index.ts";
import type { Command } from "./command.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import { UsageError } from "./options.ts";
import { say } from "../output/terminal.ts";

export const explain: Command = {
  usage: "std explain CODE",
  options: {},
  example: "std explain T1",
  run({ operands }) {
    const [given] = operands;
    if (given === undefined || operands.length > 1)
      throw new UsageError(`expected one code: ${explain.usage}`);
    const table: Readonly<Record<string, CodeEntry>> = codes;
    const code = given.toUpperCase();
    if (!Object.hasOwn(table, code))
      throw new UsageError(`there is no code ${given}`, code, Object.keys(table));
    const { severity, title, explain: text, example, corrected } = table[code]!;
    say(
      `${code} (${severity}): ${title}\n\n${text}\n\nWrong:\n\n${indent(example)}\nCorrect:\n\n${indent(corrected)}`,
    );
    return EXIT_STATUS.ok;
  },
};

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "    ").replace(/\n?$/, "\n");
}
