// Converts the arguments of a program to a request that can be sent (reference/http-client#requests).
import type { ErrorValue } from "../../../interpreter/runtime/index.ts";
import { Err, fail } from "../../../interpreter/runtime/index.ts";
import type { PreparedRequest } from "./dispatch.ts";
import type { Failure } from "./failure.ts";
import { plainFailure } from "./failure.ts";
import type { RequestSpec } from "./redirect.ts";
import { isHeadMethod, isRepeatable, methodProblem, parseHeaderLines, requestText } from "./request-text.ts";
import { isText, parseTarget } from "./url.ts";

const REMEMBERED = 256;

/** Caches the parsed form of plain requests (no headers): programs send the same request many times. */
export class RequestMemory {
  private readonly known = new Map<string, RequestSpec>();

  /** Reads the arguments of a client function; returns an error if they are wrong. */
  read(method: string, url: string, body: string, headers: string): RequestSpec | Err<ErrorValue> {
    if (headers !== "" || body !== "") return readArguments(method, url, body, headers);
    const key = `${method} ${url}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const request = readArguments(method, url, body, headers);
    if (!(request instanceof Err)) {
      if (this.known.size >= REMEMBERED) this.known.clear();
      this.known.set(key, request);
    }
    return request;
  }
}

function readArguments(
  method: string,
  url: string,
  body: string,
  headers: string,
): RequestSpec | Err<ErrorValue> {
  const problem = (text: string): Err<ErrorValue> => fail("http", `${method}: ${text}`);
  if (!isText(method) || !isText(url) || !isText(headers))
    return problem("method, url, or headers is not valid UTF-8");
  const wrongMethod = methodProblem(method);
  if (wrongMethod !== null) return problem(wrongMethod);
  const target = parseTarget(url);
  if (typeof target === "string") return problem(target);
  const lines = parseHeaderLines(headers);
  if (typeof lines === "string") return problem(lines);
  return { method, target, lines, body };
}

/** Returns the bytes of a request, or why it cannot be sent. */
export function prepare(request: RequestSpec): PreparedRequest | Failure {
  const { method, target } = request;
  const text = requestText(method, target, request.lines, request.body);
  if (typeof text === "string") return plainFailure(text);
  return {
    method,
    target,
    isHead: isHeadMethod(method),
    repeatable: isRepeatable(method),
    ...text,
  };
}
