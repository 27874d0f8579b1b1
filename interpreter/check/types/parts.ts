// The size of a written type. Equal parts are one object, so the written type may be exponentially larger
// than the objects.
import { prune, Visits } from "./type-operations.ts";
import { aliasOf, type Type } from "./types.ts";

/** The number of types within a type, including itself and the arguments of its aliases. */
export function partsOf(type: Type, visits = new Visits<number>()): number {
  const actual = prune(type);
  const known = visits.find(actual);
  if (known !== undefined) return known;
  let parts = 1;
  for (const inner of innerOf(actual)) parts += partsOf(inner, visits);
  for (const inner of aliasOf(actual)?.args ?? []) parts += partsOf(inner, visits);
  return visits.note(actual, parts);
}

/** The types directly within a type, without the arguments of its aliases. */
export function innerOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case "Named":
      return type.args;
    case "Fun":
      return [...type.params, type.result];
    case "Dyn":
      return type.trait.args;
    case "Param":
    case "Never":
    case "Var":
      return [];
  }
}
