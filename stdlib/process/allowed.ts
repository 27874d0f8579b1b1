// Which file is run for a program, where only some may be: the one that the host means by its name. What a script sets or writes
// must not make it another, or add its own code to it.
import { Variables } from "../env/index.ts";
import { denial, type Runtime } from "../../interpreter/runtime/index.ts";

/** By these the system loads code into any program. */
const LOADING = /^(?:LD_|DYLD_)/;
const DEFAULT_PATH = "/usr/bin:/bin";

export class AllowedPrograms {
  readonly #runtime: Runtime;
  readonly #variables: Variables;
  /** As it was when the program of the script began. */
  readonly #hostPath: string;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#variables = Variables.of(runtime);
    this.#hostPath = runtime.host.capabilities.confinesPrograms ? this.path : "";
  }

  /** Where programs are looked for. */
  get path(): string {
    return this.#variables.get("PATH") ?? DEFAULT_PATH;
  }

  /** Why a program may not be started with these variables set for it, or null. */
  denial(program: string, variables: Iterable<string> = []): string | null {
    const { capabilities } = this.#runtime.host;
    const denied = capabilities.run(program);
    if (denied !== null || !capabilities.confinesPrograms) return denied;
    const loading = [...variables, ...this.#variables.changed()].find((name) => LOADING.test(name));
    return loading === undefined ? null : denial("process", `--allow-run, to set ${loading}`);
  }

  /** Null: what the system finds. Rejects with an error that has a `code`. */
  async file(program: string): Promise<string | null> {
    const { capabilities, system } = this.#runtime.host;
    if (!capabilities.confinesPrograms) return null;
    const found = await system.processes.find(program, this.#hostPath);
    // The folder that it is run in is not where it is looked for.
    return found.startsWith("/") ? found : `${system.files.workingFolder()}/${found}`;
  }
}
