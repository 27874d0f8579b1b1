// Cryptography by node:crypto, which is loaded on first use.
import type { CipherGCM, DecipherGCM, Hash, Hmac, JsonWebKeyInput, KeyObject } from "node:crypto";
import type { AesGcm, Argon2Cost, Cryptography, Digest, KeyObjects } from "../index.ts";
import { inTurn } from "./slow-work.ts";

const crypto = () => process.getBuiltinModule("node:crypto");
const bytes = (text: string): Buffer => Buffer.from(text, "latin1");

/** The DER bytes before the 32 bytes of a key (RFC 8410). */
const PRIVATE_HEAD = "302e020100300506032b657004220420";
const PUBLIC_HEAD = "302a300506032b6570032100";
/** Longer messages are signed on a thread. */
const LONG_TEXT = 1 << 18;
const TAG_SIZE = 16;

function digest(hash: Hash | Hmac): Digest {
  return { update: (piece) => void hash.update(piece, "latin1"), finish: () => hash.digest("latin1") };
}

/** The promise for a function of Node with a callback. */
function called(
  start: (done: (error: Error | null, found: ArrayBuffer | Buffer) => void) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    start((error, found) =>
      error === null ? resolve(Buffer.from(found as ArrayBuffer).toString("latin1")) : reject(error),
    );
  });
}

function privateKey(seed: string): KeyObject {
  return crypto().createPrivateKey({
    key: Buffer.concat([Buffer.from(PRIVATE_HEAD, "hex"), bytes(seed)]),
    format: "der",
    type: "pkcs8",
  });
}

function aesGcm(cipher: CipherGCM | DecipherGCM, finish: () => string | null): AesGcm {
  return { update: (piece) => cipher.update(piece, "latin1").toString("latin1"), finish };
}

const aesName = (key: string) => `aes-${(key.length * 8) as 128 | 192 | 256}-gcm` as const;

/** `argon2` is newer than the oldest supported Node. */
type Argon2 = (
  name: "argon2id",
  parameters: {
    message: Buffer;
    nonce: Buffer;
    parallelism: number;
    tagLength: number;
    memory: number;
    passes: number;
  },
  done: (error: Error | null, found: Buffer) => void,
) => void;

const argon2Of = () => (crypto() as unknown as { readonly argon2?: Argon2 }).argon2;

export const cryptography: Cryptography = {
  inTurn,
  hash: (name) => digest(crypto().createHash(name)),
  hmac: (name, key) => digest(crypto().createHmac(name, bytes(key))),
  equal: (a, b) => crypto().timingSafeEqual(bytes(a), bytes(b)),
  scrypt: (password, salt, { n, r, p }, length) =>
    called((done) =>
      crypto().scrypt(
        bytes(password),
        bytes(salt),
        length,
        { N: n, r, p, maxmem: 128 * r * (n + p + 2) + 1024 },
        done,
      ),
    ),
  get hasArgon2id() {
    return argon2Of() !== undefined;
  },
  argon2id(password, salt, { memory, passes, lanes }: Argon2Cost, length) {
    const argon2 = argon2Of()!;
    return called((done) =>
      argon2(
        "argon2id",
        {
          message: bytes(password),
          nonce: bytes(salt),
          parallelism: lanes,
          tagLength: length,
          memory,
          passes,
        },
        done,
      ),
    );
  },
  hkdf: (name, key, salt, info, length) =>
    Buffer.from(crypto().hkdfSync(name, bytes(key), bytes(salt), bytes(info), length)).toString("latin1"),
  pbkdf2: (name, password, salt, rounds, length) =>
    called((done) => crypto().pbkdf2(bytes(password), bytes(salt), rounds, length, name, done)),
  sealAesGcm(key, nonce, extra) {
    const cipher = crypto().createCipheriv(aesName(key), bytes(key), bytes(nonce), {
      authTagLength: TAG_SIZE,
    });
    cipher.setAAD(bytes(extra));
    return aesGcm(cipher, () => cipher.final("latin1") + cipher.getAuthTag().toString("latin1"));
  },
  openAesGcm(key, nonce, extra, tag) {
    const decipher = crypto().createDecipheriv(aesName(key), bytes(key), bytes(nonce), {
      authTagLength: TAG_SIZE,
    });
    decipher.setAAD(bytes(extra));
    decipher.setAuthTag(bytes(tag));
    return aesGcm(decipher, () => {
      try {
        return decipher.final("latin1");
      } catch {
        return null;
      }
    });
  },
  keyObjects(source) {
    try {
      return objectsOf(source);
    } catch {
      return null;
    }
  },
  ed25519PrivateKey: () => crypto().randomBytes(32).toString("latin1"),
  ed25519PublicKey(seed) {
    const der = crypto().createPublicKey(privateKey(seed)).export({ format: "der", type: "spki" });
    return der.subarray(-32).toString("latin1");
  },
  ed25519Sign(seed, text) {
    const key = privateKey(seed);
    if (text.length < LONG_TEXT) return crypto().sign(null, bytes(text), key).toString("latin1");
    return called((done) => crypto().sign(null, bytes(text), key, (error, found) => done(error, found)));
  },
  ed25519Verify(publicKey, text, signature) {
    try {
      const key = crypto().createPublicKey({
        key: Buffer.concat([Buffer.from(PUBLIC_HEAD, "hex"), bytes(publicKey)]),
        format: "der",
        type: "spki",
      });
      if (text.length < LONG_TEXT) return crypto().verify(null, bytes(text), key, bytes(signature));
      return new Promise((resolve) => {
        crypto().verify(null, bytes(text), key, bytes(signature), (error, fits) =>
          resolve(error === null && fits),
        );
      });
    } catch {
      return false;
    }
  },
};

/** @throws Error for a text or object that is no key */
function objectsOf(source: string | Readonly<Record<string, unknown>>): KeyObjects {
  const { createPrivateKey, createPublicKey } = crypto();
  const isPrivate =
    typeof source === "string"
      ? /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(source)
      : source["d"] !== undefined;
  const input =
    typeof source === "string" ? source : { key: source as JsonWebKeyInput["key"], format: "jwk" as const };
  const privateKey = isPrivate ? createPrivateKey(input) : null;
  const publicKey = privateKey === null ? createPublicKey(input) : createPublicKey(privateKey);
  return {
    kind: publicKey.asymmetricKeyType ?? "",
    curve: publicKey.asymmetricKeyDetails?.namedCurve ?? null,
    publicKey,
    privateKey,
  };
}
