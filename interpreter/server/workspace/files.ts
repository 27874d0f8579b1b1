// The files of a workspace as the language sees them: the texts of open documents over those on disk. What was
// read from disk is kept until it is known to have changed.
import { decodeSource, isProblem, type Problem, type SourceReader } from "../../modules/index.ts";
import { utf8 } from "../../source/index.ts";

/** The disk, by paths. */
export interface Disk extends SourceReader {
  /** Changes when the file changes; null if there is none. */
  stamp(path: string): string | null;
  /** The scripts below a folder that are the user's own: neither packages nor what `.gitignore` excludes. */
  scripts(folder: string): readonly string[];
}

interface ReadFile {
  readonly bytes: Uint8Array | Problem;
  readonly stamp: string | null;
}

export class Files implements SourceReader {
  readonly #disk: Disk;
  /** The bytes of open documents by canonical path. */
  readonly #open = new Map<string, Uint8Array>();
  readonly #canonical = new Map<string, string | Problem>();
  readonly #read = new Map<string, ReadFile>();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Lays a text over a file, or takes it away. */
  lay(path: string, text: string | null): void {
    if (text === null) this.#open.delete(path);
    else this.#open.set(path, utf8(text));
    this.#canonical.delete(path);
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  canonical(path: string): string | Problem {
    const known = this.#canonical.get(path);
    if (known !== undefined) return known;
    const found = this.#disk.canonical(path);
    // A document may be open that is not on disk, or not any more.
    const id = isProblem(found) && this.#open.has(path) ? path : found;
    this.#canonical.set(path, id);
    return id;
  }

  read(path: string): Uint8Array | Problem {
    const open = this.#open.get(path);
    if (open !== undefined) return open;
    const known = this.#read.get(path);
    if (known !== undefined) return known.bytes;
    const stamp = this.#disk.stamp(path);
    const bytes = this.#disk.read(path);
    this.#read.set(path, { bytes, stamp });
    return bytes;
  }

  list(path: string): readonly string[] | null {
    return this.#disk.list?.(path) ?? null;
  }

  /** The text of a file; null if it cannot be read. */
  text(path: string): string | null {
    const bytes = this.read(path);
    const text = isProblem(bytes) ? bytes : decodeSource(bytes);
    return isProblem(text) ? null : text;
  }

  /** Forgets what is known of a file on disk. */
  forget(path: string): void {
    this.#read.delete(path);
    this.#canonical.delete(path);
  }

  /** Forgets what is known of the disk where it has changed; returns whether anything has. */
  refresh(): boolean {
    let isChanged = false;
    for (const [path, { stamp }] of this.#read) {
      if (this.#disk.stamp(path) === stamp) continue;
      this.#read.delete(path);
      isChanged = true;
    }
    for (const [path, id] of this.#canonical) {
      if (sameAnswer(this.#open.has(path) ? id : this.#disk.canonical(path), id)) continue;
      this.#canonical.delete(path);
      isChanged = true;
    }
    return isChanged;
  }
}

function sameAnswer(a: string | Problem, b: string | Problem): boolean {
  return isProblem(a) || isProblem(b) ? isProblem(a) && isProblem(b) : a === b;
}
