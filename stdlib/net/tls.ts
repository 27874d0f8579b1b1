// TLS for std/net: certificates of a program, and the handshake of a client.
import { READ_ONLY, type System } from "../../interpreter/host/index.ts";
import { MAX_DELAY_MS } from "../../interpreter/runtime/index.ts";
import type { Capabilities, Int } from "../../interpreter/runtime/index.ts";
import { errorText, systemText } from "../error/index.ts";
import type { Opening, Socket } from "./dial.ts";
import { socketText } from "./tls-text.ts";
import { TrustStore } from "./trust.ts";

/** The struct `TlsOptions`. */
export interface TlsOptions {
  readonly _server_name: string;
  readonly _ca: string;
  readonly _cert: string;
  readonly _key: string;
  readonly _verify: boolean;
  readonly _protocols: readonly string[];
  readonly _timeout_ms: Int;
}

interface Identity {
  readonly cert: string;
  readonly key: string;
}

const PEM = /-----BEGIN /;
const CERTIFICATE = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

export class Tls {
  readonly #system: System;
  readonly #capabilities: Capabilities;
  readonly #trust: TrustStore;

  constructor(system: System, capabilities: Capabilities) {
    this.#system = system;
    this.#capabilities = capabilities;
    this.#trust = new TrustStore(system);
  }

  /** Returns PEM from a string, or from a file of that name. @throws Error with the text of the problem */
  async #pem(given: string): Promise<string | null> {
    if (given === "" || PEM.test(given)) return given === "" ? null : given;
    const denied = this.#capabilities.read(given);
    if (denied !== null) throw new Error(`${denied} (${given})`);
    try {
      const file = await this.#system.files.open(given, READ_ONLY);
      try {
        const buffer = Buffer.allocUnsafeSlow(file.kind === "file" ? file.size() : 1 << 20);
        return buffer.toString("latin1", 0, await file.read(buffer, buffer.length, null));
      } finally {
        await file.close();
      }
    } catch (error) {
      throw new Error(`${errorText(error)} (${given})`, { cause: error });
    }
  }

  /** `given` are the program's names of the files. @throws Error with the text of the problem */
  #context(roots: string | null, identity: Identity | null, given: readonly string[]) {
    try {
      return this.#system.sockets.context(roots, identity?.cert ?? null, identity?.key ?? null);
    } catch (error) {
      const files = given.filter((name) => name !== "" && !PEM.test(name));
      const about = files.length === 0 ? "" : ` (${files.join(", ")})`;
      throw new Error(`${socketText(error as Error)}${about}`);
    }
  }

  /**
   * Returns a certificate with its key, which may be in the same PEM. @throws Error with the text of the
   * problem
   */
  async #identity(certificate: string, key: string): Promise<Identity> {
    const cert = await this.#pem(certificate);
    if (cert === null) throw new Error("there is no certificate");
    const secret = (await this.#pem(key)) ?? (PRIVATE_KEY.test(cert) ? cert : null);
    if (secret === null) throw new Error("there is no key");
    return { cert, key: secret };
  }

  /** Returns the context of a server. @throws Error with the text of the problem */
  async serverContext(certificate: string, key: string) {
    try {
      const identity = await this.#identity(certificate, key);
      return this.#context(null, identity, [certificate, key]);
    } catch (error) {
      throw new Error(socketText(error as Error), { cause: error });
    }
  }

  async #clientContext(options: TlsOptions) {
    const roots = await this.#pem(options._ca);
    // It would be ignored, and every peer distrusted.
    if (roots !== null && !CERTIFICATE.test(roots))
      throw new Error(`no certificate found (${PEM.test(options._ca) ? "ca" : options._ca})`);
    const identity =
      options._cert === "" && options._key === "" ? null : await this.#identity(options._cert, options._key);
    if (roots === null && identity === null) {
      const trusted = this.#trust.context();
      if (typeof trusted === "string") throw new Error(trusted);
      return trusted;
    }
    return this.#context(roots ?? this.#trust.roots(), identity, [options._ca, options._cert, options._key]);
  }

  /**
   * Starts TLS on a connection. Returns the secure connection, or the text of the failure; in that case the
   * socket is destroyed. @throws Error with the text of a problem of the program's certificates
   */
  async secure(
    socket: Socket,
    host: string,
    options: TlsOptions,
    limitMs: number,
    opening: Opening,
  ): Promise<Socket | string> {
    let secure: Socket;
    try {
      const serverName = options._server_name === "" ? host : options._server_name;
      const context = await this.#clientContext(options);
      secure = this.#system.sockets.secure(socket, {
        serverName,
        context,
        verify: options._verify,
        protocols: options._protocols,
      });
    } catch (error) {
      socket.destroy();
      throw new Error(socketText(error as Error), { cause: error });
    }
    return new Promise((resolve) => {
      const late = (): void => settle(systemText("ETIMEDOUT"));
      const timer =
        limitMs <= MAX_DELAY_MS ? setTimeout(() => setImmediate(late), Math.max(0, limitMs)) : undefined;
      let settled = false;
      const settle = (outcome: Socket | string): void => {
        if (settled) return;
        settled = true;
        clearTimeout(timer);
        opening.delete(secure);
        for (const event of ["secureConnect", "error", "close"]) secure.removeAllListeners(event);
        secure.on("error", () => {});
        if (typeof outcome === "string") {
          secure.destroy();
          socket.destroy();
        }
        resolve(outcome);
      };
      opening.add(secure);
      secure.once("secureConnect", () => settle(secure));
      secure.once("error", (error) => settle(socketText(error)));
      secure.once("close", () => settle("the connection was closed during the handshake"));
    });
  }
}
