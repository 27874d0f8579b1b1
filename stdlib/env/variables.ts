// Environment variables as one program sees them: those of the process, and what the program has set itself. That is
// kept here, so that it may be any bytes and concerns no other program of an engine; children get it.
import { Panic, type Runtime } from "../../interpreter/runtime/index.ts";

const known = new WeakMap<Runtime, Variables>();

export class Variables {
  readonly #runtime: Runtime;
  /** Null: unset. */
  readonly #own = new Map<string, string | null>();

  private constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  static of(runtime: Runtime): Variables {
    let variables = known.get(runtime);
    if (variables === undefined) known.set(runtime, (variables = new Variables(runtime)));
    return variables;
  }

  /** Null where it is not set. */
  get(name: string): string | null {
    const own = this.#own.get(name);
    return own === undefined ? this.#runtime.host.system.environment.get(name) : own;
  }

  all(): Map<string, string> {
    const all = this.#runtime.host.system.environment.all();
    for (const [name, value] of this.#own) {
      if (value === null) all.delete(name);
      else all.set(name, value);
    }
    return all;
  }

  /** The program has set or unset some itself. */
  get hasOwn(): boolean {
    return this.#own.size > 0;
  }

  /** Those that the program has set or unset. */
  changed(): Iterable<string> {
    return this.#own.keys();
  }

  /** Null unsets it. @throws Panic for what the system cannot hold. */
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
  if (/[=\0]/.test(name)) throw new Panic("the name of an environment variable holds `=` or NUL");
  if (value.includes("\0")) throw new Panic("the value of an environment variable holds NUL");
}
