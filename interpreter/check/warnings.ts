// Warnings that are not found on the way (beyond 14): imports and locals that nobody uses or that
// something hides.
import type { Body, BodyLocal } from "./body.ts";
import type { Context } from "./context.ts";
import { namesDerived } from "./derive.ts";
import type { ImportedName, ModuleState } from "./names.ts";
import { isError } from "./type-operations.ts";

/** Names that a macro made private, or that derived code uses, hold a character that no source can. */
export const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

export function warnUnusedLocal(body: Body, local: BodyLocal): void {
  if (local.used || !PLAIN_NAME.test(local.name) || isError(local.type)) return;
  body.warn("W2", local.span, { name: local.name }, { hint: `if that is meant, call it \`_${local.name}\`` });
}

export function warnShadowedImport(body: Body, local: BodyLocal): void {
  const entry = body.state.names.get(local.name);
  if (entry?.kind !== "Alias" && entry?.kind !== "Selector") return;
  body.warn("W5", local.span, { name: local.name }, { related: [body.label(entry.import.bound.span, "imported here")] });
}

export function warnUnusedImports(context: Context, state: ModuleState): void {
  const derived = namesDerived(state.unit.tree);
  for (const imported of state.imports) {
    if (imported.used || imported.unit === null || derived.has(imported.bound.name)) continue;
    if (imported.node.selectors === null && servesUnnamed(context, imported)) continue;
    context.warn("W1", state, imported.bound.span, { name: imported.bound.name });
  }
}

/** A whole import may be there for methods, types or initialisers, which need no mention of its alias. */
function servesUnnamed(context: Context, imported: ImportedName): boolean {
  const target = context.names.states.get(imported.unit!);
  if (target === undefined) return true;
  return target.impls.length > 0 || target.types.length > 0 || target.traits.length > 0 || target.globals.length > 0 || target.importedModules.length > 0;
}
