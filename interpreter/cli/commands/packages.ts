// `std add`, `std remove`, `std update`: call npm, and say what has changed for programs.
import { join } from "node:path";
import { EXIT_STATUS } from "../../launch/index.ts";
import {
  dependenciesOf,
  isObject,
  projectAround,
  readManifest,
  text,
  type Manifest,
} from "../npm/manifest.ts";
import { npmFailure, runNpm, type NpmResult } from "../npm/run-npm.ts";
import { say, printError } from "../output/terminal.ts";
import type { Command } from "./command.ts";
import { UsageError, type OptionSpec, type ParsedOptions } from "./options.ts";

const SCRIPTS: Readonly<Record<string, OptionSpec>> = {
  "--allow-scripts": {
    value: "PACKAGE,...",
    repeated: true,
    help: "run the install scripts of these packages; those of others are not run",
  },
};

export const add: Command = {
  usage: "std add [OPTION...] SPEC...",
  options: { "--dev": { help: "as development dependencies" }, ...SCRIPTS },
  example: "std add money @me/shop@^2 github:owner/name ../local",
  notes: "Installs packages with npm, without their install scripts.",
  run: (options) =>
    change("add", options, ["install", ...(options.flags.has("--dev") ? ["--save-dev"] : [])], true),
};

export const remove: Command = {
  usage: "std remove PACKAGE...",
  options: {},
  example: "std remove money",
  run: (options) => change("remove", options, ["uninstall"], true),
};

export const update: Command = {
  usage: "std update [OPTION...] [PACKAGE...]",
  options: SCRIPTS,
  example: "std update",
  notes: "Updates all dependencies, or those named, within the ranges in package.json.",
  run: (options) => change("update", options, ["update"], false),
};

async function change(
  name: "add" | "remove" | "update",
  { operands, values }: ParsedOptions,
  npm: readonly string[],
  needsOperand: boolean,
): Promise<number> {
  const command = { add, remove, update }[name];
  if (needsOperand && operands.length === 0) throw new UsageError(`expected a package: ${command.usage}`);
  const option = operands.find((operand) => operand.startsWith("-"));
  if (option !== undefined) throw new UsageError(`${option} is not a package`);
  const scripts = (values.get("--allow-scripts") ?? []).flatMap((list) => list.split(","));
  const project = projectOf(name);
  if (project === null) return EXIT_STATUS.failed;
  const { folder } = project;
  const before = installed(project);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const result = await runNpm(folder, [...npm, ...quiet, "--", ...operands], true);
  if (result.status !== 0) return failed(name, result);
  for (const each of scripts) {
    printError(`running the install scripts of ${each}\n`);
    const rebuilt = await runNpm(folder, ["rebuild", "--", each], true);
    if (rebuilt.status !== 0) return failed(name, rebuilt);
  }
  report(before, installed(projectOf(name) ?? project));
  return EXIT_STATUS.ok;
}

function projectOf(name: string): Manifest | null {
  try {
    const found = projectAround(".");
    if (found === null)
      printError(
        `std ${name}: there is no package.json here or in a folder around: std new NAME makes a project\n`,
      );
    return found;
  } catch (error) {
    printError(`std ${name}: ${(error as Error).message}\n`);
    return null;
  }
}

function failed(name: string, result: NpmResult): number {
  printError(`std ${name}: ${npmFailure(result)}\n`);
  return EXIT_STATUS.failed;
}

interface Installed {
  readonly version: string;
  /** What package.json says about the sources; null for none. */
  readonly std: unknown;
}

/** The direct dependencies of a project that are installed. */
function installed({ folder, content }: Manifest): ReadonlyMap<string, Installed> {
  const found = new Map<string, Installed>();
  for (const name of dependenciesOf(content).keys()) {
    const manifest = readManifest(join(folder, "node_modules", name));
    if (manifest === null) continue;
    found.set(name, { version: text(manifest["version"]) ?? "0.0.0", std: manifest["std"] ?? null });
  }
  return found;
}

/** Prints what was added, changed and removed, and announces native code. */
function report(before: ReadonlyMap<string, Installed>, after: ReadonlyMap<string, Installed>): void {
  const lines: string[] = [];
  for (const [name, { version, std }] of after) {
    const was = before.get(name);
    if (was?.version === version) continue;
    lines.push(
      was === undefined ? `added ${name} ${version}` : `updated ${name} ${was.version} to ${version}`,
    );
    if (was !== undefined) continue;
    if (std === null) lines.push(`  it has no sources of Stdlang, so programs cannot import it`);
    const native = isObject(std) ? text(std["native"]) : null;
    if (native !== null)
      lines.push(
        `  it has native code (${native}), which no option restricts; a sandbox needs --allow-native=${name}`,
      );
  }
  for (const name of before.keys()) if (!after.has(name)) lines.push(`removed ${name}`);
  say(lines.length === 0 ? "nothing has changed\n" : lines.map((line) => `${line}\n`).join(""));
}
