// Files and folders by node:fs.
import * as fs from "node:fs";
import type { FileKind, FileProperties, Files, OpenFile, OpenMode } from "../index.ts";
import { temporaryFolder } from "./environment.ts";

const {
  O_APPEND,
  O_CREAT,
  O_DIRECTORY = 0,
  O_EXCL,
  O_NONBLOCK = 0,
  O_RDONLY,
  O_RDWR,
  O_TRUNC,
  O_WRONLY,
} = fs.constants;
const PERMISSIONS = 0o7777;

export const bytesOf = (path: string): Buffer => Buffer.from(path, "latin1");

export const files: Files = {
  async open(path, mode) {
    const descriptor = await called<number>((done) =>
      fs.open(bytesOf(path), flagsOf(mode), mode.permissions, done),
    );
    try {
      return new File(descriptor, await called<fs.Stats>((done) => fs.fstat(descriptor, done)));
    } catch (error) {
      fs.closeSync(descriptor);
      throw error;
    }
  },
  properties: async (path, followLinks) =>
    propertiesOf(await called<fs.Stats>((done) => (followLinks ? fs.stat : fs.lstat)(bytesOf(path), done))),
  setPermissions: (path, permissions) => called((done) => fs.chmod(bytesOf(path), permissions, done)),
  setTimes(path, millis) {
    const time = timeOf(millis);
    return called((done) => fs.utimes(bytesOf(path), time, time, done));
  },
  rename: (from, to) => called((done) => fs.rename(bytesOf(from), bytesOf(to), done)),
  removeFile: (path) => called((done) => fs.unlink(bytesOf(path), done)),
  makeFolder: (path, permissions) =>
    called((done) => fs.mkdir(bytesOf(path), { mode: permissions }, (error) => done(error))),
  removeFolder: (path) => called((done) => fs.rmdir(bytesOf(path), done)),
  async entries(path) {
    const found = await called<fs.Dirent<Buffer>[]>((done) =>
      fs.readdir(bytesOf(path), { withFileTypes: true, encoding: "buffer" }, done),
    );
    return found.map((entry) => ({ name: entry.name.toString("latin1"), kind: kindOf(entry) }));
  },
  async syncFolder(path) {
    const descriptor = await called<number>((done) => fs.open(bytesOf(path), O_RDONLY, done));
    try {
      await called<void>((done) => fs.fsync(descriptor, done));
    } finally {
      fs.closeSync(descriptor);
    }
  },
  link: (existing, path) => called((done) => fs.link(bytesOf(existing), bytesOf(path), done)),
  symlink: (target, path) => called((done) => fs.symlink(bytesOf(target), bytesOf(path), done)),
  readLink: async (path) =>
    (await called<Buffer>((done) => fs.readlink(bytesOf(path), { encoding: "buffer" }, done))).toString(
      "latin1",
    ),
  realPath: async (path) =>
    (
      await called<Buffer>((done) => fs.realpath.native(bytesOf(path), { encoding: "buffer" }, done))
    ).toString("latin1"),
  temporaryFolder,
  workingFolder() {
    const path = process.cwd();
    // Node decodes the path as UTF-8, whatever it is.
    return path.includes("\ufffd")
      ? fs.readlinkSync("/proc/self/cwd", { encoding: "buffer" }).toString("latin1")
      : Buffer.from(path).toString("latin1");
  },
  setWorkingFolder(path) {
    const bytes = bytesOf(path);
    const text = bytes.toString();
    if (Buffer.from(text).equals(bytes)) process.chdir(text);
    else byDescriptor(bytes, (name) => process.chdir(name));
  },
  watchFolder(path, touched) {
    const watcher = fs.watch(bytesOf(path), { encoding: "buffer" }, (_, name) =>
      touched(name === null ? null : name.toString("latin1")),
    );
    // The folder is gone: a watch of its parent reports that.
    watcher.on("error", () => watcher.close());
    return watcher;
  },
};

/** Node takes some paths only as text: a path that is not UTF-8 is accessed through a descriptor. */
function byDescriptor(path: Buffer, use: (name: string) => void): void {
  const descriptor = fs.openSync(path, O_RDONLY | O_DIRECTORY);
  try {
    use(`/proc/self/fd/${descriptor}`);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The promise for a function with a callback. */
function called<T = void>(
  call: (done: (error: NodeJS.ErrnoException | null, value?: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) =>
    call((error, value) => (error === null ? resolve(value as T) : reject(error))),
  );
}

export function flagsOf({ read, write, append, create, exclusive, truncate }: OpenMode): number {
  const access = write || append ? (read ? O_RDWR : O_WRONLY) : O_RDONLY;
  return (
    access |
    O_NONBLOCK |
    (append ? O_APPEND : 0) |
    (create || exclusive ? O_CREAT : 0) |
    (exclusive ? O_EXCL : 0) |
    (truncate ? O_TRUNC : 0)
  );
}

export function kindOf(of: {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}): FileKind {
  return of.isFile() ? "file" : of.isDirectory() ? "folder" : of.isSymbolicLink() ? "link" : "other";
}

/**
 * Returns a time for `utimes`, which cuts it to microseconds: these must not be fewer than the milliseconds. It takes
 * negative numbers for the present.
 */
export function timeOf(millis: number): number | Date {
  return millis < 0 ? new Date(millis) : (millis + 0.001) / 1000;
}

export function propertiesOf(stats: fs.Stats): FileProperties {
  const { size, mtimeMs, mode, dev, ino } = stats;
  return {
    kind: kindOf(stats),
    size,
    modifiedMs: Math.floor(mtimeMs),
    permissions: mode & PERMISSIONS,
    identity: `${dev}:${ino}`,
    isPipe: stats.isFIFO(),
  };
}

export class File implements OpenFile {
  readonly descriptor: number;
  readonly kind: FileKind;
  readonly seekable: boolean;
  readonly isPipe: boolean;
  readonly identity: string;

  constructor(descriptor: number, stats: fs.Stats) {
    this.descriptor = descriptor;
    this.kind = kindOf(stats);
    this.seekable = stats.isFile() || stats.isBlockDevice();
    this.isPipe = stats.isFIFO();
    this.identity = `${stats.dev}:${stats.ino}`;
  }

  read(target: Uint8Array, length: number, position: number | null): Promise<number> {
    return called((done) => fs.read(this.descriptor, target, 0, length, position, done));
  }

  write(bytes: Uint8Array, offset: number, length: number, position: number | null): Promise<number> {
    return called((done) => fs.write(this.descriptor, bytes, offset, length, position, done));
  }

  size(): number {
    return fs.fstatSync(this.descriptor).size;
  }

  truncate(size: number): Promise<void> {
    return called((done) => fs.ftruncate(this.descriptor, size, done));
  }

  sync(): Promise<void> {
    return called((done) => fs.fsync(this.descriptor, done));
  }

  setPermissions(permissions: number): Promise<void> {
    return called((done) => fs.fchmod(this.descriptor, permissions, done));
  }

  close(): Promise<void> {
    return called((done) => fs.close(this.descriptor, done));
  }

  closeNow(): void {
    try {
      fs.closeSync(this.descriptor);
    } catch {
      // There is no caller to receive the error.
    }
  }
}
