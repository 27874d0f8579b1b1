// Signing and verifying by the package jose. Claims are the bytes of JSON texts.
import { compactVerify, CompactSign, decodeProtectedHeader, errors } from "jose";
import { TokenProblem, type Key } from "./keys.ts";

/** The bytes of the longest token. */
const LONGEST = 1_000_000;

/** Rejects with a TokenProblem. */
export async function signed(claims: string, { alg, id, signing }: Key): Promise<string> {
  if (signing === null) throw new TokenProblem("a public key cannot sign");
  if (!claims.startsWith("{")) throw new TokenProblem("the claims are not an object");
  const header = { alg, typ: "JWT", ...(id !== null && { kid: id }) };
  return await new CompactSign(new Uint8Array(Buffer.from(claims, "latin1")))
    .setProtectedHeader(header)
    .sign(signing as CryptoKey)
    .catch(asProblem);
}

/** What a token must contain besides its signature; times are in seconds. */
export interface Required {
  readonly issuer: string | null;
  readonly audience: string | null;
  readonly leeway: number;
  readonly now: number;
}

/** Resolves with the claims. Rejects with a TokenProblem. */
export async function verified(token: string, key: Key, required: Required): Promise<string> {
  checkLength(token);
  const { payload, protectedHeader } = await compactVerify(token, key.verifying as CryptoKey, {
    algorithms: [key.alg],
  }).catch(asProblem);
  if (protectedHeader.b64 === false) throw new TokenProblem("the claims are not encoded");
  const text = Buffer.from(payload).toString("latin1");
  checkClaims(claimsOf(Buffer.from(payload).toString("utf8")), required);
  return text;
}

function checkLength(token: string): void {
  if (token.length > LONGEST) throw new TokenProblem(`a token has at most ${LONGEST} bytes`);
}

function asProblem(error: unknown): never {
  if (error instanceof errors.JWSSignatureVerificationFailed)
    throw new TokenProblem("the signature is not that of the key");
  if (error instanceof errors.JOSEAlgNotAllowed)
    throw new TokenProblem("the algorithm of the token is not that of the key");
  if (error instanceof errors.JWSInvalid) throw new TokenProblem("the text is not a token");
  if (error instanceof errors.JOSENotSupported) throw new TokenProblem("the token uses an unknown extension");
  if (error instanceof TypeError)
    throw new TokenProblem("the key is too short, or not one for its algorithm");
  throw error;
}

function claimsOf(text: string): Readonly<Record<string, unknown>> {
  let claims: unknown;
  try {
    claims = JSON.parse(text);
  } catch {
    claims = null;
  }
  if (typeof claims !== "object" || claims === null || Array.isArray(claims))
    throw new TokenProblem("the claims are not an object");
  return claims as Readonly<Record<string, unknown>>;
}

function checkClaims(claims: Readonly<Record<string, unknown>>, required: Required): void {
  const { issuer, audience, leeway, now } = required;
  for (const name of ["exp", "nbf", "iat"])
    if (Object.hasOwn(claims, name) && typeof claims[name] !== "number")
      throw new TokenProblem(`${name} is not a number`);
  const { exp, nbf, iss, aud } = claims as { exp?: number; nbf?: number; iss?: unknown; aud?: unknown };
  if (exp !== undefined && now >= exp + leeway) throw new TokenProblem("the token has expired");
  if (nbf !== undefined && now < nbf - leeway) throw new TokenProblem("the token is not valid yet");
  if (issuer !== null && iss !== issuer) throw new TokenProblem("the token is from another issuer");
  if (audience !== null && aud !== audience && !(Array.isArray(aud) && aud.includes(audience)))
    throw new TokenProblem("the token is for another audience");
}

/** The algorithm and the key that a token names. @throws TokenProblem */
export function headerOf(token: string): { readonly alg: string; readonly id: string | null } {
  checkLength(token);
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    if (typeof alg === "string") return { alg, id: typeof kid === "string" ? kid : null };
  } catch {
    // Below.
  }
  throw new TokenProblem("the text is not a token");
}
