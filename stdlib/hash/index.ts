// std/hash: exact 64-bit arithmetic in two signed 32-bit halves, without BigInt. The lower half is multiplied
// in 16-bit digits, so that every intermediate result is exact.
import {
  addInt,
  inSteps,
  makeInt,
  mulInt,
  piecewise,
  shlInt,
  shrInt,
  xorInt,
  type Int,
  type MaybePromise,
  type NativeTable,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";

/** The number of bytes that take about a millisecond to hash. */
const LONG_TEXT = 131_072;
/** The length from which calling Node's CRC-32 is faster. */
const LONG = 512;

export function create(runtime: Runtime): NativeTable {
  const crcTable = makeCrcTable();

  function ofText(text: string, halves: Halves, add: Adding): MaybePromise<Int> {
    if (text.length > LONG_TEXT) return inSteps(runtime, addedInSteps(text, halves, add));
    add(halves, text);
    return makeInt(...halves);
  }

  return {
    functions: {
      fnv1a: (text: string) => ofText(text, [0xcbf29ce4 | 0, 0x84222325 | 0], fnv1a),
      djb2: (text: string) => ofText(text, [0, 5381], djb2),
      checksum: (text: string) =>
        text.length > LONG_TEXT ? inSteps(runtime, checksumInSteps(text)) : checksum(text),
      crc32: (text: string) =>
        text.length < LONG ? crc32(text, crcTable) : runtime.host.system.compression.crc32(text),
      hash_int: hashInt,
      combine,
    },
  };
}

/** The upper and lower halves of a hash. */
type Halves = [number, number];
type Adding = (hash: Halves, text: string) => void;

function* addedInSteps(text: string, hash: Halves, add: Adding): Steps<Int> {
  yield* piecewise(text, (piece) => add(hash, piece));
  return makeInt(...hash);
}

/** The prime is 2^40 + 0x1b3, so a product is one small product and one shift by 40. */
function fnv1a(hash: Halves, text: string): void {
  let [high, low] = hash;
  for (let i = 0; i < text.length; i++) {
    low ^= text.charCodeAt(i);
    const carry = ((low >>> 16) * 0x1b3 + (((low & 0xffff) * 0x1b3) >>> 16)) >>> 16;
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) | 0;
    low = Math.imul(low, 0x1b3);
  }
  hash[0] = high;
  hash[1] = low;
}

function djb2(hash: Halves, text: string): void {
  let [high, low] = hash;
  for (let i = 0; i < text.length; i++) {
    const lower = (low & 0xffff) * 33 + text.charCodeAt(i);
    const upper = (low >>> 16) * 33 + (lower >>> 16);
    high = (Math.imul(high, 33) + (upper >>> 16)) | 0;
    low = (upper << 16) | (lower & 0xffff);
  }
  hash[0] = high;
  hash[1] = low;
}

function checksum(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i);
  return sum;
}

function* checksumInSteps(text: string): Steps<number> {
  let sum = 0;
  yield* piecewise(text, (piece) => void (sum += checksum(piece)));
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

/** Every shift is arithmetic (std/hash), unlike those of std/random. */
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
