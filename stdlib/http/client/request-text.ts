// Converts requests of the client to bytes (reference/http-client#requests). Takes the arguments of the
// program; returns the bytes and what the exchange must know about them, or the error text.
import {
  asciiLower,
  asciiUpper,
  equalsIgnoringCase,
  isToken,
  listMembers,
  trimBlanks,
} from "../message/index.ts";
import type { Target } from "./url.ts";

export interface HeaderLine {
  readonly name: string;
  readonly value: string;
}

const USER_AGENT = "stdlang/0.1";
const STANDARD_FIELDS = `User-Agent: ${USER_AGENT}\r\nAccept: */*\r\nAccept-Encoding: gzip\r\n`;
/** Methods that announce an empty body by its length. */
const EXPECTS_BODY = new Set(["POST", "PUT", "PATCH"]);
/** The fields for framing; two of them could contradict each other about the end of the body. */
const FRAMING = new Set(["content-length", "transfer-encoding"]);
const REPEATABLE = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]);

/** Whether sending the request twice has the effect of sending it once (RFC 9110 9.2.2). */
export function isRepeatable(method: string): boolean {
  return REPEATABLE.has(method);
}

/** Whether a method is HEAD, in any case. */
export function isHeadMethod(method: string): boolean {
  return equalsIgnoringCase(method, 0, method.length, "head");
}

/** @returns the error text of a method that cannot be sent, or null */
export function methodProblem(method: string): string | null {
  if (!isToken(method)) return `invalid method '${method.replace(/[\x00-\x1f\x7f]/g, "?")}'`;
  // The response to it would be a tunnel.
  return asciiUpper(method) === "CONNECT" ? "method CONNECT is not supported" : null;
}

/**
 * Parses the header lines of a program: the last of repeated ones, but all of `X-…`. Returns the error text
 * of a line that cannot be sent.
 */
export function parseHeaderLines(text: string): HeaderLine[] | string {
  if (text === "") return [];
  const lines: HeaderLine[] = [];
  const places = new Map<string, number>();
  for (const line of text.split("\n")) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const name = trimLine(line.slice(0, colon));
    const value = trimLine(line.slice(colon + 1));
    if (!isToken(name) || !/^[\t\x20-\x7e]*$/.test(value))
      return `Bad Header: invalid header '${name}: ${value}'`;
    const lower = asciiLower(name);
    const place = lower.startsWith("x-") ? undefined : places.get(lower);
    if (place !== undefined) {
      lines[place] = { name, value };
      continue;
    }
    places.set(lower, lines.length);
    lines.push({ name, value });
  }
  return lines;
}

function trimLine(text: string): string {
  return trimBlanks(text.replace(/^[\r \t]+/, "").replace(/(?<![\r \t])[\r \t]+$/, ""));
}

/** A body sent in pieces: its length, or null for chunks. */
export interface Upload {
  readonly length: number | null;
}

/** A request as it is sent. */
export interface RequestText {
  readonly head: string;
  readonly body: string;
  /** Whether the request says that it is the last on its connection. */
  readonly closes: boolean;
}

/** Returns head and body as they are sent, or the error text. With an upload, `body` is empty. */
export function requestText(
  method: string,
  target: Target,
  lines: readonly HeaderLine[],
  body: string,
  upload: Upload | null = null,
): RequestText | string {
  if (lines.length === 0 && upload === null) return plainRequest(method, target, body);
  const own = new Map(lines.map((line) => [asciiLower(line.name), line.value]));
  const coding = own.get("transfer-encoding");
  const length = own.get("content-length");
  if (lines.filter(({ name }) => FRAMING.has(asciiLower(name))).length > 1)
    return "Bad Header: more than one Content-Length or Transfer-Encoding";
  if (coding !== undefined && asciiLower(coding) !== "chunked")
    return `Bad Header: unsupported Transfer-Encoding '${coding}'`;
  if (upload !== null && (coding !== undefined || length !== undefined))
    return "Bad Header: the length of a body stream is set by body_stream_of";
  if (length !== undefined && (!/^[0-9]+$/.test(length) || Number(length) !== body.length)) {
    return `Bad Header: Content-Length '${length}' is not the length of the body`;
  }
  const closes = lines.some(
    ({ name, value }) => asciiLower(name) === "connection" && listMembers(value).includes("close"),
  );
  let head = `${method} ${target.path} HTTP/1.1\r\nHost: ${own.get("host") ?? target.authority}\r\n`;
  if (!own.has("user-agent")) head += `User-Agent: ${USER_AGENT}\r\n`;
  if (!own.has("accept")) head += "Accept: */*\r\n";
  if (!own.has("accept-encoding") && !own.has("range")) head += "Accept-Encoding: gzip\r\n";
  if (target.authorization !== null && !own.has("authorization"))
    head += `Authorization: ${target.authorization}\r\n`;
  for (const line of lines) if (asciiLower(line.name) !== "host") head += `${line.name}: ${line.value}\r\n`;
  if (upload !== null)
    head +=
      upload.length === null ? "Transfer-Encoding: chunked\r\n" : `Content-Length: ${upload.length}\r\n`;
  if (upload !== null) return { head: `${head}\r\n`, body, closes };
  if (coding !== undefined) return { head: `${head}\r\n`, body: chunked(body), closes };
  const statesLength = body !== "" || EXPECTS_BODY.has(asciiUpper(method));
  if (length === undefined && statesLength) head += `Content-Length: ${body.length}\r\n`;
  return { head: `${head}\r\n`, body, closes };
}

/** A request to which the program adds no headers. */
function plainRequest(method: string, target: Target, body: string): RequestText {
  const credentials = target.authorization === null ? "" : `Authorization: ${target.authorization}\r\n`;
  const length =
    body !== "" || EXPECTS_BODY.has(asciiUpper(method)) ? `Content-Length: ${body.length}\r\n` : "";
  const head = `${method} ${target.path} HTTP/1.1\r\nHost: ${target.authority}\r\n${STANDARD_FIELDS}${credentials}${length}\r\n`;
  return { head, body, closes: false };
}

/** Appends cookies to those of the request: one line holds them all (RFC 6265 5.4). */
export function addCookies(lines: HeaderLine[], cookies: string): void {
  const at = lines.findIndex(({ name }) => asciiLower(name) === "cookie");
  if (at < 0) lines.push({ name: "Cookie", value: cookies });
  else lines[at] = { name: lines[at]!.name, value: `${lines[at]!.value}; ${cookies}` };
}

function chunked(body: string): string {
  return body === "" ? LAST_CHUNK : chunk(body) + LAST_CHUNK;
}

export const LAST_CHUNK = "0\r\n\r\n";

/** Formats one chunk; `piece` is not empty. */
export function chunk(piece: string): string {
  return `${piece.length.toString(16)}\r\n${piece}\r\n`;
}

/** Returns `Bad Header: …` for a header that cannot be sent, or null (reference/http-client#requests). */
export function headerProblem(name: string, value: string): string | null {
  if (isToken(name) && /^[\t\x20-\x7e]*$/.test(value)) return null;
  return `Bad Header: invalid header '${name.replace(CONTROLS, "?")}: ${value.replace(CONTROLS, "?")}'`;
}

const CONTROLS = /[\x00-\x1f\x7f]/g;
