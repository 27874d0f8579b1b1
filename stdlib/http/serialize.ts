// Responses to bytes (http-details 10, "written order" and "framing"). Never changes the response.
import { asciiLower, cleanValue, isToken } from "./headers.ts";
import { reasonPhrase } from "./reasons.ts";
import { JSON_TYPE, Response, TEXT } from "./response.ts";

/** What decides about the form of an answer besides the response itself. */
export interface AnswerContext {
  readonly isHead: boolean;
  readonly minor: number;
  readonly keepAlive: boolean;
}

export interface Answer {
  readonly status: number;
  readonly head: string;
  /** In pieces when it is large. */
  readonly body: string | readonly string[];
  /** False when the connection ends after this answer. */
  readonly keepAlive: boolean;
}

/** Fields that the server itself decides about. */
const OWN_FIELDS = new Set(["content-length", "transfer-encoding", "connection"]);

/** Writes the answers of one server; renders `Date` once a second and common heads once. */
export class Serializer {
  private second = 0;
  private date = "";
  private endings: readonly [close: string, keepAlive: string] = ["", ""];
  private readonly commonHeads = new Map<string, string>();

  /** Renews the date when a second has passed; to be called once for every batch of answers. */
  tick(now: number): void {
    const second = Math.floor(now / 1000);
    if (second === this.second) return;
    this.second = second;
    this.date = `Date: ${new Date(second * 1000).toUTCString()}\r\n`;
    this.endings = [`\r\nConnection: close\r\n${this.date}\r\n`, `\r\nConnection: keep-alive\r\n${this.date}\r\n`];
  }

  answer(response: Response, context: AnswerContext): Answer {
    const status = this.finalStatus(response, context);
    if (status >= 200 && status !== 204 && status !== 304 && response.headerMap === null && response.addedHeaders === null) {
      const head = this.commonHead(status, response.contentType) + response.bodyLength + this.endings[context.keepAlive ? 1 : 0];
      return { status, head, body: context.isHead ? "" : bodyOf(response), keepAlive: context.keepAlive };
    }
    return this.generalAnswer(response, status, context);
  }

  /** The answer to a request that could not be read: the phrase as body, `Connection: close`. */
  refusal(status: number, isHead: boolean): Answer {
    return this.answer(Response.of(status, TEXT, reasonPhrase(status)), { isHead, minor: 1, keepAlive: false });
  }

  private finalStatus(response: Response, context: AnswerContext): number {
    const status = Number(response._status);
    if (!(status >= 100 && status <= 599)) return 500;
    // A 1.0 client would take an interim response for the final one.
    return status < 200 && context.minor === 0 ? 500 : status;
  }

  private commonHead(status: number, contentType: string): string {
    const key = contentType === TEXT && status === 200 ? TEXT : contentType === JSON_TYPE && status === 200 ? JSON_TYPE : `${status} ${contentType}`;
    let head = this.commonHeads.get(key);
    if (head === undefined) {
      const type = contentType === "" ? "" : `Content-Type: ${contentType}\r\n`;
      head = `${statusLine(status)}${type}Content-Length: `;
      this.commonHeads.set(key, head);
    }
    return head;
  }

  private generalAnswer(response: Response, status: number, context: AnswerContext): Answer {
    const keepAlive = context.keepAlive && status >= 200;
    const lines = headerLines(response);
    let head = statusLine(status) + lines.text;
    const bodyless = status < 200 || status === 204;
    const length = response.bodyLength;
    if (!bodyless && (status !== 304 || length > 0)) head += `Content-Length: ${length}\r\n`;
    head += keepAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
    if (!lines.hasDate) head += this.date;
    head += "\r\n";
    const silent = bodyless || status === 304 || context.isHead;
    return { status, head, body: silent ? "" : bodyOf(response), keepAlive };
  }
}

function bodyOf(response: Response): string | readonly string[] {
  return response.bodyPieces ?? response._body;
}

function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${reasonPhrase(status)}\r\n`;
}

/** The handler's field lines, checked again because the map is open to direct changes. */
function headerLines(response: Response): { readonly text: string; readonly hasDate: boolean } {
  const lines: string[] = [];
  /** Places of the lines by lowercase name. */
  const places = new Map<string, number>();
  const headers = response._headers;
  for (const name of headers.keys()) {
    const lower = asciiLower(name);
    if (OWN_FIELDS.has(lower) || !isToken(name)) continue;
    const earlier = places.get(lower);
    if (earlier !== undefined && lower !== "set-cookie") lines[earlier] = "";
    places.set(lower, lines.length);
    lines.push(`${name}: ${cleanValue(headers.get(name)!)}\r\n`);
  }
  for (const { name, value } of response.addedHeaders ?? []) {
    const lower = asciiLower(name);
    if (OWN_FIELDS.has(lower)) continue;
    places.set(lower, lines.length);
    lines.push(`${name}: ${cleanValue(value)}\r\n`);
  }
  return { text: lines.join(""), hasDate: places.has("date") };
}
