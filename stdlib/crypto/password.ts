// Password hashes as strings that carry their parameters (the PHC string format): created by scrypt, checked
// by scrypt and Argon2id.
import type { Cryptography } from "../../interpreter/host/index.ts";
import type { MaybePromise } from "../../interpreter/runtime/index.ts";

/** These parameters take 128 MB and some tenths of a second, as OWASP recommends. */
const LOG_N = 17;
const BLOCK = 8;
const LANES = 1;
const SALT_SIZE = 16;
const HASH_SIZE = 32;
/** The most memory that the parameters of a stored hash may require: 1 GB. */
const MOST_MEMORY = 2 ** 30;

export const scryptMemory = (n: number, r: number, p: number): number => 128 * r * (n + p);

export const PASSWORD_MEMORY = scryptMemory(2 ** LOG_N, BLOCK, LANES);

const encode = (bytes: string): string => Buffer.from(bytes, "latin1").toString("base64").replaceAll("=", "");
const decode = (text: string): string => Buffer.from(text, "base64").toString("latin1");

/** Does work of about `millis` on another thread; null if that is too much. */
export type Slowly = (millis: number, work: () => Promise<string>) => Promise<string> | null;

/**
 * The milliseconds that scrypt takes at least, and those of Argon2id with so many KiB of memory: nothing ends
 * them once they have begun.
 */
export const scryptMillis = (n: number, r: number, p: number): number => (n * r * p) / 5000;
const argonMillis = (memory: number, passes: number): number => (memory * passes) / 2000;

export async function hashPassword(
  crypto: Cryptography,
  slowly: Slowly,
  password: string,
  randomBytes: (count: number) => Uint8Array,
): Promise<string> {
  const salt = Buffer.from(randomBytes(SALT_SIZE)).toString("latin1");
  const cost = { n: 2 ** LOG_N, r: BLOCK, p: LANES };
  const millis = scryptMillis(cost.n, cost.r, cost.p);
  const hash = await slowly(millis, () => crypto.scrypt(password, salt, cost, HASH_SIZE));
  return `$scrypt$ln=${LOG_N},r=${BLOCK},p=${LANES}$${encode(salt)}$${encode(hash!)}`;
}

/** Returns false for a string that is not a hash, or whose parameters exceed the limits. */
export function verifyPassword(
  crypto: Cryptography,
  slowly: Slowly,
  password: string,
  hash: string,
  reserve: (bytes: number) => void,
): MaybePromise<boolean> {
  const compared = (found: Promise<string> | null, wanted: string): MaybePromise<boolean> =>
    found === null ? false : found.then((bytes) => crypto.equal(bytes, wanted));
  const scrypt =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]*)\$([A-Za-z0-9+/]{22,})$/.exec(hash);
  if (scrypt !== null) {
    const [n, r, p] = [2 ** Number(scrypt[1]), Number(scrypt[2]), Number(scrypt[3])];
    const wanted = decode(scrypt[5]!);
    if (n < 2 || r < 1 || p < 1 || 128 * r * Math.max(n, p) > MOST_MEMORY) return false;
    reserve(scryptMemory(n, r, p));
    const work = () => crypto.scrypt(password, decode(scrypt[4]!), { n, r, p }, wanted.length);
    return compared(slowly(scryptMillis(n, r, p), work), wanted);
  }
  const argon =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{22,})$/.exec(
      hash,
    );
  if (argon === null) return false;
  const [memory, passes, lanes] = [Number(argon[1]), Number(argon[2]), Number(argon[3])];
  const wanted = decode(argon[5]!);
  if (lanes < 1 || passes < 1 || memory < 8 * lanes || memory * 1024 > MOST_MEMORY) return false;
  if (!crypto.hasArgon2id) return false;
  reserve(memory * 1024);
  const work = () => crypto.argon2id(password, decode(argon[4]!), { memory, passes, lanes }, wanted.length);
  return compared(slowly(argonMillis(memory, passes), work), wanted);
}
