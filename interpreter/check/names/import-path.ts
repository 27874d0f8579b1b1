// The path by which a file imports another module of the program (reference/modules#imports).
import type { AllUses, FileUses } from "./module-uses.ts";

/** What stands after `import`: `std/text`, `"./util"`, `"github.com/owner/name"`. */
export function importPath(all: AllUses, file: FileUses, module: FileUses): string {
  if (module.unit.standard) return module.unit.id;
  return JSON.stringify(packagePath(all, module) ?? relativePath(file, module));
}

/** How others import a module of a package: that does not depend on the importing file. */
function packagePath(all: AllUses, module: FileUses): string | undefined {
  for (const { imports } of all.values())
    for (const { unit, node } of imports)
      if (unit === module.unit.id && !node.path.startsWith(".")) return node.path;
  return undefined;
}

/** Both files are named relative to the same folder, or absolutely. */
function relativePath(file: FileUses, module: FileUses): string {
  const from = segments(file).slice(0, -1);
  const to = segments(module);
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
  const up = from.slice(common).map(() => "..");
  const name = to.at(-1)!;
  const extension = /\.[^.]*$/.exec(name)?.[0];
  // A path without extension has that of the importing file.
  const short =
    extension !== undefined && segments(file).at(-1)!.endsWith(extension)
      ? name.slice(0, -extension.length)
      : name;
  return [...(up.length === 0 ? ["."] : up), ...to.slice(common, -1), short].join("/");
}

function segments({ unit }: FileUses): string[] {
  return unit.source.name.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
}
