// Converts responses to bytes (reference/http-server#responses, "written order" and "framing"). Never changes
// the response.
import { asciiLower, cleanValue, isToken, reasonPhrase } from "../message/index.ts";
import { JSON_TYPE, Response, TEXT } from "../routes/index.ts";
import type { Opening } from "../websocket/index.ts";

/** Determines the form of a response, besides the response itself. */
export interface AnswerContext {
  readonly isHead: boolean;
  readonly minor: number;
  readonly keepAlive: boolean;
}

export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Whether the connection is kept after this response. */
  readonly keepAlive: boolean;
}

/** The head of responses with one status, content type and keep-alive, as it was for the last length. */
interface CommonHead {
  readonly start: string;
  length: number;
  text: string;
  /** Whether the length has occurred twice. */
  repeated: boolean;
}

/** Up to this many names, comparing each with those before is faster than a map of them. */
const FEW_NAMES = 16;
/** The most names, and the longest, of which the lower case is kept. */
const MOST_NAMES = 1_000;
const LONGEST_NAME = 64;

/** Fields that only the server sets. */
const OWN_FIELDS = new Set(["content-length", "transfer-encoding", "connection"]);

/** Writes the responses of one server; renders `Date` once a second, and common heads once. */
export class Serializer {
  private second = 0;
  private date = "";
  private lastFields: readonly [close: string, keepAlive: string] = ["", ""];
  private readonly commonHeads = new Map<string, CommonHead>();
  private readonly textHead = this.commonHead(200, TEXT, true);
  private readonly jsonHead = this.commonHead(200, JSON_TYPE, true);

  /** Renews the date if a second has passed. Called once for every batch of responses. */
  tick(now: number): void {
    const second = Math.floor(now / 1000);
    if (second === this.second) return;
    this.second = second;
    this.date = `Date: ${new Date(second * 1000).toUTCString()}\r\n`;
    this.lastFields = [
      `\r\nConnection: close\r\n${this.date}\r\n`,
      `\r\nConnection: keep-alive\r\n${this.date}\r\n`,
    ];
    for (const head of this.commonHeads.values()) head.length = -1;
  }

  answer(response: Response, context: AnswerContext): Answer {
    const status = this.finalStatus(response, context);
    if (
      status >= 200 &&
      status !== 204 &&
      status !== 205 &&
      status !== 304 &&
      response.headerMap === null &&
      response.addedHeaders === null
    ) {
      const head = this.commonText(status, response.contentType, context.keepAlive, response._body.length);
      return { status, head, body: context.isHead ? "" : response._body, keepAlive: context.keepAlive };
    }
    return this.generalAnswer(response, status, context);
  }

  /** Whether a response of this status has no body, whatever it holds. */
  isBodyless(response: Response): boolean {
    const status = Number(response._status);
    return (status >= 100 && status < 200) || status === 204 || status === 205 || status === 304;
  }

  /**
   * Returns the head of a response whose body follows: of a known length, in chunks, or until the connection
   * ends.
   */
  streamed(response: Response, context: AnswerContext, framing: number | "chunked" | "close"): Answer {
    const status = this.finalStatus(response, context);
    const keepAlive = context.keepAlive && status >= 200 && framing !== "close";
    const lines = headerLines(response);
    let head = statusLine(status) + lines.text;
    const isLengthAllowed = status >= 200 && status !== 204;
    if (status === 205) head += "Content-Length: 0\r\n";
    else if (typeof framing === "number") head += isLengthAllowed ? `Content-Length: ${framing}\r\n` : "";
    else if (framing === "chunked" && !this.isBodyless(response)) {
      if (response.trailerNames !== null) head += `Trailer: ${response.trailerNames.join(", ")}\r\n`;
      head += "Transfer-Encoding: chunked\r\n";
    }
    head += keepAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
    if (!lines.hasDate) head += this.date;
    return { status, head: `${head}\r\n`, body: "", keepAlive };
  }

  /** Returns the head after which a connection uses the WebSocket protocol. */
  switching(response: Response, { accept, extensions, protocol }: Opening): string {
    const lines = headerLines(response);
    const agreed = extensions === "" ? "" : `Sec-WebSocket-Extensions: ${extensions}\r\n`;
    const chosen = protocol === null ? "" : `Sec-WebSocket-Protocol: ${protocol}\r\n`;
    const own = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${chosen}${agreed}`;
    return `${statusLine(101)}${own}${lines.text}${lines.hasDate ? "" : this.date}\r\n`;
  }

  /** Returns the response to a request that could not be read, with `Connection: close`. */
  refusal(status: number, isHead: boolean, text = reasonPhrase(status)): Answer {
    return this.answer(Response.of(status, TEXT, text), {
      isHead,
      minor: 1,
      keepAlive: false,
    });
  }

  private finalStatus(response: Response, context: AnswerContext): number {
    const status = Number(response._status);
    if (!(status >= 100 && status <= 599)) return 500;
    // A 1.0 client would mistake an interim response for the final one.
    return status < 200 && context.minor === 0 ? 500 : status;
  }

  private commonText(status: number, contentType: string, keepAlive: boolean, length: number): string {
    const usual = status === 200 && keepAlive;
    const head =
      usual && contentType === TEXT
        ? this.textHead
        : usual && contentType === JSON_TYPE
          ? this.jsonHead
          : this.commonHead(status, contentType, keepAlive);
    if (head.length !== length) {
      head.length = length;
      head.text = head.start + length + this.lastFields[keepAlive ? 1 : 0];
      head.repeated = false;
    } else if (!head.repeated) {
      head.text = flat(head.text);
      head.repeated = true;
    }
    return head.text;
  }

  private commonHead(status: number, contentType: string, keepAlive: boolean): CommonHead {
    const key = `${status} ${keepAlive} ${contentType}`;
    let head = this.commonHeads.get(key);
    if (head === undefined) {
      const type = contentType === "" ? "" : `Content-Type: ${contentType}\r\n`;
      head = { start: `${statusLine(status)}${type}Content-Length: `, length: -1, text: "", repeated: false };
      this.commonHeads.set(key, head);
    }
    return head;
  }

  private generalAnswer(response: Response, status: number, context: AnswerContext): Answer {
    const keepAlive = context.keepAlive && status >= 200;
    const lines = headerLines(response);
    let head = statusLine(status) + lines.text;
    const bodyless = status < 200 || status === 204;
    // RFC 9110 15.3.6
    const length = status === 205 ? 0 : response._body.length;
    if (!bodyless && (status !== 304 || length > 0)) head += `Content-Length: ${length}\r\n`;
    head += keepAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
    if (!lines.hasDate) head += this.date;
    head += "\r\n";
    const silent = bodyless || status === 205 || status === 304 || context.isHead;
    return { status, head, body: silent ? "" : response._body, keepAlive };
  }
}

/** Returns `text` as one flat string, which is cheaper to join to others repeatedly than its parts. */
function flat(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}

function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${reasonPhrase(status)}\r\n`;
}

interface Lines {
  readonly text: string;
  readonly hasDate: boolean;
}

/** Returns the handler's field lines, checked again because programs can change the map directly. */
function headerLines(response: Response): Lines {
  const headers = response.headersNow();
  const names = headers.keys();
  if (names.length > FEW_NAMES) return checkedLines(response, names);
  let text = "";
  const seen: string[] = [];
  for (const name of names) {
    const lower = sentName(name);
    if (lower === null) continue;
    if (seen.includes(lower)) return checkedLines(response, names);
    seen.push(lower);
    text += `${name}: ${cleanValue(headers.get(name)!)}\r\n`;
  }
  return withAdded(response, text, seen.includes("date"));
}

/** Returns the lines of a map in which names may differ only in case. */
function checkedLines(response: Response, names: readonly string[]): Lines {
  const headers = response.headersNow();
  const lines: string[] = [];
  /** The indexes of the lines by lowercase name. */
  const places = new Map<string, number>();
  for (const name of names) {
    const lower = sentName(name);
    if (lower === null) continue;
    const earlier = places.get(lower);
    if (earlier !== undefined && lower !== "set-cookie") lines[earlier] = "";
    places.set(lower, lines.length);
    lines.push(`${name}: ${cleanValue(headers.get(name)!)}\r\n`);
  }
  return withAdded(response, lines.join(""), places.has("date"));
}

/** Adds the lines of `add_header`. */
function withAdded(response: Response, text: string, hasDate: boolean): Lines {
  if (response.addedHeaders === null) return { text, hasDate };
  for (const { name, value } of response.addedHeaders) {
    const lower = sentName(name);
    if (lower === null) continue;
    hasDate ||= lower === "date";
    text += `${name}: ${cleanValue(value)}\r\n`;
  }
  return { text, hasDate };
}

/** The names that programs use, as `sentName` returns them. */
const sentNames = new Map<string, string | null>();

/** Returns the name in lower case, or null if it is not a token or only the server sets the field. */
function sentName(name: string): string | null {
  const known = sentNames.get(name);
  if (known !== undefined) return known;
  const lower = asciiLower(name);
  const sent = isToken(name) && !OWN_FIELDS.has(lower) ? lower : null;
  if (sentNames.size < MOST_NAMES && name.length <= LONGEST_NAME) sentNames.set(name, sent);
  return sent;
}
