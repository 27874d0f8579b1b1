// Source files in memory, and the packages that modules of the library use.
import type { Sources } from "../index.ts";
import { unavailable } from "./failure.ts";
import { unescapedBytes } from "../index.ts";
import type { MemoryTree } from "./memory-tree.ts";
import { pathsFrom } from "./paths.ts";
import { failure } from "./failure.ts";

const bytesOf = (path: string): string =>
  (path.isWellFormed() ? Buffer.from(path) : unescapedBytes(path)).toString("latin1");
const textOf = (path: string): string => Buffer.from(path, "latin1").toString();

export function sourcesOf(tree: MemoryTree): Sources {
  return {
    paths: pathsFrom(() => textOf(tree.workingFolder)),
    canonical(path) {
      const { node, path: whole } = tree.find(bytesOf(path));
      if (node === null) throw failure("ENOENT");
      return textOf(whole);
    },
    read(path) {
      const node = tree.get(bytesOf(path));
      if (node.kind !== "file") throw failure("EISDIR");
      return node.bytes;
    },
    list(path) {
      const node = tree.get(bytesOf(path));
      if (node.kind !== "folder") throw failure("ENOTDIR");
      return [...node.entries.keys()].map(textOf);
    },
    readOwn() {
      throw unavailable("files of the interpreter");
    },
    loadOwn() {
      throw unavailable("files of the interpreter");
    },
    importModule: () => Promise.reject(unavailable("native code of packages")),
    library(name) {
      throw unavailable(`package ${name}`);
    },
  };
}
