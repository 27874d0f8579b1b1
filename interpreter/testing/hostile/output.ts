// Scripts that write without end, or more than the host reads.
import type { HostileScript, HostileTable } from "./script.ts";

const OUTPUT_LIMIT = "panic: output limit exceeded";

const SCRIPTS: readonly HostileScript[] = [
  {
    does: "prints in a loop",
    script: 'loop { print("tea") }',
    ends: OUTPUT_LIMIT,
    prints: /^(?:tea\n){250}$/,
  },
  {
    does: "prints a text beyond the limit",
    script: 'print("x".repeat(1001))',
    ends: OUTPUT_LIMIT,
    prints: "",
  },
];

export const OUTPUT: HostileTable = {
  kind: "output",
  imports: "import std/string\n",
  options: { limits: { output: 1000, wallMillis: 10_000, compileMillis: 20_000 } },
  scripts: SCRIPTS,
};
