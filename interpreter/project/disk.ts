// A store as text, for a cache between processes: a line with the facts, then five lines for each file: what
// identifies its text, its surface without and then with its items, what was found about all of it, and the
// single results. Lines are read when they are needed, and those of unchanged
// files are written as they were read.
import { FactTable } from "./facts.ts";
import { hashOfSource } from "./hash.ts";
import { ProjectStore, type FileResults, type StoredFile } from "./store.ts";
import type { ItemSurface, Surface } from "./surface.ts";

type Variants = FileResults["bodies"] extends Map<string, infer V> ? V : never;

interface StoredResults extends Pick<FileResults, "declarations" | "verified"> {
  readonly bodies: readonly (readonly [string, Variants])[];
}

interface Lines {
  readonly head: string;
  readonly surface: string;
  readonly items: string;
  readonly whole: string;
  readonly results: string;
}

const LINES_PER_FILE = 5;

/** A store that was read, and can be written again. */
export interface StoredProject {
  readonly store: ProjectStore;
  encode(): string;
}

/** `text` is what `encode` returned; null for an empty store. @throws SyntaxError for a text from elsewhere */
export function storedProject(text: string | null): StoredProject {
  const store = new ProjectStore();
  const lines = text === null ? [] : text.split("\n");
  const files = new Map<string, Lines>();
  const read = new Map<string, FileResults>();
  if (lines.length > 0) store.facts = FactTable.decode(lines[0]!);
  for (let i = 1; i + LINES_PER_FILE <= lines.length; i += LINES_PER_FILE) {
    const [head, surface, items, whole, results] = lines.slice(i, i + LINES_PER_FILE) as string[];
    const { id } = JSON.parse(head!) as { readonly id: string };
    files.set(id, { head: head!, surface: surface!, items: items!, whole: whole!, results: results! });
  }
  store.stored = (id): StoredFile | null => {
    const found = files.get(id);
    if (found === undefined) return null;
    return {
      hash: (JSON.parse(found.head) as { readonly hash: string }).hash,
      surface: () => new StoredSurface(found) as unknown as Surface,
      results() {
        const known = read.get(id) ?? new LazyResults(found);
        read.set(id, known);
        return known;
      },
    };
  };
  return {
    store,
    encode() {
      const encoded = [...store.files].flatMap(([id, file]) => {
        const { source, surface, hash } = file;
        const head = JSON.stringify({ id, hash: hash ?? hashOfSource(source) });
        const before = files.get(id);
        const { results } = file;
        // What was not read is as it was.
        if (before?.head === head && results instanceof LazyResults && !results.isRead)
          return [head, before.surface, before.items, before.whole, before.results];
        const whole = JSON.stringify(results.whole);
        const { items, ...light } = surface;
        return [head, JSON.stringify(light), JSON.stringify(items), whole, encodeResults(results)];
      });
      return [store.facts.encode(), ...encoded].join("\n");
    },
  };
}

/** A surface whose items are read when they are needed. */
class StoredSurface {
  readonly #lines: Lines;
  #items: readonly ItemSurface[] | null = null;

  constructor(lines: Lines) {
    this.#lines = lines;
    Object.assign(this, JSON.parse(lines.surface));
  }

  get items(): readonly ItemSurface[] {
    this.#items ??= JSON.parse(this.#lines.items) as readonly ItemSurface[];
    return this.#items;
  }
}

/** Results that are read when they are needed. */
class LazyResults implements FileResults {
  readonly #lines: Lines;
  #results: Omit<FileResults, "whole"> | null = null;
  whole: FileResults["whole"];

  constructor(lines: Lines) {
    this.#lines = lines;
    this.whole = JSON.parse(lines.whole) as FileResults["whole"];
  }

  get isRead(): boolean {
    return this.#results !== null;
  }

  #read(): Omit<FileResults, "whole"> {
    this.#results ??= decodeResults(this.#lines.results);
    return this.#results;
  }

  get declarations(): FileResults["declarations"] {
    return this.#read().declarations;
  }

  set declarations(declarations: FileResults["declarations"]) {
    this.#read().declarations = declarations;
  }

  get bodies(): FileResults["bodies"] {
    return this.#read().bodies;
  }

  get verified(): string | null {
    return this.#read().verified;
  }

  set verified(answers: string | null) {
    this.#read().verified = answers;
  }
}

function encodeResults({ declarations, bodies, verified }: FileResults): string {
  return JSON.stringify({ declarations, bodies: [...bodies], verified });
}

function decodeResults(text: string): Omit<FileResults, "whole"> {
  const { bodies, ...rest } = JSON.parse(text) as StoredResults;
  return { ...rest, bodies: new Map(bodies) };
}
