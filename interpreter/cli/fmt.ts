// `std fmt`: files in the canonical style (language 17). A file that does not parse is left alone.
import { writeFileSync } from "node:fs";
import { format } from "../format/index.ts";
import { EXIT_STATUS } from "../launch/index.ts";
import { decodeSource, fileReader, isProblem } from "../modules/index.ts";
import { Source } from "../source/index.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./options.ts";
import { report } from "./report.ts";
import { scriptFiles } from "./script-files.ts";
import { say, tell } from "./terminal.ts";

export const fmt: Command = {
  usage: "std fmt [--check] PATH...",
  options: { "--check": { help: "change nothing; list files that are not in the canonical style" } },
  notes: "Exit status: 0 when all files are (now) in the canonical style, otherwise 1.",
  run({ operands, flags }) {
    if (operands.length === 0) throw new UsageError(`a file or folder is expected: ${fmt.usage}`);
    let ok = true;
    for (const { path } of scriptFiles(operands, ".std")) {
      const state = formatFile(path, flags.has("--check"));
      if (state === "different") say(`${path}\n`);
      ok &&= state === "canonical";
    }
    return ok ? EXIT_STATUS.ok : EXIT_STATUS.failed;
  },
};

/** With `checkOnly` nothing is written; what is wrong with a file goes to standard error. */
function formatFile(path: string, checkOnly: boolean): "canonical" | "different" | "wrong" {
  const bytes = fileReader.read(path);
  const text = isProblem(bytes) ? bytes : decodeSource(bytes);
  if (isProblem(text)) return complain(path, text.problem);
  const formatted = format(new Source(path, text));
  if (formatted.text === undefined) {
    report(formatted.diagnostics);
    return "wrong";
  }
  if (Buffer.from(formatted.text).equals(bytes as Uint8Array)) return "canonical";
  if (checkOnly) return "different";
  try {
    writeFileSync(path, formatted.text);
    return "canonical";
  } catch (error) {
    return complain(path, `it cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

function complain(path: string, problem: string): "wrong" {
  tell(`error: cannot format ${path}: ${problem}\n`);
  return "wrong";
}
