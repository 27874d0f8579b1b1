// Scripts that start goroutines without end, or let them wait for ever.
import type { HostileScript, HostileTable } from "./script.ts";

const SCRIPTS: readonly HostileScript[] = [
  {
    does: "starts goroutines that sleep",
    script: "loop { spawn sleep_millis(100000) }",
    ends: "panic: goroutine limit exceeded",
  },
];

export const GOROUTINES: HostileTable = {
  kind: "goroutines",
  imports: "import std/sync { sleep_millis }\n",
  options: { limits: { goroutines: 1000, wallMillis: 10_000, compileMillis: 20_000 } },
  scripts: SCRIPTS,
};
