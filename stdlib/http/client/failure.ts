// Failures of the client as errors (reference/http-client#client-errors): `<METHOD>: <text>`, kind `http`.
import type { Err, ErrorValue } from "../../../interpreter/runtime/index.ts";
import { fail } from "../../../interpreter/runtime/index.ts";

/** A failure; `withUrl` says whether the URL precedes the text. */
export interface Failure {
  readonly text: string;
  readonly withUrl: boolean;
}

export const INCOMPLETE_BODY = "incomplete response body";
export const TIMED_OUT = "timed out";

export function connectFailure(text: string): Failure {
  return { text: `Connection Failed: ${text}`, withUrl: true };
}

export function lookupFailure(address: string, text: string): Failure {
  return { text: `Dns Failed: resolve dns name '${address}': ${text}`, withUrl: true };
}

export function networkFailure(text: string): Failure {
  return { text: `Network Error: ${text}`, withUrl: true };
}

export function statusFailure(text: string): Failure {
  return { text: `Bad Status: ${text}`, withUrl: true };
}

export function headerFailure(text: string): Failure {
  return { text: `Bad Header: ${text}`, withUrl: true };
}

/** Returns a failure without the URL. */
export function plainFailure(text: string): Failure {
  return { text, withUrl: false };
}

/** Returns a failure of the connection to a proxy, which it names. */
export function byProxy(failure: Failure, proxy: { readonly shown: string }): Failure {
  return { ...failure, text: `${failure.text} (proxy ${proxy.shown})` };
}

/** Returns the error value for the program. */
export function failureError(method: string, url: string, failure: Failure): Err<ErrorValue> {
  return fail("http", `${method}: ${failure.withUrl ? `${url}: ` : ""}${failure.text}`);
}
