// Room on the disk for what is too large for memory.

export interface SpoolFile {
  append(bytes: Uint8Array): Promise<void>;
  /** Reads at a place, as many bytes as are there; 0 at the end. */
  read(target: Uint8Array, length: number, position: number): Promise<number>;
  /** Gives the room back; repeating is harmless. */
  close(): void;
}

export interface Spool {
  /** The folder it is in, as a byte string. */
  readonly folder: string;
  /** A file without a name, which is gone when it is closed or the process ends. @throws as the system does */
  create(): SpoolFile;
  /** A file of this path, made or emptied. @throws as the system does */
  target(path: string): SpoolFile;
}
