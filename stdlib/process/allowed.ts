// Finds the file to run for a program if only some may be run: the one that the host means by the name.
// Variables and files that a script sets must not select another file or add code to it.
import { Variables } from "../env/index.ts";
import { denial, type Runtime } from "../../interpreter/runtime/index.ts";

/** Variables by which the system loads code into any program. */
const LOADING = /^(?:LD_|DYLD_|LDR_|GCONV_PATH$|LIBPATH$|SHLIB_PATH$)/;
const DEFAULT_PATH = "/usr/bin:/bin";

export class AllowedPrograms {
  readonly #runtime: Runtime;
  readonly #variables: Variables;
  /** The PATH at the start of the script. */
  readonly #hostPath: string;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#variables = Variables.of(runtime);
    this.#hostPath = runtime.host.capabilities.confinesPrograms ? this.path : "";
  }

  /** The directories in which programs are searched. */
  get path(): string {
    return this.#variables.path("PATH") ?? DEFAULT_PATH;
  }

  /** Says why a program may not be started with these variables, or returns null. */
  denial(program: string, variables: Iterable<string> = []): string | null {
    const { capabilities } = this.#runtime.host;
    const denied = capabilities.run(program);
    if (denied !== null || !capabilities.confinesPrograms) return denied;
    const loading = [...variables, ...this.#variables.changed()].find((name) => LOADING.test(name));
    return loading === undefined ? null : denial("process", `--allow-run, to set ${loading}`);
  }

  /**
   * Returns the file to run, or null for the one that the system finds. Rejects with an error that has a
   * `code`, or whose message is for the script.
   */
  async file(program: string): Promise<string | null> {
    const { capabilities } = this.#runtime.host;
    if (!capabilities.confinesPrograms) return null;
    const path = await this.#find(program);
    const denied = capabilities.start(path);
    if (denied !== null) throw new Error(denied);
    return path;
  }

  async #find(program: string): Promise<string> {
    const { capabilities, system } = this.#runtime.host;
    const found = await system.processes.find(program, this.#hostPath);
    // A relative path is not relative to the directory in which the program runs.
    const path = found.startsWith("/") ? found : `${system.files.workingFolder()}/${found}`;
    if (!program.includes("/")) return path;
    // The script may have replaced a link on the way since the check.
    const cut = path.lastIndexOf("/");
    const real = `${system.links.realPath(path.slice(0, cut) || "/")}/${path.slice(cut + 1)}`;
    if (capabilities.run(real) === null) return real;
    throw Object.assign(new Error("another program"), { code: "EACCES" });
  }
}
