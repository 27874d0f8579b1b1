// The names that standard modules declare, loaded or not, to suggest imports (reference/modules#imports).
// They are needed only for unknown names, and are found in the texts of the modules: parsing all modules
// would take longer than everything else.

export type StandardKind = "function" | "type" | "trait" | "value";

export interface StandardName {
  /** The module, without `std/`. */
  readonly module: string;
  readonly kind: StandardKind;
}

/** The text of a declaration file and the module's name without `std/`. */
export interface StandardText {
  readonly module: string;
  readonly text: string;
  /** Whether its methods need no import. */
  readonly prelude?: boolean;
}

/** Returns what is wrong with a pattern of std/regex, given as bytes, or null. */
export type PatternJudge = (pattern: string) => string | null;

export class StandardNames {
  readonly #texts: () => Iterable<StandardText>;
  /** Judges constant patterns; by default it finds nothing. */
  readonly patternProblem: PatternJudge;
  #modules: ReadonlySet<string> | null = null;
  readonly #names = new Map<string, StandardName[]>();
  readonly #methods = new Map<string, Map<string, string>>();

  constructor(texts: () => Iterable<StandardText> = () => [], patternProblem: PatternJudge = () => null) {
    this.#texts = texts;
    this.patternProblem = patternProblem;
  }

  /** The modules that declare a name. */
  modulesWith(name: string): readonly StandardName[] {
    this.#read();
    return this.#names.get(name) ?? [];
  }

  /** All names of certain kinds. */
  *names(serves: (kind: StandardKind) => boolean): Iterable<string> {
    this.#read();
    for (const [name, found] of this.#names) if (found.some(({ kind }) => serves(kind))) yield name;
  }

  /**
   * The methods of the prelude for a built-in type, or for "Iterator". A program loads those that it calls.
   */
  preludeMethods(type: string): Iterable<string> {
    this.#read();
    return this.#methods.get(type)?.keys() ?? [];
  }

  /** The text after the name in a call of such a method: `()`, or `(…)` if it has parameters. */
  preludeMethod(type: string, name: string): string | undefined {
    this.#read();
    return this.#methods.get(type)?.get(name);
  }

  hasModule(name: string): boolean {
    return this.#read().has(name);
  }

  #readMethods(text: string): void {
    let methods = new Map<string, string>();
    for (const [, type, method, alone] of text.matchAll(
      /^(?:impl(?:<.*>)? (\w+)(?:<.*>)? \{| {4}fun ([a-z]\w*)(?:<.*>)?\(\s*self\b(\))?)/gm,
    )) {
      if (method !== undefined) methods.set(method, alone === undefined ? "(…)" : "()");
      else {
        // A type parameter is every type that its bound admits.
        const owner = type!.length === 1 ? "Iterator" : type!;
        methods = this.#methods.get(owner) ?? new Map<string, string>();
        this.#methods.set(owner, methods);
      }
    }
  }

  #read(): ReadonlySet<string> {
    if (this.#modules !== null) return this.#modules;
    const modules = new Set<string>();
    for (const { module, text, prelude } of this.#texts()) {
      // Declarations of std/core need no import.
      if (module === "core") continue;
      modules.add(module);
      if (prelude === true) this.#readMethods(text);
      for (const { name, kind } of declaredIn(text)) {
        const known = this.#names.get(name);
        if (known === undefined) this.#names.set(name, [{ module, kind }]);
        else known.push({ module, kind });
      }
    }
    this.#modules = modules;
    return modules;
  }
}

const KINDS: Readonly<Record<string, StandardKind>> = {
  fun: "function",
  struct: "type",
  enum: "type",
  type: "type",
  trait: "trait",
  const: "value",
  let: "value",
};

/**
 * The declarations at file level, found by their indentation; names that start with an underscore are private
 * by convention.
 */
function* declaredIn(text: string): Iterable<{ readonly name: string; readonly kind: StandardKind }> {
  const margin = /^([ \t]*)\S/m.exec(text)?.[1] ?? "";
  for (const [, word, name] of text.matchAll(
    new RegExp(`^${margin}(fun|struct|enum|type|trait|const|let) ([A-Za-z]\\w*)`, "gm"),
  )) {
    yield { name: name!, kind: KINDS[word!]! };
  }
}
