// From what a program passed to a request that can be sent (http-details 1).
import { fail } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue } from "../../interpreter/runtime/index.ts";
import type { PreparedRequest } from "./dispatch.ts";
import type { Failure } from "./failure.ts";
import { plainFailure } from "./failure.ts";
import type { RequestSpec } from "./redirect.ts";
import { isHeadMethod, isRepeatable, methodProblem, parseHeaderLines, requestText } from "./request-text.ts";
import { isText, parseTarget } from "./url.ts";

/** Reads the arguments of a client function, or tells what is wrong with them. */
export function readArguments(method: string, url: string, body: string, headers: string): RequestSpec | Err<ErrorValue> {
  const problem = (text: string): Err<ErrorValue> => fail("http", `${method}: ${text}`);
  if (!isText(method) || !isText(url) || !isText(headers)) return problem("method, url, or headers is not valid UTF-8");
  const wrongMethod = methodProblem(method);
  if (wrongMethod !== null) return problem(wrongMethod);
  const target = parseTarget(url);
  if (typeof target === "string") return problem(target);
  const lines = parseHeaderLines(headers);
  if (typeof lines === "string") return problem(lines);
  return { method, target, lines, body };
}

/** The bytes of a request, or why it cannot be sent. */
export function prepare(request: RequestSpec): PreparedRequest | Failure {
  const { method, target } = request;
  const text = requestText(method, target, request.lines, request.body);
  if (typeof text === "string") return plainFailure(text);
  return { method, target, isHead: isHeadMethod(method), repeatable: isRepeatable(method), head: text.head, body: text.body };
}
