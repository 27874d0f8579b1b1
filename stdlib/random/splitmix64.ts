// The generator splitmix64 (G. Steele, D. Lea, C. Flood, 2014) in 32-bit halves.
import { addInt, highHalf, lowHalf, makeInt, type Int } from "../../interpreter/runtime/index.ts";

/** The struct `Rng`. */
export interface Rng {
  _state: Int;
}

const GOLDEN = makeInt(0x9e3779b9 | 0, 0x7f4a7c15);

/** Advances the state and gives all 64 bits. */
export function draw(rng: Rng): Int {
  rng._state = addInt(rng._state, GOLDEN);
  let high = highHalf(rng._state);
  let low = lowHalf(rng._state);

  low ^= (low >>> 30) | (high << 2);
  high ^= high >>> 30;
  high = productHigh(high, low, 0xbf58476d, 0x1ce4e5b9);
  low = Math.imul(low, 0x1ce4e5b9);

  low ^= (low >>> 27) | (high << 5);
  high ^= high >>> 27;
  high = productHigh(high, low, 0x94d049bb, 0x133111eb);
  low = Math.imul(low, 0x133111eb);

  return makeInt(high ^ (high >>> 31), low ^ ((low >>> 31) | (high << 1)));
}

/** Bits 32 to 63 of the product of two 64-bit numbers, each in two halves. */
function productHigh(aHigh: number, aLow: number, bHigh: number, bLow: number): number {
  // The product of the low halves by 16-bit digits of one of them: below 2^48, so exact.
  const a = aLow >>> 0;
  const upper = (a >>> 16) * bLow;
  const lower = (a & 0xffff) * bLow;
  const carried = Math.floor((upper + Math.floor(lower / 65536)) / 65536);
  return (carried + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh)) | 0;
}
