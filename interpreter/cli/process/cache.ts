// The cache of compiled programs on disk. An entry belongs to a command line (folder, path, compiler) and is
// valid as long as every file of the program has the contents that were compiled. Entries are written to a
// temporary file and renamed, so readers see the old or the new entry, never a part. A damaged entry is
// treated as absent. A cache that cannot be used is not an error: programs are compiled.
//
// Loaded entries are run. So folder and files must belong to this user, and no other user may write them.
// Links are not followed, and a secret in the folder identifies entries of this cache.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { dirname, join } from "node:path";
import { decodeEntry, encodeEntry } from "./cache-file.ts";
import { checksum } from "./checksum.ts";
import { SECRET_BYTES } from "./keyed-sum.ts";
import type { CompiledProgram } from "../../launch/index.ts";
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
  readonly program: CompiledProgram;
  /** The rendered warnings, for standard error. */
  readonly warnings: string;
}

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
  load(key: string): CacheEntry | null {
    try {
      const secret = this.#secret(false);
      const entry = secret === null ? null : decodeEntry(key, secret, readOwn(this.#path(key)));
      return entry?.files.every((file) => readFileSync(file.path).equals(file.bytes)) === true ? entry : null;
    } catch {
      return null;
    }
  }

  store(key: string, entry: CacheEntry): void {
    const path = this.#path(key);
    const draft = `${path}.${process.pid}.${monotonicMillis()}`;
    try {
      makeFolder(this.folder);
      const secret = this.#secret(true);
      if (secret === null) return;
      writeFileSync(draft, encodeEntry(key, secret, entry), { mode: 0o600, flag: "wx" });
      renameSync(draft, path);
      this.#dropOldest();
    } catch {
      removeQuietly(draft);
    }
  }

  /** The secret; null if the folder is not trusted, and if there is none, unless `make`. */
  #secret(make: boolean): Uint8Array | null {
    if (!isOwn(lstatSync(this.folder), "folder")) return null;
    const path = join(this.folder, SECRET);
    if (make && !existsSync(path))
      writeFileSync(path, globalThis.crypto.getRandomValues(new Uint8Array(SECRET_BYTES)), {
        mode: 0o600,
        flag: "wx",
      });
    const secret = readOwn(path);
    return secret.length === SECRET_BYTES ? secret : null;
  }

  #path(key: string): string {
    return join(this.folder, fileName(key));
  }

  /** Removes the older half of the entries if there are too many. */
  #dropOldest(): void {
    const names = readdirSync(this.folder).filter((name) => name !== SECRET);
    if (names.length <= MOST_ENTRIES) return;
    const paths = names.map((name) => join(this.folder, name));
    const aged = paths.map((path) => ({ path, time: statSync(path).mtimeMs }));
    aged.sort((a, b) => a.time - b.time);
    for (const { path } of aged.slice(0, MOST_ENTRIES / 2)) removeQuietly(path);
  }
}

/** Reads a file that no other user can have written. @throws Error for other files */
function readOwn(path: string): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    if (!isOwn(fstatSync(descriptor), "file")) throw new Error("another user may have written it");
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Whether a file or folder belongs to this user, and no other may write it; systems without users have no
 * ids.
 */
function isOwn(stats: Stats, kind: "file" | "folder"): boolean {
  const isKind = kind === "file" ? stats.isFile() : stats.isDirectory();
  return (
    isKind && (process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0))
  );
}

/** Creates a folder and those above it. The recursive form of Node never ends below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
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
