// The error of asking for a kind of resource that the host gives the program none of: one wording for all
// modules. Where it is known what is asked for, ask `capabilities.read(path)`, `write(path)` and so on instead.
import { denial as worded, type Capabilities } from "../../interpreter/runtime/index.ts";

/** Null where the program may, at least in part. */
export function denial(capabilities: Capabilities, wanted: "net" | "fs" | "env" | "process"): string | null {
  return capabilities[wanted] ? null : worded(wanted, `--allow-${wanted}`);
}
