// The package.json of the project around the current folder, and those of installed packages.
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export type Json = Readonly<Record<string, unknown>>;

/** A package.json and the folder that holds it. */
export interface Manifest {
  readonly folder: string;
  readonly content: Json;
}

/** Finds the package.json of a folder or of one around it; null if there is none. @throws Error for bad JSON */
export function projectAround(folder: string): Manifest | null {
  for (let each = resolve(folder); ; each = dirname(each)) {
    const content = readManifest(each);
    if (content !== null) return { folder: each, content };
    if (dirname(each) === each) return null;
  }
}

/** The content of the package.json in a folder; null if there is none. @throws Error for bad JSON */
export function readManifest(folder: string): Json | null {
  const path = join(folder, "package.json");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return null;
  }
  const content = parsed(text);
  if (!isObject(content)) throw new Error(`${path} is not a JSON object`);
  return content;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}

/** The dependencies of a project with the versions that it wants, of all kinds. */
export function dependenciesOf(content: Json): ReadonlyMap<string, string> {
  const kinds = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
  return new Map(
    kinds.flatMap((kind) => {
      const names = content[kind];
      return isObject(names)
        ? Object.entries(names).map(([name, range]) => [name, String(range)] as const)
        : [];
    }),
  );
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
