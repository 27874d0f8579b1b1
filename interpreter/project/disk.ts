// A store as text, for a cache between processes: a line that identifies it, a line with the facts, then five
// lines for each file: what identifies its text, its surface without and then with its items, what was found about
// all of it, and the single results. Lines are read when they are needed, and those of unchanged files are written
// as they were read. A second text, of the same form, has the files that changed after the first was written: after
// an edit, only this one is written.
import { FactTable } from "./facts.ts";
import { hashOfSource } from "./hash.ts";
import { ProjectStore, type FileMemory, type FileResults, type StoredFile } from "./store.ts";
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

/** A store as text: `changes` are those since `base` was written. */
export interface StoredTexts {
  readonly base: string;
  readonly changes: string | null;
}

/** A store that was read, and can be written again. */
export interface StoredProject {
  readonly store: ProjectStore;
  /** The texts to write; the base is null if that which was read remains. */
  encode(): { readonly base: string | null; readonly changes: string | null };
}

/** Changes are added to a base up to this part of its length. */
const MOST_CHANGES = 0.25;

/** `texts` are what `encode` returned; null for an empty store. @throws SyntaxError for a text from elsewhere */
export function storedProject(texts: StoredTexts | null): StoredProject {
  const store = new ProjectStore();
  const read = new Map<string, FileResults>();
  const { stamp, base, changes } = linesOf(texts);
  const files = new Map([...base.files, ...changes.files]);
  const facts = texts === null ? store.facts : FactTable.decode(base.facts, changes.facts);
  store.facts = facts;
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
      const known = new Map<string, Lines>();
      const changed = new Map<string, Lines>();
      for (const [id, file] of store.files) {
        const lines = encodeFile(id, file, files.get(id));
        (lines === base.files.get(id) ? known : changed).set(id, lines);
      }
      // After a sweep, facts have other numbers than in the base.
      if (texts !== null && store.facts === facts) {
        const text = [stamp, facts.encodeAdded(), ...[...changed.values()].flatMap(textOf)].join("\n");
        if (text.length < MOST_CHANGES * texts.base.length) return { base: null, changes: text };
      }
      const all = [...known.values(), ...changed.values()].flatMap(textOf);
      return { base: [newStamp(), store.facts.encode(), ...all].join("\n"), changes: null };
    },
  };
}

interface Part {
  readonly facts: string;
  readonly files: ReadonlyMap<string, Lines>;
}

function linesOf(texts: StoredTexts | null): { stamp: string; base: Part; changes: Part } {
  const none: Part = { facts: "", files: new Map() };
  if (texts === null) return { stamp: "", base: none, changes: none };
  const stamp = texts.base.slice(0, texts.base.indexOf("\n"));
  const isLater = texts.changes?.startsWith(`${stamp}\n`) === true;
  return { stamp, base: partOf(texts.base), changes: isLater ? partOf(texts.changes!) : none };
}

function partOf(text: string): Part {
  const lines = text.split("\n");
  const files = new Map<string, Lines>();
  for (let i = 2; i + LINES_PER_FILE <= lines.length; i += LINES_PER_FILE) {
    const [head, surface, items, whole, results] = lines.slice(i, i + LINES_PER_FILE) as string[];
    const { id } = JSON.parse(head!) as { readonly id: string };
    files.set(id, { head: head!, surface: surface!, items: items!, whole: whole!, results: results! });
  }
  return { facts: lines[1]!, files };
}

function textOf({ head, surface, items, whole, results }: Lines): string[] {
  return [head, surface, items, whole, results];
}

function newStamp(): string {
  return globalThis.crypto.randomUUID();
}

/** The lines of a file; those before, if nothing of it was read. */
function encodeFile(id: string, file: FileMemory, before: Lines | undefined): Lines {
  const { source, surface, hash, results } = file;
  const head = JSON.stringify({ id, hash: hash ?? hashOfSource(source) });
  if (before?.head === head && results instanceof LazyResults && !results.isRead) return before;
  const { items, ...light } = surface;
  const lines: Lines = {
    head,
    surface: JSON.stringify(light),
    items: JSON.stringify(items),
    whole: JSON.stringify(results.whole),
    results: encodeResults(results),
  };
  // What was only read is no change.
  return before !== undefined && textOf(before).every((line, i) => line === textOf(lines)[i])
    ? before
    : lines;
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
