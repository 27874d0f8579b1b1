// Cryptography. Bytes are byte strings on both sides.
import type { KeyObjects } from "./key-objects.ts";

/** A hash computed piece by piece. */
export interface Digest {
  update(bytes: string): void;
  /** The bytes of the hash; nothing can be added after that. */
  finish(): string;
}

export type HashName =
  | "md5"
  | "sha1"
  | "sha224"
  | "sha256"
  | "sha384"
  | "sha512"
  | "sha3-256"
  | "sha3-512"
  | "blake2b512";

/** AES in Galois counter mode, piece by piece. */
export interface AesGcm {
  update(bytes: string): string;
  /** The last bytes, with the tag after sealing; null if the tag does not match after opening. */
  finish(): string | null;
}

export interface ScryptCost {
  /** The cost, a power of two. */
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

export interface Argon2Cost {
  /** The memory in KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}

/** Work that waits for a thread, or has begun. */
export interface Turn<T> {
  readonly done: Promise<T>;
  /** Gives up waiting: `done` never settles then. Work that has begun goes on. */
  drop(): void;
}

/** Hashes, keys and signatures. */
export interface Cryptography {
  hash(name: HashName): Digest;
  hmac(name: HashName, key: string): Digest;
  /** Compares byte strings of the same length in constant time. */
  equal(a: string, b: string): boolean;
  /**
   * Runs slow work, which takes about `millis` and which nothing ends once it has begun. Little of it runs at
   * the same time in the whole process.
   */
  inTurn<T>(work: () => Promise<T>, millis: number): Turn<T>;
  /** Runs on a thread. Takes 128 * r * (n + p) bytes. */
  scrypt(password: string, salt: string, cost: ScryptCost, length: number): Promise<string>;
  /** Whether the machine supports Argon2id. */
  readonly hasArgon2id: boolean;
  argon2id(password: string, salt: string, cost: Argon2Cost, length: number): Promise<string>;
  hkdf(name: HashName, key: string, salt: string, info: string, length: number): string;
  pbkdf2(name: HashName, password: string, salt: string, rounds: number, length: number): Promise<string>;
  /** `key` has 16, 24 or 32 bytes, `nonce` at least one. */
  sealAesGcm(key: string, nonce: string, extra: string): AesGcm;
  /** `tag` has 16 bytes. */
  openAesGcm(key: string, nonce: string, extra: string, tag: string): AesGcm;
  /** The keys of a text in PEM format, or of a JSON Web Key; null if it is neither. */
  keyObjects(source: string | Readonly<Record<string, unknown>>): KeyObjects | null;
  /** A new private key of 32 bytes. */
  ed25519PrivateKey(): string;
  ed25519PublicKey(privateKey: string): string;
  /** Long messages are signed on a thread. */
  ed25519Sign(privateKey: string, text: string): string | Promise<string>;
  /** Also false for a key that is not a point of the curve. */
  ed25519Verify(publicKey: string, text: string, signature: string): boolean | Promise<boolean>;
}
