// For unit tests: a system in which nothing is there.
import type { System } from "../index.ts";

/** Its randomness is all zeros. */
export const bareSystem: System = {
  clock: { monotonicNanos: () => 0n, localZone: () => "UTC" },
  coding: absent("coding"),
  content: absent("content"),
  usage: { residentBytes: () => 0, cpuSeconds: () => 0 },
  compression: absent("compression"),
  cryptography: absent("cryptography"),
  databases: absent("databases"),
  directHttp: absent("directHttp"),
  threads: absent("threads"),
  entropy: { randomBytes: (count) => new Uint8Array(count) },
  rawDeflate: absent("rawDeflate"),
  serverTls: absent("serverTls"),
  signals: { number: () => null, listen: () => () => {}, raise() {}, endByDefault() {} },
  spool: absent("spool"),
  files: absent("files"),
  environment: absent("environment"),
  processes: absent("processes"),
  links: { realPath: (path) => path },
  sockets: absent("sockets"),
  terminal: { isTerminal: () => false, size: () => null, setRaw() {}, interrupt() {} },
};

/** Whoever uses it is told so. */
function absent<T extends object>(section: string): T {
  return new Proxy({} as T, { get: (_, name) => { throw new Error(`there is no ${section}.${String(name)} here`); } });
}
