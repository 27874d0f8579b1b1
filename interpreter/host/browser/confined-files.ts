// Files for programs that may reach only some of them: each operation asks first.
import type { FileRules, Files } from "../index.ts";

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

export function confinedFiles(files: Files, rules: FileRules): Files {
  const allow = (denied: string | null): void => {
    if (denied !== null) throw new Error(denied);
  };
  /** New files beside writable ones, which they will replace. */
  const made = new Set<string>();
  const mayChange = (path: string): void => {
    if (!made.has(path)) allow(rules.write(path, "entry"));
  };
  const maySee = (path: string, what?: "entry"): void => {
    if (rules.read(path) !== null) allow(rules.write(path, what));
  };
  return {
    ...files,
    async open(path, mode) {
      const { read, write, append, beside } = mode;
      if (read || !(write || append)) allow(rules.read(path));
      if (beside !== undefined && folderOf(beside) === folderOf(path)) {
        allow(rules.write(beside));
        made.add(path);
      } else if (write || append) allow(rules.write(path));
      return files.open(path, mode);
    },
    async properties(path, followLinks) {
      maySee(path, followLinks ? undefined : "entry");
      return files.properties(path, followLinks);
    },
    async setPermissions(path, permissions) {
      allow(rules.write(path));
      allow(rules.permissions(permissions));
      return files.setPermissions(path, permissions);
    },
    async setTimes(path, millis) {
      allow(rules.write(path));
      return files.setTimes(path, millis);
    },
    async rename(from, to) {
      mayChange(from);
      allow(rules.write(to, "entry"));
      await files.rename(from, to);
      made.delete(from);
    },
    async removeFile(path) {
      mayChange(path);
      await files.removeFile(path);
      made.delete(path);
    },
    async makeFolder(path, permissions) {
      allow(rules.write(path));
      return files.makeFolder(path, permissions);
    },
    async removeFolder(path) {
      allow(rules.write(path, "entry"));
      return files.removeFolder(path);
    },
    async entries(path) {
      allow(rules.read(path));
      return files.entries(path);
    },
    async link(existing, path) {
      allow(rules.read(existing));
      allow(rules.write(existing));
      allow(rules.write(path));
      return files.link(existing, path);
    },
    async symlink(target, path) {
      allow(rules.write(path, "entry"));
      allow(rules.link(path, target));
      return files.symlink(target, path);
    },
    async readLink(path) {
      maySee(path, "entry");
      return files.readLink(path);
    },
    async realPath(path) {
      maySee(path);
      return files.realPath(path);
    },
    watchFolder(path, touched) {
      allow(rules.read(path));
      return files.watchFolder(path, touched);
    },
  };
}
