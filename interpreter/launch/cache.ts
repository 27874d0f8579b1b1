// Compiled programs on disk. An entry belongs to a command line (folder, path, compiler) and serves
// as long as every file of the program still has the content it was compiled from.
// Writing goes through a file of its own and a rename, so readers see old or new and never half;
// what is damaged counts as absent. A cache that cannot be used is no error: programs compile.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { decodeEntry, encodeEntry } from "./cache-file.ts";
import { checksum } from "./checksum.ts";
import { monotonicMillis } from "../runtime/index.ts";
import type { CompiledProgram } from "./launch.ts";

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
      const entry = decodeEntry(key, readFileSync(this.#path(key)));
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
      writeFileSync(draft, encodeEntry(key, entry), { mode: 0o600 });
      renameSync(draft, path);
      this.#dropOldest();
    } catch {
      removeQuietly(draft);
    }
  }

  #path(key: string): string {
    return join(this.folder, fileName(key));
  }

  /** Keeps the folder from growing for ever: the oldest half goes when there are too many. */
  #dropOldest(): void {
    const names = readdirSync(this.folder);
    if (names.length <= MOST_ENTRIES) return;
    const paths = names.map((name) => join(this.folder, name));
    const aged = paths.map((path) => ({ path, time: statSync(path).mtimeMs }));
    aged.sort((a, b) => a.time - b.time);
    for (const { path } of aged.slice(0, MOST_ENTRIES / 2)) removeQuietly(path);
  }
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
