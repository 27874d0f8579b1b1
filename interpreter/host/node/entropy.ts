// Random bytes by node:crypto, which is loaded on first use.
import type { Entropy } from "../index.ts";

export const entropy: Entropy = {
  randomBytes: (count) => process.getBuiltinModule("node:crypto").randomBytes(count),
};
