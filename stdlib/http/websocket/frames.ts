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

/** A violation of the protocol: the status of the close frame, and its text. */
export interface Violation {
  readonly code: number;
  readonly reason: string;
}

const MASK_BYTES = 4;
/** The longest head: two bytes, eight of length, four of mask. */
const MOST_HEAD = 10 + MASK_BYTES;

export class FrameReader {
  /** The first piece of the data; `#at` is where the next frame starts in it. */
  #pending = "";
  #at = 0;
  /** The data that has arrived since, while a frame is incomplete. */
  readonly #more = new CollectedText();
  /** The number of bytes without which no frame can be complete. */
  #needed = 2;
  readonly #masked: boolean;
  readonly #mayDeflate: boolean;

  /** @param masked whether frames must be masked, as those of clients, or must not be */
  constructor(masked: boolean, mayDeflate: boolean) {
    this.#masked = masked;
    this.#mayDeflate = mayDeflate;
  }

  feed(text: string): void {
    if (this.#pending === "") this.#pending = text;
    else this.#more.add(text);
  }

  /**
   * Returns the next frame, a violation, or null if more bytes are needed.
   * @param most the most bytes of a data frame; control frames have their own limit
   */
  next(most: number): Frame | Violation | null {
    const available = this.#pending.length - this.#at + this.#more.length;
    if (available < this.#needed) return null;
    // A head that has been read before is in the first piece.
    if (this.#needed <= MOST_HEAD && this.#more.length > 0) {
      this.#pending = this.#pending.slice(this.#at) + this.#more.take();
      this.#at = 0;
    }
    const text = this.#pending;
    const at = this.#at;
    const first = text.charCodeAt(at);
    const second = text.charCodeAt(at + 1);
    const violation = this.#violation(first, second);
    if (violation !== null) return violation;
    const short = second & 0x7f;
    const lengthBytes = short < 126 ? 0 : short === 126 ? 2 : 8;
    const headLength = 2 + lengthBytes + (this.#masked ? MASK_BYTES : 0);
    if (text.length - at < headLength) return this.#wait(Math.min(headLength, MOST_HEAD));
    const length = lengthBytes === 0 ? short : bigEndian(text, at + 2, lengthBytes);
    if (lengthBytes === 8 && text.charCodeAt(at + 2) >= 0x80)
      return { code: 1002, reason: "a length with its first bit set" };
    if ((lengthBytes === 2 && length < 126) || (lengthBytes === 8 && length < 65_536))
      return { code: 1002, reason: "a length that is not the shortest" };
    if (length > most && (first & 0x0f) < CLOSE) return { code: 1009, reason: "message too large" };
    if (available < headLength + length) return this.#wait(headLength + length);
    const payload = this.#payload(at + headLength, length);
    this.#needed = 2;
    return { opcode: first & 0x0f, last: (first & 0x80) !== 0, deflated: (first & 0x40) !== 0, payload };
  }

  /** Returns the payload from `start` on, which has arrived completely; the bytes after it wait. */
  #payload(start: number, length: number): string {
    const text = this.#pending;
    const end = start + length;
    if (end > text.length) return this.#joined(start, length);
    this.#at = end === text.length ? 0 : end;
    if (end === text.length) this.#pending = "";
    if (!this.#masked || length === 0) return text.slice(start, end);
    if (length <= SMALL) return unmaskedSmall(text, start, length);
    return masked([text.slice(start, end)], length, text.slice(start - MASK_BYTES, start));
  }

  /** The same for a payload in several pieces, which are unmasked before they are joined. */
  #joined(start: number, length: number): string {
    const text = this.#pending;
    const pieces = this.#more.takePieces();
    let behind = text.length - start - length;
    for (const piece of pieces) behind += piece.length;
    const last = pieces.at(-1)!;
    this.#pending = behind === 0 ? "" : last.slice(last.length - behind);
    this.#at = 0;
    pieces.unshift(text.slice(start));
    if (this.#masked) return masked(pieces, length, text.slice(start - MASK_BYTES, start));
    return pieces.join("").slice(0, length);
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
      return wrong("a control frame that is too long or fragmented");
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

/**
 * The buffer in which masks are applied to payloads that fit: as bytes, and as words of eight bytes, which
 * take half the time.
 */
const DESK_BYTES = 65_536;
const WORD_BYTES = 8;
let desk = { bytes: Buffer.alloc(0), words: new BigUint64Array(0) };
/** A mask twice, as bytes and as the word that the machine reads from them. */
const maskBytes = new Uint8Array(WORD_BYTES);
const maskWord = new BigUint64Array(maskBytes.buffer);

function deskFor(length: number): typeof desk {
  if (length <= desk.bytes.length) return desk;
  const size = Math.ceil(Math.max(DESK_BYTES, length) / WORD_BYTES) * WORD_BYTES;
  const bytes = Buffer.allocUnsafeSlow(size);
  const made = { bytes, words: new BigUint64Array(bytes.buffer) };
  if (size === DESK_BYTES) desk = made;
  return made;
}

/** Up to this length, unmasking byte by byte takes less time than two calls of the engine. */
const SMALL = 48;

/** Removes the mask from a small payload in a text; the mask is before it. */
function unmaskedSmall(text: string, start: number, length: number): string {
  const { bytes } = deskFor(length);
  const a = text.charCodeAt(start - 4);
  const b = text.charCodeAt(start - 3);
  const c = text.charCodeAt(start - 2);
  const d = text.charCodeAt(start - 1);
  // The last step may include bytes after the payload.
  for (let i = 0; i < length; i += 4) {
    const at = start + i;
    bytes[i] = text.charCodeAt(at) ^ a;
    bytes[i + 1] = text.charCodeAt(at + 1) ^ b;
    bytes[i + 2] = text.charCodeAt(at + 2) ^ c;
    bytes[i + 3] = text.charCodeAt(at + 3) ^ d;
  }
  return bytes.toString("latin1", 0, length);
}

/** Applies a mask to, or removes it from, the first `length` bytes of the pieces. */
export function masked(pieces: readonly string[], length: number, mask: string): string {
  const { bytes, words } = deskFor(length);
  let at = 0;
  for (const piece of pieces) at += bytes.write(piece, at, length - at, "latin1");
  for (let i = 0; i < WORD_BYTES; i++) maskBytes[i] = mask.charCodeAt(i & 3);
  const word = maskWord[0]!;
  // The last word may include bytes after the payload.
  const count = Math.ceil(length / WORD_BYTES);
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    words[i] = words[i]! ^ word;
    words[i + 1] = words[i + 1]! ^ word;
    words[i + 2] = words[i + 2]! ^ word;
    words[i + 3] = words[i + 3]! ^ word;
  }
  for (; i < count; i++) words[i] = words[i]! ^ word;
  return bytes.toString("latin1", 0, length);
}

/**
 * Returns the head of a frame that is a whole message of `length` bytes. `mask` has four bytes, or is `""`
 * for none.
 */
export function frameHead(opcode: number, length: number, deflated: boolean, mask: string): string {
  const bit = mask === "" ? 0 : 0x80;
  const first = String.fromCharCode(0x80 | (deflated ? 0x40 : 0) | opcode);
  const head =
    length < 126
      ? first + String.fromCharCode(bit | length)
      : length < 65_536
        ? first + String.fromCharCode(bit | 126, length >> 8, length & 0xff)
        : first + String.fromCharCode(bit | 127, ...eightBytes(length));
  return head + mask;
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

/** Whether a close frame may carry a code (RFC 6455 7.4). */
export function isCloseCode(code: number): boolean {
  return (
    (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006) ||
    (code >= 3000 && code <= 4999)
  );
}
