// The standard modules with their declarations as code, for hosts that a bundler joins to one file: package.json
// names this module under the condition `module`, which bundlers set and Node does not.
import type { ModuleDescriptor } from "../interpreter/runtime/index.ts";
import { declarations } from "./declarations.ts";
import { modulesWith } from "./modules.ts";
import { patternProblem } from "./regex/index.ts";

export const standardModules: readonly ModuleDescriptor[] = modulesWith(
  (name) => declarations[name]!,
  patternProblem,
);
