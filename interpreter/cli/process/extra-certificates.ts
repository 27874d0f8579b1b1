// Node loads the file of NODE_EXTRA_CA_CERTS when TLS is first used, and reports on standard error when
// it cannot; nothing turns that off. The client reads the file itself. So with a bad file the process
// starts again without the variable (stack.ts), which then comes back here.
import { readFileSync } from "node:fs";

const VARIABLE = "NODE_EXTRA_CA_CERTS";
const KEPT = "STD_NODE_EXTRA_CA_CERTS";
const BEGIN = /-----BEGIN [^-]*CERTIFICATE-----/g;
/** `MI`: a sequence of at least 128 bytes (X.690 8.1.3), as each certificate is one. */
const WHOLE = /-----BEGIN [^-]*CERTIFICATE-----\s+MI[A-Za-z0-9+/=\s]+-----END [^-]*CERTIFICATE-----/g;

/** The environment to start again with, or null when Node will be silent. */
export function withoutBadCertificates(
  environment: Readonly<Record<string, string>>,
): Record<string, string> | null {
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

/** By the form of its blocks: to read the certificates themselves would double the time of a start. */
function isLoadable(path: string): boolean {
  try {
    const text = readFileSync(path, "latin1");
    return (text.match(BEGIN) ?? []).length === (text.match(WHOLE) ?? []).length;
  } catch {
    return false;
  }
}
