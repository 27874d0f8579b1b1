// The standard modules with parsed declarations, as the build prepares them: a test that checks thousands of
// programs parses them once.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { standardModules } from "../../stdlib/index.ts";
import "../host/node/index.ts";
import { preparedPath, prepareDeclaration } from "../modules/index.ts";
import type { ModuleDescriptor } from "../runtime/host.ts";

/** Writes the prepared declarations to a new folder. */
export function prepareModules(): string {
  const folder = mkdtempSync(join(tmpdir(), "stdlang-prepared-"));
  for (const descriptor of standardModules) {
    if (typeof descriptor.declaration === "string") throw new Error(`std/${descriptor.name} is no file`);
    const declaration = declarationIn(folder, descriptor);
    copyFileSync(descriptor.declaration, declaration);
    writeFileSync(preparedPath(declaration), prepareDeclaration(descriptor).encoded);
  }
  return folder;
}

/** The modules that read from such a folder. */
export function preparedModules(folder: string): readonly ModuleDescriptor[] {
  return standardModules.map((descriptor) => ({
    ...descriptor,
    declaration: declarationIn(folder, descriptor),
  }));
}

export function dropPrepared(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function declarationIn(folder: string, { name }: ModuleDescriptor): URL {
  return pathToFileURL(join(folder, `${name}.std`));
}
