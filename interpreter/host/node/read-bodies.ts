// Bodies of requests that a middleware has read before the handler of a program, such as `express.json()`: it
// leaves `request.body`, from which the body is written again.
import type { IncomingMessage } from "node:http";

/** The body of a request: still unread, written again, or lost. */
export type FoundBody =
  | { readonly kind: "none" }
  | { readonly kind: "unread" }
  | { readonly kind: "bytes"; readonly bytes: Buffer<ArrayBuffer> }
  | { readonly kind: "lost" };

/** The answer to a request whose body is lost. */
export const LOST_BODY =
  "The body of this request was read before it reached the program, and `request.body` is not what it contained. " +
  "Register the handler of the program before the middleware that reads bodies.\n";

/** The fields that describe the body as it was sent. */
const OF_BODY = new Set(["content-length", "transfer-encoding", "content-encoding", "expect"]);

/** The body of `request`, from its stream or from what a middleware has left. */
export function bodyOf(request: IncomingMessage): FoundBody {
  const { headers, readableDidRead, readableEnded } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
    return { kind: "none" };
  if (!readableDidRead && !readableEnded) return { kind: "unread" };
  const given = request as { readonly rawBody?: unknown; readonly body?: unknown };
  const bytes = plainBytes(given.rawBody) ?? written(request, given.body) ?? plainBytes(given.body);
  return bytes === null ? { kind: "lost" } : { kind: "bytes", bytes };
}

/** Names and values of the fields of a request, without those that describe the body as it was sent. */
export function fieldsWithoutBody(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, i) => !OF_BODY.has(rawHeaders[i - (i % 2)]!.toLowerCase()));
}

function plainBytes(body: unknown): Buffer<ArrayBuffer> | null {
  if (typeof body === "string") return Buffer.from(body);
  return body instanceof Uint8Array ? Buffer.from(body) : null;
}

/** The text that a parser has read: JSON, or an urlencoded form. */
function written(request: IncomingMessage, body: unknown): Buffer<ArrayBuffer> | null {
  const type = /^[^;]*/
    .exec(request.headers["content-type"] ?? "")![0]
    .trim()
    .toLowerCase();
  if (body === undefined || body instanceof Uint8Array) return null;
  try {
    if (/^application\/(?:[\w.-]+\+)?json$/.test(type))
      return Buffer.from(typeof body === "string" && isJson(body) ? body : JSON.stringify(body));
    if (type === "application/x-www-form-urlencoded" && isParsed(body)) return Buffer.from(formOf(body));
  } catch {
    // It contains itself, or what has no text.
  }
  return null;
}

function isParsed(body: unknown): body is object {
  return typeof body === "object" && body !== null && !(body instanceof Uint8Array);
}

/** Whether a text is JSON that has not been parsed. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Nested values have keys such as `a[b]`, as `express.urlencoded({ extended: true })` reads them. */
function formOf(body: object): string {
  const form = new URLSearchParams();
  const add = (key: string, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) add(key, each);
    else if (typeof value === "object" && value !== null)
      for (const [name, each] of Object.entries(value)) add(`${key}[${name}]`, each);
    else form.append(key, String(value));
  };
  for (const [name, value] of Object.entries(body)) add(name, value);
  return form.toString();
}
