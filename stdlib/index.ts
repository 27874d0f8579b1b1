// The standard modules, which a host passes to the engine, with their declarations as files.
import { machine } from "../interpreter/host/index.ts";
import type { ModuleDescriptor } from "../interpreter/runtime/index.ts";
import { modulesWith } from "./modules.ts";
import type * as Regex from "./regex/index.ts";

/** Loads std/regex for the first pattern that is judged: the checker cannot wait for an import. */
function patternProblem(pattern: string): string | null {
  const suffix = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const file = new URL(`./regex/index.${suffix}`, import.meta.url);
  return (machine().sources.loadOwn(file) as typeof Regex).patternProblem(pattern);
}

export const standardModules: readonly ModuleDescriptor[] = modulesWith(
  (name) => new URL(`./${name}/${name}.std`, import.meta.url),
  patternProblem,
);
