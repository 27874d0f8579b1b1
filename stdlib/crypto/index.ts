// std/crypto: the natives on top of the host's cryptography. Long strings are processed in steps, between
// which other goroutines run; functions that are slow on purpose run on another thread.
import { own } from "../../interpreter/own/index.ts";
import type { AesGcm, Cryptography, Digest, HashName } from "../../interpreter/host/index.ts";
import {
  asCount,
  fail,
  inSteps,
  intText,
  MAX_STRING,
  Panic,
  type ErrorValue,
  type Int,
  type MaybePromise,
  type NativeTable,
  type Result,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";
import { keyDerivation } from "./key-derivation.ts";

/** The number of bytes between two looks at the clock: some hundred microseconds of work. */
const STEP = 1 << 16;
const TAG_SIZE = 16;
const KEY_SIZE = 32;
const SIGNATURE_SIZE = 64;

/** The struct `KeyPair`. */
class KeyPair {
  _public_key: string;
  _private_key: string;
  constructor(publicKey: string, privateKey: string) {
    this._public_key = publicKey;
    this._private_key = privateKey;
  }
}

/** The struct `__HashState`, which keeps its result because `finish` may be called again. */
class HashState {
  digest: Digest | null;
  result = "";
  /** Whether a text is being added in steps. */
  isAdding = false;
  constructor(digest: Digest | null = null) {
    this.digest = digest;
  }
}

const HASHES: Readonly<Record<string, HashName>> = own({
  md5: "md5",
  sha1: "sha1",
  sha224: "sha224",
  sha256: "sha256",
  sha384: "sha384",
  sha512: "sha512",
  sha3_256: "sha3-256",
  sha3_512: "sha3-512",
  blake2b: "blake2b512",
});

function* digested(digest: Digest, text: string): Steps<string> {
  yield* fed(digest, text);
  return digest.finish();
}

function* fed(digest: Digest, text: string): Steps<void> {
  if (text.length <= STEP) return digest.update(text);
  for (let at = 0; at < text.length; at += STEP) {
    digest.update(text.slice(at, at + STEP));
    yield;
  }
}

/** A key that is longer than a block of the hash is replaced by its hash (RFC 2104), here in steps. */
function* hmacOf(cryptography: Cryptography, name: HashName, key: string): Steps<Digest> {
  const short = key.length > STEP ? yield* digested(cryptography.hash(name), key) : key;
  return cryptography.hmac(name, short);
}

function* signed(digest: Steps<Digest>, text: string): Steps<string> {
  return yield* digested(yield* digest, text);
}

function* stateOf(digest: Steps<Digest>): Steps<HashState> {
  return new HashState(yield* digest);
}

/** Returns the output, or null if the tag does not match. */
function* ciphered(aes: AesGcm, text: string): Steps<string | null> {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += STEP) {
    parts.push(aes.update(text.slice(at, at + STEP)));
    if (text.length > STEP) yield;
  }
  const end = aes.finish();
  return end === null ? null : parts.join("") + end;
}

/** Returns what is wrong with a key or nonce, or null. */
function gcmProblem(key: string, nonce: string): string | null {
  if (key.length !== 16 && key.length !== 24 && key.length !== 32)
    return `the key must have 16, 24 or 32 bytes, not ${key.length}`;
  return nonce === "" || nonce.length > 128
    ? `the nonce must have 1 to 128 bytes (usually 12), not ${nonce.length}`
    : null;
}

function sized(text: string, size: number, what: string): string {
  if (text.length !== size) throw new Panic(`${what} has ${size} bytes, not ${text.length}`);
  return text;
}

export function create(runtime: Runtime): NativeTable {
  const { cryptography, entropy } = runtime.host.system;
  const waiting = <T>(work: MaybePromise<T>): MaybePromise<T> =>
    work instanceof Promise ? runtime.scheduler.external(work) : work;
  const hash = (name: HashName) => (text: string) =>
    inSteps(runtime, digested(cryptography.hash(name), text));
  const hmac = (name: HashName) => (key: string, text: string) =>
    inSteps(runtime, signed(hmacOf(cryptography, name, key), text));

  function randomBytes(count: Int): MaybePromise<string> {
    const size = asCount(count);
    if (size < 0) throw new Panic(`random_bytes of a negative number: ${intText(count)}`);
    if (size > MAX_STRING) throw new Panic("string too large");
    runtime.reserve(size);
    return inSteps(runtime, random(size));
  }

  function* random(size: number): Steps<string> {
    const parts: string[] = [];
    for (let left = size; left > 0; left -= STEP) {
      parts.push(Buffer.from(entropy.randomBytes(Math.min(left, STEP))).toString("latin1"));
      if (size > STEP) yield;
    }
    return parts.length === 1 ? parts[0]! : parts.join("");
  }

  function seal(
    key: string,
    nonce: string,
    text: string,
    extra: string,
  ): MaybePromise<Result<string, ErrorValue>> {
    const problem = gcmProblem(key, nonce);
    if (problem !== null) return fail("crypto", `aes_gcm_seal: ${problem}`);
    if (text.length + TAG_SIZE > MAX_STRING) throw new Panic("string too large");
    return inSteps(
      runtime,
      ciphered(cryptography.sealAesGcm(key, nonce, extra), text),
    ) as MaybePromise<string>;
  }

  function open(
    key: string,
    nonce: string,
    sealed: string,
    extra: string,
  ): MaybePromise<Result<string, ErrorValue>> {
    const size = sealed.length - TAG_SIZE;
    const problem =
      gcmProblem(key, nonce) ?? (size < 0 ? `the text has ${sealed.length} bytes, fewer than its tag` : null);
    if (problem !== null) return fail("crypto", `aes_gcm_open: ${problem}`);
    return inSteps(
      runtime,
      opened(cryptography.openAesGcm(key, nonce, extra, sealed.slice(size)), sealed.slice(0, size)),
    );
  }

  function* opened(aes: AesGcm, text: string): Steps<Result<string, ErrorValue>> {
    return (yield* ciphered(aes, text)) ?? fail("crypto", "aes_gcm_open: authentication failed");
  }

  function keyPair(): KeyPair {
    const privateKey = cryptography.ed25519PrivateKey();
    return new KeyPair(cryptography.ed25519PublicKey(privateKey), privateKey);
  }

  return {
    functions: {
      ...Object.fromEntries(Object.entries(HASHES).map(([name, algorithm]) => [name, hash(algorithm)])),
      hmac_sha1: hmac("sha1"),
      hmac_sha256: hmac("sha256"),
      hmac_sha384: hmac("sha384"),
      hmac_sha512: hmac("sha512"),
      random_bytes: randomBytes,
      constant_time_eq: (a: string, b: string) => a.length === b.length && cryptography.equal(a, b),
      ...keyDerivation(runtime),
      aes_gcm_seal: seal,
      aes_gcm_open: open,
      ed25519_keypair: keyPair,
      ed25519_public_key: (key: string) =>
        cryptography.ed25519PublicKey(sized(key, KEY_SIZE, "a private key")),
      ed25519_sign: (key: string, text: string) =>
        waiting(cryptography.ed25519Sign(sized(key, KEY_SIZE, "a private key"), text)),
      ed25519_verify: (key: string, text: string, signature: string) =>
        key.length === KEY_SIZE &&
        signature.length === SIGNATURE_SIZE &&
        waiting(cryptography.ed25519Verify(key, text, signature)),
      __hasher(name: string) {
        const algorithm = HASHES[name];
        if (algorithm === undefined)
          throw new Panic(`unknown hash ${name}: expected one of ${Object.keys(HASHES).join(", ")}`);
        return new HashState(cryptography.hash(algorithm));
      },
      __hmac_hasher(name: string, key: string) {
        const algorithm = HASHES[name];
        if (algorithm === undefined)
          throw new Panic(`unknown hash ${name}: expected one of ${Object.keys(HASHES).join(", ")}`);
        return inSteps(runtime, stateOf(hmacOf(cryptography, algorithm, key)));
      },
      __hash_is_adding: (state: HashState): boolean => state.isAdding,
      __hash_takes_long: (text: string): boolean => text.length > STEP,
      __hash_more(state: HashState, text: string): boolean {
        state.digest?.update(text);
        return state.digest !== null;
      },
      __hash_long: (state: HashState, text: string) => inSteps(runtime, added(state, text)),
      __hash_end(state: HashState) {
        if (state.digest !== null) state.result = state.digest.finish();
        state.digest = null;
        return state.result;
      },
    },
    structs: { KeyPair, __HashState: HashState },
  };
}

function* added(state: HashState, text: string): Steps<boolean> {
  if (state.digest === null) return false;
  state.isAdding = true;
  try {
    yield* fed(state.digest, text);
  } finally {
    state.isAdding = false;
  }
  return true;
}
