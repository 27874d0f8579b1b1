// What is said of a failure below a connection.
import { errorText } from "../error/index.ts";

/**
 * Errors of the TLS layer have no errno; their own reason says more, without the library's file names
 * and without advice on options of the platform.
 */
export function socketText(error: Error & { readonly code?: string; readonly reason?: string }): string {
  if (error.reason !== undefined) return error.reason;
  const code = error.code ?? "";
  // The codes of the platform's own that stand for one of the system; those of certificates have words.
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
