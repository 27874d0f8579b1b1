// Files in memory. They are gone with the page.
import type { Content, Files, Links, OpenContent, OpenFile, OpenMode, Spool, SpoolFile } from "../index.ts";
import { failure } from "./failure.ts";
import { FileNode, FolderNode, LinkNode, propertiesOf, type MemoryTree, type Node } from "./memory-tree.ts";

const TEMPORARY = "/tmp";
const PERMISSIONS = 0o7777;
/** What Linux takes from the permissions of new files. */
const MASK = 0o022;
let descriptors = 3;

export function filesOf(tree: MemoryTree): Files {
  const folderAt = (path: string): FolderNode => {
    const node = tree.get(path);
    if (node.kind !== "folder") throw failure("ENOTDIR");
    return node;
  };
  const remove = (path: string, isFolder: boolean): void => {
    const found = tree.find(path, false);
    if (found.node === null) throw failure("ENOENT");
    if (isFolder !== (found.node.kind === "folder")) throw failure(isFolder ? "ENOTDIR" : "EISDIR");
    if (found.node.kind === "folder" && found.node.entries.size > 0) throw failure("ENOTEMPTY");
    if (found.node === tree.root) throw failure("EBUSY");
    tree.remove(found);
  };
  return {
    open: async (path, mode) => new MemoryFile(tree, ...opened(tree, path, mode), mode),
    properties: async (path, follow) => propertiesOf(tree.get(path, follow)),
    async setPermissions(path, permissions) {
      tree.get(path).permissions = permissions & PERMISSIONS;
    },
    async setTimes(path, millis) {
      tree.get(path).modifiedMs = millis;
    },
    rename: async (from, to) => rename(tree, from, to),
    removeFile: async (path) => remove(path, false),
    async makeFolder(path, permissions) {
      const found = tree.find(path, false);
      if (found.node !== null) throw failure("EEXIST");
      tree.put(found, new FolderNode(tree.identity(), permissions & ~MASK));
    },
    removeFolder: async (path) => remove(path, true),
    entries: async (path) => [...folderAt(path).entries].map(([name, { kind }]) => ({ name, kind })),
    syncFolder: async (path) => void folderAt(path),
    async link(existing, path) {
      const node = tree.get(existing, false);
      if (node.kind === "folder") throw failure("EPERM");
      const found = tree.find(path, false);
      if (found.node !== null) throw failure("EEXIST");
      tree.put(found, node);
    },
    async symlink(target, path) {
      const found = tree.find(path, false);
      if (found.node !== null) throw failure("EEXIST");
      tree.put(found, new LinkNode(tree.identity(), target));
    },
    async readLink(path) {
      const node = tree.get(path, false);
      if (node.kind !== "link") throw failure("EINVAL");
      return node.target;
    },
    async realPath(path) {
      const { node, path: whole } = tree.find(path);
      if (node === null) throw failure("ENOENT");
      return whole;
    },
    temporaryFolder: () => TEMPORARY,
    workingFolder: () => tree.workingFolder,
    setWorkingFolder(path) {
      folderAt(path);
      tree.workingFolder = tree.find(path).path;
    },
    watchFolder: (path, touched) => tree.watch(path, touched),
  };
}

function opened(tree: MemoryTree, path: string, mode: OpenMode): [Node, string] {
  const isNew = mode.create || mode.exclusive;
  const found = tree.find(path, !mode.exclusive);
  if (found.node === null) {
    if (!isNew) throw failure("ENOENT");
    if (path.endsWith("/")) throw failure("EISDIR");
    const file = new FileNode(tree.identity(), mode.permissions & ~MASK);
    tree.put(found, file);
    return [file, found.path];
  }
  const { node } = found;
  if (mode.exclusive) throw failure("EEXIST");
  if (node.kind === "folder" && (mode.write || mode.append || isNew)) throw failure("EISDIR");
  if (node.kind === "file" && path.endsWith("/")) throw failure("ENOTDIR");
  if (node.kind === "file" && mode.truncate) node.truncate(0);
  return [node, found.path];
}

function rename(tree: MemoryTree, from: string, to: string): void {
  const source = tree.find(from, false);
  const target = tree.find(to, false);
  if (source.node === null) throw failure("ENOENT");
  if (source.node === target.node) return;
  if (source.node.kind === "folder") {
    if (`${target.path}/`.startsWith(`${source.path}/`)) throw failure("EINVAL");
    if (target.node !== null && target.node.kind !== "folder") throw failure("ENOTDIR");
    if (target.node !== null && target.node.entries.size > 0) throw failure("ENOTEMPTY");
  } else if (target.node?.kind === "folder") throw failure("EISDIR");
  tree.remove(source);
  tree.put(target, source.node);
}

class MemoryFile implements OpenFile {
  readonly descriptor = descriptors++;
  readonly kind: OpenFile["kind"];
  readonly identity: string;
  readonly seekable: boolean;
  readonly isPipe = false;
  readonly #tree: MemoryTree;
  readonly #node: Node;
  readonly #path: string;
  readonly #mode: OpenMode;
  #position = 0;
  #open = true;

  constructor(tree: MemoryTree, node: Node, path: string, mode: OpenMode) {
    this.#tree = tree;
    this.#node = node;
    this.#path = path;
    this.#mode = mode;
    this.kind = node.kind;
    this.identity = node.identity;
    this.seekable = node.kind === "file";
  }

  async read(target: Uint8Array, length: number, position: number | null): Promise<number> {
    const file = this.#file(this.#mode.read || !(this.#mode.write || this.#mode.append));
    const count = file.read(target, length, position ?? this.#position);
    if (position === null) this.#position += count;
    return count;
  }

  async write(bytes: Uint8Array, offset: number, length: number, position: number | null): Promise<number> {
    const { write, append } = this.#mode;
    const file = this.#file(write || append);
    const at = append ? file.size : (position ?? this.#position);
    file.write(bytes.subarray(offset, offset + length), at);
    if (position === null) this.#position = at + length;
    this.#tree.touched(this.#path);
    return length;
  }

  size(): number {
    return this.#node.size;
  }

  async truncate(size: number): Promise<void> {
    this.#file(this.#mode.write || this.#mode.append).truncate(size);
    this.#tree.touched(this.#path);
  }

  async sync(): Promise<void> {}

  async setPermissions(permissions: number): Promise<void> {
    this.#node.permissions = permissions & PERMISSIONS;
  }

  async close(): Promise<void> {
    this.#open = false;
  }

  closeNow(): void {
    this.#open = false;
  }

  #file(allowed: boolean): FileNode {
    if (!this.#open || !allowed) throw failure("EBADF");
    if (this.#node.kind !== "file") throw failure("EISDIR");
    return this.#node;
  }
}

/** Files for servers of files. */
export function contentOf(tree: MemoryTree): Content {
  const stateOf = (node: Node): OpenContent["state"] => ({
    kind: node.kind === "link" ? "other" : node.kind,
    size: node.size,
    modifiedMs: node.modifiedMs,
    tag: `${node.identity}-${node.size}-${node.modifiedMs}`,
  });
  const fileAt = (path: string): FileNode => {
    const node = tree.get(path);
    if (node.kind !== "file") throw failure("EISDIR");
    return node;
  };
  return {
    readNow: (path) => Buffer.from(fileAt(path).bytes).toString("latin1"),
    open(path) {
      const node = tree.get(path);
      const read = (target: Uint8Array, length: number, position: number): number => {
        if (node.kind !== "file") throw failure("EISDIR");
        return node.read(target, length, position);
      };
      return {
        state: stateOf(node),
        readSync: read,
        read: async (target, length, position) => read(target, length, position),
        close() {},
      };
    },
    stateOf: (path) => stateOf(tree.get(path)),
  };
}

class SpoolNode implements SpoolFile {
  readonly #file: FileNode;

  constructor(file: FileNode) {
    this.#file = file;
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.#file.write(bytes, this.#file.size);
  }

  async read(target: Uint8Array, length: number, position: number): Promise<number> {
    return this.#file.read(target, length, position);
  }

  close(): void {}
}

export function spoolOf(tree: MemoryTree): Spool {
  return {
    folder: TEMPORARY,
    create: () => new SpoolNode(new FileNode(tree.identity(), 0o600)),
    target(path) {
      const found = tree.find(path);
      if (found.node?.kind === "folder") throw failure("EISDIR");
      const file = found.node?.kind === "file" ? found.node : new FileNode(tree.identity(), 0o644);
      file.truncate(0);
      tree.put(found, file);
      return new SpoolNode(file);
    },
  };
}

export function linksOf(tree: MemoryTree): Links {
  return {
    realPath(path) {
      try {
        return tree.find(path).path;
      } catch {
        return path.startsWith("/") ? path : `${tree.workingFolder}/${path}`.replace(/^\/\//, "/");
      }
    },
  };
}
