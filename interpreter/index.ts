/**
 * The embedding API.
 *
 *     import { createEngine } from "stdlang";
 *     import { standardModules } from "stdlang/stdlib";
 *
 *     const engine = createEngine({ modules: standardModules, stdout: (bytes) => process.stdout.write(bytes, "latin1") });
 *     const outcome = await engine.run({ path: "hello.std", text: 'fun main() { print("hello") }' });
 */
export {
  createEngine,
  type Built,
  type Checked,
  type CheckRequest,
  type Engine,
  type LoadedOutcome,
  type Outcome,
} from "./engine.ts";
export type { LocalProgram, Program, ProgramApi, ProgramFunctionInfo, Reloaded } from "./program.ts";
export type { EngineOptions } from "./engine-options.ts";
export type { DeclaredFunctions, HostType } from "./declared-types.ts";
export { defineModule, type HostModule, type TypedModule } from "./define-module.ts";
export {
  render,
  type Diagnostic,
  type Label,
  type RenderOptions,
  type Severity,
} from "./diagnostics/index.ts";
export { EXIT_STATUS, type CompiledProgram, type ExitReason } from "./launch/index.ts";
export {
  fileReader,
  memoryReader,
  type Entry,
  type LoadedFile,
  type PackageLookup,
  type SourceReader,
} from "./modules/index.ts";
export { npmPackages, type NpmOptions, type NpmPackages } from "./npm-packages.ts";
export type { LatePackageLookup, LateReader } from "./late-origin.ts";
export {
  Err,
  ErrorValue,
  fail,
  fromBytes,
  HostError,
  intFromBigInt,
  intToBigInt,
  ok,
  Panic,
  ScriptError,
  some,
  toBytes,
  tuple,
  UNIT,
  type ByteSink,
  type ByteSource,
  type LiteralArgumentData,
  type LiteralCall,
  type LiteralChecker,
  type LiteralProblem,
  type LiteralTypeData,
  type Capabilities,
  type Grant,
  type Grants,
  type Int,
  type Limits,
  type ModuleDescriptor,
  type NativeTable,
  type Option,
  type Result,
  type Runtime,
  type Sink,
  type Tuple,
  type Unit,
} from "./runtime/host.ts";
export type { Position, Source, Span } from "./source/index.ts";
export { createWorkerEngine, type WorkerEngine, type WorkerEngineOptions } from "./worker-engine.ts";
