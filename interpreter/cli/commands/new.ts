// `std new`: the files of a project, offline.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EXIT_STATUS } from "../../launch/index.ts";
import { KINDS, lastPart, projectFiles, type Kind } from "../npm/templates.ts";
import { packageNameProblem } from "../npm/package-name.ts";
import { say, printError } from "../output/terminal.ts";
import { packageVersion } from "../process/package-version.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./options.ts";

export const create: Command = {
  usage: "std new [OPTION...] NAME",
  options: {
    "--cli": { help: "a command (default)" },
    "--service": { help: "an HTTP service" },
    "--library": { help: "a module that other projects of yours import" },
    "--package": { help: "a module to publish with npm" },
  },
  example: "std new shop --service",
  notes: "Makes a folder with a package.json, sources, tests and a README. No network is needed.",
  run({ operands, flags }) {
    const [name, ...more] = operands;
    if (name === undefined || more.length > 0) throw new UsageError(`expected one name: ${create.usage}`);
    if (flags.size > 1) throw new UsageError("expected one of --cli, --service, --library and --package");
    const problem = packageNameProblem(name);
    if (problem !== null) throw new UsageError(`${name} cannot be the name of a package: ${problem}`);
    const kind = ([...flags][0]?.slice(2) ?? "cli") as Kind;
    const folder = lastPart(name);
    try {
      if (existsSync(folder) && readdirSync(folder).length > 0) {
        printError(`std new: ${folder} exists and is not empty\n`);
        return EXIT_STATUS.failed;
      }
      for (const [path, text] of Object.entries(projectFiles(name, kind, packageVersion()))) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    } catch (error) {
      printError(
        `std new: cannot write ${folder}: ${(error as NodeJS.ErrnoException).code ?? String(error)}\n`,
      );
      return EXIT_STATUS.failed;
    }
    const start = kind === "cli" || kind === "service" ? ["npm start"] : [];
    const steps = [`cd ${folder}`, "npm install", "npm test", ...start].map((step) => `  ${step}\n`);
    say(`created ${folder}, ${KINDS[kind]}; next:\n${steps.join("")}`);
    return EXIT_STATUS.ok;
  },
};
