// Resolves a quoted import path (reference/modules#imports, reference/modules#resolution) to a file relative
// to the importer, or to a file of an external package. Works on paths only; the loader checks whether the
// file exists.
import { notes } from "../diagnostics/index.ts";
import { machine } from "../host/index.ts";
import type { Problem } from "./reader.ts";

/** Returns the root folder of an external package; null if it is not installed. */
export type PackageLookup = (name: PackageName) => string | null;

/** The name of a package, with owner and name in lower case. */
export interface PackageName {
  readonly host: string;
  readonly owner: string;
  readonly name: string;
}

export interface Importer {
  /** The path as shown to users. */
  readonly shown: string;
  /** The folder that local imports may not leave; null outside packages. */
  readonly packageRoot: string | null;
}

export interface Target {
  readonly path: string;
  readonly packageRoot: string | null;
}

const LOCAL = /^\.\.?\//;
const PACKAGE = /^([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)\/([A-Za-z0-9._-]+)\/([A-Za-z0-9._-]+)(?:\/(.+))?$/;

/** Whether a path is relative to the importer. */
export function isLocal(path: string): boolean {
  return LOCAL.test(path);
}

/** Resolves an import; returns a Problem for a path that no file can have. */
export function resolveImport(importer: Importer, path: string, packages: PackageLookup): Target | Problem {
  const { absolute, dirname, extname, join } = machine().sources.paths;
  const extension = extname(importer.shown) || ".std";
  if (isLocal(path)) {
    if (path.endsWith("/")) return { problem: notes.pathToFileIsExpected };
    const file = join(dirname(importer.shown), extname(path) === "" ? path + extension : path);
    if (importer.packageRoot !== null && !isInside(absolute(file), importer.packageRoot)) {
      return { problem: notes.itLiesOutsidePackage };
    }
    return { path: file, packageRoot: importer.packageRoot };
  }
  const repository = repositoryPath(path);
  if (repository === null) return { problem: notes.unknownKindOfPath };
  const { full, name, part } = repository;
  const root = packages(name);
  if (root === null) {
    return {
      problem: notes.packageIsNotInstalled,
      hint: notes.namePackageFolder(full),
    };
  }
  const target = join(root, part + extension);
  return isInside(absolute(target), absolute(root))
    ? { path: target, packageRoot: absolute(root) }
    : { problem: notes.itLiesOutsidePackage };
}

/** The parts of `host/owner/name` and `host/owner/name/part`. */
export interface RepositoryPath {
  /** `host/owner/name` as written. */
  readonly full: string;
  readonly name: PackageName;
  /** The file in the package. */
  readonly part: string;
}

/** The repository and the file that an import names; null for a path of another kind. */
export function repositoryPath(path: string): RepositoryPath | null {
  const match = PACKAGE.exec(path);
  if (match === null) return null;
  const [, host, owner, name, part = "lib"] = match as unknown as [string, string, string, string, string?];
  return {
    full: `${host}/${owner}/${name}`,
    name: { host: host.toLowerCase(), owner: owner.toLowerCase(), name: name.toLowerCase() },
    part,
  };
}

/** What npm installs a repository by. */
export function specOf({ full, name: { host } }: RepositoryPath): string {
  return host === "github.com" ? `github:${full.slice(full.indexOf("/") + 1)}` : `git+https://${full}.git`;
}

/** Whether a path is below a folder; both are absolute. */
export function isInside(path: string, folder: string): boolean {
  const { separator } = machine().sources.paths;
  return path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}
