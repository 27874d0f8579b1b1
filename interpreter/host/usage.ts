// The resources that the process uses.

export interface Usage {
  /** The resident memory in bytes. */
  residentBytes(): number;
  /** The processor time so far in seconds. */
  cpuSeconds(): number;
}
