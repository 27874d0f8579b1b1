// Declarations that use names which are not declared yet. They are held until these are, so that declarations
// may be typed or pasted in any order, and functions may call each other.
import type { Diagnostic } from "../diagnostics/index.ts";
import { Source } from "../source/index.ts";
import { parse } from "../syntax/index.ts";

interface Held {
  readonly text: string;
  readonly declares: readonly string[];
  readonly missing: readonly string[];
}

/** The most declarations that are held. */
const MOST = 50;

export class HeldDeclarations {
  #held: Held[] = [];

  /** Holds a refused text if unknown names are its only errors; returns these names. */
  hold(text: string, errors: readonly Diagnostic[]): readonly string[] {
    if (!errors.every(({ code }) => code === "R1")) return [];
    const missing = [
      ...new Set(errors.map(({ primary: { source, span } }) => source.text.slice(span.start, span.end))),
    ];
    const declares = namesOf(text);
    this.#held = [...this.#held.filter((one) => one.text !== text), { text, declares, missing }].slice(-MOST);
    return missing;
  }

  /**
   * The held texts that declare the unknown names of a refused text, and those of these texts; empty if one
   * is missing.
   */
  around(text: string, errors: readonly Diagnostic[]): readonly string[] {
    if (!errors.every(({ code }) => code === "R1")) return [];
    const own = new Set(namesOf(text));
    const found = new Set<Held>();
    const open = errors.map(({ primary: { source, span } }) => source.text.slice(span.start, span.end));
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const wanted = name;
      if (own.has(wanted) || [...found].some(({ declares }) => declares.includes(wanted))) continue;
      const held = this.#held.findLast(({ declares }) => declares.includes(wanted));
      if (held === undefined) return [];
      found.add(held);
      open.push(...held.missing);
    }
    return [...found].map((held) => held.text);
  }

  /** Removes and returns the texts whose names are all declared. */
  takeReady(isKnown: (name: string) => boolean): readonly string[] {
    const ready = this.#held.filter(({ missing }) => missing.every(isKnown));
    this.#held = this.#held.filter((held) => !ready.includes(held));
    return ready.map(({ text }) => text);
  }

  /** Removes the held texts that declare one of the names of an accepted text. */
  declared(text: string): void {
    const names = new Set(namesOf(text));
    this.#held = this.#held.filter(({ declares }) => !declares.some((name) => names.has(name)));
  }

  clear(): void {
    this.#held = [];
  }
}

/** The names that a text declares. */
export function namesOf(text: string): string[] {
  const { tree } = parse(new Source("", text), { keepMacros: true });
  return tree.items.flatMap((item) =>
    item.kind === "Import" || item.kind === "ImplItem" || item.kind === "MacroCall" ? [] : [item.name.name],
  );
}
