// A tree of folders, files and links in memory, with the failures of a POSIX file system. Paths are byte strings.
import type { FileKind, FileProperties } from "../index.ts";
import { failure } from "./failure.ts";
import { normalize } from "./paths.ts";

/** The most links that are followed, as in Linux. */
const MOST_LINKS = 40;
const MOST_NAME = 255;
const SMALLEST = 256;

export class FileNode {
  readonly kind = "file";
  #bytes = new Uint8Array(0);
  size = 0;
  modifiedMs = Date.now();
  permissions: number;
  readonly identity: string;

  constructor(identity: string, permissions: number) {
    this.identity = identity;
    this.permissions = permissions;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.size);
  }

  read(target: Uint8Array, length: number, position: number): number {
    const piece = this.#bytes.subarray(position, Math.min(position + length, this.size));
    target.set(piece.subarray(0, Math.max(0, piece.length)));
    return piece.length;
  }

  write(bytes: Uint8Array, position: number): void {
    this.#grow(position + bytes.length);
    this.#bytes.set(bytes, position);
    this.modifiedMs = Date.now();
  }

  truncate(size: number): void {
    if (size > this.size) this.#grow(size);
    else {
      this.#bytes.fill(0, size, this.size);
      this.size = size;
    }
    this.modifiedMs = Date.now();
  }

  #grow(size: number): void {
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#bytes.length, SMALLEST));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.size = Math.max(this.size, size);
  }
}

export class FolderNode {
  readonly kind = "folder";
  readonly entries = new Map<string, Node>();
  readonly size = 4096;
  modifiedMs = Date.now();
  permissions: number;
  readonly identity: string;

  constructor(identity: string, permissions: number) {
    this.identity = identity;
    this.permissions = permissions;
  }
}

export class LinkNode {
  readonly kind = "link";
  readonly target: string;
  modifiedMs = Date.now();
  permissions = 0o777;
  readonly identity: string;

  constructor(identity: string, target: string) {
    this.identity = identity;
    this.target = target;
  }

  get size(): number {
    return this.target.length;
  }
}

export type Node = FileNode | FolderNode | LinkNode;

/** A name in a folder, and what it refers to, if anything. */
export interface Found {
  readonly folder: FolderNode;
  readonly name: string;
  readonly path: string;
  readonly node: Node | null;
}

export class MemoryTree {
  readonly root = new FolderNode("1:1", 0o755);
  workingFolder = "/";
  #nodes = 1;
  readonly #watchers = new Set<{ readonly path: string; touched(name: string): void }>();

  identity(): string {
    return `1:${++this.#nodes}`;
  }

  /**
   * The name that a path leads to. Fails unless its folder exists.
   * @param follow whether a link at the end is followed
   */
  find(path: string, follow = true): Found {
    if (path === "") throw failure("ENOENT");
    const rest = (path.startsWith("/") ? path : `${this.workingFolder}/${path}`).split("/").reverse();
    const chain: { folder: FolderNode; name: string }[] = [];
    let folder = this.root;
    let node: Node = folder;
    const asFolder = path.endsWith("/");
    for (let links = 0; ; ) {
      const name = rest.pop();
      if (name === undefined) {
        const last = chain.at(-1);
        return { folder: last?.folder ?? this.root, name: last?.name ?? "", path: textOf(chain), node };
      }
      if (node.kind !== "folder") throw failure("ENOTDIR");
      folder = node;
      if (name === "" || name === ".") continue;
      if (name === "..") {
        const last = chain.pop();
        node = last?.folder ?? this.root;
        continue;
      }
      if (name.length > MOST_NAME) throw failure("ENAMETOOLONG");
      const isLast = rest.every((part) => part === "" || part === ".");
      const next = folder.entries.get(name);
      if (next === undefined) {
        if (!isLast) throw failure("ENOENT");
        return { folder, name, path: textOf([...chain, { folder, name }]), node: null };
      }
      if (next.kind === "link" && (follow || !isLast || asFolder)) {
        if (++links > MOST_LINKS) throw failure("ELOOP");
        if (next.target.startsWith("/")) {
          chain.length = 0;
          node = this.root;
        }
        rest.push(...next.target.split("/").reverse());
        continue;
      }
      chain.push({ folder, name });
      node = next;
    }
  }

  /** What a path leads to. */
  get(path: string, follow = true): Node {
    const { node } = this.find(path, follow);
    if (node === null) throw failure("ENOENT");
    if (path.endsWith("/") && node.kind === "file") throw failure("ENOTDIR");
    return node;
  }

  put({ folder, name, path }: Found, node: Node): void {
    folder.entries.set(name, node);
    this.changed(folder, path);
  }

  remove({ folder, name, path }: Found): void {
    folder.entries.delete(name);
    this.changed(folder, path);
  }

  /** Reports the change of an entry to those who watch its folder. */
  changed(folder: FolderNode, path: string): void {
    folder.modifiedMs = Date.now();
    this.touched(path);
  }

  touched(path: string): void {
    const at = path.lastIndexOf("/");
    const parent = path.slice(0, at) || "/";
    for (const watcher of this.#watchers)
      if (watcher.path === parent) queueMicrotask(() => watcher.touched(path.slice(at + 1)));
  }

  watch(path: string, touched: (name: string) => void): { close(): void } {
    const { node, path: whole } = this.find(path);
    if (node?.kind !== "folder") throw failure(node === null ? "ENOENT" : "ENOTDIR");
    const watcher = { path: whole, touched };
    this.#watchers.add(watcher);
    return { close: () => void this.#watchers.delete(watcher) };
  }

  /** The paths of all files. */
  files(): string[] {
    const paths: string[] = [];
    const visit = (folder: FolderNode, path: string): void => {
      for (const [name, node] of folder.entries) {
        if (node.kind === "folder") visit(node, `${path}/${name}`);
        else if (node.kind === "file") paths.push(`${path}/${name}`);
      }
    };
    visit(this.root, "");
    return paths;
  }

  /** Writes a file, with the folders on the way to it. */
  write(path: string, bytes: Uint8Array): void {
    const parts = normalize(`/${path}`).split("/").slice(1);
    let folder = this.root;
    for (const part of parts.slice(0, -1)) {
      let next = folder.entries.get(part);
      if (next === undefined) folder.entries.set(part, (next = new FolderNode(this.identity(), 0o755)));
      if (next.kind !== "folder") throw failure("ENOTDIR");
      folder = next;
    }
    const file = new FileNode(this.identity(), 0o644);
    file.write(bytes, 0);
    this.put({ folder, name: parts.at(-1)!, path: `/${parts.join("/")}`, node: null }, file);
  }
}

function textOf(chain: readonly { readonly name: string }[]): string {
  return `/${chain.map(({ name }) => name).join("/")}`;
}

export function propertiesOf(node: Node): FileProperties {
  const { size, modifiedMs, permissions, identity } = node;
  const kind: FileKind = node.kind;
  return { kind, size, modifiedMs, permissions, identity, isPipe: false };
}
