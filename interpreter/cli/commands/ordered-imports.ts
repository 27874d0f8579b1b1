// `std fmt --imports`: which imports files need is a question for the checker.
import { standardModules } from "../../../stdlib/index.ts";
import { isProblem } from "../../modules/index.ts";
import { withOrderedImports, Workspace } from "../../server/index.ts";
import { everyPackage } from "./every-package.ts";
import { machineDisk } from "./machine-disk.ts";
import type { ParsedOptions } from "./options.ts";

/** A function that puts the imports of one of these files in order. */
export function importsInOrder(
  paths: readonly string[],
  options: ParsedOptions,
): (path: string) => string | null {
  const packages = everyPackage(options);
  const canonical = (path: string): string => {
    const id = machineDisk.canonical(path);
    return isProblem(id) ? path : id;
  };
  const files = paths.map(canonical);
  // The files of the command are the program; nothing else on the disk is looked for.
  const workspace = new Workspace(
    { ...machineDisk, scripts: () => files },
    {
      modules: standardModules,
      packages: (name) => {
        const found = packages.repositories(name);
        return typeof found === "string" ? found : null;
      },
      npm: packages,
    },
  );
  workspace.setFolders(["."]);
  return (path) => withOrderedImports(workspace, canonical(path));
}
