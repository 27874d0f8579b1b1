// Disk space for data that is too large for memory.

export interface SpoolFile {
  append(bytes: Uint8Array): Promise<void>;
  /** Reads at a position; returns the number of bytes, 0 at the end. */
  read(target: Uint8Array, length: number, position: number): Promise<number>;
  /** Frees the space; may be called repeatedly. */
  close(): void;
}

export interface Spool {
  /** The folder for these files, a byte string. */
  readonly folder: string;
  /**
   * Creates a file without a name, which is gone when it is closed or the process ends.
   * @throws the system's error
   */
  create(): SpoolFile;
  /** Creates or empties the file with this path. @throws the system's error */
  target(path: string): SpoolFile;
}
