// Keys derived from passwords and from other keys, and password hashes. Functions that are slow on purpose
// run on another thread.
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
import { hashPassword, PASSWORD_MEMORY, verifyPassword } from "./password.ts";

export function keyDerivation(runtime: Runtime): NativeTable["functions"] {
  const { cryptography, entropy } = runtime.host.system;
  const waiting = <T>(work: MaybePromise<T>): MaybePromise<T> =>
    work instanceof Promise ? runtime.scheduler.external(work) : work;

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
          : 128 * cost * block > 2 ** 31
            ? "it would take more than 2 GB"
            : null;
    if (problem !== null) return fail("crypto", `scrypt: ${problem}`);
    runtime.reserve(128 * cost * block);
    return waiting(
      cryptography
        .scrypt(password, salt, { n: cost, r: block, p: lanes }, size)
        .catch((error: unknown) =>
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
    return waiting(cryptography.pbkdf2("sha256", password, salt, count, size));
  }

  return {
    scrypt,
    hkdf_sha256: hkdf,
    pbkdf2_sha256: pbkdf2,
    password_hash(text: string) {
      runtime.reserve(PASSWORD_MEMORY);
      return waiting(hashPassword(cryptography, text, (count) => entropy.randomBytes(count)));
    },
    password_verify: (text: string, hashed: string) =>
      waiting(verifyPassword(cryptography, text, hashed, (bytes) => runtime.reserve(bytes))),
  };
}
