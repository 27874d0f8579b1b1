// Programs that take long to check and compile, or much memory. None of them starts.
import type { HostileScript, HostileTable } from "./script.ts";

const SCRIPTS: readonly HostileScript[] = [
  {
    does: "is a long literal",
    script: `fun main() { print([${"1,".repeat(490_000)}].len()) }`,
    ends: ["refused: G3", "refused: P10"],
  },
];

export const COMPILE: HostileTable = {
  kind: "compile",
  imports: "",
  options: { limits: { compileMillis: 300, memory: 50_000_000 } },
  scripts: SCRIPTS,
};
