// The tables of hostile scripts, one for each kind of attack.
import { BORDER } from "./border.ts";
import { COMPILE } from "./compile.ts";
import { GOROUTINES } from "./goroutines.ts";
import { MEMORY } from "./memory.ts";
import { OUTPUT } from "./output.ts";
import type { HostileTable } from "./script.ts";
import { SOCKETS } from "./sockets.ts";
import { STACK } from "./stack.ts";
import { TAMPERING } from "./tampering.ts";
import { TIME } from "./time.ts";

export { HostileHost, placesOf } from "./run-hostile.ts";
export type { HostileScript, HostileTable, Kind } from "./script.ts";

export const HOSTILE_TABLES: readonly HostileTable[] = [
  TIME,
  MEMORY,
  STACK,
  OUTPUT,
  SOCKETS,
  GOROUTINES,
  COMPILE,
  BORDER,
  TAMPERING,
];
