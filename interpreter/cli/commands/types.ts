// `std types`: TypeScript declarations for a host module, or for the functions of a script.
import { EXIT_STATUS } from "../../launch/index.ts";
import { decodeSource, fileReader, isProblem } from "../../modules/index.ts";
import { Source } from "../../source/index.ts";
import { parse } from "../../syntax/index.ts";
import { report } from "../output/report.ts";
import { say, printError } from "../output/terminal.ts";
import { typescriptOf } from "../output/typescript.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./options.ts";
import { colorOf, colorOption } from "./settings.ts";

export const types: Command = {
  usage: "std types [OPTION...] FILE",
  options: { ...colorOption },
  example: "std types bank.std > bank.d.ts",
  notes:
    "For a file with functions without body, which the host supplies: their types as `Functions`, for defineModule.\nFor other files: the types of their functions as `Api`, for engine.load. Types of other files are `unknown`.\nExit status: 0, or 1 if the file does not parse.",
  run(options) {
    const [path, ...more] = options.operands;
    if (path === undefined || more.length > 0) throw new UsageError(`expected one file: ${types.usage}`);
    const bytes = fileReader.read(path);
    const text = isProblem(bytes) ? bytes : decodeSource(bytes);
    if (isProblem(text)) {
      printError(`std types: cannot read ${path}: ${text.problem}\n`);
      return EXIT_STATUS.failed;
    }
    const source = new Source(path, text);
    const { tree, diagnostics } = parse(source, { declarations: true });
    if (diagnostics.length > 0) {
      report(diagnostics, colorOf(options));
      return EXIT_STATUS.failed;
    }
    say(typescriptOf(source, tree));
    return EXIT_STATUS.ok;
  },
};
