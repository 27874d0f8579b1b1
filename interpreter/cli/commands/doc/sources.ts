// The files that a name on the command line of `std doc` means: of a package, a folder, a file or a standard module.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { standardModules } from "../../../../stdlib/index.ts";
import { decodeSource, fileReader, isProblem } from "../../../modules/index.ts";
import { isObject, projectAround, readManifest, text, type Json } from "../../npm/manifest.ts";
import { scriptFiles } from "../script-files.ts";

export interface DocumentedFile {
  /** What an import names: `money`, `money/format`, `std/json`; the path of a file that is of no package. */
  readonly name: string;
  /** The path of the page without extension: `lib`, `part/deep`. */
  readonly page: string;
  /** The path of the file; empty for a standard module. */
  readonly path: string;
  readonly text: string;
}

export interface Documented {
  readonly title: string;
  readonly version: string | null;
  readonly description: string | null;
  /** The README.md, and the folder that its links start from. */
  readonly readme: { readonly text: string; readonly folder: string } | null;
  readonly files: readonly DocumentedFile[];
  /** The beginning of names that are not for users: `_` in a package. */
  readonly hidden: string;
}

const TEST = "_test.std";
const PACKAGE = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/;

/** The text of a standard module; null if there is none of the name. */
export function moduleText(name: string): string | null {
  const module = standardModules.find((each) => each.name === name);
  if (module === undefined) return null;
  const { declaration } = module;
  return typeof declaration === "string" ? declaration : readFileSync(declaration, "utf8");
}

/** The files that a name means, or why there are none. */
export function documented(name: string | undefined): Documented | string {
  if (name?.startsWith("std/") === true) return standardModule(name);
  if (name === undefined || existsSync(name)) {
    const path = name ?? ".";
    return statSync(path).isDirectory() ? folder(path) : oneFile(path);
  }
  return installedPackage(name) ?? `there is no file, folder or package ${name}`;
}

/** The package that an import in the current folder finds; null if there is none. */
export function installedPackage(name: string): Documented | string | null {
  if (!PACKAGE.test(name)) return null;
  for (let each = resolve("."); ; each = dirname(each)) {
    const at = join(each, "node_modules", name);
    const content = readManifest(at);
    if (content !== null) return packageIn(at, content);
    if (dirname(each) === each) return null;
  }
}

function standardModule(name: string): Documented | string {
  const body = moduleText(name.slice("std/".length));
  if (body === null) return `there is no module ${name}`;
  const file = { name, page: name.slice("std/".length), path: "", text: body };
  return { title: name, version: null, description: null, readme: null, files: [file], hidden: "_" };
}

function oneFile(path: string): Documented | string {
  const body = sourceText(path);
  if (typeof body !== "string") return `cannot read ${path}: ${body.problem}`;
  const name = posix.basename(path.replaceAll(sep, "/"));
  const file = { name, page: name.replace(/\.std$/, ""), path, text: body };
  return { title: name, version: null, description: null, readme: null, files: [file], hidden: "__" };
}

function folder(path: string): Documented | string {
  const project = projectAround(path);
  if (project !== null && resolve(project.folder) === resolve(path))
    return packageIn(project.folder, project.content);
  return inFolder(path, { name: posix.basename(resolve(path).replaceAll(sep, "/")) });
}

/** The sources of a package; of a project without `"std"`, all files below its folder. */
function packageIn(at: string, content: Json): Documented | string {
  const { std } = content;
  return inFolder(at, content, std === true || isObject(std) ? std : null);
}

function inFolder(at: string, content: Json, std: true | Json | null = null): Documented | string {
  const root = std === null || std === true ? "." : (text(std["root"]) ?? ".");
  const title = text(content["name"]) ?? posix.basename(resolve(at).replaceAll(sep, "/"));
  const files: DocumentedFile[] = [];
  for (const { path } of scriptFiles([join(at, root)], ".std")) {
    if (path.endsWith(TEST)) continue;
    const body = sourceText(path);
    if (typeof body !== "string") return `cannot read ${path}: ${body.problem}`;
    const part = relative(join(at, root), path).replaceAll(sep, "/");
    const page = part.replace(/\.std$/, "");
    const name = std === null ? part : page === "lib" ? title : `${title}/${page}`;
    files.push({ name, page, path, text: body });
  }
  if (files.length === 0) return `there are no *.std files in ${join(at, root)}`;
  return {
    title,
    version: text(content["version"]),
    description: text(content["description"]),
    readme: readmeOf(at),
    files: files.toSorted((a, b) => Number(b.page === "lib") - Number(a.page === "lib")),
    hidden: std === null ? "__" : "_",
  };
}

function readmeOf(at: string): Documented["readme"] {
  const path = join(at, "README.md");
  return existsSync(path) ? { text: readFileSync(path, "utf8"), folder: at } : null;
}

function sourceText(path: string): string | { readonly problem: string } {
  const bytes = fileReader.read(path);
  return isProblem(bytes) ? bytes : decodeSource(bytes);
}
