// Compiled programs on disk. An entry belongs to a command line (folder, path, compiler) and serves
// as long as every file of the program still has the content it was compiled from.
//
//   file:  sha256 of the rest (32 bytes) | v8.serialize({ files, program, warnings })
//
// Writing goes through a file of its own and a rename, so readers see old or new and never half;
// what is damaged counts as absent. A cache that cannot be used is no error: programs compile.
import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { CompiledProgram } from "./launch.ts";

export interface CachedFile {
  /** As resolved from the entry, absolute. */
  readonly path: string;
  /** sha256 of its content, hexadecimal. */
  readonly digest: string;
}

export interface CacheEntry {
  readonly files: readonly CachedFile[];
  readonly program: CompiledProgram;
  /** Rendered, for standard error. */
  readonly warnings: string;
}

const DIGEST_BYTES = 32;
const MOST_ENTRIES = 500;

export class ProgramCache {
  readonly #folder: string;
  readonly #version: string;

  /** `version` names the compiler: entries of another one are not found. */
  constructor(folder: string, version: string) {
    this.#folder = folder;
    this.#version = version;
  }

  /** The key of a program by everything that decides what it compiles to, save file contents. */
  key(...parts: readonly string[]): string {
    return digest(JSON.stringify([this.#version, ...parts]));
  }

  /** Null when there is no entry, or one that is damaged or out of date. */
  load(key: string): CacheEntry | null {
    try {
      const bytes = readFileSync(this.#path(key));
      const body = bytes.subarray(DIGEST_BYTES);
      if (!hash("sha256", body, "buffer").equals(bytes.subarray(0, DIGEST_BYTES))) return null;
      const entry = deserialize(body) as CacheEntry;
      return entry.files.every((file) => digest(readFileSync(file.path)) === file.digest) ? entry : null;
    } catch {
      return null;
    }
  }

  store(key: string, entry: CacheEntry): void {
    const body = serialize(entry);
    const path = this.#path(key);
    const draft = `${path}.${process.pid}.${performance.now()}`;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(draft, Buffer.concat([hash("sha256", body, "buffer"), body]), { mode: 0o600 });
      renameSync(draft, path);
      this.#dropOldest();
    } catch {
      removeQuietly(draft);
    }
  }

  #path(key: string): string {
    return join(this.#folder, key);
  }

  /** Keeps the folder from growing for ever: the oldest half goes when there are too many. */
  #dropOldest(): void {
    const names = readdirSync(this.#folder);
    if (names.length <= MOST_ENTRIES) return;
    const aged = names.map((name) => ({ name, time: statSync(this.#path(name)).mtimeMs }));
    aged.sort((a, b) => a.time - b.time);
    for (const { name } of aged.slice(0, MOST_ENTRIES / 2)) removeQuietly(this.#path(name));
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path);
  } catch {
    // Another process was faster, or the folder is not ours to write.
  }
}

/** Content of a file as cache entries remember it. */
export function digest(content: Uint8Array | string): string {
  return hash("sha256", content, "hex");
}
