// Files and folders. Paths and names are byte strings; what fails throws an error whose `code` is that of the system.

export interface OpenMode {
  readonly read: boolean;
  readonly write: boolean;
  /** Every write goes to the end. */
  readonly append: boolean;
  readonly create: boolean;
  /** It must not be there yet. */
  readonly exclusive: boolean;
  readonly truncate: boolean;
  /** Permissions of a new file, less what the process's mask takes. */
  readonly permissions: number;
  /** The file whose place a new one beside it will take: who may write that may make this. */
  readonly beside?: string;
}

/** Opens what is there; a file that a mode made of this creates may be read and written by whom the mask of the process allows it. */
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
  /** Permission bits only. */
  readonly permissions: number;
  /** Another one for another file. */
  readonly identity: string;
  /** A named pipe. */
  readonly isPipe: boolean;
}

/** An open file. Its operations take places of their own; null is where the system itself stands. */
export interface OpenFile {
  readonly descriptor: number;
  readonly kind: FileKind;
  /** As in its properties. */
  readonly identity: string;
  /** Whether places mean something. */
  readonly seekable: boolean;
  /** A named pipe, which ends only after something was written to it. */
  readonly isPipe: boolean;
  /** 0 at the end. Fails with EAGAIN where it would have to wait for others. */
  read(target: Uint8Array, length: number, position: number | null): Promise<number>;
  write(bytes: Uint8Array, offset: number, length: number, position: number | null): Promise<number>;
  /** Now, without a wait. */
  size(): number;
  truncate(size: number): Promise<void>;
  sync(): Promise<void>;
  setPermissions(permissions: number): Promise<void>;
  close(): Promise<void>;
  /** For the end of a program. Never throws. */
  closeNow(): void;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: FileKind;
}

export interface Files {
  /** Never waits: a pipe without a reader fails with ENXIO. */
  open(path: string, mode: OpenMode): Promise<OpenFile>;
  properties(path: string, followLinks: boolean): Promise<FileProperties>;
  setPermissions(path: string, permissions: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  makeFolder(path: string, permissions: number): Promise<void>;
  /** It must be empty. */
  removeFolder(path: string): Promise<void>;
  /** In no order. */
  entries(path: string): Promise<FolderEntry[]>;
  /** What a folder lists is on the disk after it. */
  syncFolder(path: string): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  readLink(path: string): Promise<string>;
  realPath(path: string): Promise<string>;
  /** Where temporary files belong. */
  temporaryFolder(): string;
  workingFolder(): string;
  setWorkingFolder(path: string): void;
  /** Calls `touched` with the name of an entry of a folder that may have changed, null when it is not known which. */
  watchFolder(path: string, touched: (name: string | null) => void): { close(): void };
}

/** Which files a program may reach: null, or why not. */
export interface FileRules {
  read(path: string): string | null;
  /** `"entry"`: the name in its folder, not what it leads to. */
  write(path: string, what?: "entry"): string | null;
}
