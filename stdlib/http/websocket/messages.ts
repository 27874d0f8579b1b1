// Assembles data frames into messages: fragments, compression, and validation of text as UTF-8 (RFC 6455 5.4,
// RFC 7692).
import type { Compression } from "../../../interpreter/host/index.ts";
import { CollectedText } from "../message/index.ts";
import { CONTINUATION, TEXT_FRAME, type Frame, type Violation } from "./frames.ts";

/** The variants of the enum `Message`. */
export class TextMessage {
  readonly tag = 0;
  readonly p0: string;
  constructor(text: string) {
    this.p0 = text;
  }
}
export class BinaryMessage {
  readonly tag = 1;
  readonly p0: string;
  constructor(bytes: string) {
    this.p0 = bytes;
  }
}
export type Message = TextMessage | BinaryMessage;

const MAX_MESSAGE = 16 * 1024 * 1024;

export class Messages {
  readonly #compression: Compression;
  #most = MAX_MESSAGE;
  /** The message that is arriving in parts. */
  readonly #parts = new CollectedText();
  #partOpcode = CONTINUATION;
  #partDeflated = false;
  /** Validates a text in parts, from the first byte outside of ASCII on. */
  #partText: TextDecoder | null = null;

  constructor(compression: Compression) {
    this.#compression = compression;
  }

  /** Sets the most bytes of a message; 0 or less restores the default. */
  limit(bytes: number): void {
    this.#most = bytes > 0 ? bytes : MAX_MESSAGE;
  }

  /** The most bytes of the next frame. */
  get room(): number {
    return this.#most - this.#parts.length;
  }

  /** Discards the parts of an unfinished message. */
  clear(): void {
    this.#parts.take();
  }

  /** Returns a message that is now complete, null if more parts follow, or why the frame is refused. */
  take({ opcode, last, deflated, payload }: Frame): Message | Violation | null {
    const isFirst = opcode !== CONTINUATION;
    if (isFirst === (this.#partOpcode !== CONTINUATION))
      return {
        code: 1002,
        reason: isFirst ? "a message within a fragmented message" : "a continuation without a message",
      };
    if (isFirst && last) return this.#message(opcode, payload, deflated);
    if (isFirst) [this.#partOpcode, this.#partDeflated, this.#partText] = [opcode, deflated, null];
    // Invalid text is refused as soon as it is visible (RFC 6455 8.1).
    if (this.#partOpcode === TEXT_FRAME && !this.#partDeflated && !this.#goesOnAsText(payload))
      return NO_TEXT;
    if (payload !== "") this.#parts.add(payload);
    if (!last) return null;
    const message = this.#parts.take();
    const [kind, isDeflated] = [this.#partOpcode, this.#partDeflated];
    this.#partOpcode = CONTINUATION;
    return this.#message(kind, message, isDeflated);
  }

  #goesOnAsText(payload: string): boolean {
    if (this.#partText === null) {
      if (isAscii(payload)) return true;
      this.#partText = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    }
    try {
      this.#partText.decode(Buffer.from(payload, "latin1"), { stream: true });
      return true;
    } catch {
      return false;
    }
  }

  #message(opcode: number, raw: string, deflated: boolean): Message | Violation {
    let payload = raw;
    if (deflated) {
      const unpacked = this.#compression.inflateNow(
        Buffer.from(`${raw}\x00\x00\xff\xff`, "latin1"),
        this.#most,
      );
      if (unpacked === "large") return { code: 1009, reason: "message too large" };
      if (unpacked === null) return { code: 1007, reason: "malformed compressed data" };
      payload = Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.length).toString("latin1");
    }
    if (opcode === TEXT_FRAME && !isText(payload)) return NO_TEXT;
    return opcode === TEXT_FRAME ? new TextMessage(payload) : new BinaryMessage(payload);
  }
}

const NO_TEXT: Violation = { code: 1007, reason: "a text that is not UTF-8" };

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function isText(bytes: string): boolean {
  if (isAscii(bytes)) return true;
  try {
    UTF_8.decode(Buffer.from(bytes, "latin1"));
    return true;
  } catch {
    return false;
  }
}

/**
 * Bytes above 0x7F would take two bytes each in UTF-8. The engine computes the length many bytes at a time.
 */
function isAscii(bytes: string): boolean {
  return Buffer.byteLength(bytes, "utf8") === bytes.length;
}
