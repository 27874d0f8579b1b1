// The texts of errors of a connection, as the client understands them: an alert of TLS about a certificate is
// about the client's own.
import { socketText } from "../../net/index.ts";

const REQUIRED = /alert certificate required/;
const REFUSED =
  /alert (?:bad certificate|unsupported certificate|certificate (?:revoked|expired|unknown)|unknown ca|access denied)/;
/** TLS 1.2 has no alert of its own for a certificate that is missing. */
const UNCLEAR = /alert handshake failure/;

export function peerText(error: Error): string {
  const text = socketText(error);
  if (REQUIRED.test(text)) return `the server requires a client certificate (${text})`;
  if (REFUSED.test(text)) return `the server does not accept the client certificate (${text})`;
  if (UNCLEAR.test(text)) return `${text}; the server may require a client certificate`;
  return text;
}
