// The error for a resource that the host does not allow the program to reach, in the same words for all
// modules. If the name of the resource is known, call `capabilities.read(path)`, `write(path)` and so on
// instead.
import { denial as worded, type Capabilities } from "../../interpreter/runtime/index.ts";

/** Returns null if the program may use at least a part of the resource. */
export function denial(capabilities: Capabilities, wanted: "net" | "fs" | "env" | "process"): string | null {
  return capabilities[wanted] ? null : worded(wanted, `--allow-${wanted}`);
}
