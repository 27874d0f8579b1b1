// The certificates that the client trusts (reference/http-client#connections): the runtime's roots, the
// system's if they can be read, and the files named by SSL_CERT_FILE and NODE_EXTRA_CA_CERTS. Read once, when
// needed.
import type { SecureContext, System } from "../../interpreter/host/index.ts";
import { descriptorProblem, errorText } from "../error/index.ts";

const FILE_VARIABLES = ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"];

export class TrustStore {
  private readonly system: System;
  private made: SecureContext | null = null;
  private readonly authorities: string[] = [];
  private identity: { readonly cert: string; readonly key: string } | null = null;

  constructor(system: System) {
    this.system = system;
  }

  /** Trusts the certificates of a PEM text, too. @returns the error text, or null */
  trust(pem: string): string | null {
    const found = this.certificatesIn(pem);
    if (found.length === 0) return "with_ca: no certificate in the text";
    this.authorities.push(...found);
    this.made = null;
    return null;
  }

  /** Sets a certificate for servers that request one. @returns the error text, or null */
  identify(cert: string, key: string): string | null {
    try {
      this.system.sockets.context(null, cert, key);
    } catch (error) {
      return `with_client_cert: ${(error as { readonly reason?: string }).reason ?? errorText(error)}`;
    }
    this.identity = { cert, key };
    this.made = null;
    return null;
  }

  /** Returns all trusted roots as PEM, for another context. */
  roots(): string {
    return this.trustedRoots().join("\n");
  }

  /** Returns TLS 1.2 and 1.3 with all trusted roots, or why it cannot be created now. */
  context(): SecureContext | string {
    if (this.made !== null) return this.made;
    // Roots that cannot be read now would be missing permanently.
    const problem = descriptorProblem();
    if (problem !== null) return problem;
    try {
      const roots = [...this.trustedRoots(), ...this.authorities];
      return (this.made = this.system.sockets.context(
        roots,
        this.identity?.cert ?? null,
        this.identity?.key ?? null,
      ));
    } catch (error) {
      return errorText(error);
    }
  }

  private trustedRoots(): string[] {
    const roots = new Set(this.system.sockets.rootCertificates());
    for (const name of FILE_VARIABLES) {
      const path = this.system.environment.get(name) ?? "";
      if (path !== "") for (const certificate of this.certificatesOf(path)) roots.add(certificate);
    }
    return [...roots];
  }

  /**
   * Returns the certificates in a file. A missing or malformed file adds none; connections that need it fail.
   */
  private certificatesOf(path: string): readonly string[] {
    try {
      return this.certificatesIn(this.system.content.readNow(path));
    } catch {
      return [];
    }
  }

  /** Leaves out certificates that cannot be read: one would invalidate the whole set. */
  private certificatesIn(text: string): readonly string[] {
    const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    return found.filter((certificate) => this.system.sockets.isCertificate(certificate));
  }
}
