// TLS of servers by node:tls, which is loaded when first used.
import type { SecureContext } from "node:tls";
import type { ServerTls } from "../index.ts";

export const serverTls: ServerTls = {
  identity(certificate, key) {
    return { context: process.getBuiltinModule("node:tls").createSecureContext({ cert: certificate, key, minVersion: "TLSv1.2" }) };
  },
  accept(socket, { identityFor, limitMs, done }) {
    const { TLSSocket } = process.getBuiltinModule("node:tls");
    const secured = new TLSSocket(socket, {
      isServer: true,
      secureContext: identityFor("").context as SecureContext,
      SNICallback: (name, given) => given(null, identityFor(name).context as SecureContext),
      ALPNProtocols: ["http/1.1"],
    });
    // Both directions are independent here too, which TLSSocket takes from no option.
    secured.allowHalfOpen = true;
    let settled = false;
    const settle = (works: boolean): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      secured.removeAllListeners("secure");
      if (!works) {
        secured.on("error", () => {});
        secured.destroy();
        socket.destroy();
      }
      done(works ? secured : null);
    };
    const timer = setTimeout(() => setImmediate(() => settle(false)), limitMs);
    timer.unref();
    secured.once("secure", () => settle(true));
    secured.on("error", () => settle(false));
    secured.on("close", () => settle(false));
    return () => settle(false);
  },
};
