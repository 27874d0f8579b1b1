// std/hash: exact 64-bit arithmetic in two unsigned 32-bit halves, without big integers. A product
// of a half with a small factor stays below 2^53, so sums need no further splitting.
import {
  addInt, makeInt, mulInt, shlInt, shrInt, xorInt, type Int, type NativeTable,
} from "../../interpreter/runtime/index.ts";

const TWO_32 = 4294967296;

export function create(): NativeTable {
  const crcTable = makeCrcTable();
  return {
    functions: {
      fnv1a,
      djb2,
      checksum,
      crc32: (text: string) => crc32(text, crcTable),
      hash_int: hashInt,
      combine,
    },
  };
}

/** The prime is 2^40 + 0x1b3, so a product is one small product and one shift by 40. */
function fnv1a(text: string): Int {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let i = 0; i < text.length; i++) {
    const mixed = (low ^ text.charCodeAt(i)) >>> 0;
    const product = mixed * 0x1b3;
    low = product >>> 0;
    high = (high * 0x1b3 + (product - low) / TWO_32 + mixed * 256) >>> 0;
  }
  return makeInt(high | 0, low | 0);
}

function djb2(text: string): Int {
  let high = 0;
  let low = 5381;
  for (let i = 0; i < text.length; i++) {
    const sum = low * 33 + text.charCodeAt(i);
    low = sum >>> 0;
    high = (high * 33 + (sum - low) / TWO_32) >>> 0;
  }
  return makeInt(high | 0, low | 0);
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

/** Every shift is arithmetic (stdlib-b 7), unlike that of std/random. */
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
