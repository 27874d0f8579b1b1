// Runs a program compiled and on the evaluator. Every difference is a fault of one of them.
import { standardModules } from "../../stdlib/index.ts";
import { check, type Module, type Program } from "../check/index.ts";
import { compile, type CompileOptions } from "../compile/index.ts";
import { nodeSystem } from "../host/node/index.ts";
import { EXIT_STATUS, exitStatus, launch, type ExitReason } from "../launch/index.ts";
import { isProblem, load, unitsOf, type SourceReader } from "../modules/index.ts";
import { grant, type Host, type ModuleDescriptor } from "../runtime/host.ts";
import { evaluateProgram, type Evaluated } from "./evaluator/index.ts";

export interface Comparison {
  /** The difference in words; null if there is none. */
  readonly difference: string | null;
  /** The reason why nothing could be compared: the program does not check, or the evaluator gave up. */
  readonly skipped: string | null;
}

export interface ComparisonOptions {
  readonly makeHost?: () => Host;
  /** The number of loop iterations and calls after which the evaluator gives up. */
  readonly steps?: number;
  /** The modules that programs may import; by default, the standard modules. */
  readonly modules?: readonly ModuleDescriptor[];
}

interface Checked {
  readonly program: Program;
  readonly module: Module;
}

/** Checks a program; returns its first error if it does not check. */
export function checkFiles(
  path: string,
  reader: SourceReader,
  modules: readonly ModuleDescriptor[] = standardModules,
): Checked | string {
  const loaded = load([{ path }], { modules, reader, packages: () => null });
  const id = loaded.entries[0]!;
  if (isProblem(id)) return id.problem;
  const { program, diagnostics } = check(unitsOf(loaded, id), { entry: id });
  const error = [...loaded.diagnostics, ...diagnostics].find((each) => each.severity === "error");
  return error === undefined
    ? { program, module: program.modules.get(id)! }
    : `${error.code} ${error.message} at ${error.primary.source.name}:${error.primary.source.lineAt(error.primary.span.start)}`;
}

/** A host with all capabilities; `input` is standard input. */
export function hostOf(path: string, args: readonly string[] = [], input = ""): Host {
  let rest: Uint8Array | null = input === "" ? null : Buffer.from(input);
  return {
    args: [path, ...args],
    capabilities: grant({ net: true, fs: true, env: true, process: true }, nodeSystem.links),
    system: nodeSystem,
    readInput: async () => {
      const piece = rest;
      rest = null;
      return piece;
    },
    now: Date.now,
  };
}

export async function runCompiled(
  { program, module }: Checked,
  host: Host,
  options: CompileOptions = {},
): Promise<Evaluated> {
  const compiled = compile(program, { module, functions: [module.functions.get("main")!] }, options);
  if (compiled.diagnostics.some((each) => each.severity === "error"))
    throw new Error("the compiler refuses the program");
  const pieces: string[] = [];
  const exitReason = await new Promise<ExitReason>((resolve, reject) => {
    const stdout = { write: (bytes: string) => void pieces.push(bytes), flush() {} };
    const settings = { modules: standardModules, host, stdout, stderr: { write() {}, flush() {} } };
    launch(compiled, settings, resolve).catch(reject);
  });
  const failure =
    exitReason.kind === "internal"
      ? exitReason.text
      : exitReason.kind === "panic"
        ? exitReason.message
        : null;
  return { stdout: pieces.join(""), exit: exitStatus(exitReason), panic: failure, gaveUp: null };
}

/** The usual options, and those that check every fact at run time. */
const WAYS: readonly CompileOptions[] = [{}, { asserting: true }];

/** Compares a program with each of these options with the evaluator. */
export async function compareProgram(
  path: string,
  reader: SourceReader,
  { makeHost = () => hostOf(path), steps, modules }: ComparisonOptions = {},
): Promise<Comparison> {
  const checked = checkFiles(path, reader, modules);
  if (typeof checked === "string") return { difference: null, skipped: `does not check: ${checked}` };
  const evaluated = await evaluateProgram(checked.program, checked.module, "main", {
    modules: standardModules,
    host: makeHost(),
    ...(steps === undefined ? {} : { steps }),
  });
  if (evaluated.gaveUp !== null) return { difference: null, skipped: evaluated.gaveUp };
  for (const options of WAYS) {
    const difference = differenceOf(await runCompiled(checked, makeHost(), options), evaluated);
    if (difference !== null) return { difference: `${JSON.stringify(options)} ${difference}`, skipped: null };
  }
  return { difference: null, skipped: null };
}

/** Checks only whether the facts of the compiler hold while the program runs. */
export async function assertProgram(
  path: string,
  reader: SourceReader,
  makeHost: () => Host,
): Promise<Comparison> {
  const checked = checkFiles(path, reader);
  if (typeof checked === "string") return { difference: null, skipped: `does not check: ${checked}` };
  const { exit, panic } = await runCompiled(checked, makeHost(), { asserting: true });
  return { difference: exit === EXIT_STATUS.internal ? panic : null, skipped: null };
}

export function differenceOf(compiled: Evaluated, evaluated: Evaluated): string | null {
  const [left, right] = [describe(compiled), describe(evaluated)];
  if (left.join("\n") === right.join("\n")) return null;
  const at = left.findIndex((line, i) => line !== right[i]);
  const from = Math.max(0, (at < 0 ? left.length : at) - 2);
  const part = (lines: readonly string[]): string =>
    lines
      .slice(from, from + 5)
      .map((line) => `    ${line}`)
      .join("\n");
  return `compiled, from line ${from + 1}:\n${part(left)}\nevaluated:\n${part(right)}`;
}

function describe({ stdout, exit, panic }: Evaluated): string[] {
  return [
    ...stdout.split("\n"),
    exit === EXIT_STATUS.ok ? "done" : panic === null ? `exit ${exit}` : `panic: ${panic}`,
  ];
}
