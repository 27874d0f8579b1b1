// TLS over an open connection (reference/http-client#connections): 1.2 and 1.3, certificate and host name
// always verified. The platform's TLS is slow to load, so only programs that use https load it. Loading opens
// no file, for which there may be no descriptor left.
import type { System } from "../../../interpreter/host/index.ts";
import { MAX_DELAY_MS } from "../../../interpreter/runtime/index.ts";
import type { Dialing, Socket } from "../../net/index.ts";
import { TrustStore } from "../../net/index.ts";
import type { Failure } from "./failure.ts";
import { TIMED_OUT, connectFailure } from "./failure.ts";
import { peerText } from "./peer-text.ts";

export class TlsDialer {
  readonly trust: TrustStore;
  readonly #system: System;

  constructor(system: System) {
    this.#system = system;
    this.trust = new TrustStore(system);
  }

  /**
   * Starts TLS with `host` on the connection. Returns the secure connection, or the failure; in that case the
   * socket is destroyed.
   */
  secure(socket: Socket, host: string, limitMs: number, opening: Dialing): Promise<Socket | Failure> {
    const trusted = this.trust.context();
    if (typeof trusted === "string") {
      socket.destroy();
      return Promise.resolve(connectFailure(`Connect error: ${trusted}`));
    }
    return new Promise((resolve) => {
      const secure = this.#system.sockets.secure(socket, {
        serverName: host,
        context: trusted,
        verify: true,
        protocols: ["http/1.1"],
      });
      // Data that arrived while the program computed is read first: the peer is not late.
      const late = (): void => settle(connectFailure(`TLS handshake ${TIMED_OUT}`));
      const timer = setTimeout(() => setImmediate(late), Math.max(0, Math.min(limitMs, MAX_DELAY_MS)));
      let settled = false;
      const settle = (outcome: Socket | Failure): void => {
        if (settled) return;
        settled = true;
        clearTimeout(timer);
        opening.delete(secure);
        secure.removeAllListeners("secureConnect");
        secure.removeAllListeners("error");
        secure.on("error", () => {});
        if (outcome !== secure) {
          secure.destroy();
          socket.destroy();
        }
        resolve(outcome);
      };
      opening.add(secure);
      secure.once("secureConnect", () => settle(secure));
      secure.once("error", (error) => settle(connectFailure(peerText(error))));
      secure.once("close", () => settle(connectFailure("TLS connection closed during the handshake")));
    });
  }
}
