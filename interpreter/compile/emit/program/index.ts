// The parts that all functions of a generated program share.
export { probedKey, ProgramText, sessionKey, type Counters, type EmitOptions } from "./program-text.ts";
