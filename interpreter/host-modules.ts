// Checks the modules of a host when an engine is created: their declarations, and the names of the functions
// and classes that the host supplies.
import { Builder } from "./builder.ts";
import { typedModule, typedTable } from "./define-module.ts";
import { render } from "./diagnostics/index.ts";
import { memoryReader, mismatches, nativeFunctions, readDeclaration } from "./modules/index.ts";
import { Project } from "./project/index.ts";
import { grant, type ModuleDescriptor } from "./runtime/host.ts";
import type { Links } from "./host/index.ts";
import { borderModule } from "./loaded-program.ts";

/** For each module, the lists of modules with which it has been checked. */
const checked = new WeakMap<ModuleDescriptor, Set<string>>();

/**
 * Checks the modules that `defineModule` made. Functions of a module with `create`, or with a function in place
 * of `functions`, are checked when a program loads it.
 * @param links the symbolic links of the machine
 * @throws TypeError with the reports of all errors
 */
export function checkHostModules(modules: readonly ModuleDescriptor[], links: Links): void {
  const names = modules.map(({ name }) => name).join();
  const fresh = modules.filter((module) => module.host === true && checked.get(module)?.has(names) !== true);
  if (fresh.length === 0) return;
  const found = fresh.flatMap(misnamed);
  if (found.length > 0) throw new TypeError(found.join("; "));
  const errors = errorsIn(fresh, modules, links);
  if (errors.length > 0) throw new TypeError(errors.join("\n"));
  for (const module of fresh) {
    const lists = checked.get(module) ?? new Set();
    checked.set(module, lists.add(names));
  }
}

function misnamed(descriptor: ModuleDescriptor): readonly string[] {
  const module = typedModule(descriptor);
  if (module === null || typeof module.functions === "function") return [];
  const { tree } = readDeclaration(descriptor);
  const table = typedTable(module, null, nativeFunctions(tree).keys());
  return mismatches(`std/${module.name}`, tree, table, new Set());
}

function errorsIn(
  fresh: readonly ModuleDescriptor[],
  modules: readonly ModuleDescriptor[],
  links: Links,
): readonly string[] {
  const capabilities = grant({}, links);
  const options = { modules, reader: memoryReader({}) };
  const text = fresh.map(({ name }) => `import std/${name}\n`).join("");
  const { diagnostics } = new Builder(options, borderModule(), capabilities, {
    project: new Project(),
    tracing: null,
  }).check([{ path: "modules.std", text, main: false }]);
  const sources = new Set(fresh.map(({ name }) => `std/${name}`));
  return diagnostics
    .filter(({ severity, primary }) => severity === "error" && sources.has(primary.source.name))
    .map((diagnostic) => render(diagnostic));
}
