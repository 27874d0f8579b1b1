// Extracts from the field lines of one request what determines framing and connection (RFC 9110 5, RFC 9112
// 6, reference/http-server#parsing-of-requests). It takes one line at a time; the head judges the result
// after the blank line.
import { TOKEN_BYTE, VALUE_BYTE, equalsIgnoringCase, isBlank, listMembers } from "./headers.ts";
import { isHost } from "./host.ts";

const COLON = 58;

export class FieldBlock {
  /** The block itself up to its blank line, if it arrived in one piece; otherwise "". */
  text = "";
  count = 0;
  host = "";
  lengthText: string | null = null;
  codings: string | null = null;
  connection: string | null = null;
  expectsContinue = false;
  private hostCount = 0;
  private readonly validHost: string;

  /** @param validHost a host that is known to be valid, or "" */
  constructor(validHost: string) {
    this.validHost = validHost;
  }

  /** Checks a line and records the fields that matter; returns false if the line is invalid. */
  take(line: string, start: number, end: number): boolean {
    this.count += 1;
    let colon = start;
    while (colon < end && TOKEN_BYTE[line.charCodeAt(colon)] === 1) colon += 1;
    if (colon === start || colon === end || line.charCodeAt(colon) !== COLON) return false;
    let from = colon + 1;
    while (from < end && isBlank(line.charCodeAt(from))) from += 1;
    let to = end;
    while (to > from && isBlank(line.charCodeAt(to - 1))) to -= 1;
    for (let at = from; at < to; at++) if (VALUE_BYTE[line.charCodeAt(at)] !== 1) return false;
    switch (colon - start) {
      case 4:
        return !equalsIgnoringCase(line, start, colon, "host") || this.hostField(line.slice(from, to));
      case 6:
        if (
          equalsIgnoringCase(line, start, colon, "expect") &&
          listMembers(line.slice(from, to)).includes("100-continue")
        ) {
          this.expectsContinue = true;
        }
        return true;
      case 10:
        if (equalsIgnoringCase(line, start, colon, "connection")) {
          const value = line.slice(from, to);
          this.connection = this.connection === null ? value : `${this.connection},${value}`;
        }
        return true;
      case 14:
        return (
          !equalsIgnoringCase(line, start, colon, "content-length") || this.lengthField(line.slice(from, to))
        );
      case 17:
        if (!equalsIgnoringCase(line, start, colon, "transfer-encoding")) return true;
        // RFC 9112 6.1: a second line makes a list, and lists are not supported.
        if (this.codings !== null || !equalsIgnoringCase(line, from, to, "chunked")) return false;
        this.codings = "chunked";
        return true;
      default:
        return true;
    }
  }

  private hostField(value: string): boolean {
    this.hostCount += 1;
    this.host = value;
    return this.hostCount === 1 && (value === "" || value === this.validHost || isHost(value));
  }

  private lengthField(value: string): boolean {
    if (!/^[0-9]+$/.test(value) || (this.lengthText !== null && this.lengthText !== value)) return false;
    this.lengthText = value;
    return true;
  }
}
