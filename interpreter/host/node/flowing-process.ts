// Child processes whose output is delivered as it arrives.
import type { ChildProcess } from "node:child_process";
import type { FlowingProcess, Processes } from "../index.ts";
import { endTree } from "./process-tree.ts";
import {
  asEnvironment,
  asShellEnvironment,
  asText,
  byShell,
  findProgram,
  isText,
  needsShell,
} from "./raw-arguments.ts";

let threads: Promise<unknown> | null = null;

/**
 * Node starts its pool threads with their first work and aborts if the system allows no more threads. So they
 * are started before there are children that use these up.
 */
function startThreads(): Promise<unknown> {
  return (threads ??= process.getBuiltinModule("node:fs/promises").stat("/"));
}

export const startFlowing: Processes["startFlowing"] = async (launch) => {
  const { program, args, variables, input } = launch;
  await startThreads();
  const plain = isText(program) && args.every(isText) && !needsShell(variables);
  const { env, exports } = plain
    ? { ...asEnvironment(variables), exports: [] }
    : asShellEnvironment(variables);
  const [file, given] = plain
    ? [asText(launch.file ?? program), args.map(asText)]
    : byShell(launch.file ?? (await named(program, launch.path)), args, exports);
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(file, given, {
    stdio: [input === "none" ? "ignore" : "pipe", "pipe", "pipe"],
    windowsHide: true,
    ...(plain && { argv0: asText(program) }),
    ...(env !== undefined && { env }),
  });
  await spawned(child);
  return new NodeProcess(child);
};

/** Not every shell supports `exec --`. */
async function named(program: string, path: string): Promise<string> {
  const found = await findProgram(program, path);
  return program.startsWith("-") ? found : program;
}

/** Resolves when the child has started. Rejects with the system's error. */
export function spawned(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("spawn", () => {
      child.off("error", reject);
      child.on("error", () => {});
      resolve();
    });
  });
}

class NodeProcess implements FlowingProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<number>;
  readonly closed: Promise<number>;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.ended = new Promise((resolve) => child.once("exit", (code) => resolve(code ?? -1)));
    this.closed = new Promise((resolve) => child.once("close", (code) => resolve(code ?? -1)));
    // A child that does not read all of its input is not an error.
    child.stdin?.on("error", () => {});
    for (const stream of [child.stdout!, child.stderr!]) stream.on("error", () => {});
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get signal(): string | null {
    return this.#child.signalCode;
  }

  get isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  listen(output: (bytes: Uint8Array) => void, errors: (bytes: Uint8Array) => void): void {
    this.#child.stdout!.on("data", output);
    this.#child.stderr!.on("data", errors);
  }

  write(bytes: Uint8Array): Promise<boolean> | boolean {
    const { stdin } = this.#child;
    if (this.isOver || stdin === null || !stdin.writable) return false;
    return new Promise((resolve) => {
      try {
        stdin.write(bytes, (error) => resolve(error == null));
      } catch {
        resolve(false);
      }
    });
  }

  closeInput(): void {
    this.#child.stdin?.end();
  }

  dropInput(): void {
    this.#child.stdin?.destroy();
  }

  kill(): boolean {
    return this.isOver || this.#child.kill("SIGKILL");
  }

  abandon(): void {
    if (!this.isOver) endTree(this.pid);
    for (const stream of this.#child.stdio) stream?.destroy();
  }
}
