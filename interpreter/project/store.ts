// What is known about the files of a project from earlier checks. Nothing is invalidated: each result has the
// hash of its text and the answers to its questions, and is used when both are the same again.
import type { CheckMemory, Found, FoundDeclarations, FoundFile } from "../check/index.ts";
import type { Source } from "../source/index.ts";
import type { Parsed } from "../syntax/index.ts";
import type { Answers } from "./answers.ts";
import type { Counts } from "./counts.ts";
import { type CurrentFacts, FactTable } from "./facts.ts";
import { calledBy, type Calls } from "./growth.ts";
import { fromKept, toKept, type Kept, type Layout } from "./kept.ts";
import type { Surface } from "./surface.ts";
import { nameInKey } from "../check/index.ts";

export interface FileMemory {
  readonly source: Source;
  /** The hash of its name and text, if it was compared. */
  readonly hash: string | null;
  readonly surface: Surface;
  /** Null if only the surface was stored. */
  parsed: Parsed | null;
  /** The parts of its last text without syntax errors, for the next parse; null if `parsed` has them. */
  readonly pieces: Parsed["pieces"];
  readonly results: FileResults;
}

/** The parts from which the next text of a file can take over items. */
export function piecesOf(file: FileMemory | undefined): Parsed["pieces"] {
  return file?.parsed?.pieces ?? file?.pieces ?? null;
}

/** What was found about a file. Stored results are read when something of the file has changed. */
export interface FileResults {
  declarations: readonly Kept[];
  readonly bodies: Map<string, readonly Kept[]>;
  /** Everything that was found about it with certain answers; not about an earlier text. */
  whole: KeptFile | null;
  /** The answers with which all results were found to be true; see `Answers.id`. */
  verified: string | null;
}

export interface KeptFile {
  readonly found: FoundFile;
  /** See `Answers.id`. */
  readonly answers: string;
  readonly links: string;
  readonly results: number;
}

/** A file as an earlier process knew it. */
export interface StoredFile {
  readonly hash: string;
  surface(): Surface;
  results(): FileResults;
}

/** Programs that share a file may give its questions different answers; so many results are kept. */
const VARIANTS = 3;
/** The facts of results that were replaced are dropped when there are so many more than are used. */
const SPARE_FACTS = 20_000;

export class ProjectStore {
  readonly files = new Map<string, FileMemory>();
  facts = new FactTable();
  /** Finds a file that was stored by an earlier process; forgets it. */
  stored: (id: string) => StoredFile | null = () => null;

  /** Replaces the text of a file; what is known of its items may still be true. */
  replace(id: string, source: Source, hash: string | null, surface: Surface, parsed: Parsed): void {
    const before = this.files.get(id);
    const earlier = before?.results ?? this.stored(id)?.results();
    const { declarations = [], bodies = new Map<string, readonly Kept[]>(), verified = null } = earlier ?? {};
    this.files.set(id, {
      source,
      hash,
      surface,
      parsed,
      pieces: parsed.pieces === null ? piecesOf(before) : null,
      results: { declarations, bodies, whole: null, verified },
    });
  }

  /** Drops files that are no part of the project any more, and facts that no result uses. */
  sweep(): void {
    const used = new Set<number>();
    if (this.facts.size < SPARE_FACTS) return;
    const all = [...this.files.values()].flatMap(({ results: { declarations, bodies } }) => [
      ...declarations,
      ...[...bodies.values()].flat(),
    ]);
    for (const { facts } of all) for (const fact of facts) used.add(fact);
    if (this.facts.size < 2 * used.size + SPARE_FACTS) return;
    const { questions, answers } = this.facts;
    const table = new FactTable();
    const moved = new Map([...used].map((fact) => [fact, table.add(questions[fact]!, answers[fact]!)]));
    const renumbered = (kept: Kept): Kept => ({ ...kept, facts: kept.facts.map((fact) => moved.get(fact)!) });
    for (const { results } of this.files.values()) {
      results.declarations = results.declarations.map(renumbered);
      for (const [key, variants] of results.bodies) results.bodies.set(key, variants.map(renumbered));
    }
    this.facts = table;
  }
}

/** What the results about a program depend on besides their questions. */
export interface ProgramFrame {
  readonly layout: Layout;
  readonly links: ReadonlyMap<string, string>;
  readonly environment: string;
}

/** The store as the memory of the check of one program. */
export class ProgramMemory implements CheckMemory {
  readonly #store: ProjectStore;
  readonly #answers: Answers;
  readonly #layout: Layout;
  readonly #current: CurrentFacts;
  readonly #counts: Counts;
  /** The resolved imports of each file, as text. */
  readonly #links: ReadonlyMap<string, string>;
  /** The standard modules of the program, on whose names and impls all answers depend. */
  readonly #environment: string;

  constructor(
    store: ProjectStore,
    answers: Answers,
    { layout, links, environment }: ProgramFrame,
    counts: Counts,
  ) {
    this.#store = store;
    this.#answers = answers;
    this.#layout = layout;
    this.#links = links;
    this.#environment = environment;
    this.#counts = counts;
    this.#current = answers.current(store.facts);
  }

  declarations(unit: string): FoundDeclarations | null {
    const { results, surface } = this.#file(unit);
    if (!surface.isWhole) return null;
    return this.#find(results, results.declarations, this.#headsOf(unit));
  }

  body(unit: string, key: string): Found | null {
    const { results, surface } = this.#file(unit);
    if (!surface.isWhole) return null;
    return this.#find(results, results.bodies.get(key), this.#textOf(unit, key));
  }

  keepDeclarations(unit: string, found: FoundDeclarations | null): void {
    this.#counts.checked++;
    const file = this.#file(unit).results;
    if (found === null) return;
    file.declarations = this.#with(file.declarations, found, this.#headsOf(unit), unit);
    const bodies = new Set(found.bodies);
    for (const key of file.bodies.keys()) if (!bodies.has(key)) file.bodies.delete(key);
  }

  keepBody(unit: string, key: string, found: Found | null): void {
    this.#counts.checked++;
    if (found === null) return;
    const { results, surface } = this.#file(unit);
    const { bodies } = results;
    if (!surface.isWhole) return;
    bodies.set(key, this.#with(bodies.get(key) ?? [], found, this.#textOf(unit, key), unit));
  }

  implementing(type: string): Iterable<string> {
    return this.#answers.implementing(type);
  }

  file(unit: string): FoundFile | null {
    const { whole } = this.#file(unit).results;
    if (whole === null || whole.answers !== this.#answers.id || whole.links !== this.#links.get(unit))
      return null;
    this.#counts.reused += whole.results;
    return whole.found;
  }

  keepFile(unit: string, found: FoundFile): void {
    const file = this.#file(unit);
    const results = file.results.bodies.size + 1;
    if (!file.surface.isWhole) return;
    file.results.verified = this.#answers.id;
    file.results.whole = { found, answers: this.#answers.id, links: this.#links.get(unit)!, results };
  }

  /** The names that bodies ask for, by the names of the bodies. */
  calls(): Calls {
    const calls = new Map<string, Set<string>>();
    const { questions } = this.#store.facts;
    for (const unit of this.#links.keys()) {
      for (const [key, variants] of this.#file(unit).results.bodies) {
        const names = calls.get(nameInKey(key)) ?? new Set();
        calls.set(nameInKey(key), names);
        for (const { facts } of variants)
          for (const fact of facts) {
            const called = calledBy(questions[fact]!);
            if (called !== null) names.add(called);
          }
      }
    }
    return calls;
  }

  #file(unit: string): FileMemory {
    return this.#store.files.get(unit)!;
  }

  #headsOf(unit: string): string {
    return [this.#file(unit).surface.heads, this.#links.get(unit)!, this.#environment].join(" ");
  }

  #textOf(unit: string, key: string): string {
    const item = this.#layout.item(unit, key.replace(/\/(?:derive|default):.*$/, ""));
    return `${item?.text ?? ""} ${this.#environment}`;
  }

  #find(
    { verified }: FileResults,
    variants: readonly Kept[] | undefined,
    of: string,
  ): FoundDeclarations | null {
    // Of several results, only one was found with these answers.
    const isVerified = verified === this.#answers.id && variants?.length === 1;
    for (const kept of variants ?? []) {
      if (kept.of !== of || !(isVerified || this.#current.hold(kept.facts))) continue;
      const { questions } = this.#store.facts;
      const found = fromKept(kept, () => kept.facts.map((fact) => questions[fact]!), this.#layout);
      if (found === null) continue;
      this.#counts.reused++;
      return found;
    }
    return null;
  }

  #with(
    variants: readonly Kept[],
    found: Found | FoundDeclarations,
    of: string,
    unit: string,
  ): readonly Kept[] {
    const kept = toKept(found, of, this.#current.of(found.questions), { layout: this.#layout, unit });
    return kept === null ? variants : [kept, ...variants.slice(0, VARIANTS - 1)];
  }
}
