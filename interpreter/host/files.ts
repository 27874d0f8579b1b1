// Files and folders. Paths and names are byte strings; failures are errors whose `code` is that of the
// system.

export interface OpenMode {
  readonly read: boolean;
  readonly write: boolean;
  /** Whether every write goes to the end. */
  readonly append: boolean;
  readonly create: boolean;
  /** Whether opening fails if the file exists. */
  readonly exclusive: boolean;
  readonly truncate: boolean;
  /** The permissions of a new file, before the process's mask is applied. */
  readonly permissions: number;
  /** The file that the new one will replace: permission to write that file suffices. */
  readonly beside?: string;
}

/**
 * Opens an existing file. Modes derived from it create files with the permissions that the process's mask
 * leaves.
 */
export const READ_ONLY: OpenMode = {
  read: true,
  write: false,
  append: false,
  create: false,
  exclusive: false,
  truncate: false,
  permissions: 0o666,
};
export const WRITE_ONLY: OpenMode = { ...READ_ONLY, read: false, write: true, create: true };

export type FileKind = "file" | "folder" | "link" | "other";

export interface FileProperties {
  readonly kind: FileKind;
  readonly size: number;
  readonly modifiedMs: number;
  /** Only the permission bits. */
  readonly permissions: number;
  /** Identifies the file. */
  readonly identity: string;
  /** Whether it is a named pipe. */
  readonly isPipe: boolean;
}

/** An open file. Operations take a position; null is the file's current position. */
export interface OpenFile {
  readonly descriptor: number;
  readonly kind: FileKind;
  /** As in its properties. */
  readonly identity: string;
  /** Whether the file has positions. */
  readonly seekable: boolean;
  /** Whether it is a named pipe, which ends only after something was written to it. */
  readonly isPipe: boolean;
  /** Returns 0 at the end. Fails with EAGAIN if it would have to wait for other processes. */
  read(target: Uint8Array, length: number, position: number | null): Promise<number>;
  write(bytes: Uint8Array, offset: number, length: number, position: number | null): Promise<number>;
  /** The current size, synchronously. */
  size(): number;
  truncate(size: number): Promise<void>;
  sync(): Promise<void>;
  setPermissions(permissions: number): Promise<void>;
  close(): Promise<void>;
  /** Closes the file at the end of a program. Never throws. */
  closeNow(): void;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: FileKind;
}

export interface Files {
  /** Opens a file; never waits: a pipe without a reader fails with ENXIO. */
  open(path: string, mode: OpenMode): Promise<OpenFile>;
  properties(path: string, followLinks: boolean): Promise<FileProperties>;
  setPermissions(path: string, permissions: number): Promise<void>;
  /** Sets the times of the last change and the last access. */
  setTimes(path: string, millis: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  makeFolder(path: string, permissions: number): Promise<void>;
  /** Removes an empty folder. */
  removeFolder(path: string): Promise<void>;
  /** The entries of a folder, in no order. */
  entries(path: string): Promise<FolderEntry[]>;
  /** Writes the entries of a folder to the disk. */
  syncFolder(path: string): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  readLink(path: string): Promise<string>;
  realPath(path: string): Promise<string>;
  /** The folder for temporary files. */
  temporaryFolder(): string;
  workingFolder(): string;
  setWorkingFolder(path: string): void;
  /**
   * Calls `touched` with the name of an entry of the folder that may have changed; null if the name is not
   * known.
   */
  watchFolder(path: string, touched: (name: string | null) => void): { close(): void };
}

/** The files that a program may reach: null if it may, otherwise the reason for the denial. */
export interface FileRules {
  read(path: string): string | null;
  /** `"entry"`: the name in its folder, without following a link. */
  write(path: string, what?: "entry"): string | null;
  /** Creating a symbolic link. */
  link(path: string, target: string): string | null;
  /** Setting permission bits. */
  permissions(mode: number): string | null;
}
