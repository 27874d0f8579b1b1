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
export {
  exitReasonOf,
  launch,
  type CompiledProgram,
  type PackageNatives,
  type ExitReason,
  type Launched,
  type LaunchOptions,
  type OpenProgram,
} from "./launch.ts";
