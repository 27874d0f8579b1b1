// The documents that an editor has open, with the versions of their texts.
import { Source } from "../../source/index.ts";
import { changed, type Change } from "../text/edits.ts";
import type { Encoding } from "../text/positions.ts";

export interface Document {
  readonly uri: string;
  /** The canonical path, or the URI of a document that is in no file. */
  readonly path: string;
  readonly version: number;
  readonly source: Source;
}

export class Documents {
  readonly #byUri = new Map<string, Document>();
  readonly #byPath = new Map<string, Document>();
  encoding: Encoding = "utf-16";

  get(uri: string): Document | undefined {
    return this.#byUri.get(uri);
  }

  at(path: string): Document | undefined {
    return this.#byPath.get(path);
  }

  all(): readonly Document[] {
    return [...this.#byUri.values()];
  }

  open(uri: string, path: string, version: number, text: string): Document {
    const document = { uri, path, version, source: new Source(path, text) };
    this.#byUri.set(uri, document);
    this.#byPath.set(path, document);
    return document;
  }

  /** Changes a document; null for one that is not open, or for a version that is older than the present one. */
  change(uri: string, version: number, changes: readonly Change[]): Document | null {
    const known = this.#byUri.get(uri);
    if (known === undefined || version <= known.version) return null;
    return this.open(uri, known.path, version, changed(known.source.text, changes, this.encoding));
  }

  close(uri: string): Document | undefined {
    const known = this.#byUri.get(uri);
    this.#byUri.delete(uri);
    if (known !== undefined && this.#byPath.get(known.path)?.uri === uri) this.#byPath.delete(known.path);
    return known;
  }
}
