// `std client`: writes a module that calls the operations of an OpenAPI document.
import { writeFileSync } from "node:fs";
import { format } from "../../format/index.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import { Source } from "../../source/index.ts";
import { clientText } from "../openapi/client-text.ts";
import { say, printError } from "../output/terminal.ts";
import type { Command } from "./command.ts";
import { readDocument } from "./openapi.ts";
import { UsageError } from "./options.ts";

export const client: Command = {
  usage: "std client [OPTION...] OPENAPI.json",
  options: {
    "-o": { value: "FILE", help: "write the module to a file instead of standard output" },
    "--partial": { help: "succeed although parts of the document cannot be expressed" },
  },
  example: "std client openapi.json -o client.std",
  notes:
    "The module has the types of the document and a function for each operation.\nExit status: 0; 1 if a part cannot be expressed, which is a comment in the module and a line on standard error,\nor the file cannot be written; 2 if the document cannot be read.",
  run({ operands, flags, values }) {
    const [path, ...more] = operands;
    if (path === undefined || more.length > 0) throw new UsageError(`expected one file: ${client.usage}`);
    const read = readDocument(path);
    if (typeof read === "string") {
      printError(`std client: cannot read ${path}: ${read}\n`);
      return EXIT_STATUS.usage;
    }
    const { text, missing } = clientText(read.document);
    const { text: formatted } = format(new Source("client.std", text));
    const module = formatted ?? text;
    const output = values.get("-o")?.at(-1);
    if (output === undefined) say(module);
    else
      try {
        writeFileSync(output, module);
      } catch (error) {
        printError(
          `std client: cannot write ${output}: ${(error as NodeJS.ErrnoException).code ?? String(error)}\n`,
        );
        return EXIT_STATUS.failed;
      }
    for (const each of missing) printError(`std client: ${each}\n`);
    return missing.length === 0 || flags.has("--partial") ? EXIT_STATUS.ok : EXIT_STATUS.failed;
  },
};
