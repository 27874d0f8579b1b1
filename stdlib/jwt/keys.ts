// Keys of tokens. A key has one algorithm, so that no token chooses how it is verified.
import type { Cryptography, KeyObjects } from "../../interpreter/host/index.ts";

/** Something wrong with a key or a token. */
export class TokenProblem extends Error {}

/** What the package jose takes as a key. */
type Material = Uint8Array | object;

/** The struct `Key`. */
export class Key {
  readonly alg: string;
  readonly id: string | null;
  readonly verifying: Material;
  /** Null for a public key. */
  readonly signing: Material | null;
  constructor(alg: string, verifying: Material, signing: Material | null, id: string | null = null) {
    this.alg = alg;
    this.verifying = verifying;
    this.signing = signing;
    this.id = id;
  }
}

/** The algorithms, with the kind of their key and, for `ec`, its curve. */
const ALGORITHMS: Readonly<Record<string, readonly [kind: string, curve?: string]>> = {
  HS256: ["secret"],
  HS384: ["secret"],
  HS512: ["secret"],
  RS256: ["rsa"],
  RS384: ["rsa"],
  RS512: ["rsa"],
  PS256: ["rsa"],
  PS384: ["rsa"],
  PS512: ["rsa"],
  ES256: ["ec", "prime256v1"],
  ES384: ["ec", "secp384r1"],
  ES512: ["ec", "secp521r1"],
  EdDSA: ["ed25519"],
};

function kindOf(alg: string): readonly [kind: string, curve?: string] {
  const found = Object.hasOwn(ALGORITHMS, alg) ? ALGORITHMS[alg] : undefined;
  if (found === undefined) throw new TokenProblem(`unknown algorithm: ${alg.slice(0, 32)}`);
  return found;
}

/** Whether keys of this kind are for the algorithm. */
function fits(alg: string, { kind, curve }: KeyObjects): boolean {
  const [wanted, wantedCurve] = kindOf(alg);
  // Keys that are marked for PSS sign in no other way.
  const isRsa = wanted === "rsa" && (kind === "rsa" || (kind === "rsa-pss" && alg.startsWith("PS")));
  return isRsa || (kind === wanted && (wantedCurve === undefined || curve === wantedCurve));
}

/** @throws TokenProblem */
export function secretKey(alg: string, secret: string, id: string | null = null): Key {
  if (kindOf(alg)[0] !== "secret") throw new TokenProblem(`${alg} needs a key pair, not a secret`);
  if (secret === "") throw new TokenProblem("the secret is empty");
  if (/-----BEGIN [A-Z0-9 ]+-----/.test(secret))
    throw new TokenProblem("the secret is a key in PEM format: use Key.pem");
  const bytes = new Uint8Array(Buffer.from(secret, "latin1"));
  return new Key(alg, bytes, bytes, id);
}

/** @throws TokenProblem */
export function pemKey(alg: string, text: string, cryptography: Cryptography): Key {
  if (kindOf(alg)[0] === "secret") throw new TokenProblem(`${alg} needs a secret, not a key pair`);
  const found = cryptography.keyObjects(text);
  if (found === null) throw new TokenProblem("the text is not a key in PEM format");
  return pairKey(alg, found, null);
}

function pairKey(alg: string, found: KeyObjects, id: string | null): Key {
  if (!fits(alg, found)) throw new TokenProblem(`the key is not one for ${alg}`);
  return new Key(alg, found.publicKey, found.privateKey, id);
}

export type Jwk = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** @throws TokenProblem */
export function jwkKey(jwk: Jwk, cryptography: Cryptography): Key {
  const id = textOf(jwk["kid"]);
  const alg = textOf(jwk["alg"]);
  if (textOf(jwk["use"]) === "enc") throw new TokenProblem("the key is for encryption");
  if (jwk["kty"] === "oct") {
    if (alg === null) throw new TokenProblem("the key has no alg");
    const secret = textOf(jwk["k"]);
    if (secret === null || !/^[\w-]*$/.test(secret)) throw new TokenProblem("the key is not a JSON Web Key");
    return secretKey(alg, Buffer.from(secret, "base64url").toString("latin1"), id);
  }
  const found = cryptography.keyObjects(jwk);
  if (found === null) throw new TokenProblem("the key is not a JSON Web Key");
  const only = Object.keys(ALGORITHMS).filter((each) => fits(each, found));
  const chosen = alg === "Ed25519" ? "EdDSA" : (alg ?? (only.length === 1 ? only[0]! : null));
  if (chosen === null) throw new TokenProblem("the key has no alg");
  return pairKey(chosen, found, id);
}

/** The struct `__KeySet`: the public keys of a JSON Web Key Set. */
export class KeySet {
  readonly #keys: readonly Jwk[];
  readonly #cryptography: Cryptography | null;

  constructor(keys: readonly Jwk[] = [], cryptography: Cryptography | null = null) {
    this.#keys = keys;
    this.#cryptography = cryptography;
  }

  /**
   * The key of a token with this algorithm and, if it names one, this key. A key without `alg` is for every
   * algorithm of its kind. @throws TokenProblem
   */
  find(alg: string, id: string | null): Key {
    const found: Key[] = [];
    for (const jwk of this.#keys) {
      if (jwk["kty"] === "oct" || (id !== null && jwk["kid"] !== id)) continue;
      try {
        const key = jwkKey(jwk["alg"] === undefined ? { ...jwk, alg } : jwk, this.#cryptography!);
        if (key.alg === alg) found.push(new Key(alg, key.verifying, null, key.id));
      } catch (error) {
        if (!(error instanceof TokenProblem)) throw error;
      }
    }
    const [only, other] = found;
    if (only === undefined) throw new TokenProblem("no key of the set is that of the token");
    if (other !== undefined) throw new TokenProblem("several keys of the set may be that of the token");
    return only;
  }
}
