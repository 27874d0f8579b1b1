// Makes the built command available in the clone as `node_modules/.bin/std`, to scripts of npm and to shells
// whose PATH has that folder. `npx std` uses it, too, or npm's own link to the clone.
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

const root = dirname(import.meta.dirname);

export function linkCommand(): void {
  const folder = join(root, "node_modules/.bin");
  if (!existsSync(folder) || process.platform === "win32") return;
  const link = join(folder, "std");
  rmSync(link, { force: true });
  symlinkSync(join("..", "..", "dist/interpreter/cli/std.js"), link);
}
