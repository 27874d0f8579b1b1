// The texts of failures of a connection.
import { get } from "../../interpreter/own/index.ts";
import { errorText } from "../error/index.ts";

/**
 * Errors of the TLS layer have no errno. Their own reason says more, without file names of the library and
 * advice on options of the platform.
 */
export function socketText(error: Error & { readonly code?: string; readonly reason?: string }): string {
  const reason = get(error, "reason");
  if (reason !== undefined) return reason;
  const code = error.code ?? "";
  // Codes of the platform that stand for a system error; the messages for certificates are plain text.
  const isSystemError =
    (/^E[A-Z0-9]+$/.test(code) && code !== "EPROTO") ||
    /^ERR_(STREAM|SOCKET|MEMORY|BUFFER|STRING)_/.test(code);
  return isSystemError
    ? errorText(error)
    : error.message
        .replace(/[\r\n]+/g, " ")
        .replace(/; if the root CA .*/, "")
        .trim();
}
