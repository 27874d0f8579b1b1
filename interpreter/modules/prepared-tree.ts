// A tree as JSON text. Values that JSON cannot represent (Int literals are bigints, a Float may be infinite)
// are listed separately with their paths. `v8.serialize` can represent all of them, but loading it costs more
// than parsing.
import type { Tree } from "../syntax/index.ts";

type Path = readonly (string | number)[];

export interface PreparedTree {
  readonly text: string;
  readonly tree: Tree;
  /** Computed once, not at every start. */
  readonly usesCollectionLiterals: boolean;
}

interface Document extends PreparedTree {
  readonly bigints: readonly (readonly [Path, string])[];
  readonly infinities: readonly Path[];
}

export function encodeTree(prepared: PreparedTree): string {
  const bigints: [Path, string][] = [];
  const infinities: Path[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (typeof value === "bigint") bigints.push([path, `${value}`]);
    else if (value === Infinity) infinities.push(path);
    else if (typeof value === "object" && value !== null) {
      for (const [key, part] of Object.entries(value))
        visit(part, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  };
  visit(prepared.tree, []);
  const document: Document = { ...prepared, bigints, infinities };
  return JSON.stringify(document, (_, value: unknown) => (typeof value === "bigint" ? 0 : value));
}

/** @throws SyntaxError or TypeError for a text that `encodeTree` has not written */
export function decodeTree(encoded: string): PreparedTree {
  const { bigints, infinities, ...prepared } = JSON.parse(encoded) as Document;
  for (const [path, digits] of bigints) put(prepared.tree, path, BigInt(digits));
  for (const path of infinities) put(prepared.tree, path, Infinity);
  return prepared;
}

function put(tree: Tree, path: Path, value: unknown): void {
  let parent = tree as unknown as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string | number, unknown>;
  parent[path.at(-1)!] = value;
}
