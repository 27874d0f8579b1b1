// The schema of a project: `"std": { "schema": "schema.sql" }` in the package.json nearest to a file names a file, or
// a folder of numbered migrations (reference/checking#sql).
import { machine } from "../host/index.ts";
import { decodeSource, isProblem, type SourceReader } from "../modules/index.ts";
import { hashOf } from "../source/index.ts";
import type { SchemaFile } from "../runtime/host.ts";

/** A schema, or why it cannot be read. */
export type Schema = readonly SchemaFile[] | { readonly problem: string };

/** Finds schemas, each once. */
export class Schemas {
  readonly #reader: SourceReader;
  /** By folder of a program's file. */
  readonly #byFolder = new Map<string, Schema | null>();
  readonly #byPath = new Map<string, Schema>();
  readonly #hashes = new Map<Schema, string>();
  readonly #given: string | null;

  /** @param given the schema of `--schema`, instead of that of a package.json */
  constructor(reader: SourceReader, given: string | null) {
    this.#reader = reader;
    this.#given = given;
  }

  /** The schema for a file; null without one. */
  around(file: string): Schema | null {
    if (this.#given !== null) return this.#read(this.#given, this.#given);
    const { absolute, dirname } = machine().sources.paths;
    return this.#inFolder(dirname(absolute(file)));
  }

  /** Identifies the schema for a file by its texts; null if it cannot be read. */
  hashAround(file: string): string | null {
    const schema = this.around(file);
    if (schema === null) return "";
    if (!isFiles(schema)) return null;
    let hash = this.#hashes.get(schema);
    if (hash === undefined) {
      hash = hashOf(schema.map(({ path, text }) => `${path}\n${text}`).join("\n"));
      this.#hashes.set(schema, hash);
    }
    return hash;
  }

  #inFolder(folder: string): Schema | null {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    const { dirname, join } = machine().sources.paths;
    const manifest = this.#text(join(folder, "package.json"));
    const above = dirname(folder);
    const found =
      manifest === null ? (above === folder ? null : this.#inFolder(above)) : this.#of(folder, manifest);
    this.#byFolder.set(folder, found);
    return found;
  }

  #of(folder: string, manifest: string): Schema | null {
    let named: unknown;
    try {
      named = (JSON.parse(manifest) as { readonly std?: { readonly schema?: unknown } | null }).std?.schema;
    } catch {
      return null;
    }
    if (named === undefined) return null;
    const { isAbsolute, join } = machine().sources.paths;
    if (typeof named !== "string" || named === "" || isAbsolute(named))
      return {
        problem: `\`schema\` in ${join(folder, "package.json")} is not the relative path of a file or folder`,
      };
    return this.#read(join(folder, named), named);
  }

  #read(path: string, shown: string): Schema {
    const known = this.#byPath.get(path);
    if (known !== undefined) return known;
    const found = this.#readNow(path, shown);
    this.#byPath.set(path, found);
    return found;
  }

  #readNow(path: string, shown: string): Schema {
    const names = this.#reader.list?.(path) ?? null;
    const { join } = machine().sources.paths;
    if (names === null) {
      const text = this.#text(path);
      return text === null ? { problem: `the schema ${shown} cannot be read` } : [{ path, text }];
    }
    const files: SchemaFile[] = [];
    for (const name of migrationsOf(names)) {
      const text = this.#text(join(path, name));
      if (text === null) return { problem: `the migration ${join(shown, name)} cannot be read` };
      files.push({ path: join(path, name), text });
    }
    return files;
  }

  #text(path: string): string | null {
    const id = this.#reader.canonical(path);
    const bytes = isProblem(id) ? id : this.#reader.read(id);
    const text = isProblem(bytes) ? bytes : decodeSource(bytes);
    return isProblem(text) ? null : text;
  }
}

const isFiles = (schema: Schema): schema is readonly SchemaFile[] => Array.isArray(schema);

/** The numbered files, by their numbers, as `migrate` of std/sqlite applies them. */
function migrationsOf(names: readonly string[]): string[] {
  const number = (name: string): number => Number(/^(\d+)[^]*\.sql$/.exec(name)?.[1] ?? Number.NaN);
  return names.filter((name) => !Number.isNaN(number(name))).toSorted((a, b) => number(a) - number(b));
}
