// Node's Buffer by the package `buffer`, with the methods of Node that it lacks.
import { Buffer as PackageBuffer } from "buffer/";

const CHUNK = 8_192;

interface Writable extends Uint8Array {
  latin1Write(text: string, offset?: number): number;
}

/** As Node's: bytes to a string with a character for each. */
function latin1Slice(this: Uint8Array, start = 0, end = this.length): string {
  let text = "";
  for (let at = start; at < end; at += CHUNK)
    text += String.fromCharCode.apply(
      null,
      this.subarray(at, Math.min(end, at + CHUNK)) as unknown as number[],
    );
  return text;
}

function latin1Write(this: Writable, text: string, offset = 0): number {
  const count = Math.min(text.length, this.length - offset);
  for (let i = 0; i < count; i++) this[offset + i] = text.charCodeAt(i);
  return count;
}

const { prototype } = PackageBuffer;
const decode = prototype.toString as (this: Uint8Array, ...args: unknown[]) => string;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** The package decodes byte by byte. */
function toString(this: Uint8Array, encoding?: string, start?: number, end?: number): string {
  const from = Math.max(0, start ?? 0);
  const to = Math.max(from, Math.min(this.length, end ?? this.length));
  if (encoding === "latin1" || encoding === "binary") return latin1Slice.call(this, from, to);
  if (encoding === undefined || encoding === "utf8" || encoding === "utf-8")
    return decoder.decode(this.subarray(from, to));
  if (encoding === "base64url")
    return decode.call(this, "base64", from, to).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return decode.call(this, encoding, start, end);
}

const encode = prototype.write as (this: Uint8Array, ...args: unknown[]) => number;

/** The package encodes the whole text, however few of its bytes have room. */
function write(this: Writable, text: string, ...args: unknown[]): number {
  const encoding = args.at(-1);
  if (encoding !== "latin1" && encoding !== "binary") return encode.call(this, text, ...args);
  const [offset, length] = args as (number | string)[];
  const at = typeof offset === "number" ? offset : 0;
  const room = this.subarray(at, typeof length === "number" ? at + length : this.length) as Writable;
  return room.latin1Write(text);
}

Object.assign(prototype, { latin1Slice, latin1Write, toString, write });

const { from, byteLength: size } = PackageBuffer;

/** The package encodes character by character. */
function fastFrom(...args: unknown[]): Uint8Array {
  const [text, encoding] = args;
  if (typeof text !== "string") return from(...args);
  if (encoding === "latin1" || encoding === "binary") {
    const bytes = PackageBuffer.allocUnsafe(text.length) as Writable;
    bytes.latin1Write(text);
    return bytes;
  }
  // As base64, of which the package reads both alphabets.
  if (encoding === "base64url") return from(text, "base64");
  if (encoding !== undefined && encoding !== "utf8" && encoding !== "utf-8") return from(...args);
  const { buffer, byteOffset, byteLength } = encoder.encode(text);
  return from(buffer, byteOffset, byteLength);
}

export const Buffer = Object.assign(PackageBuffer, {
  from: fastFrom,
  byteLength: (text: string | Uint8Array, encoding?: string): number =>
    typeof text === "string" && (encoding === undefined || encoding === "utf8")
      ? encoder.encode(text).length
      : size(text, encoding),
  allocUnsafeSlow: PackageBuffer.allocUnsafe,
}) as unknown as typeof globalThis.Buffer;
