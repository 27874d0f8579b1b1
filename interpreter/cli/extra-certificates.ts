// Node loads the file of NODE_EXTRA_CA_CERTS when TLS is first used, and tells on standard error when
// it cannot; nothing turns that off. The client reads the file itself. So with a bad file the process
// starts again without the variable (large-stack.ts), which then comes back here.
import { readFileSync } from "node:fs";

const VARIABLE = "NODE_EXTRA_CA_CERTS";
const KEPT = "STD_NODE_EXTRA_CA_CERTS";

/** The environment to start again with, or null when Node will be silent. */
export function withoutBadCertificates(environment: Readonly<Record<string, string>>): Record<string, string> | null {
  const { [VARIABLE]: path, ...others } = environment;
  return path === undefined || path === "" || isLoadable(path) ? null : { ...others, [KEPT]: path };
}

/** Shows the program the environment as it was given. */
export function restoreCertificates(): void {
  const path = process.env[KEPT];
  if (path === undefined) return;
  process.env[VARIABLE] = path;
  delete process.env[KEPT];
}

function isLoadable(path: string): boolean {
  try {
    const { X509Certificate } = process.getBuiltinModule("node:crypto");
    const blocks = readFileSync(path, "latin1").match(/-----BEGIN [^-]*CERTIFICATE-----[^-]*-----END [^-]*CERTIFICATE-----/g) ?? [];
    return blocks.every((block) => new X509Certificate(block).subject !== undefined);
  } catch {
    return false;
  }
}
