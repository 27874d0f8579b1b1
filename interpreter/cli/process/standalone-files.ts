// The files from which `std build` makes programs; scripts/build.ts writes them.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CompiledProgram } from "../../launch/index.ts";
import type { Grants, Limits } from "../../runtime/host.ts";

/** What `std build` stores: a program, and what it may do. */
export interface StandaloneProgram {
  readonly program: CompiledProgram;
  readonly grants: Grants;
  readonly limits: Limits | null;
}

type StandaloneFile = "standalone.mjs" | "standalone.cjs" | "database-worker.cjs";

/** The path of a file, also for the command in the source tree. */
export function standaloneFile(name: StandaloneFile): string {
  // Beside the files of the command in dist/, where the build has joined them.
  const built = fileURLToPath(new URL(`../../standalone/${name}`, import.meta.url));
  if (existsSync(built)) return built;
  return fileURLToPath(new URL(`../../../dist/standalone/${name}`, import.meta.url));
}
