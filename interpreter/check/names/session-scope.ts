// The names of an interactive session: the declarations of its inputs so far, each name with its latest
// input. The own names of an input shadow them. A redeclared name does not change code that was compiled with
// the earlier declaration.
import type { FileEntry, ImportedName, ModuleState } from "./names.ts";
import type { GlobalSymbol, Module } from "../types/index.ts";

export interface SessionEntry {
  readonly entry: FileEntry;
  /** The module of the input that declares it. */
  readonly home: Module;
}

/** The names that the units of a session share. */
export class SessionScope {
  /** The function with the statements of an input: its variables are file-level variables. */
  readonly entry: string;
  /** The only reserved name that inputs can use: the function that shows a value. */
  readonly shown: string;
  readonly #names = new Map<string, SessionEntry>();
  /** See `ModuleState`. */
  readonly #aliases = new Map<string, ImportedName>();

  constructor(entry: string, shown: string) {
    this.entry = entry;
    this.shown = shown;
  }

  get(name: string): SessionEntry | undefined {
    return this.#names.get(name);
  }

  alias(name: string): ImportedName | undefined {
    return this.#aliases.get(name);
  }

  get names(): Iterable<string> {
    return this.#names.keys();
  }

  get entries(): ReadonlyMap<string, SessionEntry> {
    return this.#names;
  }

  /** Adds the names that a unit declares and imports, if they are wanted. */
  enter(
    { names, module, aliases }: Pick<ModuleState, "names" | "module" | "aliases">,
    wants: (name: string, entry: FileEntry) => boolean,
  ): void {
    for (const [name, entry] of names) {
      if (name.startsWith("__") && name !== this.shown) continue;
      if (!wants(name, entry)) continue;
      const earlier = this.#names.get(name)?.entry;
      this.#aliases.delete(name);
      if (entry.kind === "Selector" && earlier?.kind === "Alias" && earlier.import.unit === entry.import.unit)
        this.#aliases.set(name, earlier.import);
      this.#names.set(name, { entry, home: module });
    }
    for (const [name, alias] of aliases) this.#aliases.set(name, alias);
  }

  /** Adds a name for a variable. */
  name(name: string, global: GlobalSymbol, home = global.module): void {
    this.#aliases.delete(name);
    this.#names.set(name, { entry: { kind: "Global", global }, home });
  }

  /** Removes and returns the names for which `isGone` holds. */
  drop(isGone: (entry: SessionEntry) => boolean): string[] {
    const gone = [...this.#names].filter(([, entry]) => isGone(entry)).map(([name]) => name);
    for (const name of gone) {
      this.#names.delete(name);
      this.#aliases.delete(name);
    }
    return gone;
  }

  copy(): SessionScope {
    const copy = new SessionScope(this.entry, this.shown);
    for (const [name, entry] of this.#names) copy.#names.set(name, entry);
    for (const [name, alias] of this.#aliases) copy.#aliases.set(name, alias);
    return copy;
  }
}
