/**
 * The engine for web pages and their workers: `stdlang/browser`.
 *
 *     import { createEngine, createMachine, standardModules } from "stdlang/browser";
 *
 *     const machine = createMachine({ files: { "data.csv": "tea,3\n" } });
 *     const engine = createEngine({ modules: standardModules, machine, capabilities: { fs: true, net: true } });
 *     const outcome = await engine.run({ path: "main.std", text: 'fun main() { print("hello") }' });
 */
import { engineOn, type Engine, type GoroutineObserver } from "../engine-on.ts";
import type { EngineOptions } from "../index.ts";
import { Machine } from "./machine.ts";

export { createMachine, type Machine, type MachineOptions } from "./machine.ts";
export { standardModules } from "./modules.ts";
export { defineModule } from "../define-module.ts";
export { format } from "./format.ts";
export { render, type Diagnostic, type RenderOptions } from "../diagnostics/index.ts";
export { EXIT_STATUS, type ExitReason } from "../launch/index.ts";
export { memoryReader, type Entry } from "../modules/index.ts";
export { fromBytes, toBytes, type Grants, type Limits, type Sink } from "../runtime/host.ts";
export type { Checked, CheckRequest, Engine, Goroutine, GoroutineObserver, Outcome } from "../engine-on.ts";
export type { EngineOptions } from "../index.ts";

/** The options of `createEngine` in a page. */
export interface PageEngineOptions extends EngineOptions {
  /** The files and the network of its programs. Programs of engines with the same machine share them. */
  readonly machine: Machine;
  /**
   * Called some ten times in a second while a program of `run` or `launch` runs, with what each of its goroutines
   * does, and where; with none when it has ended. Such programs count their steps.
   */
  readonly observeGoroutines?: GoroutineObserver;
}

/**
 * Makes an engine, as `createEngine` of `stdlang` does. Imports of programs are read from the files of the machine,
 * unless there is a `reader`.
 * @throws TypeError for an unknown option or a value of the wrong type
 */
export function createEngine(options: PageEngineOptions): Engine {
  const { machine, observeGoroutines: observer, ...others } = options;
  if (!(machine instanceof Machine))
    throw new TypeError("createEngine: `machine` must be made by createMachine");
  if (observer !== undefined && typeof observer !== "function")
    throw new TypeError("createEngine: `observeGoroutines` must be a function");
  const reader = { reader: machine.reader, root: "/" };
  return engineOn(machine, { ...("reader" in others ? {} : reader), ...others }, { observer });
}
