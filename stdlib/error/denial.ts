// What a program is told that asks for what its host does not give it: one wording for all modules.
import type { Capabilities } from "../../interpreter/runtime/index.ts";

/** Null where the program may. */
export function denial(capabilities: Capabilities, wanted: keyof Capabilities): string | null {
  return capabilities[wanted] ? null : `permission denied: ${wanted} is not allowed here`;
}
