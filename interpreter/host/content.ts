// The content of regular files by descriptor, for servers of files.

/** The state of a file at one moment. */
export interface FileState {
  readonly kind: "file" | "folder" | "other";
  /** Files of virtual file systems such as /proc have size 0. */
  readonly size: number;
  readonly modifiedMs: number;
  /**
   * A string that changes whenever the content may have changed: it consists of device, inode, size and time.
   */
  readonly tag: string;
}

export interface OpenContent {
  readonly state: FileState;
  /** Reads at a position; returns the number of bytes, 0 at the end. */
  readSync(target: Uint8Array, length: number, position: number): number;
  /** As `readSync`, without blocking other goroutines. One read at a time. */
  read(target: Uint8Array, length: number, position: number): Promise<number>;
  /** Closes the descriptor, after a pending read has ended. */
  close(): void;
}

export interface Content {
  /** The content of a file, a byte string. @throws the system's error */
  readNow(path: string): string;
  /**
   * Opens a file for reading; never waits, not even for a pipe without a writer.
   * @throws the system's error
   */
  open(path: string): OpenContent;
  /** The state of the file at a path; links are followed. @throws the system's error */
  stateOf(path: string): FileState;
}
