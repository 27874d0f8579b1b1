// Random bytes of the machine.

/** Unpredictable randomness. */
export interface Entropy {
  /** `count` bytes that are fit for secrets. */
  randomBytes(count: number): Uint8Array;
}
