// What the process uses of the machine.

export interface Usage {
  /** Bytes of memory that the system has given to it. */
  residentBytes(): number;
  /** Seconds of processor time so far. */
  cpuSeconds(): number;
}
