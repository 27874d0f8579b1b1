// TLS for std/net: what a program says about certificates, and the handshake of a client.
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

const PEM = /-----BEGIN /;

export class Tls {
  readonly #system: System;
  readonly #capabilities: Capabilities;
  readonly #trust: TrustStore;

  constructor(system: System, capabilities: Capabilities) {
    this.#system = system;
    this.#capabilities = capabilities;
    this.#trust = new TrustStore(system);
  }

  /** PEM as a text, or in a file of that name. @throws Error with the text of the problem */
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
      throw new Error(`${errorText(error)} (${given})`);
    }
  }

  /** For a server, or the text of the problem. */
  async serverContext(certificate: string, key: string) {
    try {
      const [identity, secret] = [await this.#pem(certificate), await this.#pem(key)];
      if (identity === null) return "there is no certificate";
      if (secret === null) return "there is no key";
      return this.#system.sockets.context(null, identity, secret);
    } catch (error) {
      return socketText(error as Error);
    }
  }

  async #clientContext(options: TlsOptions) {
    const roots = await this.#pem(options._ca);
    const certificate = await this.#pem(options._cert);
    const key = await this.#pem(options._key);
    if (roots === null && certificate === null) {
      const trusted = this.#trust.context();
      if (typeof trusted === "string") throw new Error(trusted);
      return trusted;
    }
    return this.#system.sockets.context(roots ?? this.#trust.roots(), certificate, key);
  }

  /** The connection with TLS on it, or the text of the failure; then the socket is gone. */
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
      return socketText(error as Error);
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
