// Keys of algorithms with two keys, for packages that sign and verify.

/** A key pair as the platform represents it; `privateKey` is null if only the public key is known. */
export interface KeyObjects {
  /** The kind of the key: `rsa`, `rsa-pss`, `ec`, `ed25519`, … */
  readonly kind: string;
  /** The curve of a key of kind `ec`, as OpenSSL calls it. */
  readonly curve: string | null;
  readonly publicKey: object;
  readonly privateKey: object | null;
}
