// For unit tests: a system in which nothing is there.
import type { System } from "../index.ts";

/** Its randomness is all zeros. */
export const bareSystem: System = {
  entropy: { randomBytes: (count) => new Uint8Array(count) },
  links: { realPath: (path) => path },
};
