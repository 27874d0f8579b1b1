// `std openapi`: prints the document of the API that a file makes, or compares it with an older one.
import { basename, dirname, join, resolve } from "node:path";
import { standardModules } from "../../../stdlib/index.ts";
import { createEngine } from "../../engine.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import { fileReader, isProblem } from "../../modules/index.ts";
import { breakingChanges } from "../openapi/changes.ts";
import { isObject, type Json } from "../openapi/document.ts";
import { report } from "../output/report.ts";
import { say, printError, printProblem } from "../output/terminal.ts";
import type { Command } from "./command.ts";
import { everyPackage } from "./every-package.ts";
import { UsageError, type ParsedOptions } from "./options.ts";
import { colorOf, colorOption, packageOption } from "./settings.ts";

export const openapi: Command = {
  usage: "std openapi [OPTION...] FILE",
  options: {
    "--check": { value: "OLD.json", help: "print the changes that break clients of this document instead" },
    ...colorOption,
    ...packageOption,
  },
  example: "std openapi app.std > openapi.json",
  notes:
    "The FILE declares `fun api() -> Api`, which is called; no server is started.\nExit status: 0; 1 if the program does not check or fails, or with --check if a change breaks clients;\n2 if OLD.json cannot be read.",
  run: printDocument,
};

async function printDocument(options: ParsedOptions): Promise<number> {
  const [file, ...more] = options.operands;
  if (file === undefined || more.length > 0) throw new UsageError(`expected one file: ${openapi.usage}`);
  const old = options.values.get("--check")?.at(-1);
  const before = old === undefined ? null : readDocument(old);
  if (typeof before === "string") {
    printError(`std openapi: cannot read ${old}: ${before}\n`);
    return EXIT_STATUS.usage;
  }
  const text = await documentOf(file, options);
  if (text === null) return EXIT_STATUS.failed;
  if (before === null) {
    say(text);
    return EXIT_STATUS.ok;
  }
  const changes = breakingChanges(before.document, JSON.parse(text) as Json);
  for (const change of changes) say(`${change}\n`);
  return changes.length === 0 ? EXIT_STATUS.ok : EXIT_STATUS.failed;
}

/** A document of OpenAPI, or why it cannot be read. */
export function readDocument(path: string): { readonly document: Json } | string {
  const bytes = fileReader.read(path);
  if (isProblem(bytes)) return bytes.problem;
  let document: Json;
  try {
    document = JSON.parse(Buffer.from(bytes as Uint8Array).toString("utf8")) as Json;
  } catch {
    return "it is not JSON";
  }
  if (!isObject(document) || !isObject(document["paths"])) return "it is no document of OpenAPI";
  return { document };
}

/** Runs a program that prints the document; null after reporting why there is none. */
async function documentOf(file: string, options: ParsedOptions): Promise<string | null> {
  const bytes = fileReader.read(file);
  if (isProblem(bytes)) {
    printError(`std openapi: cannot read ${file}: ${bytes.problem}\n`);
    return null;
  }
  let printed = "";
  const engine = createEngine({
    modules: standardModules,
    reader: fileReader,
    packages: everyPackage(options),
    capabilities: { fs: true, net: true, env: true, process: true },
    stdout: (text) => {
      printed += text;
    },
    stderr: (text) => printError(Buffer.from(text, "latin1").toString("utf8")),
  });
  const name = basename(file).replace(/\.std$/, "");
  const text = `import std/json { stringify_pretty }\nimport ${JSON.stringify(`./${name}`)} { api }\n\nfun main() {\n    print(stringify_pretty(api().openapi(), 2))\n}\n`;
  const path = join(dirname(resolve(file)), `${name}.openapi.std`);
  const { diagnostics, problem, exitReason } = await engine.run({ path, text });
  report(
    diagnostics.filter(({ severity }) => severity === "error"),
    colorOf(options),
  );
  printProblem(problem);
  if (exitReason === null) return null;
  if (exitReason.kind !== "done") {
    printError(`std openapi: ${file}: the program ended without a document\n`);
    return null;
  }
  const start = printed.lastIndexOf('{\n  "openapi": ');
  return Buffer.from(printed.slice(Math.max(start, 0)), "latin1").toString("utf8");
}
