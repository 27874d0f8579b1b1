// The generator splitmix64 (G. Steele, D. Lea, C. Flood, 2014) in 32-bit halves.
import { highHalf, lowHalf, makeInt, type Int } from "../../interpreter/runtime/index.ts";

/** The struct `Rng`. The state is kept in halves; the last draw is in `high` and `low`, both signed. */
export class Rng {
  high = 0;
  low = 0;
  #stateHigh: number;
  #stateLow: number;

  constructor(state: Int) {
    this.#stateHigh = highHalf(state);
    this.#stateLow = lowHalf(state);
  }

  get _state(): Int {
    return makeInt(this.#stateHigh, this.#stateLow);
  }

  set _state(state: Int) {
    this.#stateHigh = highHalf(state);
    this.#stateLow = lowHalf(state);
  }

  /** Advances the state by 0x9e3779b97f4a7c15 and puts 64 bits into `high` and `low`. */
  draw(): void {
    const sum = (this.#stateLow >>> 0) + 0x7f4a7c15;
    let low = sum | 0;
    let high = (this.#stateHigh + 0x9e3779b9 + (sum > 0xffffffff ? 1 : 0)) | 0;
    this.#stateLow = low;
    this.#stateHigh = high;

    low ^= (low >>> 30) | (high << 2);
    high ^= high >>> 30;
    high = productHigh(high, low, 0xbf58476d, 0x1ce4e5b9);
    low = Math.imul(low, 0x1ce4e5b9);

    low ^= (low >>> 27) | (high << 5);
    high ^= high >>> 27;
    high = productHigh(high, low, 0x94d049bb, 0x133111eb);
    low = Math.imul(low, 0x133111eb);

    this.low = low ^ ((low >>> 31) | (high << 1));
    this.high = high ^ (high >>> 31);
  }
}

/** Returns bits 32 to 63 of the product of two 64-bit numbers, each in two halves. */
function productHigh(aHigh: number, aLow: number, bHigh: number, bLow: number): number {
  // The product of the low halves by 16-bit digits of one of them: below 2^48, so exact.
  const a = aLow >>> 0;
  const upper = (a >>> 16) * bLow;
  const lower = (a & 0xffff) * bLow;
  const carried = Math.floor((upper + Math.floor(lower / 65536)) / 65536);
  return (carried + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh)) | 0;
}
