// Cryptography by the packages `@noble/*`, which modules that need it load before their natives
// (`loadCryptography`). It is written in JavaScript, and runs in the page's thread.
import type { AesGcm, Cryptography, Digest, HashName } from "../index.ts";

/** A hash of `@noble/hashes`, whole or piece by piece. */
interface Hashing {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}
type Hash = ((bytes: Uint8Array) => Uint8Array) & { create(): Hashing };
type Packages = Awaited<ReturnType<typeof importPackages>>;

const TAG_SIZE = 16;
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

let loaded: Packages | null = null;
let sha1: Hash | null = null;

/** What connections of WebSocket need, which is a small part. */
export async function loadSha1(): Promise<void> {
  sha1 ??= (await import("@noble/hashes/legacy.js")).sha1 as unknown as Hash;
}

export async function loadCryptography(): Promise<void> {
  loaded ??= await importPackages();
}

async function importPackages() {
  const [legacy, sha2, sha3, blake2, hmac, hkdf, pbkdf2, scrypt, argon2, curves, ciphers] = await Promise.all(
    [
      import("@noble/hashes/legacy.js"),
      import("@noble/hashes/sha2.js"),
      import("@noble/hashes/sha3.js"),
      import("@noble/hashes/blake2.js"),
      import("@noble/hashes/hmac.js"),
      import("@noble/hashes/hkdf.js"),
      import("@noble/hashes/pbkdf2.js"),
      import("@noble/hashes/scrypt.js"),
      import("@noble/hashes/argon2.js"),
      import("@noble/curves/ed25519.js"),
      import("@noble/ciphers/aes.js"),
    ],
  );
  const hashes = {
    md5: legacy.md5,
    sha1: legacy.sha1,
    sha224: sha2.sha224,
    sha256: sha2.sha256,
    sha384: sha2.sha384,
    sha512: sha2.sha512,
    "sha3-256": sha3.sha3_256,
    "sha3-512": sha3.sha3_512,
    blake2b512: blake2.blake2b,
  } as unknown as Record<HashName, Hash>;
  return {
    hashes,
    hmac: hmac.hmac as unknown as { create(hash: Hash, key: Uint8Array): Hashing },
    hkdf: hkdf.hkdf as unknown as (
      hash: Hash,
      key: Uint8Array,
      salt: Uint8Array,
      info: Uint8Array,
      length: number,
    ) => Uint8Array,
    pbkdf2: pbkdf2.pbkdf2Async as unknown as (
      hash: Hash,
      password: Uint8Array,
      salt: Uint8Array,
      options: { readonly c: number; readonly dkLen: number },
    ) => Promise<Uint8Array>,
    scrypt: scrypt.scryptAsync,
    argon2id: argon2.argon2idAsync,
    ed25519: curves.ed25519,
    gcm: ciphers.gcm,
  };
}

function noble(): Packages {
  if (loaded === null) throw new Error("loadCryptography first");
  return loaded;
}

function digest(hashing: Hashing): Digest {
  return { update: (piece) => void hashing.update(bytesOf(piece)), finish: () => textOf(hashing.digest()) };
}

/** The cipher of the package works on whole texts. */
function aesGcm(finish: (text: Uint8Array) => string | null): AesGcm {
  const pieces: Uint8Array[] = [];
  return {
    update(piece) {
      pieces.push(bytesOf(piece));
      return "";
    },
    finish: () => finish(new Uint8Array(Buffer.concat(pieces))),
  };
}

export const cryptography: Cryptography = {
  hash: (name) => digest((name === "sha1" && sha1 !== null ? sha1 : noble().hashes[name]).create()),
  hmac: (name, key) => digest(noble().hmac.create(noble().hashes[name], bytesOf(key))),
  equal(a, b) {
    let difference = 0;
    for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
    return difference === 0;
  },
  inTurn: (work) => ({ done: work(), drop() {} }),
  scrypt: async (password, salt, { n, r, p }, length) =>
    textOf(
      await noble().scrypt(bytesOf(password), bytesOf(salt), { N: n, r, p, dkLen: length, maxmem: 2 ** 31 }),
    ),
  hasArgon2id: true,
  argon2id: async (password, salt, { memory, passes, lanes }, length) =>
    textOf(
      await noble().argon2id(bytesOf(password), bytesOf(salt), {
        m: memory,
        t: passes,
        p: lanes,
        dkLen: length,
      }),
    ),
  hkdf: (name, key, salt, info, length) =>
    textOf(noble().hkdf(noble().hashes[name], bytesOf(key), bytesOf(salt), bytesOf(info), length)),
  pbkdf2: async (name, password, salt, rounds, length) =>
    textOf(
      await noble().pbkdf2(noble().hashes[name], bytesOf(password), bytesOf(salt), {
        c: rounds,
        dkLen: length,
      }),
    ),
  sealAesGcm(key, nonce, extra) {
    const cipher = noble().gcm(bytesOf(key), bytesOf(nonce), bytesOf(extra));
    return aesGcm((text) => textOf(cipher.encrypt(text)));
  },
  openAesGcm(key, nonce, extra, tag) {
    const cipher = noble().gcm(bytesOf(key), bytesOf(nonce), bytesOf(extra));
    return aesGcm((text) => {
      try {
        return textOf(cipher.decrypt(new Uint8Array(Buffer.concat([text, bytesOf(tag.slice(0, TAG_SIZE))]))));
      } catch {
        return null;
      }
    });
  },
  // Keys of algorithms with two keys would be objects of Node.
  keyObjects: () => null,
  ed25519PrivateKey: () => textOf(noble().ed25519.utils.randomSecretKey()),
  ed25519PublicKey: (privateKey) => textOf(noble().ed25519.getPublicKey(bytesOf(privateKey))),
  ed25519Sign: (privateKey, text) => textOf(noble().ed25519.sign(bytesOf(text), bytesOf(privateKey))),
  ed25519Verify(publicKey, text, signature) {
    try {
      return noble().ed25519.verify(bytesOf(signature), bytesOf(text), bytesOf(publicKey));
    } catch {
      return false;
    }
  },
};
