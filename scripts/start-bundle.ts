// Joins the files that every start of `std run` reads: Node needs 1 ms or more for each file, and half of the time of
// a start from the cache was spent with it. What hosts import, too, is one file, the command itself another.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";

const COMMAND = "interpreter/cli/main.js";
/** Loaded before all others, which Node then reads with their code. */
const FIRST = "interpreter/cli/process/code-cache.js";
/** The modules whose names start scripts and hosts import. */
const LIBRARY = "stdlib/index.js";

/**
 * Imported as a namespace, which stays that of a module: the object that a bundler makes of it has inherited
 * properties, which hosts may have added.
 */
const NAMESPACE = "interpreter/runtime/generated.js";

/** @param dist the folder with the files of all areas, which are joined by area */
export async function bundleStart(dist: string): Promise<void> {
  const apart = new Set([...importedBy([join(dist, FIRST)]), join(dist, NAMESPACE)]);
  const files = importedBy([join(dist, COMMAND), join(dist, LIBRARY)]).difference(apart);
  const isOfCommand = (file: string): boolean => dirname(relative(dist, file)) === "interpreter/cli";
  // Chunks of the command are imported by other commands, which remain files of their own.
  const input = Object.fromEntries(
    [...files].map((file) => [relative(dist, file).slice(0, -".js".length), file]),
  );
  const bundle = await rolldown({
    input,
    cwd: dist,
    preserveEntrySignatures: "allow-extension",
    external: (id, importer) =>
      importer !== undefined && (!id.startsWith(".") || !files.has(resolve(dirname(importer), id))),
    plugins: [
      {
        name: "places",
        // A file computes paths beside it: it still does when its code is elsewhere. A bundle in CommonJS has no URL,
        // and reads no files beside it.
        transform: (code, file) =>
          code.replaceAll(
            "import.meta.url",
            `new URL(${JSON.stringify(`./${relative(join(dist, "interpreter"), file)}`)}, import.meta.url ?? "file:///").href`,
          ),
      },
    ],
  });
  const { output } = await bundle.generate({
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "interpreter/[name]-[hash].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: "command", test: isOfCommand, priority: 1 },
        { name: "core", test: () => true },
      ],
    },
  });
  await bundle.close();
  for (const file of files) rmSync(file);
  for (const chunk of output)
    if (chunk.type === "chunk") writeFileSync(join(dist, chunk.fileName), chunk.code);
}

/** The files that are loaded together with `entries`, which are among them. */
function importedBy(entries: readonly string[]): ReadonlySet<string> {
  const files = new Set(entries);
  for (const file of files)
    for (const [, id] of readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^"\n]*"(\.[^"]+)";$/gm)) {
      const path = resolve(dirname(file), id!);
      if (!existsSync(path)) throw new Error(`${file} imports ${id}, which is missing`);
      files.add(path);
    }
  return files;
}
