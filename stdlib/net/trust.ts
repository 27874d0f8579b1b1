// Which certificates the client trusts (reference/http-client#connections): the runtime's roots, the system's where they
// can be read, and the files named by SSL_CERT_FILE and NODE_EXTRA_CA_CERTS. Read once, when needed.
import { readFileSync } from "node:fs";
import type { SecureContext } from "node:tls";
import { descriptorProblem, errorText } from "../error/index.ts";

const FILE_VARIABLES = ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"];

export class TrustStore {
  private made: SecureContext | null = null;
  private readonly authorities: string[] = [];
  private identity: { readonly cert: string; readonly key: string } | null = null;

  /** Trusts the certificates of a PEM text, too. @returns the error text, or null */
  trust(pem: string): string | null {
    const found = certificatesIn(pem);
    if (found.length === 0) return "with_ca: no certificate in the text";
    this.authorities.push(...found);
    this.made = null;
    return null;
  }

  /** Shows a certificate to servers that ask for one. @returns the error text, or null */
  identify(cert: string, key: string): string | null {
    try {
      process.getBuiltinModule("node:tls").createSecureContext({ cert, key });
    } catch (error) {
      return `with_client_cert: ${(error as { readonly reason?: string }).reason ?? errorText(error)}`;
    }
    this.identity = { cert, key };
    this.made = null;
    return null;
  }

  /** All trusted roots as PEM, for a context of one's own. */
  roots(): string {
    return trustedRoots().join("\n");
  }

  /** TLS 1.2 and 1.3 with all trusted roots, or why there is none now. */
  context(): SecureContext | string {
    if (this.made !== null) return this.made;
    // Roots that could not be read now would be missing for good.
    const problem = descriptorProblem();
    if (problem !== null) return problem;
    try {
      const { createSecureContext } = process.getBuiltinModule("node:tls");
      return (this.made = createSecureContext({ ca: [...trustedRoots(), ...this.authorities], ...this.identity, minVersion: "TLSv1.2", maxVersion: "TLSv1.3" }));
    } catch (error) {
      return errorText(error);
    }
  }
}

function trustedRoots(): string[] {
  const tls = process.getBuiltinModule("node:tls");
  const roots = new Set(tls.rootCertificates);
  for (const certificate of systemRoots()) roots.add(certificate);
  for (const name of FILE_VARIABLES) {
    const path = process.env[name];
    if (path === undefined || path === "") continue;
    for (const certificate of certificatesOf(path)) roots.add(certificate);
  }
  return [...roots];
}

function systemRoots(): readonly string[] {
  const tls = process.getBuiltinModule("node:tls");
  // From Node 22.15 on.
  if (!("getCACertificates" in tls)) return [];
  try {
    return tls.getCACertificates("system");
  } catch {
    return [];
  }
}

/** The certificates in a file; a missing or odd file adds none, as its connections then fail. */
function certificatesOf(path: string): readonly string[] {
  try {
    return certificatesIn(readFileSync(path, "latin1"));
  } catch {
    return [];
  }
}

function certificatesIn(text: string): readonly string[] {
  return (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).filter(isCertificate);
}

/** One that cannot be read would spoil the whole set. */
function isCertificate(text: string): boolean {
  try {
    const { X509Certificate } = process.getBuiltinModule("node:crypto");
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}
