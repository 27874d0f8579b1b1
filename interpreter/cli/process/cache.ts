// The cache of compiled programs on disk. An entry belongs to a command line (folder, path, compiler) and is
// valid as long as every path of the program leads to the file that was compiled, with the same contents.
// Entries are written to a temporary file and renamed, so readers see the old or the new entry, never a part.
// A damaged entry is treated as absent. A cache that cannot be used is not an error: programs are compiled.
//
// Loaded entries are run. So folder and files must belong to this user, and no other user may write them.
// Links are not followed, and a secret in the folder identifies entries of this cache.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isOwn, makeFolder } from "./cache-folder.ts";
import { decodeEntry, decodeText, encodeEntry, encodeText } from "./cache-file.ts";
import { checksum } from "./checksum.ts";
import { CODE } from "./code-cache.ts";
import { SECRET_BYTES } from "./keyed-sum.ts";
import type { CompiledProgram } from "../../launch/index.ts";
import type { PackageName } from "../../modules/index.ts";
import { monotonicMillis } from "../../runtime/host.ts";

/** A source file, as it was when its program was compiled. */
export interface CachedFile {
  /** The absolute path, as resolved from the entry. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A compiled program, and the files it was compiled from. */
export interface CacheEntry {
  readonly files: readonly CachedFile[];
  /** The paths that were resolved, each with the file it led to. */
  readonly paths: readonly (readonly [path: string, file: string])[];
  /** The paths at which a package was looked for, and no file was found. */
  readonly absent: readonly string[];
  /** The packages that were looked up, each with its folder. */
  readonly packages: readonly (readonly [name: PackageName, folder: string | null])[];
  readonly program: CompiledProgram;
  /** The rendered warnings, for standard error. */
  readonly warnings: string;
}

/** Finds the folder of a package. */
type FindPackage = (name: PackageName) => string | null;

/** The file with the secret of the folder. */
const SECRET = "secret";

/** If there are more, the older half is removed. */
const MOST_ENTRIES = 500;

/**
 * The compiled programs in one folder. No method throws: without a usable folder, nothing is found or stored.
 */
export class ProgramCache {
  /** The folder of the entries, which programs must not change. */
  readonly folder: string;
  readonly #version: string;

  /** `version` identifies the compiler: entries of another version are not found. */
  constructor(folder: string, version: string) {
    this.folder = folder;
    this.#version = version;
  }

  /** The key of a program: everything that determines the compiled code, except the contents of files. */
  key(...parts: readonly string[]): string {
    return JSON.stringify([this.#version, ...parts]);
  }

  /** Loads an entry; null if there is none, or if it is damaged or outdated. */
  load(key: string, find: FindPackage): CacheEntry | null {
    try {
      const secret = this.#secret(false);
      const entry = secret === null ? null : decodeEntry(key, secret, readOwn(this.#path(key)));
      return entry !== null && isCurrent(entry, find) ? entry : null;
    } catch {
      return null;
    }
  }

  store(key: string, entry: CacheEntry): void {
    const path = this.#path(key);
    try {
      // Reading a pipe would take from it what the program is compiled from.
      if (!entry.files.every((file) => isFile(file.path))) return;
      makeFolder(this.folder);
      const secret = this.#secret(true);
      if (secret === null) return;
      replace(path, encodeEntry(key, secret, entry));
      this.#dropOldest();
    } catch {
      // Programs are compiled.
    }
  }

  /** Loads a text that was stored with `storeText`; null if there is none, or if it is damaged. */
  loadText(key: string): string | null {
    try {
      const secret = this.#secret(false);
      return secret === null ? null : decodeText(key, secret, readOwn(this.#path(key)));
    } catch {
      return null;
    }
  }

  storeText(key: string, text: string): void {
    try {
      makeFolder(this.folder);
      const secret = this.#secret(true);
      if (secret === null) return;
      replace(this.#path(key), encodeText(key, secret, text));
      this.#dropOldest();
    } catch {
      // It is computed again.
    }
  }

  /** The secret; null if the folder is not trusted, and if there is none, unless `make`. */
  #secret(make: boolean): Uint8Array | null {
    if (!isOwn(lstatSync(this.folder), "folder")) return null;
    const path = join(this.folder, SECRET);
    const secret = existsSync(path) ? readOwn(path) : null;
    if (secret?.length === SECRET_BYTES) return secret;
    if (!make) return null;
    replace(path, globalThis.crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
    // Another process may have replaced it, too.
    return readOwn(path);
  }

  #path(key: string): string {
    return join(this.folder, fileName(key));
  }

  /** Removes the older half of the entries if there are too many. */
  #dropOldest(): void {
    const names = readdirSync(this.folder).filter((name) => name !== SECRET && name !== CODE);
    if (names.length <= MOST_ENTRIES) return;
    const paths = names.map((name) => join(this.folder, name));
    // Another process may have removed it.
    const aged = paths.map((path) => ({
      path,
      time: lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }));
    aged.sort((a, b) => a.time - b.time);
    for (const { path } of aged.slice(0, MOST_ENTRIES / 2)) removeQuietly(path);
  }
}

function isCurrent({ files, paths, absent, packages }: CacheEntry, find: FindPackage): boolean {
  return (
    paths.every(([path, file]) => realpathSync(path) === file) &&
    absent.every((path) => !existsSync(path)) &&
    packages.every(([name, folder]) => find(name) === folder) &&
    files.every(({ path, bytes }) => isFile(path) && readFileSync(path).equals(bytes))
  );
}

/** Whether it is neither a pipe nor a device. */
function isFile(path: string): boolean {
  return statSync(path).isFile();
}

/** Writes a file as a whole, or not at all. @throws Error */
function replace(path: string, bytes: Uint8Array): void {
  const draft = `${path}.${process.pid}.${monotonicMillis()}`;
  try {
    writeFileSync(draft, bytes, { mode: 0o600, flag: "wx" });
    renameSync(draft, path);
  } catch (error) {
    removeQuietly(draft);
    throw error;
  }
}

/** Reads a file that no other user can have written. @throws Error for other files */
function readOwn(path: string): Buffer {
  // Without waiting for the writer of a pipe.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = openSync(path, flags);
  try {
    if (!isOwn(fstatSync(descriptor), "file")) throw new Error("another user may have written it");
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path);
  } catch {
    // Another process has created it, or the folder above cannot be written.
  }
}

/**
 * Two checksums make it unlikely that two programs have the same file name; the key in the file distinguishes
 * them.
 */
function fileName(key: string): string {
  const bytes = Buffer.from(key);
  const part = (seed: number): string => checksum(bytes, seed).toString(16).padStart(8, "0");
  return part(0) + part(1);
}
