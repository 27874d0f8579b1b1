// The parts that all functions of a generated program share.
export { ProgramText, sessionKey, type Counters, type EmitOptions } from "./program-text.ts";
