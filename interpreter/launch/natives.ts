// The TypeScript of the modules that a program needs.
import { get } from "../own/index.ts";
import { HostError, type ModuleDescriptor, type NativeModule } from "../runtime/host.ts";
import type { CompiledProgram } from "./compiled-program.ts";
import type { LaunchOptions } from "./launch-options.ts";

/** The modules of the host and those of the packages of a program. @throws HostError */
export async function modulesFor(
  { packages = [] }: CompiledProgram,
  { modules, packageModules }: Pick<LaunchOptions, "modules" | "packageModules">,
): Promise<readonly ModuleDescriptor[]> {
  if (packages.length === 0) return modules;
  if (packageModules === undefined)
    throw new HostError("the program has native code of packages, which cannot be loaded here");
  return [...modules, ...(await packageModules(packages))];
}

/** The id of a module in programs. */
export function idOf(module: ModuleDescriptor): string {
  return get(module, "id") ?? `std/${module.name}`;
}

/** Loads the TypeScript of modules by their ids. @throws Error for an unknown module */
export async function loadNatives(ids: readonly string[], descriptors: readonly ModuleDescriptor[]) {
  const byId = new Map(descriptors.map((descriptor) => [idOf(descriptor), descriptor]));
  const found = ids.map((id) => {
    const descriptor = byId.get(id);
    if (descriptor === undefined) throw new Error(`there is no module ${id}`);
    return [id, descriptor] as const;
  });
  const missing = found.filter(([, descriptor]) => descriptor.load !== null && !loaded.has(descriptor));
  await Promise.all(missing.map(async ([, descriptor]) => loaded.set(descriptor, await descriptor.load!())));
  return found.map(([id, descriptor]) => [id, loaded.get(descriptor) ?? WITHOUT_NATIVES] as const);
}

/** The modules loaded so far: a repeated `import()` of many modules is slow as well. */
const loaded = new WeakMap<ModuleDescriptor, NativeModule>();

/** A module that is written in the language alone. */
const WITHOUT_NATIVES: NativeModule = { create: () => ({ functions: {} }) };
