// Positions of the protocol, which count lines from 0 and, in a line, units of the encoding that client and server
// agreed on. Everything else counts UTF-16 units from the start of the text.
import type { Source, Span } from "../../source/index.ts";

export type Encoding = "utf-8" | "utf-16" | "utf-32";

/** In the order in which the server prefers them, if the client has no preference. */
export const ENCODINGS: readonly Encoding[] = ["utf-16", "utf-8", "utf-32"];

export interface Point {
  readonly line: number;
  readonly character: number;
}

export interface Area {
  readonly start: Point;
  readonly end: Point;
}

/** The first encoding of the client that the server knows; UTF-16 is what all clients know. */
export function chosenEncoding(offered: readonly string[] | undefined): Encoding {
  return (offered ?? []).find((one): one is Encoding => ENCODINGS.includes(one as Encoding)) ?? "utf-16";
}

/** The offset of a position. One behind the end of its line is at this end, one behind the text at its end. */
export function offsetAt(source: Source, { line, character }: Point, encoding: Encoding): number {
  const { lineStarts, text } = source;
  if (line < 0) return 0;
  if (line >= lineStarts.length) return text.length;
  const start = lineStarts[line]!;
  const end = start + source.lineText(line + 1).length;
  if (encoding === "utf-16") return Math.max(start, Math.min(start + character, end));
  let at = start;
  for (let left = character; left > 0 && at < end; ) {
    const point = text.codePointAt(at)!;
    left -= encoding === "utf-32" ? 1 : bytesOf(point);
    at += point > 0xffff ? 2 : 1;
  }
  return Math.min(at, end);
}

/** The position of an offset. */
export function pointAt(source: Source, offset: number, encoding: Encoding): Point {
  const at = Math.max(0, Math.min(offset, source.text.length));
  const line = source.lineAt(at);
  const start = source.lineStarts[line - 1]!;
  return { line: line - 1, character: unitsIn(source.text, start, at, encoding) };
}

export function areaOf(source: Source, { start, end }: Span, encoding: Encoding): Area {
  return { start: pointAt(source, start, encoding), end: pointAt(source, end, encoding) };
}

/** The length of a part of the text in units of an encoding. */
export function unitsIn(text: string, start: number, end: number, encoding: Encoding): number {
  if (encoding === "utf-16") return end - start;
  let units = 0;
  for (let at = start; at < end; ) {
    const point = text.codePointAt(at)!;
    units += encoding === "utf-32" ? 1 : bytesOf(point);
    at += point > 0xffff ? 2 : 1;
  }
  return units;
}

function bytesOf(point: number): number {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}
