// Random bytes of the machine.

/** Randomness that nobody can predict. */
export interface Entropy {
  /** `count` bytes that are fit for secrets. */
  randomBytes(count: number): Uint8Array;
}
