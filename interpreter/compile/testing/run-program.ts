// For tests: compiles and runs small programs, and reports which functions may wait.
import { check, type Program } from "../../check/index.ts";
import { nodeSystem } from "../../host/node/index.ts";
import { launch, type ExitReason } from "../../launch/index.ts";
import { isProblem, load, memoryReader, unitsOf } from "../../modules/index.ts";
import { grant } from "../../runtime/host.ts";
import { standardModules } from "../../../stdlib/index.ts";
import { compile, type Compiled, type CompileOptions, type EntryFunctions } from "../index.ts";

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitReason: ExitReason;
}

/**
 * Checks a program with these entry functions.
 * @throws Error with the diagnostics of a program that does not check
 */
export function checkProgram(
  source: string | Readonly<Record<string, string>>,
  entries: readonly string[] = ["main"],
): { readonly program: Program; readonly entry: EntryFunctions } {
  const files = typeof source === "string" ? { "/main.std": source } : source;
  const loaded = load([{ path: Object.keys(files)[0]! }], {
    modules: standardModules,
    reader: memoryReader(files),
    packages: () => null,
  });
  if (isProblem(loaded)) throw new Error(loaded.problem);
  const id = loaded.entries[0]!;
  if (typeof id !== "string") throw new Error(id.problem);
  const { program, diagnostics } = check(unitsOf(loaded, id), { entry: id });
  const errors = [...loaded.diagnostics, ...diagnostics].filter((each) => each.severity === "error");
  if (errors.length > 0) throw new Error(errors.map((each) => `${each.code} ${each.message}`).join("\n"));
  const module = program.modules.get(id)!;
  return { program, entry: { module, functions: entries.map((name) => module.functions.get(name)!) } };
}

/** As `checkProgram`. */
export function compileProgram(
  source: string | Readonly<Record<string, string>>,
  options: CompileOptions = {},
  entries: readonly string[] = ["main"],
): Compiled {
  const { program, entry } = checkProgram(source, entries);
  return compile(program, entry, options);
}

export async function runProgram(
  source: string | Readonly<Record<string, string>>,
  options: CompileOptions = {},
): Promise<Outcome> {
  return runCompiled(compileProgram(source, options));
}

/** Runs the entry function with this index. */
export async function runCompiled(compiled: Compiled, index = 0): Promise<Outcome> {
  let stdout = "";
  let stderr = "";
  const host = {
    args: ["main.std"],
    capabilities: grant({ net: true, fs: true, env: true, process: true }, nodeSystem.links),
    system: nodeSystem,
    readInput: async () => null,
    now: Date.now,
  };
  const exitReason = await new Promise<ExitReason>((resolve, reject) => {
    const settings = {
      modules: standardModules,
      host,
      stdout: { write: (bytes: string) => void (stdout += bytes), flush() {} },
      stderr: { write: (bytes: string) => void (stderr += bytes), flush() {} },
      index,
    };
    launch(compiled, settings, resolve).catch(reject);
  });
  return { stdout, stderr, exitReason };
}

/**
 * Names of the functions that have frames, without the leading underscore of the generated code; no lambdas.
 */
export function waitingFunctions(compiled: Compiled): string[] {
  return [...compiled.code.matchAll(/function Frame_([\w$]+)/g)]
    .map((found) => found[1]!)
    .filter((name) => !name.includes("$lambda"))
    .sort();
}
