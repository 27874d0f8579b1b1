// `std publish`: checks a package as those who install it will meet it, then calls `npm publish`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, relative, sep } from "node:path";
import { standardModules } from "../../../stdlib/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { createEngine } from "../../engine.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import { fileReader, type SourceReader } from "../../modules/index.ts";
import { npmPackages } from "../../npm-packages.ts";
import {
  dependenciesOf,
  isObject,
  projectAround,
  readManifest,
  text,
  type Json,
  type Manifest,
} from "../npm/manifest.ts";
import { packageNameProblem } from "../npm/package-name.ts";
import { npmFailure, runNpm } from "../npm/run-npm.ts";
import { breaking, offeredBy, type Offered } from "../npm/surface.ts";
import { report } from "../output/report.ts";
import { say, printError } from "../output/terminal.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./options.ts";
import { scriptFiles } from "./script-files.ts";
import { colorOf, colorOption } from "./settings.ts";

export const publish: Command = {
  usage: "std publish [OPTION...]",
  options: { "--dry-run": { help: "only check what would be published" }, ...colorOption },
  example: "std publish --dry-run",
  notes:
    "Refuses a package that its users could not use: files missing in the tarball, dependencies that are\nfolders or repositories, code that does not check, functions without a doc comment, a version that\nexists. Warns of a breaking change without a new major version.",
  async run(options) {
    if (options.operands.length > 0) throw new UsageError(`expected no operand: ${publish.usage}`);
    const project = projectHere();
    if (typeof project === "string") return refuse([project]);
    const color = colorOf(options);
    const found = await problemsOf(project, (diagnostics) => report(diagnostics, color));
    for (const warning of found.warnings) printError(`warning: ${warning}\n`);
    if (found.problems.length > 0) return refuse(found.problems);
    const { name, version } = project.content;
    say(
      `${String(name)}@${String(version)}: ${found.files.length} files, ${Math.ceil(found.bytes / 1000)} kB packed\n`,
    );
    if (options.flags.has("--dry-run")) return EXIT_STATUS.ok;
    const result = await runNpm(project.folder, ["publish", "--ignore-scripts"], true);
    return result.status === 0 ? EXIT_STATUS.ok : refuse([npmFailure(result)]);
  },
};

function refuse(problems: readonly string[]): number {
  for (const problem of problems) printError(`std publish: ${problem}\n`);
  return EXIT_STATUS.failed;
}

function projectHere(): Manifest | string {
  try {
    return projectAround(".") ?? "there is no package.json here: std new NAME --package makes a package";
  } catch (error) {
    return (error as Error).message;
  }
}

interface Found {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly files: readonly string[];
  readonly bytes: number;
}

async function problemsOf(
  { folder, content }: Manifest,
  show: (diagnostics: readonly Diagnostic[]) => void,
): Promise<Found> {
  const early = manifestProblems(content);
  const nothing = { warnings: [], files: [], bytes: 0 };
  if (early.length > 0) return { ...nothing, problems: early };
  const { root, native } = sourcesOf(content);
  const sources = sourcesBelow(join(folder, root));
  if (sources.length === 0) return { ...nothing, problems: [`there are no *.std files in ${root}`] };
  const packed = await tarballOf(folder);
  if (typeof packed === "string") return { ...nothing, problems: [packed] };
  const checked = checkInstalled(
    folder,
    content,
    sources.map(({ part }) => part),
  );
  show(checked.diagnostics);
  const needed = sources.map(({ part }) => posix.join(root, part));
  const offered = sources.flatMap(({ part, path }) =>
    offeredBy(part, readFileSync(path, "utf8"), native !== null),
  );
  const registry = await againstRegistry(content, offered);
  const problems = [
    ...[...needed, ...(native === null ? [] : [posix.normalize(native)])]
      .filter((path) => !packed.files.includes(path))
      .map((path) => `${path} is not in the tarball: see "files" in package.json`),
    ...(checked.ok ? [] : ["the code does not check"]),
    ...offered
      .filter((each) => each.isFunction && !each.documented)
      .map(({ key }) => `${key} has no doc comment (///)`),
    ...registry.problems,
  ];
  return { problems, warnings: registry.warnings, files: packed.files, bytes: packed.bytes };
}

/** The sources below a folder, without tests: their paths, and those that imports name. */
function sourcesBelow(folder: string): { readonly path: string; readonly part: string }[] {
  return scriptFiles([folder], ".std")
    .filter(({ path }) => !path.endsWith("_test.std"))
    .map(({ path }) => ({ path, part: relative(folder, path).replaceAll("\\", "/") }));
}

/** Checks the files as those of an installed package: from a program that imports each of them. */
function checkInstalled(folder: string, { name }: Json, sources: readonly string[]) {
  const installed = join(folder, "node_modules", String(name));
  const reader: SourceReader = {
    canonical: (path) =>
      fileReader.canonical(isBelow(path, installed) ? join(folder, path.slice(installed.length)) : path),
    read: fileReader.read,
  };
  const engine = createEngine({
    modules: standardModules,
    reader,
    packages: npmPackages({ natives: true }),
  });
  const imports = sources.map(
    (part, i) => `import ${JSON.stringify(`${String(name)}/${part}`)} as part_${i}\n`,
  );
  const { diagnostics, ok } = engine.check([
    { path: join(folder, "program.std"), text: imports.join(""), main: false },
  ]);
  return { diagnostics: diagnostics.filter(({ severity }) => severity === "error"), ok };
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

function sourcesOf({ std }: Json): { readonly root: string; readonly native: string | null } {
  const given = isObject(std) ? std : {};
  return { root: posix.normalize(text(given["root"]) ?? "."), native: text(given["native"]) };
}

function manifestProblems(content: Json): string[] {
  const name = text(content["name"]);
  const version = text(content["version"]);
  const named = name === null ? "it is missing" : packageNameProblem(name);
  return [
    ...(named === null ? [] : [`"name" in package.json: ${named}`]),
    ...(version !== null && /^\d+\.\d+\.\d+/.test(version)
      ? []
      : ['"version" in package.json is not a version']),
    ...(content["private"] === true ? ['package.json says "private": true'] : []),
    ...(content["std"] === true || isObject(content["std"])
      ? []
      : ['package.json has no "std", so programs cannot import the package']),
    ...[...dependenciesOf({ ...content, devDependencies: {} })]
      .filter(
        ([, range]) =>
          /^(?:file:|link:|\.{0,2}\/|~\/|git|https?:|[\w.-]+:|[\w.-]+\/)/.test(range) &&
          !/^(?:npm|workspace):/.test(range),
      )
      .map(
        ([dependency, range]) =>
          `the dependency ${dependency} is a folder or repository (${range}): others may not have it`,
      ),
  ];
}

/** The files that npm would publish; a problem if it fails. */
async function tarballOf(
  folder: string,
): Promise<{ readonly files: readonly string[]; readonly bytes: number } | string> {
  const result = await runNpm(folder, ["pack", "--dry-run", "--json", "--ignore-scripts"]);
  if (result.status === null) return npmFailure(result);
  if (result.status !== 0) return `npm pack failed: ${result.stderr.trim().split("\n")[0] ?? ""}`;
  const listed: unknown = JSON.parse(result.stdout);
  const [one] = (Array.isArray(listed) ? listed : Object.values(listed as Json)) as {
    readonly files: readonly { readonly path: string }[];
    readonly size: number;
  }[];
  return { files: one!.files.map(({ path }) => path), bytes: one!.size };
}

/** What the versions in the registry forbid, and what a program that uses the last one would miss. */
async function againstRegistry(
  content: Json,
  offered: readonly Offered[],
): Promise<{ readonly problems: readonly string[]; readonly warnings: readonly string[] }> {
  const [name, version] = [String(content["name"]), String(content["version"])];
  const { status, stdout, stderr } = await runNpm(".", ["view", name, "versions", "--json"]);
  if (status !== 0) {
    const isNew = (stdout + stderr).includes("E404");
    const unknown = "the registry cannot be reached, so versions were not compared";
    return { problems: [], warnings: isNew ? [] : [unknown] };
  }
  const listed: unknown = JSON.parse(stdout);
  const versions = (Array.isArray(listed) ? listed : [listed]).map(String);
  if (versions.includes(version))
    return { problems: [`${name}@${version} exists: choose another version`], warnings: [] };
  const last = versions.filter((each) => !each.includes("-")).at(-1);
  if (last === undefined || !mustNotBreak(last, version)) return { problems: [], warnings: [] };
  const lines = breaking(await published(name, last), offered);
  return {
    problems: [],
    warnings: lines.map((line) => `since ${last}, ${line}: a breaking change needs a new major version`),
  };
}

/** Whether programs that use `last` may get `version` by an update. */
function mustNotBreak(last: string, version: string): boolean {
  const [a, b] = [last, version].map((each) => each.split(".").map(Number)) as [number[], number[]];
  return a[0] === b[0] && (a[0] !== 0 || a[1] === b[1]);
}

/** The declarations of a published version; none if it cannot be had. */
async function published(name: string, version: string): Promise<Offered[]> {
  const folder = mkdtempSync(join(tmpdir(), "std-publish-"));
  try {
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--prefix", folder];
    if ((await runNpm(folder, [...args, `${name}@${version}`])).status !== 0) return [];
    const at = join(folder, "node_modules", name);
    const { root, native } = sourcesOf(readManifest(at) ?? {});
    return sourcesBelow(join(at, root)).flatMap(({ path, part }) =>
      offeredBy(part, readFileSync(path, "utf8"), native !== null),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
