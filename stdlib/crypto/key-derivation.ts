// Keys derived from passwords and from other keys, and password hashes. Functions that are slow on purpose
// run on another thread, where nothing ends them, so what they take is estimated before.
import {
  asCount,
  fail,
  intText,
  type ErrorValue,
  type Int,
  type MaybePromise,
  type NativeTable,
  type Result,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { hashPassword, PASSWORD_MEMORY, scryptMemory, scryptMillis, verifyPassword } from "./password.ts";

/** The most that work may take by its estimate, which is that for a fast machine. */
const MOST_MILLIS = 60_000;
const TOO_SLOW = "it would take more than a minute";
/** The milliseconds that PBKDF2 takes at least; a block has 32 bytes. */
const pbkdf2Millis = (rounds: number, length: number): number => (rounds * Math.ceil(length / 32)) / 8000;

export function keyDerivation(runtime: Runtime): NativeTable["functions"] {
  const { cryptography, entropy } = runtime.host.system;
  const waiting = <T>(work: MaybePromise<T>): MaybePromise<T> =>
    work instanceof Promise ? runtime.scheduler.external(work) : work;

  function slowly(millis: number, work: () => Promise<string>): Promise<string> | null {
    if (millis > MOST_MILLIS) return null;
    runtime.foresee(millis);
    const { done, drop } = cryptography.inTurn(work, millis);
    const forget = runtime.atEnd(drop);
    return done.finally(forget);
  }

  // biome-ignore lint/complexity/useMaxParams: in the order of the declaration, as scripts call it
  function scrypt(
    password: string,
    salt: string,
    n: Int,
    r: Int,
    p: Int,
    length: Int,
  ): MaybePromise<Result<string, ErrorValue>> {
    const [cost, block, lanes, size] = [n, r, p, length].map(asCount) as [number, number, number, number];
    const problem = !(cost > 1 && cost <= 2 ** 31 && Number.isInteger(Math.log2(cost)))
      ? `n must be a power of two of at least 2, not ${intText(n)}`
      : !(block > 0 && lanes > 0 && block * lanes < 2 ** 30)
        ? "r and p must be positive, and their product below 2^30"
        : !(size > 0 && size <= 2 ** 16)
          ? `the length must be 1 to 65536, not ${intText(length)}`
          : 128 * block * Math.max(cost, lanes) > 2 ** 31
            ? "it would take more than 2 GB"
            : null;
    if (problem !== null) return fail("crypto", `scrypt: ${problem}`);
    runtime.reserve(scryptMemory(cost, block, lanes));
    const derived = slowly(scryptMillis(cost, block, lanes), () =>
      cryptography.scrypt(password, salt, { n: cost, r: block, p: lanes }, size),
    );
    if (derived === null) return fail("crypto", `scrypt: ${TOO_SLOW}`);
    return waiting(
      derived.catch((error: unknown) =>
        fail("crypto", `scrypt: ${error instanceof Error ? error.message : "failed"}`),
      ),
    );
  }

  function hkdf(key: string, salt: string, info: string, length: Int): Result<string, ErrorValue> {
    const size = asCount(length);
    if (size < 0 || size > 255 * 32)
      return fail("crypto", `hkdf_sha256: the length must be 0 to 8160, not ${intText(length)}`);
    if (info.length > 1024) return fail("crypto", "hkdf_sha256: info must have at most 1024 bytes");
    return size === 0 ? "" : cryptography.hkdf("sha256", key, salt, info, size);
  }

  function pbkdf2(
    password: string,
    salt: string,
    rounds: Int,
    length: Int,
  ): MaybePromise<Result<string, ErrorValue>> {
    const [count, size] = [asCount(rounds), asCount(length)];
    if (!(count >= 1 && count < 2 ** 31))
      return fail("crypto", `pbkdf2_sha256: rounds must be 1 to 2147483647, not ${intText(rounds)}`);
    if (!(size >= 1 && size <= 2 ** 16))
      return fail("crypto", `pbkdf2_sha256: the length must be 1 to 65536, not ${intText(length)}`);
    const work = () => cryptography.pbkdf2("sha256", password, salt, count, size);
    const derived = slowly(pbkdf2Millis(count, size), work);
    return derived === null ? fail("crypto", `pbkdf2_sha256: ${TOO_SLOW}`) : waiting(derived);
  }

  return {
    scrypt,
    hkdf_sha256: hkdf,
    pbkdf2_sha256: pbkdf2,
    password_hash(text: string) {
      runtime.reserve(PASSWORD_MEMORY);
      return waiting(hashPassword(cryptography, slowly, text, (count) => entropy.randomBytes(count)));
    },
    password_verify: (text: string, hashed: string) =>
      waiting(verifyPassword(cryptography, slowly, text, hashed, (bytes) => runtime.reserve(bytes))),
  };
}
