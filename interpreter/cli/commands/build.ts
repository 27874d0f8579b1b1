// `std build`: makes one file of a program, an executable with Node or a module of JavaScript.
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { standardModules } from "../../../stdlib/index.ts";
import { createEngine } from "../../engine.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import { fileReader } from "../../modules/index.ts";
import { npmPackages } from "../../npm-packages.ts";
import { report } from "../output/report.ts";
import { say, printError, printProblem } from "../output/terminal.ts";
import { ensureStackFor } from "../process/stack.ts";
import { standaloneFile, type StandaloneProgram } from "../process/standalone-files.ts";
import type { Command } from "./command.ts";
import { limitOptions, limitsOf } from "./limit-options.ts";
import { UsageError, type ParsedOptions } from "./options.ts";
import {
  capabilityOptions,
  colorOf,
  colorOption,
  grantsOf,
  isNarrowed,
  nativesOf,
  packageOption,
  packagesOf,
} from "./settings.ts";

/** The stack of an executable whose calls may nest deeply, in KB: below the usual 8 MB of a process. */
const STACK = 7200;
/** The first Node that makes executables by an option. */
const OLDEST = [25, 5] as const;

export const build: Command = {
  usage: "std build [OPTION...] FILE",
  options: {
    "-o": { value: "FILE", help: "the file to write; default: the name of the script, with .mjs for --js" },
    "--js": { help: "write a module for Node, Deno and Bun instead of an executable" },
    ...capabilityOptions,
    ...limitOptions,
    ...colorOption,
    ...packageOption,
  },
  example: "std build app.std -o app",
  notes:
    "The executable contains Node, so it runs on machines with the same system and processor and without Node.\nOptions of the sandbox and limits hold for every run of it.",
  async run(options) {
    const [file, ...more] = options.operands;
    if (file === undefined || more.length > 0) throw new UsageError(`expected one file: ${build.usage}`);
    const isModule = options.flags.has("--js");
    const output = outputOf(options, file, isModule);
    const missing = isModule ? null : whatIsMissing();
    if (missing !== null) return refuse(missing);
    const made = programOf(file, options);
    if (typeof made === "number") return made;
    try {
      const problem = isModule ? writeModule(made, output) : writeExecutable(made, output);
      if (problem !== null) return refuse(problem);
    } catch (error) {
      return refuse(`cannot write ${output}: ${(error as Error).message}`);
    }
    say(`${output}: ${sizeText(statSync(output).size)}\n`);
    return EXIT_STATUS.ok;
  },
};

function refuse(problem: string): number {
  printError(`std build: ${problem}\n`);
  return EXIT_STATUS.failed;
}

/** @throws UsageError for a name that would replace the script, or that cannot be derived */
function outputOf({ values }: ParsedOptions, file: string, isModule: boolean): string {
  const given = values.get("-o")?.at(-1);
  const name = basename(file).replace(/\.std$/, "");
  const output = given ?? (isModule ? `${name}.mjs` : process.platform === "win32" ? `${name}.exe` : name);
  if (output === "") throw new UsageError("option -o needs the name of a file");
  if (resolve(output) === resolve(file))
    throw new UsageError(`the output ${output} is the script itself; name another file with -o`);
  return output;
}

/** Why this Node cannot make an executable, or null. */
function whatIsMissing(): string | null {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return null;
  return `an executable needs Node ${OLDEST.join(".")} or newer, and this is ${process.versions.node}; write a module with --js, or run std with a newer Node`;
}

/** Compiles the program; a status after reports of what is wrong. */
function programOf(file: string, options: ParsedOptions): StandaloneProgram | number {
  const packages = packagesOf(options);
  const limits = limitsOf(options);
  const grants = grantsOf(options);
  const color = colorOf(options);
  const { diagnostics, problem, program } = createEngine({
    modules: standardModules,
    packages: npmPackages({ natives: nativesOf(options), repositories: packages.find }),
    ...(isNarrowed(options) ? { capabilities: grants } : { reader: fileReader }),
    ...(limits && { limits }),
  }).build({ path: file }, "main");
  ensureStackFor(diagnostics);
  printProblem(problem);
  report(diagnostics, color);
  if (program === null) return EXIT_STATUS.failed;
  const [native] = program.packages ?? [];
  if (native !== undefined)
    return refuse(
      `the package ${native.package} has native code, which cannot be part of one file; run the program with std run`,
    );
  return { program, grants, limits: limits ?? null };
}

/** The text of a call that runs the program. */
function callText(made: StandaloneProgram, isExecutable: boolean): string {
  const worker = readFileSync(standaloneFile("database-worker.cjs"), "utf8");
  const text = (value: unknown): string => JSON.stringify(value).replaceAll("\u2028", "\\u2028");
  // JSON.parse of a long text is faster than reading it as code.
  return `runStandalone(JSON.parse(${text(JSON.stringify(made))}), { databaseWorker: ${text(worker)}, isExecutable: ${isExecutable} });\n`;
}

function writeModule(made: StandaloneProgram, output: string): null {
  const bundle = readFileSync(standaloneFile("standalone.mjs"), "utf8");
  writeFileSync(output, `#!/usr/bin/env node\n${bundle}\n${callText(made, false)}`);
  chmodSync(output, 0o755);
  return null;
}

/** Returns what went wrong, or null. */
function writeExecutable(made: StandaloneProgram, output: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), "std-build-"));
  try {
    const [main, config, target] = ["main.cjs", "sea.json", "executable"].map((name) => join(folder, name));
    const bundle = readFileSync(standaloneFile("standalone.cjs"), "utf8");
    writeFileSync(main!, `${bundle}\n${callText(made, true)}`);
    const stack = made.program.deep === false ? [] : [`--stack-size=${STACK}`];
    writeFileSync(
      config!,
      JSON.stringify({
        main,
        output: target,
        disableExperimentalSEAWarning: true,
        useCodeCache: true,
        execArgv: stack,
        execArgvExtension: "none",
      }),
    );
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    // V8 accepts code that was prepared with equal options only.
    const { status, stderr, error } = spawnSync(process.execPath, [...stack, "--build-sea", config!], {
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    if (status !== 0)
      return `Node cannot make an executable: ${error?.message ?? stderr.trim().split("\n")[0] ?? ""}; write a module with --js`;
    put(target!, output);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Replaces the output at once: the executable may run. */
function put(from: string, output: string): void {
  const beside = `${output}.${process.pid}.tmp`;
  try {
    process.getBuiltinModule("node:fs").copyFileSync(from, beside);
    chmodSync(beside, 0o755);
    renameSync(beside, output);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
