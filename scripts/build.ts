// Builds dist/: plain JavaScript with types, one file per area so that a start loads few, the
// declarations of the standard modules with their prepared trees, and the build id, which is a key of the
// compile cache. The build happens in another folder, which replaces dist/ at the end: a failed build keeps
// the last good one.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, posix, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { bundleBrowser } from "./browser.ts";
import { entryPoints } from "./check-layers.ts";
import { linkCommand } from "./link-command.ts";
import { bundleStandalone } from "./standalone.ts";
import { bundleStart } from "./start-bundle.ts";

const root = dirname(import.meta.dirname);
const finished = join(root, "dist");
const dist = `${finished}-${process.pid}`;

process.on("exit", () => rmSync(dist, { recursive: true, force: true }));
compileTypeScript();
dropInnerTypes();
for (const file of globSync("{interpreter,stdlib}/**/*.std", { cwd: root }))
  cpSync(join(root, file), join(dist, file));
await bundleStandalone(dist);
await bundleBrowser(dist, declarationsAsCode(withoutComments));
for (const folder of globSync(["interpreter/*/", "stdlib/*/"], { cwd: dist }))
  await joinArea(join(dist, folder));
await bundleStart(dist);
copyPage();
await load("interpreter/host/node/index.js");
await prepareStandardLibrary();
writeFileSync(join(dist, "stdlib/declarations.js"), declarationsAsCode());
chmodSync(join(dist, "interpreter/cli/std.js"), 0o755);
writeFileSync(join(dist, "build-id"), contentHash());
rmSync(finished, { recursive: true, force: true });
renameSync(dist, finished);
linkCommand();

/** The page of std/api that shows a document, whose package has an install script that users need not run. */
function copyPage(): void {
  const from = dirname(fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json")));
  for (const file of ["swagger-ui-bundle.js", "swagger-ui.css", "LICENSE", "NOTICE"])
    cpSync(join(from, file), join(dist, "stdlib/api/swagger-ui", file));
}

/** Type errors are printed and do not stop the build: `npm test` fails on them. */
function compileTypeScript(): void {
  const compiler = join(dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))), "bin/tsc");
  const { status } = spawnSync(
    process.execPath,
    [compiler, "-p", join(root, "tsconfig.build.json"), "--outDir", dist],
    { stdio: "inherit" },
  );
  if (!existsSync(join(dist, "interpreter/cli/main.js")))
    throw new Error(`the compiler wrote nothing (status ${status})`);
}

/** Keeps only the types that the package's exports reach; the others cannot be imported. */
function dropInnerTypes(): void {
  const kept = new Set([
    "interpreter/index.d.ts",
    "interpreter/browser/index.d.ts",
    "interpreter/browser/language.d.ts",
    "stdlib/index.d.ts",
  ]);
  for (const file of kept) {
    const text = readFileSync(join(dist, file), "utf8");
    for (const [, path] of text.matchAll(/"(\.[^"]+)\.[jt]s"/g))
      kept.add(posix.join(posix.dirname(file), `${path}.d.ts`));
  }
  for (const file of globSync("**/*.d.ts", { cwd: dist })) if (!kept.has(file)) rmSync(join(dist, file));
}

/**
 * Bundles the files of one area into its entry points. Areas import each other only through these
 * (`check-layers.ts`), so that each area remains one instance for all importers, and paths relative to its
 * folder stay correct.
 */
async function joinArea(folder: string): Promise<void> {
  const entries = globSync("**/*.js", { cwd: folder })
    .map((file) => file.slice(0, -".js".length))
    .filter((name) => isEntry(folder, name));
  if (entries.length === 0) return;
  const input = Object.fromEntries(entries.map((name) => [name, join(folder, `${name}.js`)]));
  const external = (id: string, importer: string | undefined): boolean => {
    if (importer === undefined) return false;
    if (!id.startsWith(".") && !isAbsolute(id)) return true;
    return relative(folder, resolve(dirname(importer), id)).startsWith("..");
  };
  const bundle = await rolldown({ input, external, cwd: folder });
  // The code that the entry points of an area share is one file, because a start reads all of it; commands
  // are loaded one by one.
  const grouping = folder.includes("/cli")
    ? {}
    : { codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] } };
  const { output } = await bundle.generate({
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    ...grouping,
  });
  await bundle.close();
  for (const file of globSync("**/*.js", { cwd: folder })) if (file !== "std.js") rmSync(join(folder, file));
  for (const room of globSync("*/", { cwd: folder }))
    if (globSync("**/*.*", { cwd: join(folder, room) }).length === 0)
      rmSync(join(folder, room), { recursive: true });
  for (const chunk of output) {
    if (chunk.type !== "chunk") continue;
    mkdirSync(dirname(join(folder, chunk.fileName)), { recursive: true });
    writeFileSync(join(folder, chunk.fileName), withoutFacades(chunk.code));
  }
}

/**
 * Whether a file is loaded by name: an entry point, or the first file of the launcher or of a worker thread
 * of the command.
 */
function isEntry(folder: string, name: string): boolean {
  const path = relative(dist, join(folder, `${name}.ts`));
  return (
    name === "index" ||
    entryPoints.has(path) ||
    path === "interpreter/host/node/database-worker.ts" ||
    /^interpreter\/cli\/(main|pinned-node|process\/code-cache|repl-worker|test-child|debug-worker)\.ts$/.test(
      path,
    )
  );
}

/**
 * Replaces imports of Node's modules: an import of `node:fs` makes Node load streams and promises for names
 * that are not imported (4 ms); `getBuiltinModule` does not.
 */
function withoutFacades(code: string): string {
  return code
    .replace(
      /^import \{ (.+) \} from ("node:[\w/]+");$/gm,
      (_, names: string, module: string) =>
        `const { ${names.replaceAll(" as ", ": ")} } = process.getBuiltinModule(${module});`,
    )
    .replace(
      /^import \* as (\w+) from ("node:[\w/]+");$/gm,
      (_, name: string, module: string) => `const ${name} = process.getBuiltinModule(${module});`,
    );
}

/** The declarations as a module, for bundlers, which do not follow URLs of files. */
function declarationsAsCode(change = (text: string) => text): string {
  const texts = globSync("stdlib/*/*.std", { cwd: root })
    .toSorted()
    .map((path) => [posix.basename(path, ".std"), change(readFileSync(join(root, path), "utf8"))]);
  return `export const declarations = ${JSON.stringify(Object.fromEntries(texts), null, 1)};\n`;
}

/**
 * Pages load the declarations before anything runs: half of these are comments, and indentation is 4 KB after gzip.
 * Lines keep their numbers. No declaration has a string of several lines.
 */
function withoutComments(text: string): string {
  return text.replace(/^ *(?:\/\/.*)?/gm, "");
}

/** Parses every declaration once, so that no start of a program has to. */
async function prepareStandardLibrary(): Promise<void> {
  const { standardModules } = await load<typeof import("../stdlib/index.ts")>("stdlib/index.js");
  const { prepareDeclaration, preparedPath } = await load<typeof import("../interpreter/modules/index.ts")>(
    "interpreter/modules/index.js",
  );
  const { render } = await load<typeof import("../interpreter/diagnostics/index.ts")>(
    "interpreter/diagnostics/index.js",
  );
  for (const descriptor of standardModules) {
    if (typeof descriptor.declaration === "string") continue;
    const { encoded, diagnostics } = prepareDeclaration(descriptor);
    if (diagnostics.length > 0) throw new Error(diagnostics.map((diagnostic) => render(diagnostic)).join(""));
    writeFileSync(preparedPath(descriptor.declaration), encoded);
  }
}

async function load<T>(path: string): Promise<T> {
  return (await import(pathToFileURL(join(dist, path)).href)) as T;
}

/** Changes whenever anything in dist/ does. */
function contentHash(): string {
  const hash = createHash("sha256");
  for (const file of globSync("**/*.{js,cjs,mjs,std,tree,json}", { cwd: dist }).toSorted()) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(dist, file)));
  }
  return hash.digest("hex");
}
