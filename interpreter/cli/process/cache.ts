// Compiled programs on disk. An entry belongs to a command line (folder, path, compiler) and serves
// as long as every file of the program still has the content it was compiled from.
// Writing goes through a file of its own and a rename, so readers see old or new and never half;
// what is damaged counts as absent. A cache that cannot be used is not an error: programs compile.
//
// What is loaded here runs. So folder and files must be this user's, and no other user may write them; links
// are not followed, and a secret in the folder tells entries of this cache from others.
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

/** A source file as it was when its program was compiled. */
export interface CachedFile {
  /** As resolved from the entry, absolute. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A compiled program, and the files it was compiled from. */
export interface CacheEntry {
  readonly files: readonly CachedFile[];
  readonly program: CompiledProgram;
  /** Rendered, for standard error. */
  readonly warnings: string;
}

/** The file with the secret of the folder. */
const SECRET = "secret";

/** When there are more, the older half is removed. */
const MOST_ENTRIES = 500;

/** The compiled programs in one folder. No method throws: without a usable folder nothing is found or kept. */
export class ProgramCache {
  /** Where the entries are, which no program is to change. */
  readonly folder: string;
  readonly #version: string;

  /** `version` names the compiler: entries of another one are not found. */
  constructor(folder: string, version: string) {
    this.folder = folder;
    this.#version = version;
  }

  /** The key of a program: everything that decides what it compiles to, save file contents. */
  key(...parts: readonly string[]): string {
    return JSON.stringify([this.#version, ...parts]);
  }

  /** Null when there is no entry, or one that is damaged or out of date. */
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

  /** Null where the folder is not to be trusted, and where there is none yet unless it is to be made. */
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

  /** Keeps the folder from growing for ever: the oldest half goes when there are too many. */
  #dropOldest(): void {
    const names = readdirSync(this.folder).filter((name) => name !== SECRET);
    if (names.length <= MOST_ENTRIES) return;
    const paths = names.map((name) => join(this.folder, name));
    const aged = paths.map((path) => ({ path, time: statSync(path).mtimeMs }));
    aged.sort((a, b) => a.time - b.time);
    for (const { path } of aged.slice(0, MOST_ENTRIES / 2)) removeQuietly(path);
  }
}

/** The bytes of a file that no other user can have written. @throws Error for any other */
function readOwn(path: string): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    if (!isOwn(fstatSync(descriptor), "file")) throw new Error("another user may have written it");
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Systems without users have no ids. */
function isOwn(stats: Stats, kind: "file" | "folder"): boolean {
  const isKind = kind === "file" ? stats.isFile() : stats.isDirectory();
  return (
    isKind && (process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0))
  );
}

/** With the folders above it. Node's own recursive form never ends below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function removeQuietly(path: string): void {
  try {
    rmSync(path);
  } catch {
    // Another process was faster, or the folder is not ours to write.
  }
}

/** Two checksums make it unlikely that programs take turns in one file; the key in it tells them apart. */
function fileName(key: string): string {
  const bytes = Buffer.from(key);
  const part = (seed: number): string => checksum(bytes, seed).toString(16).padStart(8, "0");
  return part(0) + part(1);
}
