// Frames of WebSockets (RFC 6455 5): bytes to frames, frames to bytes. Owns no socket.
import { CollectedText } from "../message/index.ts";

export const CONTINUATION = 0;
export const TEXT_FRAME = 1;
export const BINARY_FRAME = 2;
export const CLOSE = 8;
export const PING = 9;
export const PONG = 10;

export interface Frame {
  readonly opcode: number;
  readonly last: boolean;
  /** RSV1: the message is deflated (RFC 7692). */
  readonly deflated: boolean;
  readonly payload: string;
}

/** Why a peer is refused: the status of the close frame, and the text. */
export interface Violation {
  readonly code: number;
  readonly reason: string;
}

/** The longest head: two bytes, eight of length, four of mask. */
const MOST_HEAD = 14;

export class FrameReader {
  #pending = "";
  /** What has come since then, while a frame is not complete. */
  readonly #more = new CollectedText();
  /** No frame can be complete before so many bytes are there. */
  #needed = 2;
  readonly #masked: boolean;
  readonly #mayDeflate: boolean;

  /** @param masked whether frames have to be masked, as those of clients, or must not be */
  constructor(masked: boolean, mayDeflate: boolean) {
    this.#masked = masked;
    this.#mayDeflate = mayDeflate;
  }

  feed(text: string): void {
    if (this.#pending === "") this.#pending = text;
    else this.#more.add(text);
  }

  /** The next frame, a violation, or null when more bytes are needed. `most`: bytes that a data frame may have. */
  next(most: number): Frame | Violation | null {
    if (this.#pending.length + this.#more.length < this.#needed) return null;
    if (this.#more.length > 0) this.#pending += this.#more.take();
    const text = this.#pending;
    const [first, second] = [text.charCodeAt(0), text.charCodeAt(1)];
    const violation = this.#violation(first, second);
    if (violation !== null) return violation;
    const short = second & 0x7f;
    const lengthBytes = short < 126 ? 0 : short === 126 ? 2 : 8;
    const headLength = 2 + lengthBytes + (this.#masked ? 4 : 0);
    if (text.length < headLength) return this.#wait(Math.min(headLength, MOST_HEAD));
    const length = lengthBytes === 0 ? short : bigEndian(text, 2, lengthBytes);
    if (lengthBytes === 8 && text.charCodeAt(2) >= 0x80)
      return { code: 1002, reason: "a length with its first bit set" };
    if ((lengthBytes === 2 && length < 126) || (lengthBytes === 8 && length < 65_536))
      return { code: 1002, reason: "a length that is not the shortest" };
    if (length > most) return { code: 1009, reason: "message too large" };
    const end = headLength + length;
    if (text.length < end) return this.#wait(end);
    const raw = text.slice(headLength, end);
    const payload = this.#masked && length > 0 ? masked(raw, text.slice(headLength - 4, headLength)) : raw;
    this.#pending = text.length === end ? "" : text.slice(end);
    this.#needed = 2;
    return { opcode: first & 0x0f, last: (first & 0x80) !== 0, deflated: (first & 0x40) !== 0, payload };
  }

  #wait(needed: number): null {
    this.#needed = needed;
    return null;
  }

  #violation(first: number, second: number): Violation | null {
    const opcode = first & 0x0f;
    const isControl = opcode >= 8;
    const wrong = (reason: string): Violation => ({ code: 1002, reason });
    if (
      (first & 0x30) !== 0 ||
      ((first & 0x40) !== 0 && (!this.#mayDeflate || isControl || opcode === CONTINUATION))
    )
      return wrong("reserved bits are set");
    if (opcode > PONG || (opcode > BINARY_FRAME && opcode < CLOSE)) return wrong("unknown opcode");
    if (isControl && ((first & 0x80) === 0 || (second & 0x7f) > 125))
      return wrong("a control frame that is long or in parts");
    return ((second & 0x80) !== 0) === this.#masked
      ? null
      : wrong(this.#masked ? "a frame without a mask" : "a masked frame");
  }
}

function bigEndian(text: string, from: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) value = value * 256 + text.charCodeAt(from + i);
  return value;
}

/** Where masks are applied to what fits: bytes and the same as words of four. */
const DESK_BYTES = 65_536;
let desk = { bytes: Buffer.alloc(0), words: new Int32Array(0) };
/** A mask as bytes, and as the word that the machine reads of them. */
const maskBytes = new Uint8Array(4);
const maskWord = new Int32Array(maskBytes.buffer);

function deskFor(length: number): typeof desk {
  if (length <= desk.bytes.length) return desk;
  const bytes = Buffer.allocUnsafeSlow(Math.max(DESK_BYTES, (length + 3) & ~3));
  const made = { bytes, words: new Int32Array(bytes.buffer, 0, bytes.length >> 2) };
  if (length <= DESK_BYTES) desk = made;
  return made;
}

/** Applies a mask, or takes it off. */
export function masked(payload: string, mask: string): string {
  const { length } = payload;
  const { bytes, words } = deskFor(length);
  bytes.write(payload, 0, "latin1");
  for (let i = 0; i < 4; i++) maskBytes[i] = mask.charCodeAt(i);
  const word = maskWord[0]!;
  // The last word of 32 bits may have bytes behind the payload.
  for (let i = (length + 3) >> 2; i-- > 0; ) words[i]! ^= word;
  return bytes.toString("latin1", 0, length);
}

/** A whole message as one frame. `mask`: four bytes, or `""` for none. */
export function frameText(opcode: number, payload: string, deflated: boolean, mask: string): string {
  const { length } = payload;
  const bit = mask === "" ? 0 : 0x80;
  const first = String.fromCharCode(0x80 | (deflated ? 0x40 : 0) | opcode);
  const head =
    length < 126
      ? first + String.fromCharCode(bit | length)
      : length < 65_536
        ? first + String.fromCharCode(bit | 126, length >> 8, length & 0xff)
        : first + String.fromCharCode(bit | 127, ...eightBytes(length));
  return mask === "" ? head + payload : head + mask + masked(payload, mask);
}

function eightBytes(length: number): number[] {
  const high = Math.floor(length / 2 ** 32);
  return [
    high >>> 24,
    (high >>> 16) & 0xff,
    (high >>> 8) & 0xff,
    high & 0xff,
    (length >>> 24) & 0xff,
    (length >>> 16) & 0xff,
    (length >>> 8) & 0xff,
    length & 0xff,
  ];
}

/** Codes that may stand in a close frame (RFC 6455 7.4). */
export function isCloseCode(code: number): boolean {
  return (
    (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006) ||
    (code >= 3000 && code <= 4999)
  );
}
