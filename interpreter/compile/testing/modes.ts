// Runs one program compiled in different ways and compares what it does.
import type { CompileOptions } from "../index.ts";
import { compileProgram, runCompiled } from "./run-program.ts";

const MODES: Readonly<Record<string, CompileOptions>> = { inferred: {}, waiting: { suspendAll: true }, metered: { metered: true } };

/**
 * What differs between the ways, in words; null when nothing does.
 * @throws Error with the diagnostics of a program that does not check.
 */
export async function sameInAllModes(source: string): Promise<string | null> {
  let first: string | undefined;
  for (const [mode, options] of Object.entries(MODES)) {
    const { stdout, ending } = await runCompiled(compileProgram(source, options));
    const did = `${stdout}${ending.kind}${"message" in ending ? `: ${ending.message}` : ""}`;
    if (ending.kind === "internal") return `${mode}: the host failed after\n${stdout}`;
    first ??= did;
    if (did !== first) return `inferred:\n${first}\n\n${mode}:\n${did}`;
  }
  return null;
}
