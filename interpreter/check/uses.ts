// What files use of each other, under names that outlive a check.
import { Touched, type ImportedName, type ModuleState } from "./names/index.ts";
import type { Uses } from "./memory.ts";
import type { Comparing } from "./comparing.ts";
import { mentions, type Type } from "./types/index.ts";
import { LARGER } from "./asked/index.ts";

/** How a use of an imported name is noted: an alias and a selected name may be equal. */
export function importName({ bound, selected }: ImportedName): string {
  return selected === null ? `${bound.name}.` : bound.name;
}

/** Takes the uses that were noted since the last call. */
export function takeUses(state: ModuleState): Uses {
  const { touched, called, acts, imports } = state;
  const used = imports.filter((imported) => imported.used);
  for (const imported of used) imported.used = false;
  state.touched = new Touched();
  state.called = new Set();
  state.acts = false;
  return {
    touched: [...touched],
    used: used.map(importName),
    called: [...called].map((fn) => keyOf(state, fn)),
    acts,
  };
}

/** The same with other names of functions. */
export function mapComparing<F, G>(found: Comparing<F>, map: (fn: F) => G): Comparing<G> {
  return {
    compares: found.compares,
    passes: found.passes.map(([own, to, param]) => [own, map(to), param]),
    becomes: found.becomes.map((one) => ({
      ...one,
      to: map(one.to),
      methods: one.methods.map(([member, method, params]) => [map(member), map(method), params]),
    })),
  };
}

/** How a function of a program is known to other files. */
export function functionName(unit: string, key: string): string {
  return `${unit}\t${key}`;
}

/** The key of a declaration of a file; a default value is known by the id of its field or parameter. */
export function keyOf({ keys }: ModuleState, { node }: { readonly node: object }): string {
  return keys!.get(node) ?? keys!.get((node as { readonly id: number }).id)!;
}

/** The name of a function or method, without those around it and without its number. */
export function nameInKey(key: string): string {
  return key.slice(key.lastIndexOf(":") + 1).replace(/#.*/, "");
}

/** Notes types that contain themselves with larger arguments: their derived methods need more and more instances. */
export function noteGrowingTypes({ types, asked }: ModuleState): void {
  for (const symbol of types) {
    if (symbol.kind === "Primitive" || symbol.typeParams.length === 0) continue;
    const parts =
      symbol.kind === "Struct"
        ? symbol.fields.map(({ type }) => type)
        : symbol.variants.flatMap(({ payload }) => payload);
    const grows = (part: Type): boolean =>
      part.kind === "Named" &&
      part.symbol.kind !== "Primitive" &&
      !part.symbol.module.standard &&
      part.args.some((arg) => arg.kind !== "Param" && mentions(arg, (inner) => inner.kind === "Param"));
    if (parts.some((part) => mentions(part, grows))) asked!.grows.add(LARGER);
  }
}
