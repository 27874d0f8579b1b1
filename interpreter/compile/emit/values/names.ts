// JavaScript names for script names: one underscore in front, and a number at the end if the name is taken.
// Names of macros' own variables contain characters that sources cannot; these become `$`. Only functions,
// globals and variables have names that begin with an underscore, so that no variable can hide a class, which
// is named later.

export function propertyName(name: string): string {
  // The only name with a special meaning in JavaScript.
  if (name === "_proto__") return "$_proto__";
  return `_${name.replace(/[^A-Za-z0-9_]/g, "$")}`;
}

export class Names {
  readonly #taken: Set<string>;
  readonly #outer: ReadonlySet<string>;
  readonly #next = new Map<string, number>();

  /** `outer`: names of the enclosing scope that must stay visible. */
  constructor(outer: ReadonlySet<string> = new Set()) {
    this.#outer = outer;
    this.#taken = new Set();
  }

  get taken(): ReadonlySet<string> {
    return this.#taken;
  }

  /** A free name similar to `wanted`. */
  fresh(wanted: string): string {
    let name = wanted;
    let next = this.#next.get(wanted) ?? 1;
    while (this.#taken.has(name) || this.#outer.has(name)) name = `${wanted}$${next++}`;
    this.#next.set(wanted, next);
    this.#taken.add(name);
    return name;
  }

  /** A free name for a script name; variables without name get one of the compiler's. */
  forScript(name: string): string {
    return this.fresh(name === "" ? "held" : propertyName(name));
  }
}
