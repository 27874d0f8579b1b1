// std/uuid: identifiers of versions 4 and 7 (RFC 9562).
import {
  fail,
  type ErrorValue,
  type NativeTable,
  type Result,
  type Runtime,
} from "../../interpreter/runtime/index.ts";

const FORM = /^(?:urn:uuid:)?([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;
const BARE = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
/** The longest form that is accepted. */
const LONGEST = 45;

export function create(runtime: Runtime): NativeTable {
  const random = (count: number): Buffer => Buffer.from(runtime.host.system.entropy.randomBytes(count));
  let lastMillis = 0;
  /** A counter of 12 bits within a millisecond. */
  let counter = 0;

  function uuid4(): string {
    return shown(random(16), 4);
  }

  /** The time never goes back, whatever the clock does. A full counter borrows from the next millisecond. */
  function uuid7(): string {
    const bytes = random(16);
    const now = Math.floor(runtime.host.now());
    if (now > lastMillis) {
      lastMillis = now;
      // Leaves room to count up.
      counter = bytes.readUInt16BE(6) & 0x7ff;
    } else if (++counter > 0xfff) {
      lastMillis++;
      counter = bytes.readUInt16BE(6) & 0x7ff;
    }
    bytes.writeUIntBE(lastMillis, 0, 6);
    bytes.writeUInt16BE(counter, 6);
    return shown(bytes, 7);
  }

  return { functions: { uuid4, uuid7, parse, uuid_parse: parse } };
}

function shown(bytes: Buffer, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(BARE, "$1-$2-$3-$4-$5");
}

function parse(text: string): Result<string, ErrorValue> {
  const plain = text.length > LONGEST ? "" : text.toLowerCase().replace(/^\{(.*)\}$/, "$1");
  const found = FORM.exec(plain) ?? BARE.exec(plain);
  return found === null
    ? fail("uuid", `not a UUID: ${text.slice(0, LONGEST)}${text.length > LONGEST ? "..." : ""}`)
    : found.slice(1).join("-");
}
