// A certificate authority for a test, in its own directory, and the certificates that it signs, created with
// the system's `openssl`.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class TestAuthority {
  readonly folder = mkdtempSync(join(tmpdir(), "std-tls-"));

  /** Creates the authority, whose certificate is `ca.pem`. */
  constructor() {
    this.signItself("ca", "test authority");
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  /** Writes the self-signed certificate NAME.pem and its key NAME.key. */
  signItself(name: string, commonName: string): void {
    const files = `-keyout ${name}.key -out ${name}.pem`;
    this.#openssl(`req -x509 -newkey rsa:2048 -nodes ${files} -days 2 -subj`, `/CN=${commonName}`);
  }

  /** Writes NAME.pem and NAME.key for the given alternative names. */
  certify(name: string, alternatives: string): { readonly key: Buffer; readonly cert: Buffer } {
    writeFileSync(this.at(`${name}.ext`), `subjectAltName=${alternatives}\n`);
    this.#openssl(`req -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`);
    const signer = "-CA ca.pem -CAkey ca.key -CAcreateserial";
    this.#openssl(`x509 -req -in ${name}.csr ${signer} -out ${name}.pem -days 2 -extfile ${name}.ext`);
    return { key: readFileSync(this.at(`${name}.key`)), cert: readFileSync(this.at(`${name}.pem`)) };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @param last may contain spaces */
  #openssl(words: string, ...last: string[]): void {
    execFileSync("openssl", [...words.split(" "), ...last], { stdio: "ignore", cwd: this.folder });
  }
}
