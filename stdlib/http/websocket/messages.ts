// Frames of data to messages: parts that belong together, compression, and texts that are UTF-8 (RFC 6455 5.4, RFC 7692).
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
  /** Looks at a text in parts that has had bytes outside of ASCII. */
  #partText: TextDecoder | null = null;

  constructor(compression: Compression) {
    this.#compression = compression;
  }

  /** Most bytes of a message, the usual ones for none. */
  limit(bytes: number): void {
    this.#most = bytes > 0 ? bytes : MAX_MESSAGE;
  }

  /** Bytes that the next frame may have. */
  get room(): number {
    return this.#most - this.#parts.length;
  }

  /** What has come of a message is not wanted any more. */
  clear(): void {
    this.#parts.take();
  }

  /** A message that is whole now, null when more parts have to come, or why the frame is refused. */
  take({ opcode, last, deflated, payload }: Frame): Message | Violation | null {
    const isFirst = opcode !== CONTINUATION;
    if (isFirst === (this.#partOpcode !== CONTINUATION))
      return { code: 1002, reason: isFirst ? "a message inside another" : "nothing to continue" };
    if (isFirst && last) return this.#message(opcode, payload, deflated);
    if (isFirst) [this.#partOpcode, this.#partDeflated, this.#partText] = [opcode, deflated, null];
    // A text that is none is refused as soon as that can be seen (RFC 6455 8.1).
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
      if (unpacked === null) return { code: 1007, reason: "broken compression" };
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

/** Bytes above 0x7F would take two each: so it is asked of the engine, which looks at many at a time. */
function isAscii(bytes: string): boolean {
  return Buffer.byteLength(bytes, "utf8") === bytes.length;
}
