// Several unknown names of one module are one mistake: its hint is the import that declares all of them.
import { get } from "../own/index.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { notes } from "./notes.ts";

/**
 * Sets the cause of each unknown name to the module that declares it. If several modules declare a name, this
 * is the one that also declares another unknown name of the file.
 */
export function withModules(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const certain = new Map<string, Set<string>>();
  for (const diagnostic of diagnostics) {
    const { primary } = diagnostic;
    const importable = get(diagnostic, "importable");
    if (importable?.modules.length !== 1) continue;
    const known = certain.get(primary.source.name);
    if (known === undefined) certain.set(primary.source.name, new Set(importable.modules));
    else known.add(importable.modules[0]!);
  }
  return diagnostics.map((diagnostic) => {
    const { primary } = diagnostic;
    const importable = get(diagnostic, "importable");
    if (importable === undefined) return diagnostic;
    const known = certain.get(primary.source.name);
    const [only, ...others] = importable.modules.filter(
      (module) => importable.modules.length === 1 || known?.has(module) === true,
    );
    return only === undefined || others.length > 0
      ? diagnostic
      : { ...diagnostic, cause: notes.importStd(only), importable: { ...importable, modules: [only] } };
  });
}

/** The import that declares all names of a group; undefined if the group has one name only. */
export function importHintOf(group: readonly Diagnostic[]): string | undefined {
  const all = new Map(
    group
      .map((each) => get(each, "importable"))
      .flatMap((importable) => (importable === undefined ? [] : [[importable.name, importable]])),
  );
  if (all.size < 2) return undefined;
  const [module] = [...all.values()][0]!.modules;
  const selected = [...all.values()].filter((one) => one.selected).map(({ name }) => name);
  const names = [...all.keys()].map((name) => `\`${name}\``);
  const list = notes.and(names.slice(0, -1).join(", "), names.at(-1)!);
  return notes.comeWith(list, `std/${module!}${selected.length === 0 ? "" : ` { ${selected.join(", ")} }`}`);
}
