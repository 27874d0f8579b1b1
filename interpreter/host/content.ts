// The bytes of regular files by descriptor, for those who send them on.

/** Tells one state of a file from others. */
export interface FileState {
  readonly kind: "file" | "folder" | "other";
  /** Files of the system itself have size 0. */
  readonly size: number;
  readonly modifiedMs: number;
  /** Another one whenever the bytes may be others: of device, number, size and time. */
  readonly tag: string;
}

export interface OpenContent {
  readonly state: FileState;
  /** Reads at a place, as many bytes as are there; 0 at the end. */
  readSync(target: Uint8Array, length: number, position: number): number;
  /** The same, without holding up other goroutines. One at a time. */
  read(target: Uint8Array, length: number, position: number): Promise<number>;
  /** Frees the descriptor. A read that is under way ends first. */
  close(): void;
}

export interface Content {
  /** All of a file, a byte string. @throws as the system does */
  readNow(path: string): string;
  /** Opens for reading, and never waits, not even for a pipe without a writer. @throws as the system does */
  open(path: string): OpenContent;
  /** What a path leads to, links followed. @throws as the system does */
  stateOf(path: string): FileState;
}
