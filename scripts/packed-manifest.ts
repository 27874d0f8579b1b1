// The package.json in the tarball has no scripts: npm warns of packages with install scripts, `prepare` included,
// which only a clone needs. npm packs the file on disk, so `prepack` replaces it and `postpack` restores it.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ensureBuilt from "./ensure-built.ts";

const root = dirname(import.meta.dirname);
const manifest = join(root, "package.json");
const original = join(root, "node_modules/.cache/package.json.unpacked");

/** What users of the package need of its package.json. */
export function packedManifest(text: string): string {
  const {
    scripts: _scripts,
    devDependencies: _tools,
    allowScripts: _allowed,
    scarfSettings: _statistics,
    workspaces: _packages,
    ...rest
  } = JSON.parse(text) as Record<string, unknown>;
  return `${JSON.stringify(rest, null, 2)}\n`;
}

if (import.meta.main) {
  const restore = process.argv[2] === "restore";
  // With `strip`, one that an interrupted pack has left.
  if (existsSync(original) && !("scripts" in JSON.parse(readFileSync(manifest, "utf8"))))
    renameSync(original, manifest);
  if (!restore) {
    ensureBuilt();
    mkdirSync(dirname(original), { recursive: true });
    copyFileSync(manifest, original);
    writeFileSync(manifest, packedManifest(readFileSync(manifest, "utf8")));
  }
}
