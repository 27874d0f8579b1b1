// TLS over an open connection (reference/http-client#connections): 1.2 and 1.3, certificate and host name always
// verified. The platform's TLS is slow to load, so only programs that ask for https do; it is there
// without a look at any file, for which there may be no descriptor left.
import type { ConnectionOptions } from "node:tls";
import { MAX_DELAY_MS } from "../../../interpreter/runtime/index.ts";
import type { Opening, Socket } from "../../net/index.ts";
import { isAddress, socketText, TrustStore } from "../../net/index.ts";
import type { Failure } from "./failure.ts";
import { TIMED_OUT, connectFailure } from "./failure.ts";

export class TlsDialer {
  readonly trust = new TrustStore();

  /** The connection with TLS to `host` on it, or the failure; then the socket is gone. */
  secure(socket: Socket, host: string, limitMs: number, opening: Opening): Promise<Socket | Failure> {
    const trusted = this.trust.context();
    if (typeof trusted === "string") {
      socket.destroy();
      return Promise.resolve(connectFailure(`Connect error: ${trusted}`));
    }
    return new Promise((resolve) => {
      const options: ConnectionOptions = {
        socket,
        host,
        // RFC 6066 3: an IP address is no server name.
        ...(isAddress(host) ? {} : { servername: host }),
        secureContext: trusted,
        // Written out, so that NODE_TLS_REJECT_UNAUTHORIZED does not count.
        rejectUnauthorized: true,
        ALPNProtocols: ["http/1.1"],
      };
      // Both directions are independent here too, which the type of the options does not know.
      const secure = process.getBuiltinModule("node:tls").connect(Object.assign(options, { allowHalfOpen: true }));
      // What came while the program computed is read first: the peer is not late.
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
      secure.once("error", (error) => settle(connectFailure(socketText(error))));
      secure.once("close", () => settle(connectFailure("TLS connection closed during the handshake")));
    });
  }
}
