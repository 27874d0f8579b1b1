// The standard modules, which a host passes to the engine, with their declarations as files.
import type { ModuleDescriptor } from "../interpreter/runtime/index.ts";
import { modulesWith } from "./modules.ts";

export const standardModules: readonly ModuleDescriptor[] = modulesWith(
  (name) => new URL(`./${name}/${name}.std`, import.meta.url),
);
