// Entry point for running compiled programs. A program from the cache starts with these imports alone, so
// none of them may be the parser, the checker or the compiler.
export { EXIT_STATUS, exitStatus } from "./exit-status.ts";
export { withLines } from "../compile/positions.ts";
export {
  instantiate,
  type Instantiated,
  type ProgramFunction,
  type SharedGlobal,
  type Start,
} from "./instantiate.ts";
export { openSession, type Evaluated, type Session, type SessionOptions } from "./session.ts";
export type { CompiledProgram, PackageNatives } from "./compiled-program.ts";
export { exitReasonOf, type ExitReason } from "./exit-reason.ts";
export { launch } from "./launch.ts";
export type { Launched, LaunchOptions, OpenProgram } from "./launch-options.ts";
