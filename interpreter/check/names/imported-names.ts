// The names that an import binds in its file.
import type { Import } from "../../syntax/index.ts";
import type { ImportedName } from "./names.ts";

/** `unit` is the imported one; null if the import could not be resolved. */
export function importedNames(node: Import, unit: string | null): ImportedName[] {
  if (node.selectors !== null)
    return node.selectors.map(({ name, alias }) => ({
      node,
      bound: alias ?? name,
      name: name.name,
      selected: name,
      unit,
      used: false,
    }));
  const name = lastSegment(node.path);
  return [
    { node, bound: node.alias ?? { name, span: node.pathSpan }, name, selected: null, unit, used: false },
  ];
}

/** The alias of a path: `time` for `std/time`, `util` for `./lib/util.std`. */
function lastSegment(path: string): string {
  const last = path.slice(path.lastIndexOf("/") + 1);
  const dot = last.indexOf(".");
  return dot > 0 ? last.slice(0, dot) : last;
}
