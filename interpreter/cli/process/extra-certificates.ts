// Node loads the file of NODE_EXTRA_CA_CERTS at the first use of TLS, and reports a failure on standard
// error, which cannot be disabled. The client reads the file itself. So with an invalid file, the process
// starts again without the variable (stack.ts), and this file restores it.
import { readFileSync } from "node:fs";

const VARIABLE = "NODE_EXTRA_CA_CERTS";
const KEPT = "STD_NODE_EXTRA_CA_CERTS";
const BEGIN = /-----BEGIN [^-]*CERTIFICATE-----/g;
/** A complete certificate; `MI` starts a sequence of at least 128 bytes (X.690 8.1.3). */
const WHOLE = /-----BEGIN [^-]*CERTIFICATE-----\s+MI[A-Za-z0-9+/=\s]+-----END [^-]*CERTIFICATE-----/g;

/** The environment for starting again, or null if Node will not report a failure. */
export function withoutBadCertificates(
  environment: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const { [VARIABLE]: path, ...others } = environment;
  return path === undefined || path === "" || isLoadable(path) ? null : { ...others, [KEPT]: path };
}

/** Restores the original environment for the program. */
export function restoreCertificates(): void {
  const path = process.env[KEPT];
  if (path === undefined) return;
  process.env[VARIABLE] = path;
  delete process.env[KEPT];
}

/**
 * Whether Node can load the file, by the form of its blocks: parsing the certificates would double the time
 * of a start.
 */
function isLoadable(path: string): boolean {
  try {
    const text = readFileSync(path, "latin1");
    return (text.match(BEGIN) ?? []).length === (text.match(WHOLE) ?? []).length;
  } catch {
    return false;
  }
}
