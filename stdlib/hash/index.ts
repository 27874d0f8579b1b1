// std/hash: exact 64-bit arithmetic in two signed 32-bit halves, without big integers. The lower half
// is multiplied by 16-bit digits, so that all stays within 32-bit integers.
import {
  addInt,
  makeInt,
  mulInt,
  shlInt,
  shrInt,
  xorInt,
  type Int,
  type NativeTable,
  type Runtime,
} from "../../interpreter/runtime/index.ts";

/** From here on the host's routine pays for the way there. */
const LONG = 512;

export function create(runtime: Runtime): NativeTable {
  const crcTable = makeCrcTable();
  return {
    functions: {
      fnv1a,
      djb2,
      checksum,
      crc32: (text: string) =>
        text.length < LONG ? crc32(text, crcTable) : runtime.host.system.compression.crc32(text),
      hash_int: hashInt,
      combine,
    },
  };
}

/** The prime is 2^40 + 0x1b3, so a product is one small product and one shift by 40. */
function fnv1a(text: string): Int {
  let high = 0xcbf29ce4 | 0;
  let low = 0x84222325 | 0;
  for (let i = 0; i < text.length; i++) {
    low ^= text.charCodeAt(i);
    const carry = ((low >>> 16) * 0x1b3 + (((low & 0xffff) * 0x1b3) >>> 16)) >>> 16;
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) | 0;
    low = Math.imul(low, 0x1b3);
  }
  return makeInt(high, low);
}

function djb2(text: string): Int {
  let high = 0;
  let low = 5381;
  for (let i = 0; i < text.length; i++) {
    const lower = (low & 0xffff) * 33 + text.charCodeAt(i);
    const upper = (low >>> 16) * 33 + (lower >>> 16);
    high = (Math.imul(high, 33) + (upper >>> 16)) | 0;
    low = (upper << 16) | (lower & 0xffff);
  }
  return makeInt(high, low);
}

function checksum(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i);
  return sum;
}

function makeCrcTable(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
  });
}

function crc32(text: string, table: Int32Array): number {
  let crc = -1;
  for (let i = 0; i < text.length; i++) crc = (crc >>> 8) ^ table[(crc ^ text.charCodeAt(i)) & 255]!;
  return ~crc >>> 0;
}

const GOLDEN = makeInt(0x9e3779b9 | 0, 0x7f4a7c15);
const FIRST_FACTOR = makeInt(0xbf58476d | 0, 0x1ce4e5b9);
const SECOND_FACTOR = makeInt(0x94d049bb | 0, 0x133111eb);

/** Every shift is arithmetic (std/hash), unlike that of std/random. */
function hashInt(value: Int): Int {
  let mixed = addInt(value, GOLDEN);
  mixed = mulInt(xorInt(mixed, shrInt(mixed, 30)), FIRST_FACTOR);
  mixed = mulInt(xorInt(mixed, shrInt(mixed, 27)), SECOND_FACTOR);
  return xorInt(mixed, shrInt(mixed, 31));
}

function combine(seed: Int, value: Int): Int {
  const shifted = addInt(shlInt(seed, 6), shrInt(seed, 2));
  return xorInt(seed, addInt(addInt(value, 2654435769), shifted));
}
