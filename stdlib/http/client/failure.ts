// Failures of the client as errors (reference/http-client#client-errors): `<METHOD>: <text>`, kind `http`.
import type { Err, ErrorValue } from "../../../interpreter/runtime/index.ts";
import { fail } from "../../../interpreter/runtime/index.ts";
import { codeOf } from "../../net/index.ts";

/** A failure; `withUrl` says whether the URL precedes the text. */
export interface Failure {
  readonly text: string;
  readonly withUrl: boolean;
  /** The code of the error, if it does not follow from the text. */
  readonly code?: string;
}

export const INCOMPLETE_BODY = "incomplete response body";
export const TIMED_OUT = "timed out";
export const CANCELLED = "cancelled";

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
  return { ...failure, text: `${failure.text} (proxy ${proxy.shown})`, code: failureCode(failure) };
}

/** Returns the error value for the program. */
export function failureError(method: string, url: string, failure: Failure): Err<ErrorValue> {
  const text = `${method}: ${failure.withUrl ? `${url}: ` : ""}${failure.text}`;
  return fail(failure.text === CANCELLED ? "cancelled" : "http", text, failureCode(failure));
}

/** The code of a failure (reference/errors#codes). */
function failureCode({ text, code }: Failure): string {
  return code ?? textCode(text);
}

/** The code of the text of a failure. */
export function textCode(text: string): string {
  if (text === CANCELLED) return "cancelled";
  return text.endsWith(TIMED_OUT) ? "timed_out" : codeOf(text);
}
