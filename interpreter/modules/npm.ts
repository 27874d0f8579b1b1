// Packages that npm has installed: finds the one that an import names, in `node_modules` upwards from the
// importing file, and reads what its package.json says about its sources (reference/modules#packages). All
// access goes through the reader of the program, so that an engine knows which files an answer depends on.
import { notes } from "../diagnostics/index.ts";
import { machine } from "../host/index.ts";
import { decodeSource, isProblem, type Problem, type SourceReader } from "./reader.ts";
import { isInside } from "./resolve.ts";

/** How a program uses packages of npm. */
export interface NpmUse {
  /** The packages whose native code may run; true for all. */
  readonly natives: readonly string[] | true;
  /** The version of the language, which `engines.std` of a package restricts. */
  readonly version: string;
  /** Whether a version is in a range of npm. */
  inRange(version: string, range: string): boolean;
}

/** An installed package. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** The folder of its sources, which imports of its files may not leave. */
  readonly root: string;
  /** The ES module with the functions that its files declare without body; null for none. */
  readonly native: string | null;
}

/** The parts of an import that names a package. */
export interface NpmPath {
  readonly name: string;
  /** The file in the package, without extension. */
  readonly part: string;
}

const NAME = /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:\/(.+))?$/i;

/** The package and the file that an import names; null for a path of another kind. */
export function npmPath(path: string): NpmPath | null {
  const match = NAME.exec(path);
  if (match === null) return null;
  const [, name, part = "lib"] = match as unknown as [string, string, string?];
  return { name, part: part.replace(/\.std$/, "") };
}

/** Finds a package by its name; null if no `node_modules` on the way up from `folder` has it. */
export function findByName(
  reader: SourceReader,
  use: NpmUse,
  name: string,
  folder: string,
): NpmPackage | Problem | null {
  const { basename, join } = machine().sources.paths;
  for (const each of upwards(folder)) {
    if (basename(each) === "node_modules") continue;
    const manifest = reader.canonical(join(each, "node_modules", name, "package.json"));
    if (!isProblem(manifest)) return packageAt(reader, use, name, manifest);
  }
  return null;
}

/**
 * The package that a file of a project belongs to, if its nearest package.json names native code and the file is among
 * its sources; null otherwise.
 */
export function nativePackageAround(reader: SourceReader, use: NpmUse, file: string): NpmPackage | null {
  const { absolute, dirname, join } = machine().sources.paths;
  for (const each of upwards(dirname(file))) {
    const path = reader.canonical(join(each, "package.json"));
    if (isProblem(path)) continue;
    const manifest = manifestAt(reader, path);
    if (manifest === null || isProblem(manifest)) return null;
    const { std, name } = manifest;
    if (!isObject(std) || !isText(std["native"]) || !isText(name)) return null;
    const found = packageAt(reader, use, name, path);
    return !isProblem(found) && isInside(absolute(file), absolute(found.root)) ? found : null;
  }
  return null;
}

/**
 * Finds a package by the path that its package.json gives as `"import"`, among the dependencies of the project
 * around `folder`; null if none has it.
 */
export function findByImport(
  reader: SourceReader,
  use: NpmUse,
  path: string,
  folder: string,
): NpmPackage | Problem | null {
  const { join } = machine().sources.paths;
  for (const each of upwards(folder)) {
    const own = manifestAt(reader, join(each, "package.json"));
    if (own === null || isProblem(own)) continue;
    for (const name of dependenciesOf(own)) {
      const found = findManifest(reader, name, each);
      if (found === null || isProblem(found.manifest)) continue;
      const { std } = found.manifest;
      if (isObject(std) && isText(std["import"]) && std["import"].toLowerCase() === path.toLowerCase())
        return packageAt(reader, use, name, found.path);
    }
  }
  return null;
}

type Json = Readonly<Record<string, unknown>>;

function findManifest(reader: SourceReader, name: string, folder: string) {
  const { join } = machine().sources.paths;
  for (const each of upwards(folder)) {
    const path = reader.canonical(join(each, "node_modules", name, "package.json"));
    if (isProblem(path)) continue;
    const manifest = manifestAt(reader, path);
    return manifest === null ? null : { path, manifest };
  }
  return null;
}

function dependenciesOf(manifest: Json): string[] {
  const kinds = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
  return kinds.flatMap((kind) => (isObject(manifest[kind]) ? Object.keys(manifest[kind]) : []));
}

const WRONG_ROOT: Problem = {
  problem: notes.manifestNamesNoFolder("std.root"),
  hint: notes.writeMember("root", "src"),
};
const WRONG_NATIVE: Problem = {
  problem: notes.manifestNamesNoFile("std.native"),
  hint: notes.writeMember("native", "native.js"),
};

/** What a package.json says about the sources of its package. */
function packageAt(reader: SourceReader, use: NpmUse, name: string, path: string): NpmPackage | Problem {
  const { dirname, absolute, join } = machine().sources.paths;
  const manifest = manifestAt(reader, path) ?? { problem: notes.manifestIsNoObject };
  if (isProblem(manifest)) return { ...manifest, hint: notes.installAgain(name) };
  const { std } = manifest;
  if (std !== true && !isObject(std))
    return { problem: notes.packageHasNoSources(name), hint: notes.nameSources };
  const { root = ".", native } = std === true ? {} : (std as { root?: unknown; native?: unknown });
  if (!isText(root)) return WRONG_ROOT;
  if (native !== undefined && !isText(native)) return WRONG_NATIVE;
  const folder = dirname(path);
  const [sources, code] = [join(folder, root), isText(native) ? join(folder, native) : null];
  const isOwn = (each: string): boolean => isInside(absolute(each), absolute(folder));
  if (absolute(sources) !== absolute(folder) && !isOwn(sources)) return WRONG_ROOT;
  if (code !== null && !isOwn(code)) return WRONG_NATIVE;
  const version = isText(manifest["version"]) ? manifest["version"] : "0.0.0";
  const range = isObject(manifest["engines"]) ? manifest["engines"]["std"] : undefined;
  if (isText(range) && !use.inRange(use.version, range))
    return {
      problem: notes.packageNeedsVersion(`${name} ${version}`, range, use.version),
      hint: notes.addOtherVersion(name),
    };
  if (code !== null && isProblem(reader.canonical(code)))
    return { problem: notes.nativeCodeIsMissing(shown(code)), hint: notes.publishNativeCode };
  if (code !== null && use.natives !== true && !use.natives.includes(name))
    return { problem: notes.nativeCodeIsNotAllowed, hint: notes.allowNative(name) };
  return { name, version, root: shown(sources), native: code && absolute(code) };
}

/** A package.json as data; null if there is none, a problem if it is no JSON object. */
function manifestAt(reader: SourceReader, path: string): Json | Problem | null {
  const at = reader.canonical(path);
  if (isProblem(at)) return null;
  const bytes = reader.read(at);
  if (isProblem(bytes)) return bytes;
  const text = decodeSource(bytes);
  if (isProblem(text)) return text;
  try {
    const data: unknown = JSON.parse(text);
    if (isObject(data)) return data;
  } catch {
    // Reported below.
  }
  return { problem: notes.manifestIsNoObject };
}

/** The folder and those around it. A relative one is below the working folder. */
function* upwards(folder: string): Generator<string> {
  const { absolute, dirname, isAbsolute } = machine().sources.paths;
  for (let each = folder; ; each = dirname(each)) {
    yield each;
    if (dirname(each) === each) break;
  }
  if (!isAbsolute(folder)) yield* upwards(absolute(folder));
}

/** A path as messages show it: relative to the working folder, if it is below it. */
function shown(path: string): string {
  const { absolute, separator } = machine().sources.paths;
  const here = absolute(".");
  return isInside(path, here) ? path.slice(here.length + (here.endsWith(separator) ? 0 : 1)) : path;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
