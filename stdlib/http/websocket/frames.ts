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
  #pending = "";
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
   *
   * Returns the next frame, a violation, or null if more bytes are needed.
   * @param most the most bytes of a data frame; control frames have their own limit
   */
  next(most: number): Frame | Violation | null {
    if (this.#pending.length + this.#more.length < this.#needed) return null;
    // A head that has been read before is in the first piece.
    if (this.#needed <= MOST_HEAD && this.#more.length > 0) this.#pending += this.#more.take();
    const text = this.#pending;
    const [first, second] = [text.charCodeAt(0), text.charCodeAt(1)];
    const violation = this.#violation(first, second);
    if (violation !== null) return violation;
    const short = second & 0x7f;
    const lengthBytes = short < 126 ? 0 : short === 126 ? 2 : 8;
    const headLength = 2 + lengthBytes + (this.#masked ? MASK_BYTES : 0);
    if (text.length < headLength) return this.#wait(Math.min(headLength, MOST_HEAD));
    const length = lengthBytes === 0 ? short : bigEndian(text, 2, lengthBytes);
    if (lengthBytes === 8 && text.charCodeAt(2) >= 0x80)
      return { code: 1002, reason: "a length with its first bit set" };
    if ((lengthBytes === 2 && length < 126) || (lengthBytes === 8 && length < 65_536))
      return { code: 1002, reason: "a length that is not the shortest" };
    if (length > most && (first & 0x0f) < CLOSE) return { code: 1009, reason: "message too large" };
    const end = headLength + length;
    if (text.length + this.#more.length < end) return this.#wait(end);
    const payload = this.#payload(headLength, length);
    this.#needed = 2;
    return { opcode: first & 0x0f, last: (first & 0x80) !== 0, deflated: (first & 0x40) !== 0, payload };
  }

  /**
   * Returns the payload, which has arrived completely; the bytes after it wait. A large one is unmasked
   * before it is joined.
   */
  #payload(headLength: number, length: number): string {
    const text = this.#pending;
    const end = headLength + length;
    const pieces = text.length < end ? this.#more.takePieces() : [];
    let behind = text.length - end;
    for (const piece of pieces) behind += piece.length;
    const last = pieces.at(-1) ?? text;
    this.#pending = behind === 0 ? "" : last.slice(last.length - behind);
    pieces.unshift(text.slice(headLength, Math.min(end, text.length)));
    if (this.#masked && length > 0)
      return masked(pieces, length, text.slice(headLength - MASK_BYTES, headLength));
    return pieces.length === 1 ? pieces[0]! : pieces.join("").slice(0, length);
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
