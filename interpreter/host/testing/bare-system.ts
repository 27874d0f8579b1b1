// For unit tests: a system without any services.
import type { System } from "../index.ts";

/** A system whose random bytes are all zero. */
export const bareSystem: System = {
  clock: { monotonicNanos: () => 0n, monotonicMillis: () => 0, localZone: () => "UTC" },
  entropy: { randomBytes: (count) => new Uint8Array(count) },
  environment: absent("environment"),
  errors: absent("errors"),
  javascript: absent("javascript"),
  usage: { residentBytes: () => 0, cpuSeconds: () => 0 },
  sources: absent("sources"),
  files: absent("files"),
  content: absent("content"),
  spool: absent("spool"),
  links: { realPath: (path) => path },
  sockets: absent("sockets"),
  directHttp: absent("directHttp"),
  compression: absent("compression"),
  cryptography: absent("cryptography"),
  databases: absent("databases"),
  processes: absent("processes"),
  signals: { number: () => null, listen: () => () => {}, raise() {}, endByDefault() {} },
  terminal: { isTerminal: () => false, size: () => null, setRaw() {}, interrupt() {} },
  threads: absent("threads"),
};

/** A section whose use throws an error that names it. */
function absent<T extends object>(section: string): T {
  return new Proxy({} as T, {
    get: (_, name) => {
      throw new Error(`there is no ${section}.${String(name)} here`);
    },
  });
}
