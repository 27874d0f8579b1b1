// Failures as natives expect them: errors with the `code` of a system.

export function failure(code: string, message = code): Error {
  return Object.assign(new Error(message), { code });
}

/** For services that a web page does not have. */
export function unavailable(what: string): Error {
  return failure("ENOTSUP", `a web page has no ${what}`);
}

/** Numbers of Linux. */
const NUMBERS: Readonly<Record<string, number>> = {
  EPERM: 1,
  ENOENT: 2,
  EBADF: 9,
  EAGAIN: 11,
  EACCES: 13,
  EEXIST: 17,
  EXDEV: 18,
  ENOTDIR: 20,
  EISDIR: 21,
  EBUSY: 16,
  EINVAL: 22,
  EPIPE: 32,
  ENAMETOOLONG: 36,
  ENOTEMPTY: 39,
  ELOOP: 40,
  ENOTSUP: 95,
  EADDRINUSE: 98,
  EADDRNOTAVAIL: 99,
  ECONNRESET: 104,
  ETIMEDOUT: 110,
  ECONNREFUSED: 111,
};

export function numberOf(code: string): number | null {
  return Object.hasOwn(NUMBERS, code) ? NUMBERS[code]! : null;
}
