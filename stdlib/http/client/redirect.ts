// Derives the request that follows a redirect (reference/http-client#redirects).
import { get } from "../../../interpreter/own/index.ts";
import type { ResponseHead } from "../message/index.ts";
import { asciiLower } from "../message/index.ts";
import type { Failure } from "./failure.ts";
import { plainFailure } from "./failure.ts";
import type { HeaderLine } from "./request-text.ts";
import { isHeadMethod } from "./request-text.ts";
import type { Target } from "./url.ts";
import { httpAddress, resolveLocation } from "./url.ts";

export interface RequestSpec {
  readonly method: string;
  readonly target: Target;
  readonly lines: readonly HeaderLine[];
  readonly body: string;
  /** Whether the request opens a WebSocket. */
  readonly upgrades?: true;
}

const FOLLOWED = new Set([301, 302, 303, 307, 308]);
/** Fields that are meant for one origin only. */
const PRIVATE = new Set(["authorization", "cookie", "proxy-authorization", "host"]);

/** Whether `request_following` follows a response. */
export function isRedirect(head: ResponseHead): boolean {
  return FOLLOWED.has(head.status) && head.fields.has("location");
}

/** Returns the next request, or why there is none. */
export function redirected(request: RequestSpec, head: ResponseHead): RequestSpec | Failure {
  const location = head.fields.value("location");
  const target = resolveLocation(request.target, get(request, "upgrades") ? httpAddress(location) : location);
  if (typeof target === "string") return plainFailure(target);
  if (request.target.secure && !target.secure) return plainFailure("Bad URL: redirect from https to http");
  const becomesGet =
    head.status === 303 ? !isHeadMethod(request.method) : head.status < 303 && request.method === "POST";
  let lines = request.lines;
  if (becomesGet) lines = lines.filter((line) => !describesBody(asciiLower(line.name)));
  if (target.origin !== request.target.origin)
    lines = lines.filter((line) => !PRIVATE.has(asciiLower(line.name)));
  const [method, body] = becomesGet ? ["GET", ""] : [request.method, request.body];
  return { ...request, method, target, lines, body };
}

function describesBody(lower: string): boolean {
  return lower === "transfer-encoding" || lower === "expect" || lower.startsWith("content-");
}
