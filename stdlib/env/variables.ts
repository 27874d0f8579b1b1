// Environment variables as one program sees them: those of the process, overridden by what the program has
// set. The overrides are kept here, so that they may hold any bytes and do not affect other programs of an
// engine. Child processes inherit them.
import { Panic, type Runtime } from "../../interpreter/runtime/index.ts";

const known = new WeakMap<Runtime, Variables>();

export class Variables {
  readonly #runtime: Runtime;
  /** The overrides; null means unset. */
  readonly #own = new Map<string, string | null>();

  private constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  static of(runtime: Runtime): Variables {
    let variables = known.get(runtime);
    if (variables === undefined) known.set(runtime, (variables = new Variables(runtime)));
    return variables;
  }

  /** Returns null if the variable is not set. */
  get(name: string): string | null {
    const own = this.#own.get(name);
    return own === undefined ? this.#runtime.host.system.environment.get(name) : own;
  }

  /** Returns also what is not UTF-8, as paths need not be. */
  path(name: string): string | null {
    const raw = this.#own.has(name) ? undefined : this.#runtime.host.system.environment.raw().get(name);
    return raw ?? this.get(name);
  }

  all(): Map<string, string> {
    const all = this.#runtime.host.system.environment.all();
    for (const [name, value] of this.#own) {
      if (value === null) all.delete(name);
      else all.set(name, value);
    }
    return all;
  }

  /**
   * The complete environment of a child process, with the variables `given` for it. Null stands for the
   * environment of this process.
   */
  ofChild(given: ReadonlyMap<string, string> = new Map()): Map<string, string> | null {
    const raw = this.#runtime.host.system.environment.raw();
    if (this.#own.size + given.size + raw.size === 0) return null;
    const all = this.all();
    for (const [name, value] of raw) if (!this.#own.has(name)) all.set(name, value);
    for (const [name, value] of given) all.set(name, value);
    return all;
  }

  /** The names of the variables that the program has set or unset. */
  changed(): Iterable<string> {
    return this.#own.keys();
  }

  /**
   * Sets a variable, or unsets it if `value` is null. @throws Panic for a name or value that the system
   * cannot hold.
   */
  set(name: string, value: string | null): void {
    checkVariable(name, value ?? "");
    this.#own.set(name, value);
    const { ownsProcess, system } = this.#runtime.host;
    if (ownsProcess === true) system.environment.set(name, value);
  }
}

/** @throws Panic */
export function checkVariable(name: string, value: string): void {
  if (name === "") throw new Panic("the name of an environment variable is empty");
  if (/[=\0]/.test(name)) throw new Panic("the name of an environment variable contains `=` or NUL");
  if (value.includes("\0")) throw new Panic("the value of an environment variable contains NUL");
}
