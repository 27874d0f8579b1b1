// Random bytes.

/** Cryptographically secure random numbers. */
export interface Entropy {
  /** `count` random bytes that are fit for secrets. */
  randomBytes(count: number): Uint8Array;
}
