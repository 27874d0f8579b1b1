// `std fmt`: formats files in the canonical style (reference/formatting#formatting). Files that do not parse
// are not changed.
import { readFileSync, writeFileSync } from "node:fs";
import { format } from "../../format/index.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import { decodeSource, fileReader, isProblem, type Problem } from "../../modules/index.ts";
import { Source } from "../../source/index.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./options.ts";
import { unifiedDiff } from "../output/line-diff.ts";
import { report, type ColorChoice } from "../output/report.ts";
import { sourceFiles } from "./script-files.ts";
import { colorOf, colorOption } from "./settings.ts";
import { keepHeapSmall, keepYoungGenerationSmall } from "../process/small-heap.ts";
import { ensureLargeStack, ensureStackFor } from "../process/stack.ts";
import { say, printError } from "../output/terminal.ts";

export const fmt: Command = {
  usage: "std fmt [OPTION...] [PATH...]",
  options: {
    "--check": {
      help: "change nothing; list files that are not in the canonical style, and show what would change",
    },
    "--imports": {
      help: "also remove unused imports, add missing ones that only one module can supply, and sort them",
    },
    ...colorOption,
  },
  example: "std fmt --check src",
  notes:
    "A folder means the *.std files below it, - standard input, whose canonical form goes to standard\noutput. Without a PATH, formats the current folder. Exit status: 0 when all is (now) in the canonical style, otherwise 1.",
  async run(options) {
    keepYoungGenerationSmall();
    keepHeapSmall();
    const { operands, flags } = options;
    const settings: FormatSettings = {
      checkOnly: flags.has("--check"),
      color: colorOf(options),
      imports: AS_WRITTEN,
      changed: 0,
    };
    let ok = true;
    if (flags.has("--imports") && operands.includes("-"))
      throw new UsageError("option --imports needs files: what standard input imports cannot be found");
    if (operands.includes("-")) ok = formatInput(settings);
    const named = operands.filter((operand) => operand !== "-");
    if (operands.length > 0 && named.length === 0) return ok ? EXIT_STATUS.ok : EXIT_STATUS.failed;
    const files = sourceFiles(named);
    if (flags.has("--imports")) {
      const { importsInOrder } = await import("./ordered-imports.ts");
      settings.imports = importsInOrder(
        files.map(({ path }) => path),
        options,
      );
    }
    for (const { path } of files) ok = formatFile(path, settings) && ok;
    printCount(settings, files.length);
    return ok ? EXIT_STATUS.ok : EXIT_STATUS.failed;
  },
};

interface FormatSettings {
  /** Whether nothing is written. */
  readonly checkOnly: boolean;
  readonly color: ColorChoice;
  /** The text of a file with its imports in order; null for one that is left alone. */
  imports: (path: string) => string | null;
  /** Files that were changed or, with `checkOnly`, would be. */
  changed: number;
}

const AS_WRITTEN = (_path: string): string | null => null;

/** Says on standard error how many files changed, or would; if none does, nothing. */
function printCount({ checkOnly, changed }: FormatSettings, all: number): void {
  const files = `${changed} of ${all} ${all === 1 ? "file" : "files"}`;
  if (changed > 0) printError(`${files} ${checkOnly ? "would change" : "changed"}\n`);
}

/** Formats standard input to standard output; returns true for success. */
function formatInput({ checkOnly, color }: FormatSettings): boolean {
  const name = "<stdin>";
  // After a restart, standard input could not be read again.
  ensureLargeStack();
  const bytes = readInput();
  const formatted = formatBytes(name, bytes, color);
  if (formatted === null) return false;
  if (!checkOnly) say(formatted);
  else if (!isCanonical(formatted, bytes)) {
    refuse(name, bytes, formatted);
    return false;
  }
  return true;
}

/** Formats a file; returns whether it is in the canonical style now. */
function formatFile(path: string, settings: FormatSettings): boolean {
  const { checkOnly, color, imports } = settings;
  const bytes = fileReader.read(path);
  const ordered = isProblem(bytes) ? null : imports(path);
  const formatted = formatBytes(path, ordered === null ? bytes : Buffer.from(ordered), color);
  if (formatted === null) return false;
  if (isCanonical(formatted, bytes)) return true;
  if (checkOnly) {
    settings.changed++;
    refuse(path, bytes, formatted);
    return false;
  }
  const problem = written(path, formatted);
  if (problem === null) {
    settings.changed++;
    return true;
  }
  complain(path, problem);
  // A full disk may have taken only a part of the text: then the original text is restored, which fits.
  if (!isProblem(bytes) && !isIntact(path, bytes)) written(path, bytes);
  return false;
}

/** Writes a file; returns the error, or null. */
function written(path: string, content: string | Uint8Array): string | null {
  try {
    writeFileSync(path, content);
    return null;
  } catch (error) {
    return `it cannot be written (${(error as NodeJS.ErrnoException).code})`;
  }
}

function isIntact(path: string, bytes: Uint8Array): boolean {
  const present = fileReader.read(path);
  return !isProblem(present) && Buffer.from(present).equals(bytes);
}

/** The formatted text; null after reporting an error if there is none. */
function formatBytes(name: string, bytes: Uint8Array | Problem, color: ColorChoice): string | null {
  const text = isProblem(bytes) ? bytes : decodeSource(bytes);
  if (isProblem(text)) {
    complain(name, text.problem);
    return null;
  }
  const { text: formatted, diagnostics } = format(new Source(name, text));
  if (formatted !== undefined) return formatted;
  ensureStackFor(diagnostics);
  report(diagnostics, color);
  return null;
}

/**
 * Reports a file that is not in the canonical style: its name on standard output, for tools, the changes on
 * standard error.
 */
function refuse(name: string, bytes: Uint8Array | Problem, formatted: string): void {
  const text = isProblem(bytes) ? bytes : decodeSource(bytes);
  say(`${name}\n`);
  if (!isProblem(text)) printError(unifiedDiff(name, text, formatted));
}

function isCanonical(formatted: string, bytes: Uint8Array | Problem): boolean {
  return !isProblem(bytes) && Buffer.from(formatted).equals(bytes);
}

function readInput(): Uint8Array | Problem {
  try {
    return readFileSync(0);
  } catch (error) {
    return { problem: `it cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}

function complain(name: string, problem: string): void {
  printError(`error: cannot format ${name}: ${problem}\n`);
}
