// Writes functions from the texts of themes: fills their holes with other texts until the fuel is used up.
import type { Random } from "./random.ts";
import type { Statement, Theme } from "./theme.ts";

interface Variable {
  readonly name: string;
  readonly type: string;
}

interface Choices {
  readonly leaves: string[];
  readonly grown: string[];
}

const PLACE = /«(!?)([^«»|]+?)(?:\|([^»]*))?»/;
const FUEL = 45;
const DEPTH = 4;

export class Writer {
  readonly #random: Random;
  readonly #expressions = new Map<string, Choices>();
  readonly #statements: Statement[];
  #scope: Variable[] = [];
  #names = 0;
  #fuel = FUEL;
  /** Whether a function encloses the text, for `return` and `?`, and a loop, for `break` and `continue`. */
  #inFunction = true;
  #inLoop = false;

  constructor(random: Random, themes: readonly Theme[]) {
    this.#random = random;
    this.#statements = themes.flatMap((theme) => theme.statements);
    for (const theme of themes) {
      for (const [type, { leaves, grown }] of Object.entries(theme.expressions)) {
        const choices = this.#expressions.get(type) ?? { leaves: [], grown: [] };
        choices.leaves.push(...leaves);
        choices.grown.push(...grown);
        this.#expressions.set(type, choices);
      }
    }
  }

  /** Writes a function; `earlier` has functions of the same signature that it may call. */
  function(name: string, earlier: readonly string[]): string {
    this.#fuel = FUEL;
    this.#scope = [
      { name: "p", type: "Int" },
      { name: "q", type: "Int" },
    ];
    const statements = this.#many(5)
      .map((text) => `    ${text}\n`)
      .join("");
    const call =
      earlier.length > 0 && this.#random.chance(0.7)
        ? `    let before = ${this.#random.choose(earlier)}(p - 1, q)?\n    print(before)\n`
        : "";
    return `fun ${name}(p: Int, q: Int) -> Result<Int, String> {\n${call}${statements}    return Ok(${this.#expression("Int", DEPTH)})\n}\n`;
  }

  #many(most: number): string[] {
    return Array.from({ length: 1 + this.#random.below(most) }, () =>
      this.#fuel > 0 ? this.#statement() : "",
    ).filter((text) => text !== "");
  }

  #statement(): string {
    const fitting = this.#statements.filter(
      ({ leaves }) => leaves === undefined || (leaves === "function" ? this.#inFunction : this.#inLoop),
    );
    const { text, declares } = this.#random.choose(fitting);
    const names = new Map<string, string>();
    const written = this.#fill(text, DEPTH - 1, names);
    if (declares !== undefined) this.#scope.push(...this.#variables(declares, names));
    return written;
  }

  #expression(type: string, depth: number): string {
    this.#fuel--;
    const known = this.#scope.filter((variable) => variable.type === type);
    if (known.length > 0 && this.#random.chance(0.25)) return this.#random.choose(known).name;
    const choices = this.#expressions.get(type);
    if (choices === undefined) throw new Error(`no theme writes a ${type}`);
    const grown = choices.grown.filter((text) => this.#inFunction || !text.includes("?"));
    const texts = depth <= 0 || this.#fuel <= 0 || grown.length === 0 ? choices.leaves : grown;
    return this.#fill(this.#random.choose(texts), depth - 1, new Map());
  }

  /** Fills the holes in order, so that the same seed writes the same text. */
  #fill(text: string, depth: number, names: Map<string, string>): string {
    let rest = text.replaceAll(/\$[a-z]+\b/g, (variable) => this.#fresh(variable, names));
    let written = "";
    for (let place = PLACE.exec(rest); place !== null; place = PLACE.exec(rest)) {
      const [all, apart, what, variables] = place;
      written += rest.slice(0, place.index);
      rest = rest.slice(place.index + all.length);
      // A bare `break` would not fit a loop that has a value, not even within an expression of it.
      const around =
        what === "do" ? /\b(for|while|loop)\b[^;]*$/.exec(written)?.[1] : /\bloop\b/.exec(written)?.[0];
      written += this.#within(
        variables ?? "",
        apart === "!",
        around === undefined ? this.#inLoop : around !== "loop",
        () => (what === "do" ? this.#block() : this.#expression(what!, depth)),
      );
    }
    return written + rest;
  }

  /** The name for `$x` outside macros: a new one for each use of a text. */
  #fresh(variable: string, names: Map<string, string>): string {
    let name = names.get(variable);
    if (name === undefined) names.set(variable, (name = `v${this.#names++}`));
    return name;
  }

  #block(): string {
    return this.#many(2)
      .map((text) => `${text};`)
      .join(" ");
  }

  #within<T>(variables: string, apart: boolean, loops: boolean, write: () => T): T {
    const [scope, inFunction, inLoop] = [this.#scope, this.#inFunction, this.#inLoop];
    this.#scope = [...scope, ...this.#variables(variables, new Map())];
    this.#inLoop = loops && !apart;
    if (apart) this.#inFunction = false;
    const result = write();
    [this.#scope, this.#inFunction, this.#inLoop] = [scope, inFunction, inLoop];
    return result;
  }

  /** The variables of `$x:Int, $y:String`, or of names that are in scope. */
  #variables(text: string, names: ReadonlyMap<string, string>): Variable[] {
    return text.split(/, (?=[$\w]+:)/).flatMap((each) => {
      const at = each.indexOf(":");
      const name = each.slice(0, at);
      return at < 0 ? [] : [{ name: names.get(name) ?? name, type: each.slice(at + 1) }];
    });
  }
}
